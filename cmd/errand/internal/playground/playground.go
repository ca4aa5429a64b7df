// Package playground answers the questions of the site's playground, with the code of
// `errand classify`.
package playground

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// A Question is a failure and the call that failed.
type Question struct {
	// Input is a response as `curl -i` prints it, the body of one that has Status, or the
	// text of an error.
	Input  string `json:"input"`
	Status int    `json:"status"`
	// Method, URL and Disclosure are those of [verdict.Options]; "" for the default.
	Method     string `json:"method"`
	URL        string `json:"url"`
	Disclosure string `json:"disclosure"`
	// Arguments and Schema are JSON objects; "" if unknown.
	Arguments string `json:"arguments"`
	Schema    string `json:"schema"`
}

// An Answer has what each reader gets of the failure.
type Answer struct {
	// Error is what is wrong with the question; if it is set, the rest is not.
	Error string `json:"error,omitempty"`
	// Raw is what a model reads of a tool that returns status and body, or the text.
	Raw string `json:"raw"`
	verdict.Classification
	// Log has the records of a logger, one to a line, without time and reference.
	Log string `json:"log"`
}

// Reply answers a question in JSON. Now is when the failure happened.
func Reply(question string, now time.Time) string {
	var q Question
	var a Answer
	err := json.Unmarshal([]byte(question), &q)
	if err == nil {
		a, err = q.answer(now)
	}
	if err != nil {
		a = Answer{Error: err.Error()}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(a); err != nil {
		return `{"error":"the answer cannot be encoded"}`
	}
	return b.String()
}

func (q Question) answer(now time.Time) (a Answer, err error) {
	o := verdict.Options{
		Adapters: adapters.All(), Method: q.Method, URL: q.URL, Now: now,
		Disclosure: adapter.Disclosure(max(0, slices.Index(verdict.Disclosures, q.Disclosure))),
	}
	if o.Call, err = q.call(); err != nil {
		return a, err
	}
	if o.Call == nil && o.Disclosure != adapter.DisclosureKnown {
		o.Call = &adapter.Call{}
	}
	text := strings.TrimSpace(q.Input)
	if q.Status == 0 && text != "" && !strings.HasPrefix(strings.ToUpper(text), "HTTP/") && !strings.ContainsAny(text[:1], "{[<*>") {
		a = Answer{Raw: text, Classification: verdict.ClassifyText(text, o)}
	} else {
		r, err := input.Read(strings.NewReader(q.Input), q.Status)
		if err != nil {
			return a, err
		}
		a = Answer{Raw: fmt.Sprintf("%d %s: %s", r.Status, http.StatusText(r.Status), r.Body), Classification: verdict.Classify(r, o)}
	}
	a.Log = logged(a.Err)
	return a, nil
}

// call returns the call of the question; nil if it has none.
func (q Question) call() (*adapter.Call, error) {
	if q.Arguments == "" && q.Schema == "" {
		return nil, nil
	}
	var c adapter.Call
	for _, part := range []struct {
		text, what string
		to         *json.RawMessage
	}{{q.Arguments, "the arguments", &c.Arguments}, {q.Schema, "the schema", &c.Schema}} {
		raw, err := input.Object(strings.NewReader(cmp.Or(part.text, "{}")), part.what)
		if err != nil {
			return nil, err
		}
		if part.text != "" {
			*part.to = raw
		}
	}
	return &c, nil
}

// logged returns the records that a registry's logger gets of an error.
func logged(te *toolerr.ToolRuntimeError) string {
	if te == nil {
		return ""
	}
	var b strings.Builder
	handler := slog.NewJSONHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "reference" {
			return slog.Attr{}
		}
		return a
	}})
	_ = adapter.NewRegistry().WithLogger(slog.New(handler)).For("tool").Adapt(context.Background(), te)
	return b.String()
}
