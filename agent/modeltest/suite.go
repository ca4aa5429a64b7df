package modeltest

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
)

// A Suite checks that a model follows the rules of [agent.Model], and further rules on
// which the loop depends: see [Laws]. It calls the model with a server that uses the
// provider's format, over HTTP and in a [Bubble]. Each law is checked with and without
// streaming. A Suite is a value and runs nothing until Run is called.
type Suite struct {
	// New returns the model, which uses client for its requests and key as its credential.
	// Its base URL may be any. If the provider's client retries by default, do not change
	// that: the model must disable the retries.
	New func(t *testing.T, client *http.Client, key string) agent.Model
	// Say writes an answer in the provider's format, for a request with the given body: as
	// a stream if the request asks for one, and in one piece otherwise. It is called on
	// several goroutines.
	Say func(a Answer, r *http.Request, body []byte) Reply
	// Adapters are the adapters of the agents that run with the model. A model that adapts
	// its errors itself needs none.
	Adapters adapter.Registry
	// Skip names the checks to leave out, each with a reason: a law, or a part of a law
	// ("finish/" and a finish reason such as RECITATION, "request/schema",
	// "answer/usage", and "secrets/key" if the key is not sent). A model without deltas skips
	// "deltas" and "failure". A name that does not exist,
	// and an empty reason, are errors.
	Skip map[string]string
}

// An Answer is an answer of a provider, independent of the provider's format.
type Answer struct {
	// Text is the first part.
	Text string
	// Calls come after the text, with ids, and with JSON objects as arguments.
	Calls []agent.FunctionCall
	// Finish is why the provider stopped. [agent.FinishOther] stands for a reason that the
	// model does not know.
	Finish agent.FinishReason
	// Usage has the numbers of tokens. Cached tokens are part of the input.
	Usage agent.Usage
	// Status makes the answer a failure with an HTTP status: 400, 401, 403, 404, 429, 500
	// or 503. If there is a Text too, the failure is in the stream, after the text, with
	// the kind of this status.
	Status int
	// Message is the provider's text of a failure. It must not appear in events and errors.
	Message string
	// RetryAfter is the wait that the provider asks for, in whole seconds; 0 means none.
	RetryAfter time.Duration
}

// A Reply is an [Answer] in a provider's format.
type Reply struct {
	// Status is the HTTP status; 0 means 200.
	Status int
	Header http.Header
	// Pieces are the body, as it is sent: one piece for an answer without streaming, and
	// one for each event of a stream. Each is sent separately, so that the suite can end a
	// stream after any of them.
	Pieces []string
}

// RoundTrip answers a request without a server, so that a Reply can be the transport of a
// client in a fuzz test with thousands of requests.
func (r Reply) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
	header := r.Header.Clone()
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{
		StatusCode: cmp.Or(r.Status, http.StatusOK), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, Request: req, ContentLength: -1, Body: io.NopCloser(strings.NewReader(strings.Join(r.Pieces, ""))),
	}, nil
}

// A Law is a rule for every model, whatever its provider.
type Law struct {
	// Name is the name of the law and of its subtest.
	Name string
	// Promise is the rule.
	Promise string

	check func(r *trial)
}

// Run checks a model, with a subtest for each law that is not skipped. It logs what is
// skipped, with the reason.
func (s Suite) Run(t *testing.T) {
	t.Helper()
	if problems := s.problems(); len(problems) > 0 {
		t.Fatalf("the suite cannot run: %s", strings.Join(problems, "; "))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Skip)) {
		t.Logf("%s is not checked: %s", name, s.Skip[name])
	}
	for _, l := range Laws() {
		if s.Skip[l.Name] != "" {
			continue
		}
		t.Run(l.Name, func(t *testing.T) {
			for _, came := range s.check(t, l) {
				t.Errorf("%s\nbut: %s", l.Promise, came)
			}
		})
	}
}

// check returns the findings of one law.
func (s Suite) check(t *testing.T, l Law) []string {
	t.Helper()
	r := &trial{t: t, suite: s}
	for _, stream := range []bool{false, true} {
		r.stream = stream
		l.check(r)
	}
	return r.findings
}

// problems returns the problems of the suite itself.
func (s Suite) problems() []string {
	var all []string
	if s.New == nil || s.Say == nil {
		all = append(all, "it has no New or no Say")
	}
	known := append([]string(nil), parts...)
	for _, l := range Laws() {
		known = append(known, l.Name)
	}
	for name, reason := range s.Skip {
		if !slices.Contains(known, name) {
			all = append(all, fmt.Sprintf("there is no %q to skip", name))
		}
		if strings.TrimSpace(reason) == "" {
			all = append(all, fmt.Sprintf("%q is skipped without a reason", name))
		}
	}
	slices.Sort(all)
	return all
}
