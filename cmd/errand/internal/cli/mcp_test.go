package cli_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/cli"
)

// mcp runs the command with the standard input.
func mcp(in string, args ...string) (code int, stdout, stderr string) {
	var out, errs strings.Builder
	code = cli.Run(append([]string{"mcp"}, args...), strings.NewReader(in), &out, &errs, os.Environ())
	return code, out.String(), errs.String()
}

// A gateway has the exit code of the server, passes its answers and errors on, and logs
// failures for the report.
func TestMCP(t *testing.T) {
	const answers = `read line; echo '{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"HTTP 404 Not Found"}]}}'; echo starts >&2; exit 7`
	log := filepath.Join(t.TempDir(), "log")
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find"}}` + "\n"
	code, stdout, stderr := mcp(call, "--log", log, "--no-restart", "--disclosure", "find=known", "--", "sh", "-c", answers)
	assert.Equal(t, 7, code)
	assert.Equal(t, "starts\n", stderr)
	assert.Contains(t, stdout, "status code 404")
	assert.NotContains(t, stdout, "HTTP 404")
	code, stdout, _ = mcp("", "report", log)
	assert.Zero(t, code)
	assert.Regexp(t, `(?s)1 +find .*404.*HTTP\s+404\s+Not\s+Found`, stdout)
	for want, args := range map[string][]string{
		"which server?": {}, "that is not negative": {"--timeout", "-1s", "--", "x"}, `"all" is not known`: {"--disclosure", "all", "--", "x"},
		"no such file": {"report", "none"}, "does not start": {"--", "/no/such/program"}, "is not a log": {"report", "mcp_test.go"},
		"no such file or directory": {"--log", "/no/such/folder/log", "--", "x"}, "--no-observe only with --observe": {"--no-observe", "h", "--", "x"},
		"--observe has no effect with a URL": {"--observe", "--", "http://h/"}, "--header has no effect with a command": {"--header", "A: b", "--", "x"},
		"missing port": {"--listen", "x", "--", "x"}, "listen tcp": {"--listen", "127.0.0.1:-1", "--", "x"},
		"--timeout has no effect with install": {"--timeout", "1s", "install"}, "--write has no effect with report": {"--write", "report", "x"},
	} {
		code, _, stderr := mcp("", args...)
		assert.NotZero(t, code, want)
		assert.Contains(t, strings.Join(strings.Fields(stderr), " "), want)
	}
}

// A URL is that of a server with HTTP. A header is filled from the environment, and is secret.
func TestMCPRemote(t *testing.T) {
	t.Setenv("MY_KEY", "correct-horse")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"no %s"}]}}`, r.Header.Get("X-Key"))
	}))
	t.Cleanup(server.Close)
	code, stdout, _ := mcp(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find"}}`+"\n", "--header", "X-Key: Key ${MY_KEY}", "--", server.URL)
	assert.Zero(t, code)
	assert.Contains(t, stdout, `"no Key (redacted)"`)
}

// A gateway that listens serves clients until a signal ends it.
func TestMCPListens(t *testing.T) {
	said, errs := io.Pipe()
	code := make(chan int)
	go func() {
		code <- cli.Run([]string{"mcp", "--listen", ":0", "--", "sh", "-c", `read line; echo '{"jsonrpc":"2.0","id":1,"result":{}}'; cat`}, nil, io.Discard, errs, nil)
	}()
	var url string
	_, err := fmt.Fscanf(said, "listens on %s\n", &url)
	require.NoError(t, err)
	resp, err := http.Post(url, "application/json", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize"}`))
	require.NoError(t, err)
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Equal(t, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n", string(body))
	require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGTERM))
	assert.Zero(t, <-code)
}

// The configurations of clients are only changed with --write. Credentials are not shown.
func TestMCPInstall(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Chdir(t.TempDir())
	file := filepath.Join(home, ".cursor", "mcp.json")
	const text = `{"mcpServers": {"a": {"command": "npx", "args": ["--token=ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9aB3dE5gH7"]}}}`
	code, stdout, _ := mcp("", "install")
	assert.Zero(t, code)
	assert.Contains(t, stdout, "No configuration")
	require.NoError(t, os.Mkdir(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	read := func() string {
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		return string(got)
	}
	_, stdout, _ = mcp("", "install")
	assert.Contains(t, stdout, `+ {"mcpServers": {"a": {"command": "`)
	assert.NotContains(t, stdout, "ghp_")
	assert.Equal(t, text, read())
	_, _, _ = mcp("", "install", "--write", "a")
	assert.Contains(t, read(), `"args": ["mcp", "--", "npx", "--token`)
	_, _, _ = mcp("", "uninstall", "--write")
	assert.Equal(t, text, read())
	require.NoError(t, os.WriteFile(file, []byte("{"), 0o600))
	code, _, stderr := mcp("", "install")
	assert.Equal(t, cli.ExitInput, code)
	assert.Contains(t, stderr, "mcp.json")
}
