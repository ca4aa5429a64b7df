package mcpagent

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/integrations/mcptools/internal/contents"
	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// reported converts a result with isError to an error. The server's text is read like the
// text of a service: it selects the model's sentences, and only the disclosure of the tool
// shows the text itself.
func (s *Toolset) reported(res *mcp.CallToolResult) error {
	p, ok := payloadOf(res)
	if !ok {
		text := contents.Text(res)
		return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Msg("The MCP tool reported a failure."),
			toolerr.WithService(slug), toolerr.WithEffect(toolerr.EffectUnknown),
			toolerr.WithRefusal(toolerr.Refusal{Findings: httpadapter.Adapter{}.ReadText(text), Message: text}))
	}
	more := strings.Join(contents.Texts(behindFirst(res.Content)), "\n")
	if s.trusted {
		return p.believed().With(toolerr.WithRefusal(toolerr.Refusal{Message: more}))
	}
	return p.doubted().With(toolerr.WithRefusal(p.refusal(more)))
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
	Access       toolerr.Fact            `json:"access"`
	Problems     []toolerr.ReportProblem `json:"problems"`
}

// payloadOf returns the payload in _meta and in the first text, if the server uses errand, or
// what a server says in one of the other dialects.
func payloadOf(res *mcp.CallToolResult) (p payload, ok bool) {
	v, ok := res.Meta[mcpresult.MetaKey]
	if !ok {
		raw, _ := mcpresult.Foreign(res.Meta, res.StructuredContent, contents.Text(res))
		return p, json.Unmarshal(raw, &p) == nil && p.Kind.Known()
	}
	raw, err := mcpresult.Encode(v)
	if err != nil || json.Unmarshal(raw, &p) != nil {
		return p, false
	}
	given := p.Problems // with their parts, which the text does not have
	if first := contents.Texts(res.Content[:min(1, len(res.Content))]); len(first) == 1 {
		switch {
		case p.Kind == "":
			_ = json.Unmarshal([]byte(first[0]), &p)
		case p.Error == "":
			p.read(first[0])
		}
	}
	if len(given) > 0 {
		p.Problems = given
	}
	return p, p.Kind.Known()
}

// read reads the sentences and the problems of a text; see
// [toolerr.ToolRuntimeError.PlainText].
func (p *payload) read(text string) {
	var sentences []string
	for line := range strings.SplitSeq(text, "\n") {
		problem, ok := strings.CutPrefix(line, "- ")
		if !ok {
			sentences = append(sentences, line)
			continue
		}
		path, rest, placed := strings.Cut(problem, ": ")
		if !placed || path[:min(1, len(path))] != "/" {
			path, rest = "", problem
		}
		p.Problems = append(p.Problems, toolerr.ReportProblem{Path: path, Problem: rest})
	}
	p.Error = strings.Join(sentences, "\n")
}

// refusal returns the texts of an untrusted payload. A server can put any text there, so a
// problem is a finding about its path, with the rule that its sentence names.
func (p payload) refusal(more string) toolerr.Refusal {
	r := toolerr.Refusal{Message: strings.TrimSpace(strings.Join([]string{p.Error, p.Hint, more}, "\n"))}
	if p.Problems == nil {
		r.Findings = httpadapter.Adapter{}.ReadText(p.Error)
	}
	for _, problem := range p.Problems {
		f := toolerr.Finding{Rule: toolerr.RuleBadValue}
		if found := (httpadapter.Adapter{}).ReadText(strconv.Quote(problem.Path) + " " + problem.Problem); len(found) > 0 {
			f = found[0]
		}
		f.Fields = []string{problem.Path}
		r.Findings = append(r.Findings, f)
	}
	return r
}

// doubted returns an error with the harmless facts of an untrusted payload: the kind, the
// status and the wait. The texts are errand's own, and the effect is unknown, so that the
// call is not retried.
func (p payload) doubted() *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{
		toolerr.WithService(slug), toolerr.WithStatus(p.StatusCode), toolerr.WithCanRetry(p.mayHelp()),
		toolerr.WithCode(p.Code), toolerr.WithEffect(toolerr.EffectUnknown),
		toolerr.WithAccess(toolerr.Access{Fact: p.Access}),
	}
	if p.RetryAfterMS != nil {
		opts = append(opts, toolerr.WithRetryAfter(wait(*p.RetryAfterMS)))
	}
	if p.UserAction {
		opts = append(opts, toolerr.WithUserAction())
	}
	return toolerr.New(p.Kind, toolerr.Message{}, opts...)
}

// mayHelp reports whether a retry may succeed. If the effect is not known, the payload does
// not say that.
func (p payload) mayHelp() bool {
	switch {
	case p.CanRetry || p.Effect != toolerr.EffectUnknown:
		return p.CanRetry
	case p.StatusCode != 0:
		return toolerr.StatusRuleOf(p.StatusCode).CanRetry
	}
	return p.Kind.CanRetry()
}

// believed restores the server's error from a trusted payload, without the credentials in
// its texts.
func (p payload) believed() *toolerr.ToolRuntimeError {
	te := p.doubted().With(toolerr.WithEffect(p.Effect))
	r := te.Report()
	r.Message, r.Hint, r.Problems, r.VendorCode = p.Error, p.Hint, p.Problems, p.VendorCode
	r.Effect, r.Repeats = p.Effect, p.CanRetry
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
