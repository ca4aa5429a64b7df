package gateway

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/internal/redact" //nolint:depguard // nobody imports the command
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/internal/wire" //nolint:depguard // nobody imports the command
	"github.com/errand-go/errand/toolerr"
)

// answer reads the answer to a call. It returns the line that replaces the answer, or nil.
func (s *Session) answer(c *call, m *message) []byte {
	switch c.Method {
	case "tools/list":
		var list struct{ Tools []tool }
		_ = json.Unmarshal(m.Result, &list)
		s.mu.Lock()
		for _, t := range list.Tools {
			s.tools[t.Name] = t
		}
		s.mu.Unlock()
	case methodCall:
		return s.outcome(c, m)
	case "resources/read", "prompts/get":
		return s.success(c, m.Result, false)
	}
	return nil
}

// clientCodes are the errors that a client's program handles: those about the connection, and
// the request to open a page (MCP specification 2025-11-25 and 2026-07-28).
var clientCodes = []int64{-32020, -32021, -32022, -32042}

// outcome is answer for a call of a tool.
func (s *Session) outcome(c *call, m *message) []byte {
	var r, meta map[string]json.RawMessage
	_ = json.Unmarshal(m.Result, &r)
	_ = json.Unmarshal(r["_meta"], &meta)
	switch {
	case m.Error != nil:
		var e jsonrpc.Error
		_ = json.Unmarshal(m.Error, &e)
		if slices.Contains(clientCodes, e.Code) {
			return nil
		}
		var err error = &e
		if e.Code > -32600 || e.Code < -32700 || e.Code == jsonrpc.CodeInternalError {
			err = nil // SDKs write the text of any failure into such errors
		}
		return s.failure(c, s.reason(c, e.Message, err), nil, []json.RawMessage{block(strings.TrimSpace(e.Message + "\n" + string(e.Data)))})
	case r == nil:
		return s.failure(c, mcpresult.BadOutput(nil), nil, nil)
	case string(r["isError"]) != "true":
		s.count(c, nil)
		changed := s.announce(r)
		if changed {
			m.Result, _ = mcpresult.Encode(r)
		}
		return s.success(c, m.Result, changed)
	case meta[mcpresult.MetaKey] != nil: // the server uses errand
		return nil
	}
	var blocks []json.RawMessage
	_ = json.Unmarshal(r["content"], &blocks)
	return s.failure(c, s.reported(c, r, blocks), r, blocks)
}

// aboutArguments matches texts of servers that refuse arguments. Only arguments that violate
// the schema of the tool count as refused, and only if no request was sent.
var aboutArguments = regexp.MustCompile(`(?i)argument|param|validat|invalid.(input|type|enum|value)|required|schema`)

// reported returns the error of a result that the server marked as one.
func (s *Session) reported(c *call, r map[string]json.RawMessage, blocks []json.RawMessage) error {
	var texts []string
	for _, raw := range blocks {
		if b := read(raw); b.Text != "" || b.Resource.Text != "" {
			texts = append(texts, b.Text+b.Resource.Text)
		}
	}
	var structured any
	_ = json.Unmarshal(r["structuredContent"], &structured)
	return s.reason(c, mcpresult.Text(texts, structured), nil)
}

// reason returns the error of a failure with a text. Without an error of the protocol, it is
// that of the last exchange that was observed.
func (s *Session) reason(c *call, text string, err error) error {
	s.mu.Lock()
	schema := s.tools[c.Name].Schema
	if err == nil {
		err = c.upset
	}
	s.mu.Unlock()
	args, _ := toolargs.Normal(c.Arguments)
	sent := wire.EvidenceOf(c.ctx).Sent
	if problems, _ := toolargs.Problems(schema, args); len(problems) > 0 && sent == 0 && aboutArguments.MatchString(text) {
		return toolargs.Unfit(problems)
	}
	return mcpresult.Marked(text, err)
}

// failure returns the answer to a call that failed. r is the server's own result, and blocks
// are its contents. The texts among them stay if a model may read them.
func (s *Session) failure(c *call, err error, r map[string]json.RawMessage, blocks []json.RawMessage) []byte {
	te, _ := toolerr.Find(c.chain.Adapt(c.ctx, err)) // there always is one
	s.count(c, te)
	if c.Method != methodCall {
		return encode(map[string]any{"id": c.ID, "error": map[string]any{
			"code": jsonrpc.CodeInternalError, "message": te.Message().String(), "data": te.Payload(),
		}})
	}
	if r == nil {
		r = map[string]json.RawMessage{}
	}
	if raw := r["structuredContent"]; raw != nil && c.tells {
		r["structuredContent"] = s.clean(raw)
	} else {
		delete(r, "structuredContent")
	}
	text, facts := s.guard.Render(te)
	content := []json.RawMessage{block(text)}
	if c.tells && te.Kind() == toolerr.KindToolFatal && te.StatusCode() == 0 && len(te.Problems()) == 0 && len(blocks) > 0 {
		content, facts = nil, nil // nothing is known: advice would be a guess
	}
	for _, raw := range blocks {
		if b := read(raw); b.Type == "image" || b.Type == "audio" {
			content = append(content, raw)
		} else if c.tells && (b.Text == "" || !strings.Contains(text, b.Text)) {
			content = append(content, s.clean(raw))
		}
	}
	meta := map[string]any{}
	_ = json.Unmarshal(s.clean(r["_meta"]), &meta)
	maps.Copy(meta, facts)
	r["isError"] = json.RawMessage("true")
	r["content"], _ = mcpresult.Encode(content)
	r["_meta"], _ = mcpresult.Encode(meta)
	s.announce(r)
	return encode(map[string]any{"id": c.ID, "result": r})
}

// success returns the answer in place of a success, or nil if nothing has changed.
func (s *Session) success(c *call, result json.RawMessage, changed bool) []byte {
	if s.RedactResults {
		clean := s.clean(result)
		changed, result = changed || string(clean) != string(result), clean
	}
	if !changed {
		return nil
	}
	return encode(map[string]any{"id": c.ID, "result": result})
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

// block returns a block of text.
func block(text string) json.RawMessage {
	raw, _ := json.Marshal(map[string]string{"type": "text", "text": text}) // of strings
	return raw
}

// A content is what is read of a block.
type content struct {
	Type, Text string
	Resource   struct{ Text string }
}

func read(block json.RawMessage) (c content) {
	_ = json.Unmarshal(block, &c)
	return c
}

// clean returns JSON without credentials. A credential that is a number becomes a text.
func (s *Session) clean(raw json.RawMessage) json.RawMessage {
	const mark, bare = `"(redacted)"`, "(redacted)"
	text := string(raw)
	for _, secret := range s.Secrets {
		text = strings.ReplaceAll(text, secret, bare)
	}
	text = redact.Text(text)
	if !json.Valid([]byte(text)) {
		text = strings.NewReplacer(": "+bare, ": "+mark, ":"+bare, ":"+mark).Replace(text)
	}
	if !json.Valid([]byte(text)) {
		text = mark
	}
	return json.RawMessage(text)
}
