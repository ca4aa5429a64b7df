package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const roleVariable = "MCPTOOLS_EXAMPLE"

func TestMain(m *testing.M) {
	if os.Getenv(roleVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// example returns a command that runs this example.
func example(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), roleVariable+"=1")
	return cmd
}

func connect(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	require.NoError(t, err)
	t.Cleanup(func() { session.Close() })
	return session
}

// kind returns the kind of a failure in the form for a model, and "" for success.
func kind(t *testing.T, s *mcp.ClientSession, tool string, args map[string]any) string {
	t.Helper()
	res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	require.NoError(t, err)
	require.NotEmpty(t, res.Content)
	text := res.Content[0].(*mcp.TextContent).Text
	assert.NotContains(t, text, "sk-example")
	if !res.IsError {
		return ""
	}
	var p struct{ Kind string }
	require.NoError(t, json.Unmarshal([]byte(text), &p), text)
	return p.Kind
}

func tour(t *testing.T, s *mcp.ClientSession) {
	t.Helper()
	assert.Equal(t, "", kind(t, s, "weather", map[string]any{"city": "Oslo"}))
	assert.Equal(t, "TOOL_RUNTIME_RETRY", kind(t, s, "weather", map[string]any{"city": "Paris"}))
	assert.Equal(t, "UPSTREAM_RUNTIME_RATE_LIMIT", kind(t, s, "weather", map[string]any{"city": "Rome"}))
	assert.Equal(t, "TOOL_RUNTIME_BAD_INPUT_VALUE", kind(t, s, "weather", map[string]any{"town": "Oslo"}))
	assert.Equal(t, "TOOL_RUNTIME_FATAL", kind(t, s, "crash", nil))
	assert.Equal(t, "TOOL_RUNTIME_TIMEOUT", kind(t, s, "hang", nil))
	assert.Equal(t, "", kind(t, s, "chatty", nil))
	assert.Equal(t, "", kind(t, s, "weather", map[string]any{"city": "Oslo"}), "the server is still up")
}

// One tool prints and others fail, but the client gets only protocol messages.
func TestStdio(t *testing.T) {
	cmd := example(t)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var seen bytes.Buffer
	session := connect(t, &mcp.LoggingTransport{Transport: &mcp.CommandTransport{Command: cmd}, Writer: &seen})
	tour(t, session)
	require.NoError(t, session.Close())
	assert.NotContains(t, seen.String(), "no part of the protocol")
	assert.Contains(t, stderr.String(), "a line that is not part of the protocol")
	assert.Contains(t, stderr.String(), `"kind":"UPSTREAM_RUNTIME_RATE_LIMIT"`)
	assert.NotContains(t, stderr.String(), "sk-example&", "a log contains a key of a URL")
}

// Without the middleware the first panic ends the server.
func TestBare(t *testing.T) {
	session := connect(t, &mcp.CommandTransport{Command: example(t, "--bare")})
	_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "crash"})
	assert.Error(t, err)
	_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "chatty"})
	assert.ErrorIs(t, err, mcp.ErrConnectionClosed)
}

func TestHTTP(t *testing.T) {
	cmd := example(t, "--http", "127.0.0.1:0")
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	scanner := bufio.NewScanner(stderr)
	require.True(t, scanner.Scan())
	url, ok := strings.CutPrefix(scanner.Text(), "listening on ")
	require.True(t, ok, scanner.Text())
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		for scanner.Scan() {
		}
	}()
	tour(t, connect(t, &mcp.StreamableClientTransport{Endpoint: url}))
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	<-drained
	assert.NoError(t, cmd.Wait(), "an interrupt is not a failure")
}

func TestFlags(t *testing.T) {
	assert.Error(t, run(t.Context(), []string{"--nosuch"}))
	assert.NoError(t, run(t.Context(), []string{"-h"}), "a request for help is not an error")
	assert.Error(t, run(t.Context(), []string{"--http", "nowhere"}))
}
