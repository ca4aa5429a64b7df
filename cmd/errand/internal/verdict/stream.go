package verdict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/cmd/errand/internal/events"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/toolerr"
)

// A chunk has the relevant members of a model provider's events.
type chunk struct {
	Type, Object string
	JSONRPC      string
	Error        json.RawMessage
	Code         json.RawMessage
	Message      *string
	Response     struct{ Error json.RawMessage }
	Candidates   []struct{ FinishReason string }
	Feedback     struct{ BlockReason string } `json:"promptFeedback"`
}

// present reports whether a member exists and is not null.
func present(raw json.RawMessage) bool { return len(raw) > 0 && !bytes.Equal(raw, []byte("null")) }

// A provider describes how a vendor's streams begin, fail and end.
type provider struct {
	slug string
	// begun reports whether an event belongs to a kind of stream whose end is known.
	begun func(c chunk) bool
	// over reports whether an event is the end of a stream.
	over func(e events.Event, c chunk) bool
	// failure returns the error object of an event, nil for none.
	failure func(e events.Event, c chunk) json.RawMessage
	// theirs reports whether only this provider sends such an error.
	theirs func(c chunk, failure json.RawMessage) bool
	// end names what ends a complete stream, and source the page that documents it.
	end, source string
}

// providers are the vendors whose streams are read, in the order in which a stream is
// compared with them.
var providers = []provider{
	{
		slug: "_anthropic", end: "the event message_stop", source: "Claude API, Streaming messages",
		begun: func(c chunk) bool { return c.Type == "message_start" || strings.HasPrefix(c.Type, "content_block_") },
		over:  func(_ events.Event, c chunk) bool { return c.Type == "message_stop" },
		failure: func(_ events.Event, c chunk) json.RawMessage {
			if c.Type != "error" {
				return nil
			}
			return c.Error
		},
		theirs: func(c chunk, failure json.RawMessage) bool {
			return c.Type == "error" && object(failure)["type"] != nil
		},
	},
	{
		slug: "_gemini", end: "a finishReason", source: "Gemini API, GenerateContentResponse",
		begun: func(c chunk) bool { return c.Candidates != nil },
		over: func(_ events.Event, c chunk) bool {
			return c.Feedback.BlockReason != "" || slices.ContainsFunc(c.Candidates, func(x struct{ FinishReason string }) bool { return x.FinishReason != "" })
		},
		failure: func(_ events.Event, c chunk) json.RawMessage { return c.Error },
		theirs: func(_ chunk, failure json.RawMessage) bool {
			_, named := object(failure)["status"].(string)
			_, numbered := object(failure)["code"].(float64)
			return named && numbered
		},
	},
	{
		// Only errors are read: a stream may also contain requests and notifications of the
		// server, and the client's id of the call is unknown.
		slug: "_mcp", source: "MCP specification 2025-11-25, Transports, Streamable HTTP",
		begun: func(chunk) bool { return false },
		over:  func(events.Event, chunk) bool { return false },
		failure: func(_ events.Event, c chunk) json.RawMessage {
			if c.JSONRPC == "" {
				return nil
			}
			return c.Error
		},
		theirs: func(chunk, json.RawMessage) bool { return false }, // other protocols use JSON-RPC too
	},
	{
		slug: "_openai", end: "data: [DONE], or the event response.completed", source: "OpenAI API, Streaming events; Chat Completions",
		begun: func(c chunk) bool {
			return c.Object == "chat.completion.chunk" || c.Object == "text_completion" || strings.HasPrefix(c.Type, "response.")
		},
		over: func(e events.Event, c chunk) bool {
			return string(bytes.TrimSpace(e.Data)) == "[DONE]" || c.Type == "response.completed" || c.Type == "response.incomplete"
		},
		failure: func(_ events.Event, c chunk) json.RawMessage {
			switch {
			case c.Type == "response.failed":
				return orEmpty(c.Response.Error)
			case present(c.Error):
				return c.Error
			case c.Type == "error":
				own, _ := json.Marshal(map[string]json.RawMessage{"code": orEmpty(c.Code)}) // never fails: it was JSON
				return own
			}
			return nil
		},
		theirs: func(c chunk, failure json.RawMessage) bool {
			if c.Type == "response.failed" || c.Type == "error" && c.Message != nil {
				return true
			}
			o := object(failure)
			_, says := o["message"]
			_, typed := o["type"]
			_, coded := o["code"]
			return c.Type == "" && c.JSONRPC == "" && says && (typed || coded)
		},
	},
}

// orEmpty returns a member, or "" if it is missing.
func orEmpty(raw json.RawMessage) json.RawMessage {
	if !present(raw) {
		return json.RawMessage(`""`)
	}
	return raw
}

