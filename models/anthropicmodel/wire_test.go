package anthropicmodel_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/models/anthropicmodel"
)

// key is the key of the tests' clients. It must not be anywhere else.
const key = "sk-ant-api03-quorvexkeyquorvexkey"

// A reply is the server's response to one request.
type reply struct {
	status int    // 0 means 200
	body   string // of an error
	// message is a success, sent in the requested form: complete, or as events.
	message string
	// events are sent unchanged; the request must be for a stream.
	events []string
}

// serve starts a server with one reply per request, in order, and returns a client for it.
func serve(t *testing.T, replies ...reply) (*modeltest.Script, anthropic.Client) {
	t.Helper()
	var script []http.Handler
	for _, r := range replies {
		script = append(script, r.handler(t))
	}
	w := modeltest.NewScript(t, script...)
	s := httptest.NewServer(w)
	t.Cleanup(s.Close)
	return w, anthropic.NewClient(
		option.WithBaseURL(s.URL), option.WithAPIKey(key),
		option.WithHTTPClient(&http.Client{Transport: httpadapter.Transport{Base: s.Client().Transport}}),
	)
}

// streams reports whether the body of a request is for a stream.
func streams(body []byte) bool { return bytes.Contains(body, []byte(`"stream":true`)) }

func (next reply) handler(t *testing.T) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		assert.Equal(t, "POST /v1/messages", r.Method+" "+r.URL.Path)
		assert.Equal(t, key, r.Header.Get("X-Api-Key"))
		assert.NotEmpty(t, r.Header.Get("Anthropic-Version"))
		rw.Header().Set("Request-Id", "req_1")
		switch {
		case next.body != "":
			rw.Header().Set("Content-Type", "application/json")
			rw.WriteHeader(next.status)
			_, _ = io.WriteString(rw, next.body)
		case next.events != nil:
			assert.True(t, streams(body), "the request is not for a stream")
			send(rw, next.events)
		case streams(body):
			send(rw, eventsOf(next.message))
		default:
			rw.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(rw, next.message)
		}
	}
}

func send(rw http.ResponseWriter, events []string) {
	rw.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	for _, e := range events {
		_, _ = io.WriteString(rw, framed(e))
		_ = http.NewResponseController(rw).Flush()
	}
}

// framed returns an event in its wire form.
func framed(event string) string { return fmt.Sprintf("event: %s\ndata: %s\n\n", typeOf(event), event) }

// typeOf returns the name of an event.
func typeOf(event string) string {
	var named struct {
		Type string `json:"type"`
	}
	_ = json.Unmarshal([]byte(event), &named)
	return named.Type
}

// message returns a complete answer of the API.
func message(stopReason string, blocks ...string) string {
	return fmt.Sprintf(`{"id":"msg_1","type":"message","role":"assistant","model":"claude-test","content":[%s],"stop_reason":%q,"stop_sequence":null,%s}`,
		strings.Join(blocks, ","), stopReason, usage)
}

const usage = `"usage":{"input_tokens":5,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"output_tokens":7}`

func text(s string) string { return fmt.Sprintf(`{"type":"text","text":%q}`, s) }

func toolUse(id, name, input string) string {
	return fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":%s}`, id, name, input)
}

func thinking(s, signature string) string {
	return fmt.Sprintf(`{"type":"thinking","thinking":%q,"signature":%q}`, s, signature)
}

// eventsOf returns the API's events for a message, including pings.
func eventsOf(whole string) []string {
	var m struct {
		Content    []map[string]any `json:"content"`
		StopReason string           `json:"stop_reason"`
		Usage      map[string]int   `json:"usage"`
	}
	dec := json.NewDecoder(strings.NewReader(whole))
	dec.UseNumber() // keeps the digits of arguments
	if err := dec.Decode(&m); err != nil {
		panic(err) // cannot happen: the tests' own literals
	}
	out := m.Usage["output_tokens"]
	m.Usage["output_tokens"] = 1
	events := []string{
		fmt.Sprintf(`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-test","content":[],`+
			`"stop_reason":null,"stop_sequence":null,"usage":%s}}`, encode(m.Usage)),
		`{"type":"ping"}`,
	}
	for i, b := range m.Content {
		start, deltas := eventsOfBlock(b)
		events = append(events, fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":%s}`, i, start))
		for _, d := range deltas {
			events = append(events, fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":%s}`, i, d))
		}
		events = append(events, fmt.Sprintf(`{"type":"content_block_stop","index":%d}`, i))
	}
	return append(events,
		fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":%q,"stop_sequence":null},"usage":{"output_tokens":%d}}`, m.StopReason, out),
		`{"type":"message_stop"}`)
}

// eventsOfBlock returns the start of a block and its deltas: two for each text.
func eventsOfBlock(b map[string]any) (start string, deltas []string) {
	halves := func(s, typ, field string) {
		at := len(s) / 2
		for _, half := range []string{s[:at], s[at:]} {
			deltas = append(deltas, encode(map[string]any{"type": typ, field: half}))
		}
	}
	switch b["type"] {
	case "text":
		halves(fmt.Sprint(b["text"]), "text_delta", "text")
		b["text"] = ""
	case "tool_use":
		halves(encode(b["input"]), "input_json_delta", "partial_json")
		b["input"] = map[string]any{}
	case "thinking":
		halves(fmt.Sprint(b["thinking"]), "thinking_delta", "thinking")
		deltas = append(deltas, encode(map[string]any{"type": "signature_delta", "signature": b["signature"]}))
		b["thinking"], b["signature"] = "", ""
	}
	return encode(b), deltas
}

func encode(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// both runs a test without and with a stream.
func both(t *testing.T, test func(t *testing.T, stream bool)) {
	for name, stream := range map[string]bool{"whole": false, "stream": true} {
		t.Run(name, func(t *testing.T) { test(t, stream) })
	}
}

func newModel(client anthropic.Client, change ...func(*anthropic.MessageNewParams)) *anthropicmodel.Model {
	return anthropicmodel.New(client, "claude-test", change...)
}
