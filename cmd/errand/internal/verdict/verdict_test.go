package verdict_test

import (
	"strings"
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
func of(t *testing.T, text string, change ...func(*verdict.Options)) verdict.Verdict {
	t.Helper()
	in, err := input.Parse([]byte(text))
	require.NoError(t, err)
	o := verdict.Options{Adapters: adapters.All(), Now: now}
	for _, c := range change {
		c(&o)
	}
	return verdict.OfResponse(in, o)
}

func method(m string) func(*verdict.Options) { return func(o *verdict.Options) { o.Method = m } }
func service(slug string) func(*verdict.Options) {
	return func(o *verdict.Options) { o.Service = slug }
}
func url(u string) func(*verdict.Options) { return func(o *verdict.Options) { o.URL = u } }

func TestOfResponse(t *testing.T) {
	tests := map[string]struct {
		in     string
		change []func(*verdict.Options)
		kind   toolerr.Kind // "" for a success
		code   string
		why    string // the source of the kind
		text   string // the decision for a tool that may have side effects
	}{
		"a status":                             {"HTTP/1.1 404 x\n\n", nil, toolerr.KindUpstreamNotFound, "", "RFC 9110 section 15.5.5", "Do not retry"},
		"a range":                              {"HTTP/1.1 418 x\n\n", nil, toolerr.KindUpstreamBadRequest, "", "RFC 9110 section 15", "Do not retry"},
		"a vendor's host":                      {"HTTP/1.1 400 x\n\n{\"__type\":\"a#ThrottlingException\"}", []func(*verdict.Options){url("https://sqs.eu-west-1.amazonaws.com/")}, toolerr.KindUpstreamRateLimit, "ThrottlingException", "", "Retry later"},
		"a vendor in a success":                {"HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"missing_scope\"}", nil, toolerr.KindUpstreamAuthError, "missing_scope", "Slack Web API", "person"},
		"the same, the status alone":           {"HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"missing_scope\"}", []func(*verdict.Options){service("_http")}, "", "", "", ""},
		"a vendor that is named":               {"HTTP/2 200\n\n{\"ok\":false,\"error\":\"missing_scope\"}", []func(*verdict.Options){service("_slack")}, toolerr.KindUpstreamAuthError, "missing_scope", "Slack Web API", "person"},
		"a vendor's success":                   {"HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":true}", nil, "", "", "", ""},
		"a login page":                         {"HTTP/1.1 200 OK\nContent-Type: text/html\n\n<html></html>", nil, toolerr.KindUpstreamUnmapped, "", "errand's rule", "Do not retry"},
		"a page without a type":                {"HTTP/1.1 200 OK\n\n<!doctype html>", nil, toolerr.KindUpstreamUnmapped, "", "errand's rule", "Do not retry"},
		"broken JSON":                          {"HTTP/1.1 200 OK\nContent-Type: application/json\n\n{\"a\":", nil, toolerr.KindUpstreamUnmapped, "", "errand's rule", ""},
		"XML":                                  {"HTTP/1.1 200 OK\nContent-Type: application/xml\n\n<a/>", nil, "", "", "", ""},
		"a text":                               {"HTTP/1.1 200 OK\nContent-Type: text/plain\n\nok", nil, "", "", "", ""},
		"lines of JSON":                        {"HTTP/1.1 200 OK\nContent-Type: application/x-ndjson\n\n{}\n{}", nil, "", "", "", ""},
		"no body":                              {"HTTP/1.1 204 x\n\n", nil, "", "", "", ""},
		"a body cut off":                       {"HTTP/1.1 200 OK\nContent-Length: 90\n\n{\"a\":1", nil, toolerr.KindNetworkTransportUnmapped, "", "RFC 9112 section 8", ""},
		"a redirect nobody follows":            {"HTTP/1.1 302 x\nLocation: ://\n\n", nil, toolerr.KindUpstreamUnmapped, "", "", "Do not retry"},
		"a method that is unsafe":              {"HTTP/1.1 500 x\n\n", []func(*verdict.Options){method("POST")}, toolerr.KindUpstreamServerError, "", "", "Do not retry blindly"},
		"a URL that is not one of a Go client": {"HTTP/1.1 404 x\n\n", []func(*verdict.Options){url("ftp://example.com/")}, toolerr.KindUpstreamNotFound, "", "", ""},
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
			assert.Contains(t, verdict.Decide(v.Unsafe, false).Text, tt.text)
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

// A login page may be retried if the request has a safe method, and a note says so if the
// method is unknown.
func TestUnknownMethod(t *testing.T) {
	const page = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<html></html>"
	v := of(t, page)
	assert.True(t, v.Err.CanRetry())
	assert.False(t, v.Unsafe.CanRetry())
	assert.Len(t, v.Notes, 2)
	v = of(t, page, method("POST"))
	assert.False(t, v.Err.CanRetry())
	assert.Same(t, v.Err, v.Unsafe)
	assert.Len(t, v.Notes, 1)
}

// A decision promises nothing that the service did not say.
func TestWaits(t *testing.T) {
	tests := map[string]struct {
		header string
		text   string
		source string
		note   bool
	}{
		"seconds":              {"Retry-After: 30", "Retry in 30 seconds, as the service asks", "Retry-After: 30", false},
		"zero":                 {"Retry-After: 0", "Retry now: the service names no wait", "Retry-After: 0", false},
		"none":                 {"A: b", "no wait was named", "", false},
		"in a year":            {"Retry-After: Thu, 25 Nov 2027 12:00:00 GMT", "Retry in 24 hours or later", "Retry-After: Thu", false},
		"in a minute, no Date": {"Retry-After: Wed, 25 Nov 2026 12:01:00 GMT", "Retry in 60 seconds", "Retry-After: Wed", true},
		"passed, no Date":      {"Retry-After: Wed, 25 Nov 2020 12:00:00 GMT", "or a time that has passed", "Retry-After: Wed", true},
		"with a Date":          {"Date: Wed, 25 Nov 2020 11:59:00 GMT\nRetry-After: Wed, 25 Nov 2020 12:00:00 GMT", "Retry in 60 seconds", "Retry-After: Wed", false},
		"the reset of a quota": {"X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 60", "Retry in 60 seconds", "60", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v := of(t, "HTTP/1.1 429 x\n"+tt.header+"\n\n")
			assert.Contains(t, verdict.Decide(v.Err, true).Text, tt.text)
			last := v.Why[len(v.Why)-1]
			if tt.source != "" {
				assert.Equal(t, "wait", last.About)
				assert.Contains(t, last.Because, tt.source)
			}
			assert.Equal(t, tt.note, strings.Contains(strings.Join(v.Notes, " "), "no Date"), "%v", v.Notes)
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

func TestDecide(t *testing.T) {
	unsafe := toolerr.WithEffect(toolerr.EffectUnknown)
	tests := map[string]struct {
		err        *toolerr.ToolRuntimeError
		idempotent bool
		want       verdict.Action
	}{
		"a rate limit":             {toolerr.RateLimit(toolerr.Message{}), false, verdict.Retry},
		"a server, idempotent":     {toolerr.Upstream(503, toolerr.Message{}, unsafe), true, verdict.Retry},
		"a server, not idempotent": {toolerr.Upstream(503, toolerr.Message{}, unsafe), false, verdict.CheckFirst},
		"a credential":             {toolerr.Upstream(401, toolerr.Message{}, toolerr.WithGuidance(toolerr.GuidanceRefreshAuthThenRetry)), true, verdict.RenewThenRetry},
		"a person":                 {toolerr.Upstream(403, toolerr.Message{}, toolerr.WithUserAction()), true, verdict.AskPerson},
		"a person, with waits":     {toolerr.Upstream(403, toolerr.Message{}, toolerr.WithUserAction(), toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff)), true, verdict.AskPerson},
		"values":                   {toolerr.Upstream(422, toolerr.Message{}), true, verdict.AskModel},
		"a hint":                   {toolerr.Upstream(404, toolerr.Message{}, toolerr.WithHint(toolerr.Msg("Look it up."))), true, verdict.AskModel},
		"not found":                {toolerr.Upstream(404, toolerr.Message{}), true, verdict.Stop},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := verdict.Decide(tt.err, tt.idempotent)
			assert.Equal(t, tt.want, d.Action)
			assert.NotEmpty(t, d.Text)
			assert.Equal(t, tt.idempotent, d.Idempotent)
		})
	}
}
