package openaimodel_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/models/openaimodel"
)

// A reply is the server's response to one request.
type reply = http.HandlerFunc

// A server implements OpenAI's wire formats. It responds by a script, and records requests.
type server struct {
	*httptest.Server
	*modeltest.Script
}

func newServer(t *testing.T, replies ...reply) *server {
	t.Helper()
	var script []http.Handler
	for _, r := range replies {
		script = append(script, r)
	}
	s := &server{Script: modeltest.NewScript(t, script...)}
	s.Server = httptest.NewServer(s.Script)
	t.Cleanup(s.Close)
	return s
}

// requests returns the bodies of the requests so far.
func (s *server) requests() []string {
	var all []string
	for _, r := range s.Requests() {
		all = append(all, string(r.Body))
	}
	return all
}

// client returns the official client for the server. The key is a canary.
func (s *server) client(opts ...option.RequestOption) openai.Client {
	all := []option.RequestOption{
		option.WithBaseURL(s.URL + "/v1"),
		option.WithAPIKey(canaryKey),
		option.WithHTTPClient(&http.Client{Transport: httpadapter.Transport{Base: s.Client().Transport}}),
	}
	return openai.NewClient(append(all, opts...)...)
}

const (
	canaryKey  = "sk-proj-canary0000000000000000000000000000000000"
	canaryText = "canary-of-vendor-text"
)

// A dialect is one of the four forms of a request.
type dialect struct {
	responses bool
	stream    bool
}

var dialects = []dialect{{false, false}, {false, true}, {true, false}, {true, true}}

// each runs a test in every dialect.
func each(t *testing.T, test func(t *testing.T, d dialect)) {
	for _, d := range dialects {
		t.Run(d.String(), func(t *testing.T) { test(t, d) })
	}
}

func (d dialect) String() string {
	name := "chat"
	if d.responses {
		name = "responses"
	}
	if d.stream {
		name += ", streaming"
	}
	return name
}

func (d dialect) model(client openai.Client) agent.Model {
	if d.responses {
		return openaimodel.NewResponses(client, "gpt-test")
	}
	return openaimodel.New(client, "gpt-test")
}

// words is an answer of a model, in any dialect.
type words struct {
	text, refusal string
	calls         []call
	finish        string // of Chat Completions; "" means derived from the rest
	usage         agent.Usage
}

type call struct{ id, name, args string }

func (s words) reason() string {
	switch {
	case s.finish != "":
		return s.finish
	case len(s.calls) > 0:
		return "tool_calls"
	}
	return "stop"
}

// answer returns the response with the answer.
func (d dialect) answer(s words) reply {
	if d.stream {
		return events(d.pieces(s)...)
	}
	return jsonReply(http.StatusOK, d.object(s))
}

// object returns the answer without a stream.
func (d dialect) object(s words) object {
	if d.responses {
		return responseObject(s)
	}
	return chatObject(s)
}

// pieces returns the events of the answer as a stream.
func (d dialect) pieces(s words) []string {
	if d.responses {
		return responsesEvents(s)
	}
	return append(chatChunks(s), "[DONE]")
}

// results returns the results of tools in a request, by call id.
func (d dialect) results(t *testing.T, body string) map[string]string {
	t.Helper()
	var asked struct {
		Messages []struct {
			Role       string
			Content    any
			ToolCallID string `json:"tool_call_id"`
		}
		Input []struct {
			Type   string
			CallID string `json:"call_id"`
			Output string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(body), &asked))
	all := map[string]string{}
	for _, m := range asked.Messages {
		if m.Role == "tool" {
			all[m.ToolCallID], _ = m.Content.(string)
		}
	}
	for _, item := range asked.Input {
		if item.Type == "function_call_output" {
			all[item.CallID] = item.Output
		}
	}
	return all
}

// object is JSON under construction.
type object = map[string]any

func encode(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot happen: the tests' own literals
	}
	return string(raw)
}

func jsonReply(status int, body any, header ...string) reply {
	return rawReply(status, "application/json", encode(body), header...)
}

func rawReply(status int, mediaType, body string, header ...string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		w.Header().Set("X-Request-Id", "req_1")
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// refusal returns an error of the API.
func refusal(status int, message, typ, code string, header ...string) reply {
	return rawReply(status, "application/json", errorBody(message, typ, code), header...)
}

func errorBody(message, typ, code string) string {
	body := object{"message": message, "type": typ, "param": nil, "code": nil}
	if code != "" {
		body["code"] = code
	}
	return encode(object{"error": body})
}

// events returns a complete stream of server-sent events.
func events(data ...string) reply {
	return func(w http.ResponseWriter, _ *http.Request) { send(w, data...) }
}

func send(w http.ResponseWriter, data ...string) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Request-Id", "req_1")
	for _, d := range data {
		_, _ = io.WriteString(w, framed(d))
		_ = http.NewResponseController(w).Flush()
	}
}

// framed returns an event in its wire form.
func framed(data string) string {
	var event struct{ Type string }
	if json.Unmarshal([]byte(data), &event) == nil && event.Type != "" {
		return fmt.Sprintf("event: %s\ndata: %s\n\n", event.Type, data)
	}
	return fmt.Sprintf("data: %s\n\n", data)
}

// cut returns a stream whose connection breaks after the events.
func cut(data ...string) reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, data...)
		panic(http.ErrAbortHandler)
	}
}

