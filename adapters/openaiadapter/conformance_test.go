package openaiadapter_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func TestConformance(t *testing.T) {
	conformance.Suite{
		Adapter:  openaiadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   "openai/chat",
		Shape:    envelope(),
		Cases: append(slices.Concat(rowCases(t), streamCases(t), textCases(t)), conformance.Case{
			Name: "a request that is not sent", Err: unsent,
			Want: faults.ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown).Retry(false),
		}),
		Skip: lost,
		Call: func(ctx context.Context, target conformance.Target) error {
			return post(ctx, target.Client, target.URL, "{}")
		},
	}.Run(t)
}

const (
	bareDeadline = "the client returns a bare context.DeadlineExceeded, which is the tool's timeout"
	redirection  = "the client takes every status below 400 for a success"
	bareRead     = "the client returns the bare error of reading the body, without the status"
)

// lost are the faults for which the SDK's error is not enough. The models keep the response
// beside the error.
var lost = map[string]string{
	"fault/ctx-deadline":              bareDeadline,
	"fault/ctx-deadline-cause":        bareDeadline,
	"fault/ctx-deadline-past":         bareDeadline,
	"fault/status-300":                redirection,
	"fault/status-304":                redirection,
	"fault/redirect-no-location-302":  redirection,
	"fault/status-503-truncated-body": bareRead,
}

// envelope returns the format of OpenAI's bodies.
func envelope() faults.Shape {
	return faults.Shape{
		Name: "OpenAI",
		Error: func(a faults.Answer) faults.Content {
			return faults.Content{Type: "application/json", Body: errorBody(a.Code, "invalid_request_error", a.Message)}
		},
	}
}

func errorBody(code, typ, message string) []byte {
	var b bytes.Buffer
	var c any
	if code != "" {
		c = code
	}
	// Encoding strings and nil cannot fail.
	_ = json.NewEncoder(&b).Encode(map[string]any{"error": map[string]any{
		"message": message, "type": typ, "param": nil, "code": c,
	}})
	return b.Bytes()
}

// rowCases returns the errors of a real exchange for each code of the table.
func rowCases(t *testing.T) []conformance.Case {
	t.Helper()
	server := newServer(t)
	var cases []conformance.Case
	for _, row := range spec.Of(openaiadapter.Adapter{}).Table().Rows() {
		status := http.StatusTeapot
		if row.VendorCode == "invalid_request_error" {
			status = http.StatusBadRequest // with another status, the status decides
		}
		cases = append(cases, conformance.Case{
			Name: row.VendorCode, Err: server.refuse(t, status, row.VendorCode, "invalid_request_error"), Want: wanted(row, status),
		})
	}
	return cases
}

func wanted(row adapter.Row, status int) conformance.Want {
	return conformance.Want{
		Kind: row.Kind, CanRetry: row.Kind.CanRetry(), Status: status,
		Effect: toolerr.New(row.Kind, toolerr.Message{}).Effect(),
	}
}

// streamCases returns errors in the middle of a stream.
func streamCases(t *testing.T) []conformance.Case {
	t.Helper()
	server := newServer(t)
	var cases []conformance.Case
	for name, tt := range streamErrors {
		cases = append(cases, conformance.Case{
			Name: "in a stream: " + name,
			Err:  server.breakStream(t, fmt.Sprintf(tt.event, "MESSAGE")),
			Twin: server.breakStream(t, fmt.Sprintf(tt.event, faults.CanaryMessage)),
			Want: tt.want,
		})
	}
	return cases
}

// textCases returns the errors in the middle of a stream that have no type.
func textCases(t *testing.T) []conformance.Case {
	t.Helper()
	var cases []conformance.Case
	for name, tt := range streamErrors {
		if name == "a sentence" || name == "a list" {
			continue // see TestTexts
		}
		cases = append(cases, conformance.Case{
			Name: "in a stream, without a type: " + name, Err: untyped(t, tt.event, "MESSAGE"),
			Twin: untyped(t, tt.event, faults.CanaryMessage), Want: tt.want, ByText: "openai-go v1.12.0 and v2.7.1",
		})
	}
	return cases
}

// untyped returns the error of v1 and v2 for an event.
func untyped(t *testing.T, event, message string) error {
	t.Helper()
	var said struct{ Error json.RawMessage }
	require.NoError(t, json.Unmarshal(fmt.Appendf(nil, event, message), &said))
	return fmt.Errorf("received error while streaming: %s", said.Error)
}

