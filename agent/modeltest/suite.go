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

// A Suite checks that a model does what [agent.Model] says and what the loop
// builds upon: see [Laws]. It asks the model against a server that speaks as
// the provider does, over HTTP and in a [Bubble], each law with answers in one
// piece and in many. It is a value and runs nothing until Run is called.
type Suite struct {
	// New returns the model, which asks through client and proves who it is with
	// key. Its base URL may be any. Where the provider's client repeats by
	// itself, leave that on: a model switches it off.
	New func(t *testing.T, client *http.Client, key string) agent.Model
	// Say is how the provider says an answer to a request, whose body is given:
	// as one piece, or as a stream if the request asks for one. It is called on
	// several goroutines.
	Say func(a Answer, r *http.Request, body []byte) Reply
	// Adapters are those of the agents that are run with the model. A model that
	// adapts its errors itself needs none.
	Adapters adapter.Registry
	// Whole says that the model yields no deltas, also if it is asked for a
	// stream.
	Whole bool
	// Skip names what is not checked, and why: a law, or a part of one
	// ("finish/" and a reason such as RECITATION, "request/static",
	// "request/schema", "answer/usage", and "secrets/key" where the key is not
	// sent). A name that does not exist and a reason that is empty are errors.
	Skip map[string]string
}

// An Answer is what a provider says, in nobody's words.
type Answer struct {
	// Text comes first.
	Text string
	// Calls come behind the text, with ids, and with JSON objects for arguments.
	Calls []agent.FunctionCall
	// Finish is why the provider stopped. [agent.FinishOther] stands for a word
	// that the model has never heard.
	Finish agent.FinishReason
	// Usage is what the answer cost. Cached tokens are part of the input.
	Usage agent.Usage
	// Status makes it a refusal with an HTTP status: 400, 401, 403, 404, 429,
	// 500 or 503. With a Text it is a failure in the stream, behind the text, of
	// the kind that has this status.
	Status int
	// Message is what the provider says of a failure. It must not get out.
	Message string
	// RetryAfter is how long the provider asks to wait, in whole seconds; 0 is
	// nothing.
	RetryAfter time.Duration
}

// A Reply is an [Answer] in a provider's words.
type Reply struct {
	// Status is 200 if it is 0.
	Status int
	Header http.Header
	// Pieces are the body: one of an answer in one piece, one per event of a
	// stream, as they stand on the wire. Each is sent by itself, so that the
	// suite can end a stream behind any of them.
	Pieces []string
}

// RoundTrip answers a request without a server, so that a Reply is the transport
// of a client: a fuzz test needs thousands.
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

// A Law is something every model promises, whoever its provider is.
type Law struct {
	// Name is the law's, and that of its subtest.
	Name string
	// Promise is what holds.
	Promise string

	check func(r *trial)
}

// Run checks a model, in a subtest for each law that is not skipped. What is
// skipped is logged, with the reason.
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

// check returns what is wrong by one law.
func (s Suite) check(t *testing.T, l Law) []string {
	t.Helper()
	r := &trial{t: t, suite: s}
	for _, stream := range []bool{false, true} {
		r.stream = stream
		l.check(r)
	}
	return r.findings
}

// problems returns what is wrong with the suite itself.
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
