package mcptools_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/integrations/mcptools"
)

// npm runs the official tools, in the versions of testdata/js/package.json.
type npm struct{ node, dir string }

// install is the command that installs them.
const install = "npm ci --ignore-scripts --prefix integrations/mcptools/testdata/js (npm: apt-get install npm)"

// official returns the official tools. Without them, it calls testenv.Missing.
func official(t *testing.T) npm {
	t.Helper()
	dir, err := filepath.Abs("testdata/js")
	require.NoError(t, err)
	var pinned struct{ Dependencies map[string]string }
	readJSON(t, filepath.Join(dir, "package.json"), &pinned)
	require.NotEmpty(t, pinned.Dependencies)
	for name, version := range pinned.Dependencies {
		version = version[strings.LastIndex(version, "@")+1:] // for an alias, npm:name@version
		manifest := filepath.Join(dir, "node_modules", name, "package.json")
		if _, err := os.Stat(manifest); err != nil {
			testenv.Missing(t, name+" "+version, install)
		}
		var have struct{ Version string }
		readJSON(t, manifest, &have)
		if have.Version != version {
			testenv.Missing(t, name+" "+version+" in place of "+have.Version, install)
		}
	}
	// Debian's node is too old for some of them; the npm packages contain one.
	found, err := filepath.Glob(filepath.Join(dir, "node_modules", "node-*", "bin", "node"))
	require.NoError(t, err)
	if len(found) > 0 {
		return npm{found[0], dir}
	}
	return npm{testenv.Command(t, "node", "nodejs"), dir}
}

func readJSON(t *testing.T, path string, v any) {
	t.Helper()
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, v))
}

// ran has the output of a script, and its exit status.
type ran struct {
	stdout, stderr string
	status         int
}

// run runs a script.
func (n npm) run(t *testing.T, env []string, script string, args ...string) ran {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, n.node, append([]string{filepath.Join(n.dir, script)}, args...)...)
	// The personal settings are not used, and files that the tools write are removed.
	cmd.Env = append(os.Environ(), append(env, "HOME="+t.TempDir(), "NO_COLOR=1")...)
	cmd.Dir = t.TempDir()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if !errors.As(err, new(*exec.ExitError)) {
		require.NoError(t, err)
	}
	return ran{out.String(), errs.String(), cmd.ProcessState.ExitCode()}
}

// answer is a line of client.mjs.
type answer struct {
	Result struct {
		IsError           bool
		Content           []struct{ Text string }
		StructuredContent any
		Meta              map[string]any `json:"_meta"`
	}
	Error *struct {
		Code    any
		Message string
	}
}

func (n npm) call(t *testing.T, env []string, which, target string, calls ...[2]any) []answer {
	t.Helper()
	raw, err := json.Marshal(calls)
	require.NoError(t, err)
	got := n.run(t, env, "client.mjs", which, target, string(raw))
	require.Zero(t, got.status, got.stderr)
	var all []answer
	for line := range strings.Lines(got.stdout) {
		var a answer
		require.NoError(t, json.Unmarshal([]byte(line), &a), line)
		all = append(all, a)
	}
	require.Len(t, all, len(calls))
	return all
}

// The official clients give a model the payload, even if the tool declares an output
// schema, and the server survives a panic.
func TestTypeScript(t *testing.T) {
	n := official(t)
	self, err := os.Executable()
	require.NoError(t, err)
	asServer := []string{roleVariable + "=server"}
	url := overHTTP(t, newServer(mcptools.Middleware(adapters.Default())))
	for _, which := range []string{"sdk", "client"} {
		for transport, target := range map[string]string{"stdio": self, "streamable HTTP": url} {
			t.Run(which+" over "+transport, func(t *testing.T) {
				got := n.call(
					t, asServer, which, target,
					[2]any{"panic", map[string]any{}},
					[2]any{"limited", map[string]any{}},
					[2]any{"order", map[string]any{"item": 7, "count": 0}},
					[2]any{"nosuch", map[string]any{}},
					[2]any{"add", map[string]any{"a": 40, "b": 2}},
				)
				for i, kind := range []string{"TOOL_RUNTIME_FATAL", "UPSTREAM_RUNTIME_RATE_LIMIT", "TOOL_RUNTIME_BAD_INPUT_VALUE"} {
					require.Nil(t, got[i].Error)
					assert.True(t, got[i].Result.IsError)
					require.Len(t, got[i].Result.Content, 1)
					var p map[string]any
					require.NoError(t, json.Unmarshal([]byte(got[i].Result.Content[0].Text), &p))
					assert.Equal(t, kind, p["kind"])
					assert.Equal(t, p, got[i].Result.Meta[mcptools.MetaKey])
				}
				require.NotNil(t, got[3].Error)
				assert.EqualValues(t, -32602, got[3].Error.Code)
				require.Nil(t, got[4].Error)
				assert.Equal(t, map[string]any{"total": 42.0}, got[4].Result.StructuredContent)
			})
		}
	}
}

