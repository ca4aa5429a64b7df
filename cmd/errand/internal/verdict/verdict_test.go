package verdict_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

var now = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

// of classifies a response in the form of curl -i.
func of(t *testing.T, text string, change ...func(*verdict.Options)) verdict.Classification {
	t.Helper()
	in, err := input.Parse([]byte(text))
	require.NoError(t, err)
	o := verdict.Options{Adapters: adapters.All(), Now: now}
	for _, c := range change {
		c(&o)
	}
	return verdict.Classify(in, o)
}

func method(m string) func(*verdict.Options) { return func(o *verdict.Options) { o.Method = m } }
func url(u string) func(*verdict.Options)    { return func(o *verdict.Options) { o.URL = u } }

func TestClassify(t *testing.T) {
	tests := map[string]struct {
		in     string
		change []func(*verdict.Options)
		kind   toolerr.Kind // "" for a success
		code   string
		why    string // the source of the kind
	}{
		"a status":                             {"HTTP/1.1 404 x\n\n", nil, toolerr.KindUpstreamNotFound, "", "RFC 9110 section 15.5.5"},
		"a range":                              {"HTTP/1.1 418 x\n\n", nil, toolerr.KindUpstreamBadRequest, "", "RFC 9110 section 15"},
		"a vendor's host":                      {"HTTP/1.1 400 x\n\n{\"__type\":\"a#ThrottlingException\"}", []func(*verdict.Options){url("https://sqs.eu-west-1.amazonaws.com/")}, toolerr.KindUpstreamRateLimit, "ThrottlingException", ""},
		"a vendor in a success":                {"HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"missing_scope\"}", nil, toolerr.KindUpstreamAuthError, "missing_scope", "Slack Web API"},
		"a vendor by its host":                 {"HTTP/2 200\n\n{\"ok\":false,\"error\":\"missing_scope\"}", []func(*verdict.Options){url("https://slack.com/api/x")}, toolerr.KindUpstreamAuthError, "missing_scope", "Slack Web API"},
		"a vendor's success":                   {"HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":true}", nil, "", "", ""},
		"a login page":                         {"HTTP/1.1 200 OK\nContent-Type: text/html\n\n<html></html>", nil, toolerr.KindUpstreamUnmapped, "", "errand's rule"},
		"a page without a type":                {"HTTP/1.1 200 OK\n\n<!doctype html>", nil, toolerr.KindUpstreamUnmapped, "", "errand's rule"},
		"broken JSON":                          {"HTTP/1.1 200 OK\nContent-Type: application/json\n\n{\"a\":", nil, toolerr.KindUpstreamUnmapped, "", "errand's rule"},
		"XML":                                  {"HTTP/1.1 200 OK\nContent-Type: application/xml\n\n<a/>", nil, "", "", ""},
		"a text":                               {"HTTP/1.1 200 OK\nContent-Type: text/plain\n\nok", nil, "", "", ""},
		"lines of JSON":                        {"HTTP/1.1 200 OK\nContent-Type: application/x-ndjson\n\n{}\n{}", nil, "", "", ""},
		"no body":                              {"HTTP/1.1 204 x\n\n", nil, "", "", ""},
		"a redirect nobody follows":            {"HTTP/1.1 302 x\nLocation: ://\n\n", nil, toolerr.KindUpstreamUnmapped, "", ""},
		"a method that is unsafe":              {"HTTP/1.1 500 x\n\n", []func(*verdict.Options){method("POST")}, toolerr.KindUpstreamServerError, "", ""},
		"a URL that is not one of a Go client": {"HTTP/1.1 404 x\n\n", []func(*verdict.Options){url("ftp://example.com/")}, toolerr.KindUpstreamNotFound, "", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v := of(t, tt.in, tt.change...)
			if tt.kind == "" {
				assert.Nil(t, v.Err)
				return
			}
			require.NotNil(t, v.Err)
			assert.Equal(t, tt.kind, v.Err.Kind())
			assert.Equal(t, tt.code, v.Err.VendorCode())
			for _, r := range v.Why {
				if r.About == "kind" {
					assert.Contains(t, r.Source, tt.why)
				}
				assert.NotEmpty(t, r.Because)
			}
			assert.NotContains(t, v.Err.DeveloperMessage()+v.Err.Report().Extra.Endpoint, "service.invalid")
		})
	}
}

// A login page may be retried if the request has a safe method, as one of which nothing is
// known has.
func TestMethods(t *testing.T) {
	const page = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<html></html>"
	for m, can := range map[string]bool{"": true, "GET": true, "POST": false} {
		v := of(t, page, method(m))
		assert.Equal(t, []bool{can, can, !can}, []bool{v.Err.CanRetry(), v.Err.Repeats(), v.Err.Told() != v.Err.Error()}, m)
		assert.Len(t, v.Notes, 1)
	}
}

// A reason names the header with the wait.
func TestWaits(t *testing.T) {
	tests := map[string]struct {
		header string
		wait   time.Duration
		source string
	}{
		"seconds":              {"Retry-After: 30", 30 * time.Second, "Retry-After: 30"},
		"none":                 {"A: b", -1, ""},
		"in a minute, no Date": {"Retry-After: Wed, 25 Nov 2026 12:01:00 GMT", time.Minute, "Retry-After: Wed"},
		"the reset of a quota": {"X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 60", time.Minute, "60"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v := of(t, "HTTP/1.1 429 x\n"+tt.header+"\n\n")
			wait, named := v.Err.RetryAfter()
			require.Equal(t, tt.wait >= 0, named)
			if named {
				assert.Equal(t, tt.wait, wait)
				last := v.Why[len(v.Why)-1]
				assert.Equal(t, "wait", last.About)
				assert.Contains(t, last.Because, tt.source)
			}
			assert.Empty(t, v.Notes)
		})
	}
}

// A success whose body reports a failure has a note.
func TestSigns(t *testing.T) {
	for body, sign := range map[string]string{
		`{"ok":false}`: `"ok": false`, `{"success":false}`: `"success": false`, `{"error":"x"}`: `"error"`, `{"errors":[{}]}`: `"errors"`, `{"isError":true}`: `"isError"`,
		`{"ok":true}`: "", `{"error":null}`: "", `{"error":""}`: "", `{"errors":[]}`: "", `{"error":{}}`: "", `{"errors":false}`: "", `[]`: "", `x`: "",
	} {
		v := of(t, "HTTP/1.1 200 OK\n\n"+body)
		assert.Nil(t, v.Err)
		if sign == "" {
			assert.Empty(t, v.Notes, body)
		} else {
			require.Len(t, v.Notes, 1, body)
			assert.Contains(t, v.Notes[0], sign)
		}
	}
}

func TestProgram(t *testing.T) {
	for want, te := range map[string]*toolerr.ToolRuntimeError{
		"retry after 7s: nothing was done":                                toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(7*time.Second)),
		"retry later, but only a call that may be carried out twice":      toolerr.Upstream(500, toolerr.Message{}),
		"retry after 1.5s, but only a call that may be carried out twice": toolerr.Upstream(500, toolerr.Message{}, toolerr.WithRetryAfter(1500*time.Millisecond), toolerr.WithEffect(toolerr.EffectUnknown)),
		"renew the credential, then retry once":                           toolerr.Upstream(401, toolerr.Message{}),
		"do not retry until a person has acted":                           toolerr.Upstream(403, toolerr.Message{}, toolerr.WithUserAction()),
		"do not retry":                                                    toolerr.Upstream(404, toolerr.Message{}),
	} {
		assert.Equal(t, want, verdict.Program(te.Report()))
	}
}
