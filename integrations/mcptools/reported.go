package mcptools

import (
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// reported converts a result with isError to an error, and the server's content, which the
// model reads as data.
func (s *Toolset) reported(res *mcp.CallToolResult) (any, error) {
	p, ok := payloadOf(res)
	if !ok {
		return contentOf(res), toolerr.New(toolerr.KindUpstreamUnmapped,
			toolerr.Msg("The MCP tool reported a failure. What it said is in data."),
			toolerr.WithService(slug), toolerr.WithEffect(toolerr.EffectUnknown))
	}
	kept := contentOf(&mcp.CallToolResult{Content: behindFirst(res.Content)})
	if s.trusted {
		return kept, p.believed()
	}
	if p.Error == "" && p.Hint == "" && p.Problems == nil && kept == nil {
		return nil, p.doubted()
	}
	return data{words{p.Error, p.Hint, p.Problems, kept}}, p.doubted()
}

// data puts a server's content under a separate key, so that it cannot pass for errand's
// words.
type data struct {
	Data any `json:"data"`
}

// words has an untrusted server's texts about a failure.
type words struct {
	Error    string                  `json:"error,omitempty"`
	Hint     string                  `json:"hint,omitempty"`
	Problems []toolerr.ReportProblem `json:"problems,omitempty"`
	More     any                     `json:"more,omitempty"`
}

// contentOf returns the content of a failed call, and nil if there is none.
func contentOf(res *mcp.CallToolResult) any {
	if len(res.Content) == 0 && res.StructuredContent == nil {
		return nil
	}
	return data{value(res)}
}

// behindFirst returns the content after the payload.
func behindFirst(content []mcp.Content) []mcp.Content {
	if len(content) == 0 {
		return nil
	}
	return content[1:]
}

// payload is the payload of another errand about a failed call; see [toolerr.Payload].
type payload struct {
	Error        string                  `json:"error"`
	Code         toolerr.Code            `json:"error_code"`
	Kind         toolerr.Kind            `json:"kind"`
	CanRetry     bool                    `json:"can_retry"`
	RetryAfterMS *int64                  `json:"retry_after_ms"`
	StatusCode   int                     `json:"status_code"`
	Service      string                  `json:"service"`
	Hint         string                  `json:"hint"`
	Effect       toolerr.Effect          `json:"effect"`
	VendorCode   string                  `json:"vendor_code"`
	UserAction   bool                    `json:"requires_user_action"`
	Problems     []toolerr.ReportProblem `json:"problems"`
}

// payloadOf returns the payload in _meta, if there is one.
func payloadOf(res *mcp.CallToolResult) (payload, bool) {
	v, ok := res.Meta[MetaKey]
	if !ok {
		return payload{}, false
	}
	raw, err := mcpresult.Encode(v)
	if err != nil {
		return payload{}, false
	}
	var p payload
	if err := json.Unmarshal(raw, &p); err != nil || !p.Kind.Known() {
		return payload{}, false
	}
	return p, true
}

// doubted returns an error with the harmless facts of an untrusted payload: the kind, the
// status and the wait. The texts are errand's own, and the effect is unknown, so that the
// call is not retried.
func (p payload) doubted() *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{
		toolerr.WithService(slug), toolerr.WithStatus(p.StatusCode), toolerr.WithCanRetry(p.CanRetry),
		toolerr.WithCode(p.Code), toolerr.WithEffect(toolerr.EffectUnknown),
	}
	if p.RetryAfterMS != nil {
		opts = append(opts, toolerr.WithRetryAfter(wait(*p.RetryAfterMS)))
	}
	if p.UserAction {
		opts = append(opts, toolerr.WithUserAction())
	}
	return toolerr.New(p.Kind, toolerr.Message{}, opts...)
}

// believed restores the server's error from a trusted payload.
func (p payload) believed() *toolerr.ToolRuntimeError {
	te := p.doubted().With(toolerr.WithEffect(p.Effect))
	r := te.Report()
	r.Message, r.Hint, r.Problems, r.VendorCode = p.Error, p.Hint, p.Problems, p.VendorCode
	r.Effect = p.Effect
	if p.Service != "" {
		r.Extra.Service = p.Service
	}
	return toolerr.FromReport(r)
}

// wait converts milliseconds, limited to the range that the constructor of errors accepts.
func wait(ms int64) time.Duration {
	const day = 24 * time.Hour
	return time.Duration(min(max(ms, 0), int64(day/time.Millisecond))) * time.Millisecond
}
