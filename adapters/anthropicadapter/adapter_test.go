package anthropicadapter_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) {
	anthropicadapter.Imitate(apiError{}, oauthTokenError{}, noCredentialsError{})
	os.Exit(m.Run())
}

// apiError has the fields of the SDK's Error that the adapter reads, and its text.
type apiError struct {
	StatusCode int
	Request    *http.Request
	Response   *http.Response
	RequestID  string

	raw string
}

func (e apiError) RawJSON() string { return e.raw }

func (e *apiError) Error() string {
	return fmt.Sprintf("%s %q: %d %s %s", e.Request.Method, e.Request.URL, e.Response.StatusCode, e.RequestID, e.raw)
}

type oauthTokenError struct {
	StatusCode int
	Body       string
	RequestID  string
}

func (e *oauthTokenError) Error() string { return e.Body }

type noCredentialsError struct{ Sources []string }

func (e *noCredentialsError) Error() string { return strings.Join(e.Sources, ",") }

// body returns the body of a failure, with code beside the type if it is not "".
func body(typ, code string) string {
	details := ""
	if code != "" {
		details = fmt.Sprintf(`,"details":{"error_code":%q}`, code)
	}
	return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q%s},"request_id":"req_body"}`, typ, faults.CanaryMessage, details)
}

// answered returns the SDK's error for a response.
func answered(status int, raw string, header http.Header) *apiError {
	if header == nil {
		header = http.Header{}
	}
	u := &url.URL{Scheme: "https", Host: "api.anthropic.com", Path: "/v1/messages", RawQuery: "q=" + faults.CanaryMessage}
	req := &http.Request{Method: http.MethodPost, URL: u, Header: http.Header{"X-Api-Key": {faults.CredentialBearer}}}
	return &apiError{
		StatusCode: status, raw: raw, RequestID: header.Get("Request-Id"),
		Request: req, Response: &http.Response{StatusCode: status, Header: header, Request: req},
	}
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := anthropicadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %T", err)
	assert.Equal(t, "_anthropic", te.Service())
	assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
	assert.NotContains(t, te.DeveloperMessage(), faults.CredentialBearer)
	return te
}

func TestDeclines(t *testing.T) {
	var typedNil *apiError
	for name, err := range map[string]error{
		"nil":               nil,
		"a typed nil":       typedNil,
		"the zero error":    &apiError{},
		"a success":         answered(200, "", nil),
		"another error":     errors.New(body("overloaded_error", "")),
		"a lost connection": &url.Error{Op: "Post", Err: errors.New("x")},
	} {
		t.Run(name, func(t *testing.T) { assert.Nil(t, anthropicadapter.Adapter{}.FromError(err)) })
	}
}

// panicking is an Error with a method that panics.
type panicking struct{ apiError }

func (panicking) RawJSON() string { panic("RawJSON") }

func TestAnErrorThatPanics(t *testing.T) {
	t.Cleanup(anthropicadapter.Imitate(panicking{}, oauthTokenError{}, noCredentialsError{}))
	te := anthropicadapter.Adapter{}.FromError(&panicking{apiError{StatusCode: 503}})
	require.NotNil(t, te)
	assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
	assert.NotPanics(t, func() { _ = te.DeveloperMessage() }, "a zero error's Error panics")
}

// Only a text with an event of Anthropic is recognised.
func TestTexts(t *testing.T) {
	const begin = "received error while streaming: "
	for name, text := range map[string]string{
		"nothing":                 "",
		"a sentence":              "Overloaded",
		"half an event":           `{"type":"error","error":`,
		"an error object":         `{"type":"overloaded_error","message":"Overloaded"}`,
		"an event of OpenAI's":    `{"error":{"type":"server_error","message":"","code":"server_error"}}`,
		"an event without a type": `{"type":"error","error":{"message":"Overloaded"}}`,
		"a huge event":            `{"type":"error","error":{"type":"overloaded_error","message":"` + strings.Repeat("x", 1<<20) + `"}}`,
	} {
		assert.Nil(t, anthropicadapter.Adapter{}.FromError(errors.New(begin+text)), name)
	}
	assert.Nil(t, anthropicadapter.Adapter{}.FromError(errors.New("tool: "+begin+body("overloaded_error", ""))), "another program's text")

	te := adapt(t, errors.New(begin+body("rate_limit_error", "enforced_spend_limit_reached")+"\n"))
	assert.Equal(t, "enforced_spend_limit_reached", te.VendorCode())
	assert.Equal(t, "req_body", te.Extra().RequestID)
	assert.False(t, te.CanRetry())
}