const (
	suite     = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
	nextSuite = "node_modules/conformance-next/dist/index.js" // it supports version 2026-07-28
)

var totals = regexp.MustCompile(`Total: (\d+) passed, (\d+) failed`)

// TestConformanceOfServers runs the official suites against the SDK's own example server,
// with and without the middleware. Both pass the same checks.
func TestConformanceOfServers(t *testing.T) {
	n := official(t)
	bare := everything(t, "")
	guarded := everything(t, "server.AddReceivingMiddleware(mcptools.Middleware(adapters.Default(), mcptools.WithTimeout(60e9)))")
	for name, tt := range map[string]struct {
		suite, stateless, version string
	}{
		"version 2025-11-25":             {suite, "false", "2025-11-25"},
		"version 2025-11-25, next suite": {nextSuite, "false", "2025-11-25"},
		"version 2026-07-28, next suite": {nextSuite, "true", "2026-07-28"},
	} {
		t.Run(name, func(t *testing.T) {
			var counts []string
			for _, binary := range []string{bare, guarded} {
				line := start(t, exec.Command(binary, "-http", "127.0.0.1:0", "-stateless="+tt.stateless), "listening at")
				url := "http://" + line[strings.LastIndex(line, " ")+1:] + "/mcp"
				got := n.run(t, nil, tt.suite, "server", "--suite", "all", "--spec-version", tt.version, "--url", url)
				assert.Zero(t, got.status, got.stdout)
				total := totals.FindStringSubmatch(got.stdout)
				require.NotNil(t, total, got.stdout)
				t.Logf("%s passed, %s failed", total[1], total[2])
				assert.Equal(t, "0", total[2], got.stdout)
				counts = append(counts, total[1])
			}
			assert.Equal(t, counts[0], counts[1])
			assert.NotEqual(t, "0", counts[0])
		})
	}
}

// everything builds the SDK's example server, with a line added before its tools, and
// returns the program. It picks a free port and prints it.
func everything(t *testing.T, line string) string {
	t.Helper()
	const sdk = "github.com/modelcontextprotocol/go-sdk"
	dir := strings.TrimSpace(goCommand(t, "list", "-m", "-f", "{{.Dir}}", sdk))
	source, err := os.ReadFile(filepath.Join(dir, "conformance/everything-server/main.go"))
	require.NoError(t, err)
	text := string(source)
	edit := func(old, replacement string) {
		require.Equal(t, 1, strings.Count(text, old), old)
		text = strings.Replace(text, old, replacement, 1)
	}
	edit(`listening at %s", *httpAddr)`, `listening at %s", listener.Addr())`)
	edit(`log.Fatal(http.ListenAndServe(*httpAddr, handler))`, `log.Fatal(http.Serve(listener, handler))`)
	edit("if *httpAddr != \"\" {\n", "if *httpAddr != \"\" {\n"+
		`listener, err := net.Listen("tcp", *httpAddr); if err != nil { log.Fatal(err) }`+"\n")
	imports := "import (\n\"net\"\n"
	if line != "" {
		edit("\t// Register server features.\n", line+"\n")
		imports += `"github.com/errand-go/errand/adapters"` + "\n" + `"github.com/errand-go/errand/integrations/mcptools"` + "\n"
	}
	edit("import (\n", imports)
	// The overlay gives the compiler a package of this module that exists in no folder.
	tmp := t.TempDir()
	main := filepath.Join(tmp, "main.go")
	require.NoError(t, os.WriteFile(main, []byte(text), 0o600))
	here, err := os.Getwd()
	require.NoError(t, err)
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(here, "everything/main.go"): main}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(tmp, "overlay.json"), overlay, 0o600))
	binary := filepath.Join(tmp, "everything")
	goCommand(t, "build", "-overlay", filepath.Join(tmp, "overlay.json"), "-o", binary, "./everything")
	return binary
}

func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	require.NoError(t, err, errs.String())
	return string(out)
}

// start starts a server, waits until a line of its standard error begins with the given
// words, and returns the line. The server is stopped at the end of the test.
func start(t *testing.T, cmd *exec.Cmd, ready string) string {
	t.Helper()
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := make(chan string)
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		found := false
		for scanner := bufio.NewScanner(stderr); scanner.Scan(); {
			if !found && strings.Contains(scanner.Text(), ready) {
				found = true
				lines <- scanner.Text()
			}
		}
		if !found {
			close(lines)
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-drained
		_ = cmd.Wait()
	})
	line, ok := <-lines
	require.True(t, ok, "the server ended before it was ready")
	return line
}
