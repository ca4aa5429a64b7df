package verdict_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/cmd/errand/internal/verdict"
)

// TestWhoseItMayBe: a code that a table lists tells whose response it may be, if
// nothing else does.
func TestWhoseItMayBe(t *testing.T) {
	const quota = "HTTP/1.1 429 x\nRetry-After: 12\n\n{\"error\":{\"code\":\"insufficient_quota\"}}"
	v := classify(t, quota, verdict.Options{})
	assert.Equal(t, verdict.Reason{
		About: "service", Decided: "not known", Source: "errand's rule",
		Because: "the body has insufficient_quota, which _openai lists: if it is OpenAI's, pass --service openai",
	}, v.Why[0])
	assert.Equal(t, "_http", v.Err.Extra().Service, "it is no more than a guess")

	v = classify(t, "HTTP/1.1 403 x\n\n<Error><Code>InvalidAccessKeyId</Code></Error>", verdict.Options{})
	assert.Equal(t, "the body has InvalidAccessKeyId, which _minio and _aws list: if it is MinIO's or AWS's, pass --service minio or --service aws", v.Why[0].Because)

	for name, tt := range map[string]struct {
		in string
		o  verdict.Options
	}{
		"the status alone":      {quota, verdict.Options{Service: "_http"}},
		"its own service":       {quota, verdict.Options{Service: "_openai"}},
		"a word of many":        {"HTTP/1.1 404 x\n\n{\"status\":\"UNAUTHENTICATED\"}", verdict.Options{}},
		"a word of nobody":      {"HTTP/1.1 404 x\n\n{\"code\":\"xyzzy\"}", verdict.Options{}},
		"a word of no response": {"HTTP/1.1 500 x\n\n{\"code\":\"ER_DUP_ENTRY\"}", verdict.Options{}},
		"a word of errand's":    {"HTTP/1.1 400 x\n\n{\"code\":\"recipient_opted_out\"}", verdict.Options{}},
		"a status's":            {"HTTP/1.1 403 x\n\n{\"error\":\"forbidden\"}", verdict.Options{}},
		"no body":               {"HTTP/1.1 500 x\n\n", verdict.Options{}},
	} {
		for _, r := range classify(t, tt.in, tt.o).Why {
			assert.NotEqual(t, "service", r.About, name)
		}
	}
}

// TestAWaitThatDoesNotCount can be read, and would wait for nothing.
func TestAWaitThatDoesNotCount(t *testing.T) {
	const quota = "\n\n{\"error\":{\"code\":\"insufficient_quota\"}}"
	v := classify(t, "HTTP/1.1 429 x\nRetry-After: 12"+quota, verdict.Options{Service: "_openai"})
	assert.Equal(t, "Retry-After: 12 does not count: a retry would fail the same way", why(t, v, "wait").Because)
	v = classify(t, "HTTP/1.1 429 x\nRetry-After: soon"+quota, verdict.Options{Service: "_openai"})
	assert.Contains(t, why(t, v, "wait").Because, "Retry-After: soon cannot be read as")
}

// TestARetryAfterAWaitIsTheProgramsOwn, where the guidance says so.
func TestARetryAfterAWaitIsTheProgramsOwn(t *testing.T) {
	v := classify(t, "HTTP/1.1 412 x\n\n{}", verdict.Options{Service: "_vault"})
	assert.Equal(t, verdict.Retry, verdict.Decide(v.Err, false).Action)
}

// TestSuccessesThatMayBeFailures: a status of success whose body may say otherwise is not
// called a success without a word.
func TestSuccessesThatMayBeFailures(t *testing.T) {
	for name, tt := range map[string]struct {
		in, service, because string
	}{
		"Slack's":           {`{"ok":false,"error":"channel_not_found"}`, "", "the body has channel_not_found, which _slack lists: if it is Slack's, pass --service slack"},
		"nobody's code":     {`{"ok":false,"error":"qv7x"}`, "", `the body has "ok": false, and no adapter recognises the response: if one of them reads it, pass --service SLUG`},
		"another member":    {`{"success":false}`, "", `the body has "success": false, and no adapter recognises the response: if one of them reads it, pass --service SLUG`},
		"the status alone":  {`{"ok":false,"error":"channel_not_found"}`, "_http", ""},
		"a success":         {`{"ok":true,"error":null}`, "", ""},
		"a word of a table": {`{"state":"channel_not_found"}`, "", ""},
		"no JSON":           {`ok: false`, "", ""},
		"nothing":           {``, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := classify(t, "HTTP/1.1 200 OK\n\n"+tt.in, verdict.Options{Service: tt.service})
			assert.Nil(t, v.Err)
			if tt.because == "" {
				assert.Empty(t, v.Why)
				return
			}
			assert.Equal(t, []verdict.Reason{{About: "service", Decided: "not known", Because: tt.because, Source: "errand's rule"}}, v.Why)
		})
	}
}
