package gateway

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/mcpresult" //nolint:depguard // nobody imports the command, and its results are those of mcptools
	"github.com/errand-go/errand/internal/redact"    //nolint:depguard // as above
	"github.com/errand-go/errand/internal/toolargs"  //nolint:depguard // as above
	"github.com/errand-go/errand/internal/wire"      //nolint:depguard // as above
	"github.com/errand-go/errand/toolerr"
)

// bound is what failures of a call are adapted with.
type bound struct {
	chain adapter.Chain
	ctx   context.Context //nolint:containedctx // of the call, for the exchanges that are observed
	upset error           // of the last exchange that failed without a response
}

// configure prepares the registry. A model reads the server's whole text with
// DisclosureText, behind errand's own, so the chains do not tell it too.
func (s *Session) configure() {
	s.Registry = s.Registry.WithCooldown(&adapter.Cooldown{Key: s.waitKey})
	if s.Log != nil {
		s.Registry = s.Registry.WithLogger(s.Log)
	}
	for name, d := range s.Disclosure {
		d = min(d, adapter.DisclosureNames)
		if name == "" {
			s.Registry = s.Registry.WithDisclosure(d)
		} else {
			s.Registry = s.Registry.WithDisclosure(d, name)
		}
	}
	s.guard = mcpresult.Guard{Registry: s.Registry, JSON: s.JSON}
	var pairs []string
	for _, secret := range s.Secrets {
		pairs = append(pairs, secret, "(redacted)")
	}
	s.secrets = strings.NewReplacer(pairs...)
}

// tells reports whether a model reads the server's own text about failures of a tool.
func (s *Session) tells(tool string) bool {
	d, ok := s.Disclosure[tool]
	if !ok {
		d = s.Disclosure[""]
	}
	return d == adapter.DisclosureText
}

// bind gives a call its chain and its context.
func (s *Session) bind(c *call) {
	name := c.params.Name
	if c.method != methodCall {
		name = c.method
	}
	s.mu.Lock()
	t := s.tools[c.params.Name]
	s.mu.Unlock()
	c.chain = s.Registry.For(name)
	if t.Annotations.ReadOnly || t.Annotations.Idempotent {
		c.chain = c.chain.WithRepeatable(nil)
	}
	c.ctx = wire.WithRecorder(adapter.WithCall(context.Background(), adapter.Call{Arguments: c.params.Arguments, Schema: t.Schema}))
}

// answer reads the answer to a call. It returns the line that replaces the answer, or nil.
func (s *Session) answer(c *call, m *message) []byte {
	switch {
	case m.Result == nil && m.Error == nil:
		return s.failure(c, mcpresult.BadOutput(nil), nil, nil)
	case c.method == methodInitialize:
		var result struct{ ProtocolVersion string }
		_ = json.Unmarshal(m.Result, &result)
		s.mu.Lock()
		s.saved.version = result.ProtocolVersion
		s.mu.Unlock()
	case c.method == methodTools:
		s.learn(m.Result)
	case c.method == methodCall:
		return s.outcome(c, m)
	case s.RedactResults && m.Result != nil && (c.method == methodResource || c.method == methodPrompt):
		return s.redacted(c, m.Result)
	}
	return nil
}

// learn keeps the tools of a list.
func (s *Session) learn(result json.RawMessage) {
	var list struct{ Tools []tool }
	_ = json.Unmarshal(result, &list)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range list.Tools {
		s.tools[t.Name] = t
	}
}

// clientCodes are the errors that a client's program handles: those about the connection, and
// the request to open a page (MCP specification 2025-11-25 and 2026-07-28).
var clientCodes = []int64{-32020, -32021, -32022, -32042}

// outcome is answer for a call of a tool.
func (s *Session) outcome(c *call, m *message) []byte {
	var r map[string]json.RawMessage
	switch {
	case m.Error != nil:
		var e jsonrpc.Error
		_ = json.Unmarshal(m.Error, &e)
		if slices.Contains(clientCodes, e.Code) {
			return nil
		}
		text := e.Message
		if len(e.Data) > 0 && string(e.Data) != "null" {
			text += "\n" + string(e.Data)
		}
		return s.failure(c, s.refused(c, &e), nil, []json.RawMessage{block(text)})
	case json.Unmarshal(m.Result, &r) != nil || r == nil:
		return s.failure(c, mcpresult.BadOutput(nil), nil, nil)
	case string(r["isError"]) != "true":
		return s.success(c, r)
	}
	var meta map[string]json.RawMessage
	_ = json.Unmarshal(r["_meta"], &meta)
	if _, ok := meta[mcpresult.MetaKey]; ok { // the server uses errand
		return nil
	}
	var blocks []json.RawMessage
	_ = json.Unmarshal(r["content"], &blocks)
	return s.failure(c, s.reported(c, r, blocks), r, blocks)
}

// refused returns the error of an answer that is an error of the protocol. SDKs write the
// text of any failure into internal errors.
func (s *Session) refused(c *call, e *jsonrpc.Error) error {
	if e.Code == jsonrpc.CodeInvalidParams {
		if te := s.unfit(c); te != nil {
			return te
		}
	}
	if e.Code > -32600 || e.Code < -32700 || e.Code == jsonrpc.CodeInternalError {
		return mcpresult.Marked(e.Message, c.upset)
	}
	return mcpresult.Marked(e.Message, e)
}

