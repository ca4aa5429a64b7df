package mcpadapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/errand-go/errand/adapters/mcpadapter"
)

// The types below have the names and fields of the clients'. The library does not require
// the clients; conformance/vendorproof/mcp tests them.

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
