package mcpadapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

var errEnd = io.EOF

type hostile struct{ _ []int }

func (hostile) Error() string { panic("no") }

// These errors only look like a client's.
func TestErrorsThatLookLikeAClients(t *testing.T) {
	refused := &url.Error{Op: "Post", URL: "http://h/mcp", Err: errors.New("connection refused")}
	for name, err := range map[string]error{
		"nil":                          nil,
		"an unrelated error":           errors.New("x"),
		"a typed nil":                  (*WireError)(nil),
		"an unrelated EOF":             fmt.Errorf("read: %w", io.EOF),
		"an unrelated phrase":          errors.New(`sending "tools/call": Not Found`),
		"an unrelated call":            fmt.Errorf("calling %q: %w", "billing", io.EOF),
		"an unrelated closing":         errors.New("connection closed: calling the bank"),
		"an unrelated session":         errors.New("session not found"),
		"an unrelated internal error":  errors.New("internal error"),
		"an unrelated status":          errors.New("request failed with status 429: x"),
		"an unrelated transport":       errors.New("transport closed"),
		"an unrelated transport error": fmt.Errorf("transport error: %w", errors.New("request denied with status 401: x")),
		"an unrelated transport text":  errors.New("transport error: request failed with status 401: x"),
		"an unrelated broken session":  errors.New("broken session: 401 Unauthorized"),
		"an unrelated 401":             errors.New("unauthorized (401)"),
		"an unrelated content":         fmt.Errorf("decode: %w", errors.New("unexpected content type: text/html")),
		"an unrelated rejection":       errors.New(`rejected by transport: sending "tools/call": Too Many Requests`),
		"a hostile one":                hostile{},
		"a hostile one inside":         fmt.Errorf("%w %w", errors.New("x"), hostile{}),
		"the network":                  calling(fmt.Errorf("%w: %w", rejected(), refused)),
		"the network of mcp-go":        &Error{fmt.Errorf("failed to send request: %w", refused)},
		"the end of a context":         &Error{context.Canceled},
		"the end of a context, in SDK": calling(fmt.Errorf("%w: %w", rejected(), context.DeadlineExceeded)),
	} {
		t.Run(name, func(t *testing.T) { assert.Nil(t, mcpadapter.Adapter{}.FromError(err)) })
	}
}

// These errors have two possible readings.
func TestPrecedence(t *testing.T) {
	for name, tt := range map[string]struct {
		err    error
		kind   toolerr.Kind
		status int
		code   string
	}{
		"a code, and a status":                 {withBody(-32600, "x", "Bad Request"), toolerr.KindUpstreamBadRequest, 400, "-32600"},
		"a code for everything, and a status":  {withBody(-32001, "x", "Forbidden"), toolerr.KindUpstreamAuthError, 403, ""},
		"a session, as TypeScript has it":      {withBody(-32001, "x", "Not Found"), toolerr.KindUpstreamNotFound, 404, "mcp_session_not_found"},
		"a code of no service, and no status":  {withBody(-32000, "x", ""), toolerr.KindUpstreamUnmapped, 0, ""},
		"words that pose as the end":           {withBody(-32000, ": rejected by transport: Not Found", "Forbidden"), toolerr.KindUpstreamAuthError, 403, ""},
		"words that pose as a phrase":          {withBody(7, "Not Found", "x"), toolerr.KindUpstreamUnmapped, 0, ""},
		"an answer, around a rejection":        {errors.Join(calling(rejected()), &WireError{Code: -32602}), toolerr.KindUpstreamValidationError, 0, "-32602"},
		"a status of mcp-go that is none":      {&Error{errors.New("request failed with status 9999: x")}, toolerr.KindNetworkTransportUnmapped, 0, ""},
		"a status of mcp-go that is a success": {&Error{errors.New("request failed with status 206: x")}, toolerr.KindNetworkTransportUnmapped, 0, ""},
		"a broken session without a status":    {calling(errors.New("broken session: x")), toolerr.KindNetworkTransportUnmapped, 0, ""},
		"a status of a notification":           {&Error{errors.New("notification failed with status 500: x")}, toolerr.KindUpstreamServerError, 500, ""},
		"a pipe that mcp-go cannot write to":   {&Error{fmt.Errorf("failed to write request: %w", io.ErrClosedPipe)}, toolerr.KindNetworkTransportUnreachable, 0, "mcp_connection_closed"},
		"a client that is closing":             {&WireError{Code: -32003, Message: "client is closing"}, toolerr.KindNetworkTransportUnreachable, 0, "mcp_connection_closed"},
		"a typed nil below":                    {&Error{(*WireError)(nil)}, toolerr.KindNetworkTransportUnmapped, 0, ""},
		"a hostile cause":                      {&Error{hostile{}}, toolerr.KindNetworkTransportUnmapped, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			te := mcpadapter.Adapter{}.FromError(fmt.Errorf("tool: %w", tt.err))
			require.NotNil(t, te)
			assert.Equal(t, tt.kind, te.Kind(), te.DeveloperMessage())
			assert.Equal(t, tt.status, te.StatusCode())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, "_mcp", te.Service())
		})
	}
}

