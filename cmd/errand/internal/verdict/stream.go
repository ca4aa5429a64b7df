package verdict

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/events"
	"github.com/errand-go/errand/cmd/errand/internal/input"
)

// A chunk is what an event of a model provider's stream may hold.
type chunk struct {
	Type, Object string
	Error        json.RawMessage
	Code         json.RawMessage
	Message      *string
	Response     struct{ Error json.RawMessage }
	Candidates   []struct{ FinishReason string }
	Feedback     struct{ BlockReason string } `json:"promptFeedback"`
}

// present reports whether a member is there, and not null.
func present(raw json.RawMessage) bool { return len(raw) > 0 && !bytes.Equal(raw, []byte("null")) }

// A provider is how a vendor's streams go, fail and end.
type provider struct {
	slug string
	// begun reports whether an event is of a stream whose end is known.
	begun func(c chunk) bool
	// over reports whether an event is the end of a stream.
	over func(e events.Event, c chunk) bool
	// failure returns the error object of an event, nil for none.
	failure func(e events.Event, c chunk) json.RawMessage
	// theirs reports whether nobody else sends such an error.
	theirs func(c chunk, failure json.RawMessage) bool
	// end is what says that a stream is whole, and source the page that says so.
	end, source string
}

// providers are the vendors whose streams are read, in the order in which one is
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
			return c.Type == "" && says && (typed || coded)
		},
	},
}

func orEmpty(raw json.RawMessage) json.RawMessage {
	if !present(raw) {
		return json.RawMessage(`""`)
	}
	return raw
}

func object(raw json.RawMessage) map[string]any { return decode[map[string]any](raw) }

// A streamEnd is how a stream of events ended.
type streamEnd struct {
	provider
	// failure is the error object; nil for a stream that was cut off.
	failure json.RawMessage
	// events is how many there were.
	events int
	// shaped says that the vendor shows by the events alone.
	shaped bool
}

// streamed returns how the stream in a response failed; nil for one that did not
// and for what is no stream of a provider's. slug is the service, "" where it is
// not known.
func streamed(r *input.Response, slug string, known func(slug string) bool) *streamEnd {
	if r.Status >= http.StatusMultipleChoices || slug != "" && !slices.ContainsFunc(providers, func(p provider) bool { return p.slug == slug }) {
		return nil
	}
	all, closed, ok := eventsOf(r)
	if !ok {
		return nil
	}
	for _, p := range providers {
		if slug != "" && p.slug != slug || slug == "" && !known(p.slug) {
			continue
		}
		end, ours := p.read(all, closed, slug == "")
		if ours && r.Cut && end != nil && end.failure == nil {
			return nil // the input goes on
		}
		if ours {
			return end
		}
	}
	return nil
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

// read goes through the events; ours says that they are the provider's, and end
// is nil if nothing failed.
func (p provider) read(all []events.Event, closed, byShape bool) (end *streamEnd, ours bool) {
	begun := false
	for i, e := range all {
		c := decode[chunk](e.Data)
		if failure := p.failure(e, c); present(failure) && (begun || !byShape || p.theirs(c, failure)) {
			return &streamEnd{provider: p, failure: failure, events: i + 1, shaped: byShape}, true
		}
		begun = begun || p.begun(c)
		if begun && p.over(e, c) {
			return nil, true
		}
	}
	if !begun && closed {
		return nil, false
	}
	return &streamEnd{provider: p, events: len(all), shaped: byShape}, begun
}

// failing is the response as if the error of its stream were all that it says:
// the headers are those of a success that went wrong later.
func (s *streamEnd) failing(r *input.Response) *input.Response {
	only := *r
	only.Header = http.Header{"Date": r.Header.Values("Date")}
	only.Body, _ = json.Marshal(map[string]json.RawMessage{"error": s.failure}) // never fails: it was JSON
	if s.slug == "_gemini" {
		// The SDK takes the status of the error's own words.
		if code, _ := object(s.failure)["code"].(float64); code >= http.StatusMultipleChoices && code <= 999 {
			only.Status = int(code)
		}
	}
	return &only
}

// says is what the error of a stream says in its vendor's words.
func (s *streamEnd) says() said {
	o := object(s.failure)
	details, _ := o["details"].(map[string]any)
	switch s.slug {
	case "_anthropic":
		return said{codes: some(text(details["error_code"]), text(o["type"])), refused: true}
	case "_openai":
		out := said{codes: some(text(o["code"])), refused: true}
		out.number, _ = strconv.Atoi(text(o["code"]))
		if typ := text(o["type"]); typ != invalidRequest || out.number == 0 {
			out.codes = append(out.codes, some(typ)...)
		}
		return out
	}
	var reasons []string
	list, _ := o["details"].([]any)
	for _, d := range list {
		if m, _ := d.(map[string]any); strings.HasSuffix(text(m["@type"]), "google.rpc.ErrorInfo") {
			reasons = append(reasons, some(text(m["reason"]))...)
			break
		}
	}
	return said{codes: append(reasons, some(text(o["status"]))...), refused: true}
}

// text is a word, or a whole number as a word.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// cutOff is the error of a stream without an end: that of an exchange which broke
// off.
func (s *streamEnd) cutOff(o Options) error {
	return &url.Error{
		Op: cmp.Or(o.Method, http.MethodGet), URL: o.URL,
		Err: fmt.Errorf("the stream ended after %d %s without %s: %w", s.events, counted(s.events), s.end, io.ErrUnexpectedEOF),
	}
}