func want(kind toolerr.Kind) conformance.Want {
	return conformance.Want{Kind: kind, CanRetry: kind.CanRetry(), Effect: toolerr.New(kind, toolerr.Message{}).Effect()}
}

// streamErrors are events of servers; %s is the message.
var streamErrors = map[string]struct {
	event string
	want  conformance.Want
}{
	"a code": {
		`{"error":{"message":"%s","type":"server_error","code":"rate_limit_exceeded"}}`,
		want(toolerr.KindUpstreamRateLimit),
	},
	"a type": {
		`{"error":{"message":"%s","type":"server_error","param":null,"code":null}}`,
		want(toolerr.KindUpstreamServerError),
	},
	"overloaded": {
		`{"type":"error","error":{"type":"service_unavailable_error","code":"server_is_overloaded","message":"%s"}}`,
		want(toolerr.KindUpstreamServerError),
	},
	"a bad request": {
		`{"error":{"message":"%s","type":"invalid_request_error","code":null}}`,
		want(toolerr.KindUpstreamBadRequest),
	},
	"an unknown code and a known type": {
		`{"error":{"message":"%s","type":"insufficient_quota","code":"balance_of_tomorrow"}}`,
		want(toolerr.KindUpstreamAuthError),
	},
	"the status of a server behind": {
		`{"error":{"message":"%s","code":502},"choices":[{"delta":{"content":""},"finish_reason":"error"}]}`,
		want(toolerr.KindUpstreamServerError),
	},
	"a number that is a rate limit": {
		`{"error":{"message":"%s","type":"invalid_request_error","code":"429"}}`,
		want(toolerr.KindUpstreamRateLimit),
	},
	"a number that is not a status": {
		`{"error":{"message":"%s","code":7}}`,
		want(toolerr.KindUpstreamUnmapped),
	},
	"codes of its own": {
		`{"error":{"message":"%s","type":"Widgetry","code":"widget"}}`,
		want(toolerr.KindUpstreamUnmapped),
	},
	"a sentence": {`{"error":"%s"}`, want(toolerr.KindUpstreamUnmapped)},
	"a list":     {`{"error":["%s"]}`, want(toolerr.KindUpstreamUnmapped)},
}

// The server refuses with the response in the request.
type server struct{ *httptest.Server }

type refusal struct {
	Status     int
	Code, Type string
	Header     map[string]string
	Event      string
}

func newServer(t *testing.T) server {
	t.Helper()
	s := server{httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked refusal
		if err := json.Unmarshal([]byte(r.URL.Query().Get("refusal")), &asked); err != nil {
			asked.Status = http.StatusNotImplemented
		}
		w.Header().Set("X-Request-Id", "req_1")
		for name, value := range asked.Header {
			w.Header().Set(name, value)
		}
		if asked.Event != "" {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = fmt.Fprintf(w, "data: {\"choices\":[]}\n\ndata: %s\n\n", asked.Event)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(asked.Status)
		_, _ = w.Write(errorBody(asked.Code, asked.Type, faults.CanaryMessage))
	}))}
	t.Cleanup(s.Close)
	return s
}

func (s server) url(t *testing.T, asked refusal) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/chat/completions", http.NoBody)
	require.NoError(t, err)
	raw, err := json.Marshal(asked)
	require.NoError(t, err)
	req.URL.RawQuery = "refusal=" + url.QueryEscape(string(raw))
	return req.URL.String()
}

// refuse returns the error of a call that is refused.
func (s server) refuse(t *testing.T, status int, code, typ string, header ...string) error {
	t.Helper()
	asked := refusal{Status: status, Code: code, Type: typ, Header: map[string]string{}}
	for i := 0; i+1 < len(header); i += 2 {
		asked.Header[header[i]] = header[i+1]
	}
	err := post(t.Context(), s.Client(), s.url(t, asked), "{}")
	require.Error(t, err)
	return err
}

// breakStream returns the error of a stream that ends with the event.
func (s server) breakStream(t *testing.T, event string) error {
	t.Helper()
	err := stream(t.Context(), s.Client(), s.url(t, refusal{Event: event}))
	require.Error(t, err)
	return err
}