func object(raw json.RawMessage) map[string]any { return spec.JSON[map[string]any](raw) }

// A streamEnd is the end of a failed stream of events.
type streamEnd struct {
	provider
	reader
	// failure is the error object; nil for a stream that was cut off.
	failure json.RawMessage
	// events is the number of events.
	events int
}

// cut reports whether a stream ended early, without an error.
func (s *streamEnd) cut() bool { return s != nil && s.failure == nil }

// streamed returns the end of a failed stream in a response. It returns nil for a complete
// one, and if the response has no stream of a supported provider. The provider is the first
// of the readers; without one the events identify it.
func (o Options) streamed(r *input.Response, readers []reader) *streamEnd {
	if r.Status >= http.StatusMultipleChoices || o.Service != "" && len(readers) == 0 {
		return nil
	}
	all, closed, ok := eventsOf(r)
	if !ok {
		return nil
	}
	shaped := len(readers) == 0
	if shaped {
		for _, a := range o.responders() {
			readers = append(readers, reader{a, "its events are those of this service's streams"})
		}
	} else {
		readers = readers[:1]
	}
	for _, p := range providers {
		i := slices.IndexFunc(readers, func(a reader) bool { return a.Slug() == p.slug })
		if i < 0 {
			continue
		}
		end, ours := p.read(all, closed, shaped)
		if end != nil {
			end.reader = readers[i]
		}
		if ours && r.Cut && end.cut() {
			return nil // the input continues
		}
		if ours {
			return end
		}
	}
	if r.Cut {
		return nil
	}
	return cutEvent(all)
}

// cutEvent returns the end of any provider's stream whose last event is truncated JSON, and
// nil for others.
func cutEvent(all []events.Event) *streamEnd {
	if len(all) == 0 {
		return nil
	}
	last := bytes.TrimSpace(all[len(all)-1].Data)
	if !bytes.HasPrefix(last, []byte("{")) && !bytes.HasPrefix(last, []byte("[")) || json.Valid(last) {
		return nil
	}
	return &streamEnd{provider: provider{end: "the end of the last one", source: "WHATWG HTML, section 9.2.6"}, events: len(all)}
}

// eventsOf returns the events of a stream, and whether a list was closed.
func eventsOf(r *input.Response) (all []events.Event, closed, ok bool) {
	if events.Is(r.Header.Get("Content-Type"), r.Body) {
		return slices.Collect(events.All(r.Body)), true, true
	}
	if bytes.HasPrefix(bytes.TrimSpace(r.Body), []byte("[")) {
		all, closed = events.Values(r.Body)
		return all, closed, true
	}
	return nil, false, false
}

// read returns the end of the stream if it failed, else nil, and whether the events are the
// provider's. byShape reports that only the events identify the provider.
func (p provider) read(all []events.Event, closed, byShape bool) (end *streamEnd, ours bool) {
	begun := false
	for i, e := range all {
		c := spec.JSON[chunk](e.Data)
		if failure := p.failure(e, c); present(failure) && (begun || !byShape || p.theirs(c, failure)) {
			return &streamEnd{provider: p, failure: failure, events: i + 1}, true
		}
		begun = begun || p.begun(c)
		if begun && p.over(e, c) {
			return nil, true
		}
	}
	if !begun && closed {
		return nil, false
	}
	return &streamEnd{provider: p, events: len(all)}, begun
}

// readEnd classifies a response whose stream failed.
func (e *explainer) readEnd(end *streamEnd) {
	e.end = end
	if end.cut() {
		e.reader = end.reader
		e.err = end.cutOff(e.options)
		return
	}
	body, _ := json.Marshal(map[string]json.RawMessage{"error": end.failure}) // never fails: it was JSON
	failing := *e.response
	failing.Body = body
	e.response = &failing
	e.read(end.reader, nil)
	if e.err == nil { // the adapter reads nothing in the error
		e.reader = end.reader
		e.err = toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{},
			toolerr.WithCause(fmt.Errorf("the stream failed: %s", cut(body))), toolerr.WithService(end.Slug()), toolerr.WithUpstreamName(toolerr.Ident(end.Table().Display())),
			toolerr.WithRequestID(httpadapter.RequestID(e.response.Header)), e.options.endpoint())
	}
}

// cutOff returns the error of a stream without an end: that of an interrupted exchange.
func (s *streamEnd) cutOff(o Options) *toolerr.ToolRuntimeError {
	return o.broken(fmt.Sprintf("the stream ended after %d %s without %s", s.events, counted(s.events), s.end))
}