// reported returns the error of a result that the server marked as one.
func (s *Session) reported(c *call, r map[string]json.RawMessage, blocks []json.RawMessage) error {
	var texts []string
	for _, raw := range blocks {
		var b struct {
			Text     string
			Resource struct{ Text string }
		}
		_ = json.Unmarshal(raw, &b)
		if text := b.Text + b.Resource.Text; text != "" {
			texts = append(texts, text)
		}
	}
	var structured any
	_ = json.Unmarshal(r["structuredContent"], &structured)
	text := mcpresult.Text(texts, structured)
	var said struct{ Kind toolerr.Kind }
	if payload, ok := mcpresult.Foreign(nil, nil, text); ok && json.Unmarshal(payload, &said) == nil && said.Kind == toolerr.KindToolBadInputValue {
		if te := s.unfit(c); te != nil {
			return te
		}
	}
	return mcpresult.Marked(text, c.upset)
}

// unfit returns the error of arguments that violate the schema of their tool, or nil.
func (s *Session) unfit(c *call) error {
	s.mu.Lock()
	raw := s.tools[c.params.Name].Schema
	s.mu.Unlock()
	schema, err := toolargs.Compile(raw)
	if err != nil {
		return nil
	}
	_, problems, err := schema.Read(c.params.Arguments, func(check func() []toolerr.Problem) ([]toolerr.Problem, error) { return check(), nil })
	if err != nil || len(problems) == 0 {
		return nil
	}
	return toolargs.Unfit(problems)
}

// failure returns the answer to a call that failed. r is the server's own result, and blocks
// are its contents. The texts among them stay if a model may read them.
func (s *Session) failure(c *call, err error, r map[string]json.RawMessage, blocks []json.RawMessage) []byte {
	te, _ := toolerr.Find(c.chain.Adapt(c.ctx, err)) // there always is one
	s.count(c, te)
	if c.method != methodCall {
		return encode(map[string]any{"id": c.id, "error": map[string]any{
			"code": jsonrpc.CodeInternalError, "message": te.Message().String(), "data": te.Payload(),
		}})
	}
	text, facts := s.guard.Render(te)
	if r == nil {
		r = map[string]json.RawMessage{}
		if max(c.params.Meta.Version, s.version()) >= "2026-07-28" { // in which results have a type
			r["resultType"] = json.RawMessage(`"complete"`)
		}
	}
	content, tells := []json.RawMessage{block(text)}, s.tells(c.params.Name)
	if !tells {
		delete(r, "structuredContent")
	}
	for _, b := range blocks {
		var head struct{ Type string }
		if _ = json.Unmarshal(b, &head); head.Type == "image" || head.Type == "audio" {
			content = append(content, b)
		} else if own := textOf(b); tells && (own == "" || !strings.Contains(text, own)) {
			content = append(content, s.clean(b))
		}
	}
	meta := map[string]any{}
	_ = json.Unmarshal(s.clean(r["_meta"]), &meta)
	for key, value := range facts {
		meta[key] = value
	}
	if raw := r["structuredContent"]; raw != nil {
		r["structuredContent"] = s.clean(raw)
	}
	r["isError"] = json.RawMessage("true")
	r["content"], _ = mcpresult.Encode(content)
	r["_meta"], _ = mcpresult.Encode(meta)
	s.announce(r)
	return encode(map[string]any{"id": c.id, "result": r})
}

// success returns the answer in place of a success, or nil.
func (s *Session) success(c *call, r map[string]json.RawMessage) []byte {
	s.count(c, nil)
	changed := s.announce(r)
	if s.RedactResults {
		raw, _ := mcpresult.Encode(r)
		if line := s.redacted(c, raw); line != nil {
			return line
		}
	}
	if !changed {
		return nil
	}
	return encode(map[string]any{"id": c.id, "result": r})
}

// redacted returns an answer with a result without its credentials, or nil if it has none.
func (s *Session) redacted(c *call, result json.RawMessage) []byte {
	if clean := s.clean(result); string(clean) != string(result) {
		return encode(map[string]any{"id": c.id, "result": clean})
	}
	return nil
}

// announce adds to a result that the server was started again, once.
func (s *Session) announce(r map[string]json.RawMessage) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	var content []json.RawMessage
	if !s.renewed || json.Unmarshal(r["content"], &content) != nil {
		return false
	}
	s.renewed = false
	r["content"], _ = mcpresult.Encode(append(content, block(
		"The MCP server had ended and was started again before this call. What it held is gone, such as a login, a transaction or an open page.")))
	return true
}

// version returns the version of the protocol.
func (s *Session) version() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.saved.version
}

// block returns a block of text.
func block(text string) json.RawMessage {
	raw, _ := json.Marshal(map[string]string{"type": "text", "text": text}) // of strings
	return raw
}

// textOf returns the text of a block.
func textOf(raw json.RawMessage) string {
	var b struct{ Text string }
	_ = json.Unmarshal(raw, &b)
	return b.Text
}

// clean returns JSON without credentials.
func (s *Session) clean(raw json.RawMessage) json.RawMessage {
	text := redact.Text(s.secrets.Replace(string(raw)))
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	out, _ := mcpresult.Encode(s.cleanValue("", v))
	return out
}

// cleanValue is clean for a value under a name.
func (s *Session) cleanValue(name string, v any) any {
	switch x := v.(type) {
	case map[string]any:
		for key, member := range x {
			x[key] = s.cleanValue(key, member)
		}
	case []any:
		for i, item := range x {
			x[i] = s.cleanValue(name, item)
		}
	case string, float64:
		raw, _ := mcpresult.Encode(map[string]any{name: x})
		text := redact.Text(s.secrets.Replace(string(raw)))
		var m map[string]any
		if text != string(raw) && json.Unmarshal([]byte(text), &m) != nil {
			return "(redacted)"
		} else if m != nil {
			return m[name]
		}
	}
	return v
}