func chatObject(s words) object {
	message := object{"role": "assistant", "content": s.text, "refusal": s.refusal}
	var calls []object
	for _, c := range s.calls {
		calls = append(calls, object{"id": c.id, "type": "function", "function": object{"name": c.name, "arguments": c.args}})
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	return object{
		"id": "chatcmpl-1", "model": "gpt-test", "usage": s.chatUsage(),
		"choices": []object{{"index": 0, "message": message, "finish_reason": s.reason()}},
	}
}

func (s words) chatUsage() object {
	return object{
		"prompt_tokens": s.usage.InputTokens, "completion_tokens": s.usage.OutputTokens,
		"prompt_tokens_details": object{"cached_tokens": s.usage.CachedTokens},
	}
}

// chatChunks returns the chunks of a stream, with one word or half of the arguments in
// each.
func chatChunks(s words) []string {
	var all []string
	chunk := func(delta object, finish any) {
		all = append(all, encode(object{"id": "chatcmpl-1", "choices": []object{{"index": 0, "delta": delta, "finish_reason": finish}}}))
	}
	for _, word := range strings.SplitAfter(s.text, " ") {
		chunk(object{"role": "assistant", "content": word}, nil)
	}
	for _, word := range strings.SplitAfter(s.refusal, " ") {
		chunk(object{"refusal": word}, nil)
	}
	for i, c := range s.calls {
		half := len(c.args) / 2
		piece := func(function object) object {
			return object{"tool_calls": []object{{"index": i, "function": function}}}
		}
		chunk(object{"tool_calls": []object{{"index": i, "id": c.id, "type": "function", "function": object{"name": c.name, "arguments": ""}}}}, nil)
		chunk(piece(object{"arguments": c.args[:half]}), nil)
		chunk(piece(object{"arguments": c.args[half:]}), nil)
	}
	chunk(object{}, s.reason())
	return append(all, encode(object{"choices": []object{}, "usage": s.chatUsage()}))
}

func outputItems(s words) []object {
	items := []object{{
		"type": "reasoning", "id": "rs_1", "encrypted_content": "sealed",
		"summary": []object{{"type": "summary_text", "text": "Thinking."}},
	}}
	var content []object
	if s.text != "" {
		content = append(content, object{"type": "output_text", "text": s.text})
	}
	if s.refusal != "" {
		content = append(content, object{"type": "refusal", "refusal": s.refusal})
	}
	if content != nil {
		items = append(items, object{"type": "message", "id": "msg_1", "role": "assistant", "phase": "final_answer", "content": content})
	}
	for _, c := range s.calls {
		items = append(items, object{"type": "function_call", "id": "fc_" + c.id, "call_id": c.id, "name": c.name, "arguments": c.args})
	}
	return items
}

func responseObject(s words) object {
	status, details := "completed", any(nil)
	if s.finish != "" {
		status, details = "incomplete", object{"reason": strings.Replace(s.finish, "length", "max_output_tokens", 1)}
	}
	return object{
		"id": "resp_1", "model": "gpt-test", "status": status, "incomplete_details": details, "output": outputItems(s),
		"usage": object{
			"input_tokens": s.usage.InputTokens, "output_tokens": s.usage.OutputTokens,
			"input_tokens_details": object{"cached_tokens": s.usage.CachedTokens},
		},
	}
}

func responsesEvents(s words) []string {
	all := []string{`{"type":"response.created","response":{"id":"resp_1","status":"in_progress","output":[]}}`}
	for i, item := range outputItems(s) {
		event := func(typ string, more object) {
			more["type"], more["output_index"] = "response."+typ, i
			all = append(all, encode(more))
		}
		started := object{"type": item["type"], "id": item["id"]}
		if item["type"] == "function_call" {
			started["call_id"], started["name"], started["arguments"] = item["call_id"], item["name"], ""
		}
		event("output_item.added", object{"item": started})
		switch item["type"] {
		case "reasoning":
			event("reasoning_summary_text.delta", object{"summary_index": 0, "delta": "Thinking."})
		case "message":
			for _, word := range strings.SplitAfter(s.text, " ") {
				event("output_text.delta", object{"content_index": 0, "delta": word})
			}
			for _, word := range strings.SplitAfter(s.refusal, " ") {
				event("refusal.delta", object{"content_index": 0, "delta": word})
			}
		case "function_call":
			args, _ := item["arguments"].(string)
			for _, piece := range []string{args[:len(args)/2], args[len(args)/2:]} {
				event("function_call_arguments.delta", object{"delta": piece})
			}
		}
		event("output_item.done", object{"item": item})
	}
	last := "response.completed"
	if s.finish != "" {
		last = "response.incomplete"
	}
	return append(all, encode(object{"type": last, "response": responseObject(s)}))
}

// collect calls a model once, and returns the deltas, the answer and the error.
func collect(t *testing.T, m agent.Model, req *agent.ModelRequest) (pieces []*agent.ModelResponse, last *agent.ModelResponse, err error) {
	t.Helper()
	h := modeltest.AssertSound(t.Context(), t, m, req)
	return h.Deltas, h.Answer, h.Err
}

func question(d dialect) *agent.ModelRequest {
	return &agent.ModelRequest{
		Stream: d.stream, Contents: []agent.Content{agent.TextContent(agent.RoleUser, "How warm is it?")},
	}
}
