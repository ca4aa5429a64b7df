package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// A service simulates a provider: it uses the provider's wire format and follows a script.
// Each step calls tools, and the last one is a text.
type service struct {
	*httptest.Server

	dialect dialect

	mu     sync.Mutex
	steps  [][]call
	refuse *refusal
	header http.Header // of the last request
	paths  []string
	bodies []string
}

type call struct{ id, name, args string }

type refusal struct {
	status int
	body   string
}

// A dialect is the wire format of a provider.
type dialect struct {
	provider string
	key      string // the environment variable with the key
	sent     func(h http.Header) string
	failed   string // the result of a failed tool in the request
	answer   func(calls []call, text string) string
	events   func(calls []call, text string) string
	refused  refusal // of the credentials, or of the account
}

const finalText = "The report is done."

func newService(t *testing.T, d dialect, steps ...[]call) *service {
	t.Helper()
	s := &service{dialect: d, steps: steps}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *service) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.header = r.Header.Clone()
	s.paths = append(s.paths, r.URL.Path)
	s.bodies = append(s.bodies, string(body))
	if s.refuse != nil {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(s.refuse.status)
		_, _ = io.WriteString(w, s.refuse.body)
		return
	}
	var calls []call
	text := finalText
	if len(s.steps) > 0 {
		calls, s.steps = s.steps[0], s.steps[1:]
		text = ""
	}
	stream := strings.Contains(string(body), `"stream":true`) || strings.Contains(r.URL.Path, "streamGenerateContent")
	if stream {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, s.dialect.events(calls, text))
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, s.dialect.answer(calls, text))
}

// requests returns the bodies of the requests so far.
func (s *service) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.bodies...)
}

func quote(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err) // cannot happen: strings can be encoded
	}
	return string(raw)
}

func each(calls []call, format func(i int, c call) string) string {
	all := make([]string, len(calls))
	for i, c := range calls {
		all[i] = format(i, c)
	}
	return strings.Join(all, ",")
}

var openaiDialect = dialect{
	provider: "openai", key: "OPENAI_API_KEY",
	sent:   func(h http.Header) string { return strings.TrimPrefix(h.Get("Authorization"), "Bearer ") },
	failed: `"role":"tool"`,
	answer: func(calls []call, text string) string {
		if calls == nil {
			return `{"choices":[{"index":0,"message":{"role":"assistant","content":` + quote(text) + `},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`
		}
		return `{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[` + each(calls, func(_ int, c call) string {
			return fmt.Sprintf(`{"id":%q,"type":"function","function":{"name":%q,"arguments":%s}}`, c.id, c.name, quote(c.args))
		}) + `]},"finish_reason":"tool_calls"}]}`
	},
	events: func(calls []call, text string) string {
		chunk := func(delta, finish string) string {
			return `data: {"choices":[{"index":0,"delta":` + delta + `,"finish_reason":` + finish + `}]}` + "\n\n"
		}
		if calls == nil {
			return chunk(`{"content":`+quote(text[:4])+`}`, "null") + chunk(`{"content":`+quote(text[4:])+`}`, `"stop"`) + "data: [DONE]\n\n"
		}
		return chunk(`{"tool_calls":[`+each(calls, func(i int, c call) string {
			return fmt.Sprintf(`{"index":%d,"id":%q,"type":"function","function":{"name":%q,"arguments":%s}}`, i, c.id, c.name, quote(c.args))
		})+`]}`, `"tool_calls"`) + "data: [DONE]\n\n"
	},
	refused: refusal{
		429, `{"error":{"message":"quorvexmessage","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`,
	},
}

var anthropicDialect = dialect{
	provider: "anthropic", key: "ANTHROPIC_API_KEY",
	sent:   func(h http.Header) string { return h.Get("X-Api-Key") },
	failed: `"is_error":true`,
	answer: func(calls []call, text string) string {
		blocks, reason := `{"type":"text","text":`+quote(text)+`}`, "end_turn"
		if calls != nil {
			reason = "tool_use"
			blocks = each(calls, func(_ int, c call) string {
				return fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":%s}`, c.id, c.name, c.args)
			})
		}
		return `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[` + blocks + `],"stop_reason":"` + reason + `","usage":{"input_tokens":1,"output_tokens":1}}`
	},
	events: func(calls []call, text string) string {
		var b strings.Builder
		event := func(typ, rest string) { _, _ = fmt.Fprintf(&b, "event: %s\ndata: {\"type\":%q%s}\n\n", typ, typ, rest) }
		event("message_start", `,"message":{"id":"msg_1","type":"message","role":"assistant","content":[],"usage":{"input_tokens":1,"output_tokens":1}}`)
		reason := "end_turn"
		if calls == nil {
			event("content_block_start", `,"index":0,"content_block":{"type":"text","text":""}`)
			for _, piece := range []string{text[:4], text[4:]} {
				event("content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":`+quote(piece)+`}`)
			}
			event("content_block_stop", `,"index":0`)
		}
		for i, c := range calls {
			reason = "tool_use"
			event("content_block_start", fmt.Sprintf(`,"index":%d,"content_block":{"type":"tool_use","id":%q,"name":%q,"input":{}}`, i, c.id, c.name))
			event("content_block_delta", fmt.Sprintf(`,"index":%d,"delta":{"type":"input_json_delta","partial_json":%s}`, i, quote(c.args)))
			event("content_block_stop", fmt.Sprintf(`,"index":%d`, i))
		}
		event("message_delta", `,"delta":{"stop_reason":"`+reason+`"},"usage":{"output_tokens":2}`)
		event("message_stop", "")
		return b.String()
	},
	refused: refusal{
		401, `{"type":"error","error":{"type":"authentication_error","message":"quorvexmessage"},"request_id":"req_1"}`,
	},
}

func geminiAnswer(calls []call, text string) string {
	parts := `{"text":` + quote(text) + `}`
	if calls != nil {
		parts = each(calls, func(_ int, c call) string {
			return fmt.Sprintf(`{"functionCall":{"id":%q,"name":%q,"args":%s}}`, c.id, c.name, c.args)
		})
	}
	return `{"candidates":[{"index":0,"content":{"role":"model","parts":[` + parts + `]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":1}}`
}

var geminiDialect = dialect{
	provider: "gemini", key: "GEMINI_API_KEY",
	sent:   func(h http.Header) string { return h.Get("X-Goog-Api-Key") },
	failed: `"error":`,
	answer: geminiAnswer,
	events: func(calls []call, text string) string { return "data: " + geminiAnswer(calls, text) + "\n\n" },
	refused: refusal{
		400, `{"error":{"code":400,"message":"quorvexmessage","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}`,
	},
}

var dialects = []dialect{openaiDialect, anthropicDialect, geminiDialect}
