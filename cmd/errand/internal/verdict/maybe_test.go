package verdict_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/cmd/errand/internal/verdict"
)

// A code in a table shows whose response it may be, if nothing else does.
func TestSuggestedServices(t *testing.T) {
	const quota = "HTTP/1.1 429 x\nRetry-After: 12\n\n{\"error\":{\"code\":\"insufficient_quota\"}}"
	v := classify(t, quota, verdict.Options{})
	assert.Equal(t, verdict.Reason{
		About: "service", Decided: "not known", Source: "errand's rule",
		Because: "the body has insufficient_quota, which _openai lists: if it is OpenAI's, pass --service openai",
	}, v.Why[0])
	assert.Equal(t, "_http", v.Err.Extra().Service, "it is no more than a guess")

	v = classify(t, "HTTP/1.1 403 x\n\n<Error><Code>InvalidAccessKeyId</Code></Error>", verdict.Options{})
	assert.Equal(t, "the body has InvalidAccessKeyId, which _minio and _aws list: if it is MinIO's or AWS's, pass --service minio or --service aws", v.Why[0].Because)

	v = classify(t, "HTTP/1.1 404 x\n\n{\"error\":{\"code\":404,\"errors\":[{\"domain\":\"global\",\"reason\":\"notFound\"}],\"status\":\"NOT_FOUND\"}}", verdict.Options{})
	assert.Equal(t, "the body has NOT_FOUND, which _gemini lists, and notFound, which _google lists: if it is Gemini's or Google's, pass --service gemini or --service google", v.Why[0].Because)

	for name, tt := range map[string]struct {
		in string
		o  verdict.Options
	}{
		"the status alone":      {quota, verdict.Options{Service: "_http"}},
		"its own service":       {quota, verdict.Options{Service: "_openai"}},
		"a word of many":        {"HTTP/1.1 404 x\n\n{\"status\":\"UNAUTHENTICATED\"}", verdict.Options{}},
		"an unlisted word":      {"HTTP/1.1 404 x\n\n{\"code\":\"xyzzy\"}", verdict.Options{}},
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

// Its header can be parsed, but waiting would not help.
func TestAWaitThatDoesNotCount(t *testing.T) {
	const quota = "\n\n{\"error\":{\"code\":\"insufficient_quota\"}}"
	v := classify(t, "HTTP/1.1 429 x\nRetry-After: 12"+quota, verdict.Options{Service: "_openai"})
	assert.Equal(t, "Retry-After: 12 does not count: a retry would fail the same way", why(t, v, "wait").Because)
	v = classify(t, "HTTP/1.1 429 x\nRetry-After: soon"+quota, verdict.Options{Service: "_openai"})
	assert.Contains(t, why(t, v, "wait").Because, "Retry-After: soon cannot be read as")
}

// If the guidance requires a wait, the retry is the program's.
func TestARetryAfterAWaitIsTheProgramsOwn(t *testing.T) {
	v := classify(t, "HTTP/1.1 412 x\n\n{}", verdict.Options{Service: "_vault"})
	assert.Equal(t, verdict.Retry, verdict.Decide(v.Err, false).Action)
}

// A success whose body may report a failure has a reason that mentions it.
func TestSuccessesThatMayBeFailures(t *testing.T) {
	const (
		pass     = ", and no adapter recognises the response: if one of them reads it, pass --service SLUG"
		asJSON   = "Content-Type: application/json; charset=utf-8\n\n"
		asEvents = "Content-Type: text/event-stream\n\n"
		toolsOwn = `the body has "isError": true: the tool of an MCP server failed, which a client returns as a result`
		notJSON  = "the body is not the JSON that its Content-Type promises: a client that decodes it fails"
	)
	for name, tt := range map[string]struct {
		in, service, because string // in is the text after the status line
	}{
		"Slack's":              {"\n" + `{"ok":false,"error":"channel_not_found"}`, "", "the body has channel_not_found, which _slack lists: if it is Slack's, pass --service slack"},
		"an unlisted code":     {"\n" + `{"ok":false,"error":"qv7x"}`, "", `the body has "ok": false` + pass},
		"another member":       {"\n" + `{"success":false}`, "", `the body has "success": false` + pass},
		"an error":             {"\n" + `{"error":"qv7x"}`, "", `the body has "error"` + pass},
		"an error's object":    {"\n" + `{"error":{"message":"qv7x"}}`, "", `the body has "error"` + pass},
		"errors":               {"\n" + `{"data":{"a":1},"errors":[{"message":"qv7x"}]}`, "", `the body has "errors"` + pass},
		"errors of some":       {"\n" + `{"took":3,"errors":true,"items":[{"index":{"status":400}}]}`, "", `the body has "errors": true` + pass},
		"an error's flag":      {"\n" + `{"error":true,"text":"qv7x"}`, "", `the body has "error": true` + pass},
		"no errors":            {"\n" + `{"took":3,"errors":false,"items":[]}`, "", ""},
		"line by line":         {"Content-Type: application/x-ndjson\n\n{\"a\":1}\n{\"error\":\"qv7x\"}\n", "", `the body has "error"` + pass},
		"a stream of JSON-RPC": {asEvents + `data: {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"qv7x"}}` + "\n\n", "", `the body has "error"` + pass},
		"a tool of MCP":        {asJSON + `{"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}}`, "", toolsOwn},
		"a tool, in a stream":  {asEvents + `data: {"jsonrpc":"2.0","id":1,"result":{"content":[],"isError":true}}` + "\n\n", "", toolsOwn},
		"JSON cut short":       {asJSON + `{"items":[1,`, "", notJSON},
		"a page":               {asJSON + `<html>`, "", notJSON},
		"the status alone":     {"\n" + `{"ok":false,"error":"channel_not_found"}`, "_http", ""},
		"a success":            {"\n" + `{"ok":true,"error":null,"errors":[]}`, "", ""},
		"no error's words":     {"\n" + `{"error":"","errors":{}}`, "", ""},
		"a word of a table":    {"\n" + `{"state":"channel_not_found"}`, "", ""},
		"no JSON":              {"\n" + `ok: false`, "", ""},
		"headers alone":        {asJSON, "", ""}, // curl -I
		"compressed":           {"Content-Encoding: br\n" + asJSON + "\xff", "", ""},
		"a success of gRPC":    {"Grpc-Status: 0\n\n", "", ""},
		"nothing":              {"\n", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := classify(t, "HTTP/1.1 200 OK\n"+tt.in, verdict.Options{Service: tt.service})
			assert.Nil(t, v.Err)
			if tt.because == "" {
				assert.Empty(t, v.Why)
				return
			}
			assert.Equal(t, []verdict.Reason{{About: "service", Decided: "not known", Because: tt.because, Source: "errand's rule"}}, v.Why)
		})
	}
}