// The result for a response equals that for the Go SDK's error.
func TestFromAnswer(t *testing.T) {
	body := func(code int64) []byte {
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","error":{"code":%d,"message":%q}}`, code, canary)
	}
	for _, code := range []int64{-32700, -32602, -32001, -32000, -32042, 7} {
		for status, text := range map[int]string{200: "", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 503: "Service Unavailable"} {
			err := withBody(code, canary, text)
			if status == 200 {
				err = calling(&WireError{Code: code, Message: canary})
			}
			want := mcpadapter.Adapter{}.FromError(err)
			te := spec.Of(mcpadapter.Adapter{}).FromAnswer(errors.New("x"), status, nil, body(code))
			require.NotNil(t, te)
			assert.Equal(t, want.Payload().String(), te.Payload().String(), "%d with %d", code, status)
			assert.Equal(t, want.Extra().VendorCode, te.Extra().VendorCode)
			assert.NotContains(t, te.Payload().String(), canary)
		}
	}
}

func TestWithCodes(t *testing.T) {
	notFound, invalid := errors.New("method not found"), errors.New("invalid params")
	known := map[error]int{notFound: -32601, invalid: -32602, errors.New("x"): 7, nil: 1}
	a := mcpadapter.WithCodes(known)
	clear(known)
	for name, tt := range map[string]struct {
		err  error
		code string
	}{
		"bare":               {notFound, "-32601"},
		"with words":         {fmt.Errorf("%w: %s", invalid, canary), "-32602"},
		"one that looks so":  {errors.New("method not found"), ""},
		"uncomparable":       {UnsupportedProtocolVersionError{"x", []string{"y"}}, "-32022"},
		"hostile, in a tree": {errors.Join(hostile{}, notFound), "-32601"},
	} {
		t.Run(name, func(t *testing.T) {
			te := a.FromError(tt.err)
			if tt.code == "" {
				assert.Nil(t, te)
				return
			}
			require.NotNil(t, te)
			assert.Equal(t, tt.code, te.VendorCode())
			assert.NotContains(t, te.Payload().String(), canary)
		})
	}
	assert.Nil(t, mcpadapter.Adapter{}.FromError(notFound))
}

// An error counts only with the name of a method around it.
func TestMethods(t *testing.T) {
	for method := range mcpadapter.Methods() {
		te := mcpadapter.Adapter{}.FromError(fmt.Errorf("calling %q: sending %q: Forbidden", method, method))
		require.NotNil(t, te, method)
		assert.Equal(t, 403, te.StatusCode())
	}
}

// A status is recognised by its phrase.
func TestPhrases(t *testing.T) {
	for status := 300; status < 600; status++ {
		if phrase := http.StatusText(status); phrase != "" {
			te := mcpadapter.Adapter{}.FromError(fmt.Errorf("calling %q: sending %q: %s", "tools/call", "tools/call", phrase))
			require.NotNil(t, te, phrase)
			assert.Equal(t, status, te.StatusCode())
		}
	}
}

// A refused grant below the Go SDK's transport belongs to oauth2.
func TestGrant(t *testing.T) {
	grant := &oauth2.RetrieveError{ErrorCode: "invalid_grant"}
	assert.Nil(t, mcpadapter.Adapter{}.FromError(calling(fmt.Errorf("%w: %w", rejected(), grant))))
}

