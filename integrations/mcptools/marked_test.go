package mcptools_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/integrations/mcptools"
)

// marked returns a result that a tool itself marks as an error.
func marked(content ...mcp.Content) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: content}
}

func said(text string) *mcp.CallToolResult { return marked(&mcp.TextContent{Text: text}) }

// seller returns a server with a tool whose result is res.
func seller(d adapter.Disclosure, res *mcp.CallToolResult, opts ...mcptools.Option) *mcp.Server {
	s := bare(middleware(adapters.Default().WithDisclosure(d), opts...))
	mcp.AddTool(s, &mcp.Tool{Name: "sell"}, func(context.Context, *mcp.CallToolRequest, sale) (*mcp.CallToolResult, any, error) {
		return res, nil, nil
	})
	return s
}

// A result whose IsError the tool set is adapted too. What its text means is mcpresult's.
func TestMarkedResults(t *testing.T) {
	const (
		key    = "sk_" + "live_4eC39HqLyjWDarjtT1zdp7dc"
		failed = "The tool failed and cannot complete this call."
		quoted = "The tool failed. Its text is in upstream_message."
		body   = `{"detail":[{"loc":["body","price"],"msg":"must be at most 100"}],"key":"` + key + `"}`
	)
	withError := said("Ask the front desk, not " + key + ".")
	withError.SetError(errors.New(canary))
	picture := &mcp.ImageContent{MIMEType: "image/png", Data: []byte("map")}
	for name, tt := range map[string]struct {
		res        *mcp.CallToolResult
		disclosure adapter.Disclosure
		error      string
		upstream   string
		problem    string
		kept       int // number of blocks after the first
	}{
		"a text":                      {res: said("no seats left: " + canary), error: failed},
		"text for the client":         {res: withError, disclosure: adapter.DisclosureText, error: quoted, upstream: "Ask the front desk, not (redacted)."},
		"text that is withheld":       {res: withError, error: failed},
		"structured content":          {res: &mcp.CallToolResult{IsError: true, StructuredContent: json.RawMessage(body)}, error: "The arguments of the call are not valid.", problem: "must be at most 100"},
		"annotated text and a link":   {res: marked(spokenText(), &mcp.ResourceLink{URI: "x:" + canary, Name: "x"}, picture), error: failed, kept: 1},
		"an embedded text":            {res: marked(&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "x:y", Text: canary}}), error: failed},
		"no content":                  {res: marked(), error: failed},
		"a block that cannot be sent": {res: marked(&mcp.TextContent{Text: "no"}, (*mcp.ImageContent)(nil)), error: failed},
		"a block that is nil":         {res: marked((*mcp.TextContent)(nil), (*mcp.EmbeddedResource)(nil)), error: failed},
	} {
		t.Run(name, func(t *testing.T) {
			res := call(t, inMemory(t, seller(tt.disclosure, tt.res)), "sell", `{"item":"tea-7","price":500}`)
			p := payloadOf(t, res)
			assert.Equal(t, tt.error, p["error"])
			assert.Contains(t, fmt.Sprint(p["problems"]), tt.problem)
			upstream, _ := p["upstream_message"].(string)
			assert.Equal(t, tt.upstream, upstream)
			assert.Len(t, res.Content, 1+tt.kept)
			assert.Nil(t, res.StructuredContent)
			raw := encoded(t, res)
			assert.NotContains(t, raw, canary)
			assert.NotContains(t, raw, key)
		})
	}
}

// A result that is kept and cannot be sent is a failure.
func TestMarkedResultsKept(t *testing.T) {
	s := seller(adapter.DisclosureKnown, marked((*mcp.ImageContent)(nil)), mcptools.WithMarkedResultsKept())
	assert.Equal(t, "TOOL_RUNTIME_BAD_OUTPUT_VALUE", payloadOf(t, call(t, inMemory(t, s), "sell", `{"item":"tea","price":5}`))["kind"])
}

// A client reads sentences, and programs find what these do not have.
func TestPlainText(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, `{"message":"price of the tea, token=`+faults.CredentialPassword+`","errors":[{"field":"price","message":"must be at most 100"}]}`)
	}))
	defer upstream.Close()
	s := market(func() error {
		resp, err := http.Get(upstream.URL + "/422")
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		return fmt.Errorf("asking: %w", httpadapter.CheckResponse(resp))
	}, mcptools.Middleware(adapters.Default().WithDisclosure(adapter.DisclosureText)))
	res := call(t, inMemory(t, s), "sell", `{"item":"tea","price":500}`)
	assert.True(t, res.IsError)
	const want = "price of the tea, token=(redacted)\nasking: GET ADDRESS/…: HTTP status 422 (Unprocessable Content)\n- /price: must be at most 100"
	assert.Equal(t, strings.Replace(want, "ADDRESS", upstream.URL, 1), res.Content[0].(*mcp.TextContent).Text)
	object, ok := res.Meta[mcptools.MetaKey].(map[string]any)
	require.True(t, ok)
	assert.EqualValues(t, 422, object["status_code"])
	assert.NotContains(t, object, "upstream_message")
	assert.Empty(t, faults.Planted().Find(encoded(t, res)))
}

// Each failure has one record, with the details that the model does not read.
func TestLogger(t *testing.T) {
	var b bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&b, nil))
	s := newServer(
		middleware(adapters.Default().WithLogger(logger)),
		middleware(adapters.Default().WithLogger(logger)),
	)
	session := inMemory(t, s)
	for i, tool := range []string{"add", "plain", "raw", "panic", "limited", "nothing", "order"} {
		call(t, session, tool, `{"a":1}`)
		assert.Equal(t, i, strings.Count(b.String(), "\n"), tool)
	}
	assert.Contains(t, b.String(), canary)
	assert.Contains(t, b.String(), "no seats left")
}
