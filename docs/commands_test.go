package docs_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/testenv"
)

// released is set by step release of .ci/run: the go command then gets errand from a
// release, and every command runs as printed on the page.
var released = os.Getenv("ERRAND_RELEASED") != ""

const module = "github.com/errand-go/errand"

var (
	gets     = regexp.MustCompile(`go get ` + module + `(\S*)@latest`)
	installs = regexp.MustCompile(`go install ` + module + `(\S*)@latest`)
)

// unreleased returns the command that the pages give until there is a tag: a -replace that
// points to a clone, or the program in a clone.
func unreleased(line string) string {
	line = gets.ReplaceAllStringFunc(line, func(get string) string {
		sub := gets.FindStringSubmatch(get)[1]
		for ; sub != ""; sub = strings.TrimSuffix(sub, "/"+path.Base(sub)) { // of the module with the package
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(sub), "go.mod")); err == nil {
				break
			}
		}
		edit := "go mod edit -replace=" + module + "=../errand"
		if sub != "" {
			edit += " -replace=" + module + sub + "=../errand" + sub
		}
		return edit
	})
	return installs.ReplaceAllString(line, "go install -C=../errand$1 .")
}

// run runs the lines of a block, and returns all their output. The page shows whether the
// last line succeeds.
func run(t *testing.T, dir, lines string) string {
	t.Helper()
	all := ""
	for line := range strings.Lines(lines) {
		out, err := execute(t, dir, line)
		all += out
		if err != nil {
			t.Logf("%s: %v", strings.TrimSpace(line), err)
		}
	}
	return all
}

// succeed runs the lines of a block, which must all succeed, and returns the output of the
// last one.
func succeed(t *testing.T, dir, lines string) (printed string) {
	t.Helper()
	for line := range strings.Lines(lines) {
		out, err := execute(t, dir, line)
		require.NoError(t, err, "%s: %s", line, out)
		printed = out
	}
	return printed
}

// execute runs a line. It finds programs that earlier lines have installed.
func execute(t *testing.T, dir, line string) (string, error) {
	t.Helper()
	line, _, _ = strings.Cut(line, " #")
	if !released {
		line = unreleased(line)
	}
	bin := filepath.Join(filepath.Dir(dir), "bin")
	words := strings.Fields(line)
	if words[0] != "go" {
		words[0] = filepath.Join(bin, words[0])
	}
	cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOBIN="+bin)
	if !released {
		cmd.Env = append(cmd.Env, "GOFLAGS=")
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// acmeModule creates the reader's folder, beside a folder that represents the clone. Its
// tests take minutes, because they build programs: a step of .ci/run asks for them.
func acmeModule(t *testing.T) string {
	t.Helper()
	testenv.Asked(t, "ERRAND_DOCS")
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	around := t.TempDir()
	require.NoError(t, os.Symlink(root, filepath.Join(around, "errand")))
	dir := filepath.Join(around, "acme")
	require.NoError(t, os.Mkdir(dir, 0o700))
	return dir
}

// blocks returns the blocks of a page in a language.
func blocks(t *testing.T, page, language string) (all []string) {
	t.Helper()
	for _, m := range fence.FindAllStringSubmatch(read(t, page), -1) {
		if m[1] == language {
			all = append(all, m[2])
		}
	}
	require.NotEmpty(t, all)
	return all
}

// TestDocsReadmeCommands installs errand as the README describes, in a module with its
// program, and runs the program and the demo.
func TestDocsReadmeCommands(t *testing.T) {
	dir := acmeModule(t)
	write(t, dir, "// main.go\n"+blocks(t, "../README.md", "go")[0])
	succeed(t, dir, "go mod init example.com/acme")
	commands := blocks(t, "../README.md", "sh")
	require.Len(t, commands, 1)
	clone, others, _ := strings.Cut(commands[0], "\n")
	assert.Equal(t, "git clone https://"+module+" ../errand", clone) // acmeModule has a link there
	succeed(t, dir, others)
	assert.Equal(t, blocks(t, "../README.md", "json")[0], succeed(t, dir, "go run ."))
	if !released { // the README's commands for a clone
		demo := exec.CommandContext(t.Context(), "go", "run", "./cmd/errand", "demo")
		demo.Dir = ".."
		out, err := demo.CombinedOutput()
		assert.NoError(t, err, string(out))
	}
}

// TestDocsAdoptingCommands adopts errand in a module with the page's MCP server.
func TestDocsAdoptingCommands(t *testing.T) {
	dir := acmeModule(t)
	for _, b := range blocks(t, "integrations.md", "go") {
		if strings.HasPrefix(b, "// mcpserver/") {
			write(t, dir, b)
		}
	}
	succeed(t, dir, "go mod init example.com/acme")
	for _, b := range blocks(t, "adopting.md", "sh") {
		succeed(t, dir, b)
	}
	succeed(t, dir, "go vet ./...")
}

// TestDocsIntegrations compiles every file of the page in the workspace, through an
// overlay. With a release, it compiles them in a user's module, whose commands must get all
// dependencies.
func TestDocsIntegrations(t *testing.T) {
	dir := acmeModule(t)
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	replace, packages := map[string]string{}, []string{}
	for _, b := range blocks(t, "integrations.md", "go") {
		name, _ := file(b)
		write(t, dir, b)
		replace[filepath.Join(root, "pasted", filepath.FromSlash(name))] = filepath.Join(dir, filepath.FromSlash(name))
		packages = append(packages, "./pasted/"+path.Dir(name))
	}
	formatted, err := exec.CommandContext(t.Context(), "gofmt", "-l", dir).Output()
	require.NoError(t, err)
	assert.Empty(t, string(formatted))
	if released {
		succeed(t, dir, "go mod init example.com/acme")
		succeed(t, dir, blocks(t, "integrations.md", "sh")[0])
		succeed(t, dir, "go list -deps ./...") // the workspace checks faster that they compile
		return
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, os.WriteFile(name, overlay, 0o600))
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"build", "-overlay", name}, packages...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK="+filepath.Join(root, "go.work"))
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, string(out))
}

// TestDocsIntegrationsAreAll checks that the page has every integration of the tree.
func TestDocsIntegrationsAreAll(t *testing.T) {
	whole := read(t, "integrations.md")
	for _, pattern := range []string{"../integrations/*", "../models/*model", "../examples/frameworks/*/*.go"} {
		dirs := glob(t, pattern)
		require.NotEmpty(t, dirs, pattern)
		for _, dir := range dirs {
			name := strings.TrimSuffix(filepath.Base(dir), ".go")
			if !strings.HasSuffix(name, "_test") {
				assert.True(t, strings.Contains(whole, name), "the page does not have %s", name)
			}
		}
	}
}
