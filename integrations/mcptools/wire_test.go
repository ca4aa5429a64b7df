package mcptools_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/mcptools"
)

// TestPanicWithoutMiddleware is what the middleware is for: the whole process
// ends, and every other call with it.
func TestPanicWithoutMiddleware(t *testing.T) {
	cmd := own(t, "bare server")
	cmd.Stderr = io.Discard
	session := connect(t, &mcp.CommandTransport{Command: cmd})
	_, err := call(t, session, "panic", `{}`)
	require.Error(t, err)
	_, err = call(t, session, "add", `{"a":1}`)
	require.ErrorIs(t, err, mcp.ErrConnectionClosed)
}

// TestNothingButProtocol reads what a server writes to its standard output while
// all its tools fail: lines of JSON-RPC, one for each request.
func TestNothingButProtocol(t *testing.T) {
	requests := []string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
	}
	for _, tt := range failures {
		requests = append(requests, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`,
			len(requests), tt.tool, tt.args))
	}
	cmd := own(t, "server")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	_, err = io.WriteString(in, strings.Join(requests, "\n")+"\n")
	require.NoError(t, err)
	answered := map[int]bool{}
	for scanner := bufio.NewScanner(out); scanner.Scan(); {
		id, err := response(scanner.Bytes())
		require.NoError(t, err)
		assert.NotContains(t, scanner.Text(), "resultType", "this client's version does not have it")
		answered[id] = true
		if len(answered) == len(requests)-1 { // all but the notification
			require.NoError(t, in.Close())
		}
	}
	require.NoError(t, cmd.Wait())
	assert.Len(t, answered, len(requests)-1)
}

// response returns the id of a line, which must be a response of JSON-RPC.
func response(line []byte) (int, error) {
	var m struct {
		JSONRPC       string
		ID            *int
		Result, Error json.RawMessage
	}
	if err := json.Unmarshal(line, &m); err != nil {
		return 0, fmt.Errorf("%q: %w", line, err)
	}
	if m.JSONRPC != "2.0" || m.ID == nil || (m.Result == nil) == (m.Error == nil) {
		return 0, fmt.Errorf("%q is no response", line)
	}
	return *m.ID, nil
}

// TestResultType: from version 2026-07-28 on every result says whether it is
// complete, also one that the SDK never saw.
func TestResultType(t *testing.T) {
	there, here := mcp.NewInMemoryTransports()
	ss, err := newServer(mcptools.Middleware(adapters.Default())).Connect(t.Context(), there, nil)
	require.NoError(t, err)
	t.Cleanup(func() { ss.Close() })
	var log bytes.Buffer
	session := connect(t, &mcp.LoggingTransport{Transport: here, Writer: &log})
	calls := 0
	for _, tool := range []string{"add", "limited", "raw", "panic", "exit", "nothing", "nan"} {
		_, err := call(t, session, tool, `{"a":1}`)
		require.NoError(t, err)
		calls++
	}
	require.NoError(t, session.Close())
	results := 0
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, `"content":`) {
			results++
			assert.Contains(t, line, `"resultType":"complete"`)
		}
	}
	assert.Equal(t, calls, results)
}

func TestStrayLinesAreFound(t *testing.T) {
	for _, line := range []string{``, `hello`, `{}`, `{"jsonrpc":"2.0","id":1}`, `{"jsonrpc":"2.0","result":{}}`, `{"level":"WARN","msg":"tool failed"}`} {
		_, err := response([]byte(line))
		assert.Error(t, err, line)
	}
	id, err := response([]byte(`{"jsonrpc":"2.0","id":7,"result":{}}`))
	require.NoError(t, err)
	assert.Equal(t, 7, id)
}