// The stream of responses is a GET. The call was sent by a POST, and may have had its
// effect.
func TestLostStream(t *testing.T) {
	lost := &url.Error{Op: "Get", URL: "https://mcp.example/", Err: &net.OpError{Op: "read", Err: errors.New("connection reset")}}
	for _, err := range []error{
		fmt.Errorf("calling %q: %w", "tools/call", lost),
		fmt.Errorf("connection closed: calling %q: %w", "tools/call", lost),
		&Error{lost},
	} {
		te, ok := toolerr.Find(adapters.Default().For("tool").Adapt(t.Context(), err))
		require.True(t, ok)
		assert.Equal(t, "_mcp", te.Service(), "%v", err)
		assert.NotEqual(t, toolerr.EffectNone, te.Effect(), "%v", err)
		assert.False(t, te.SafeToRetry(false), "%v", err)
	}
}

// For any text of a server, nothing panics and none of it is shown.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{"", "Not Found", "rejected by transport: Forbidden", "session not found", `calling "ping": x`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, said string) {
		text := said + canary
		for _, err := range []error{
			phrase(text), transient(text), withBody(-32001, text, text), closed(text), ended(text), sent(text), errors.New(text),
			&Error{errors.New("request failed with status " + text)}, fmt.Errorf("%s: %w", text, io.EOF),
		} {
			if te := (mcpadapter.Adapter{}).FromError(err); te != nil {
				assert.NotContains(t, te.Payload().String(), canary)
			}
		}
	})
}

// The types below have the names and fields of the clients'. The library does not require
// the clients; proof/vendorproof/mcp tests them.

func TestMain(m *testing.M) {
	const here = "github.com/errand-go/errand/adapters/mcpadapter_test"
	restore := mcpadapter.Imitate(here, here, here)
	code := m.Run()
	restore()
	os.Exit(code)
}

// WireError is go-sdk's, whatever name it is exported by.
type WireError struct {
	Code    int64
	Message string
	Data    json.RawMessage
}

func (e *WireError) Error() string { return e.Message }

// Error is the error of mcp-go's transports.
type Error struct{ Err error }

func (e *Error) Error() string { return fmt.Sprintf("transport error: %v", e.Err) }
func (e *Error) Unwrap() error { return e.Err }

type AuthorizationRequiredError struct{ ResourceMetadataURL string }

func (*AuthorizationRequiredError) Error() string { return "authorization required" }
func (*AuthorizationRequiredError) Unwrap() error { return errors.New("authorization required") }

type OAuthAuthorizationRequiredError struct {
	Handler any
	AuthorizationRequiredError
}

type OAuthError struct{ ErrorCode, ErrorDescription, ErrorURI string }

func (e OAuthError) Error() string { return e.ErrorCode + e.ErrorDescription }

// The codes with a type in mcp-go, one of which cannot be compared.
type (
	HeaderMismatchError                  struct{ Header, Reason string }
	MissingRequiredClientCapabilityError struct{ Capability string }
	UnsupportedProtocolVersionError      struct {
		Version   string
		Supported []string
	}
	URLElicitationRequiredError struct{ Elicitations []any }
)

func (e HeaderMismatchError) Error() string                  { return e.Reason }
func (e MissingRequiredClientCapabilityError) Error() string { return e.Capability }
func (e UnsupportedProtocolVersionError) Error() string      { return e.Version }
func (e URLElicitationRequiredError) Error() string          { return fmt.Sprint(e.Elicitations) }

// The Go SDK's wrappers of an error (go-sdk v1.8.0, mcp/transport.go).

func calling(err error) error { return fmt.Errorf("calling %q: %w", "tools/call", err) }

func rejected() error { return &WireError{Code: -32005, Message: "rejected by transport"} }

func closed(text string) error {
	return fmt.Errorf("%w: calling %q: %v", errors.New("connection closed"), "tools/call", text)
}

func ended(id string) error {
	return calling(fmt.Errorf("sending %q: failed to connect (session ID: %v): %w", "tools/call", id, errors.New("session not found")))
}

// phrase is a status that ends the connection, and transient one that does not.
func phrase(text string) error { return calling(fmt.Errorf("sending %q: %v", "tools/call", text)) }

func transient(text string) error {
	return calling(fmt.Errorf("%w: sending %q: %v", rejected(), "tools/call", text))
}

// withBody is a status whose body is a JSON-RPC error.
func withBody(code int64, message, text string) error {
	return calling(fmt.Errorf("sending %q: %w: %w: %v", "tools/call", &WireError{Code: code, Message: message}, rejected(), text))
}

// sent is mcp-go's wrapper of a transport's error.
func sent(text string) error {
	return &Error{fmt.Errorf("failed to send request: %w", errors.New(text))}
}
