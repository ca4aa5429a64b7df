package microsoftadapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/errand-go/errand/adapters/microsoftadapter"
)

// The types below have the names, fields and methods of the clients'. The library does not
// require the clients; proof/vendorproof tests them.

func TestMain(m *testing.M) {
	restore := microsoftadapter.Imitate("github.com/errand-go/errand/adapters/microsoftadapter_test")
	code := m.Run()
	restore()
	os.Exit(code)
}

// ResponseError is azcore's, whose text is the whole response.
type ResponseError struct {
	ErrorCode   string
	StatusCode  int
	RawResponse *http.Response
	text        string
}

func (e *ResponseError) Error() string { return e.text }

// body is azcore's type for the bytes that it has read.
type body struct{ raw []byte }

func (b *body) Bytes() []byte            { return b.raw }
func (b *body) Read([]byte) (int, error) { panic("the adapter reads a body that is not its own") }
func (b *body) Close() error             { panic("the adapter closes a body that is not its own") }

type bodyDownloadError struct{ err error }

func (e *bodyDownloadError) Error() string { return "body download policy: " + e.err.Error() }
func (e *bodyDownloadError) Unwrap() error { return e.err }

type nonRetriableError struct{ error }

func (e *nonRetriableError) Unwrap() error { return e.error }

// AuthenticationFailedError changes when its text is read while it has a response.
type AuthenticationFailedError struct {
	RawResponse       *http.Response
	credType, message string
	asked             int
}

func (e *AuthenticationFailedError) Error() string {
	if e.RawResponse != nil {
		e.asked++
	}
	return e.message
}

type credentialUnavailableError struct{ message string }

func (e *credentialUnavailableError) Error() string { return e.message }

type AuthenticationRequiredError struct{ credentialUnavailableError }

// CallErr is MSAL's, a value.
type CallErr struct {
	Req  *http.Request
	Resp *http.Response
	Err  error
}

func (e CallErr) Error() string { return e.Err.Error() }

// ApiError is Kiota's.
type ApiError struct { //nolint:revive // the vendor's spelling
	Message            string
	ResponseStatusCode int
	ResponseHeaders    *ResponseHeaders
}

func (e *ApiError) Error() string      { return "api: " + e.Message }
func (e *ApiError) GetStatusCode() int { return e.ResponseStatusCode }

// ResponseHeaders has its methods from an unexported type.
type ResponseHeaders struct{ header }

type header struct{ kept map[string][]string }

func (h *header) ListKeys() []string {
	var all []string
	for key := range h.kept {
		all = append(all, key)
	}
	return all
}

func (h *header) Get(key string) []string { return h.kept[strings.ToLower(key)] }

// ODataError is Microsoft Graph's, which panics if there is no message.
type ODataError struct {
	ApiError
	main *mainError
}

func (e *ODataError) Error() string { return *e.GetErrorEscaped().GetMessage() }

func (e *ODataError) GetErrorEscaped() MainErrorable {
	if e.main == nil {
		return nil
	}
	return e.main
}

type MainErrorable interface {
	GetCode() *string
	GetMessage() *string
}

type mainError struct {
	Code    *string `json:"code"`
	Message *string `json:"message"`
}

func (e *mainError) GetCode() *string    { return e.Code }
func (e *mainError) GetMessage() *string { return e.Message }

// Another is an error of another client that Kiota generated.
type Another struct{ ApiError }

func (*Another) Error() string { return "another" }

// Unlike has only a method of Kiota's.
type Unlike struct{ ResponseHeaders map[string]string }

func (Unlike) Error() string      { return "unlike" }
func (Unlike) GetStatusCode() int { return 500 }

// answered returns azcore v1.24.0's error for a response.
func answered(r *http.Response) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	r.Body = &body{raw}
	code := r.Header.Get("X-Ms-Error-Code")
	if code == "" {
		var answer struct {
			Error struct{ Code string } `json:"error"`
		}
		if json.Unmarshal(raw, &answer) == nil {
			code = answer.Error.Code
		}
	}
	return &ResponseError{
		ErrorCode: code, StatusCode: r.StatusCode, RawResponse: r,
		text: fmt.Sprintf("%s %s\n%s", r.Request.Method, r.Request.URL.EscapedPath(), raw),
	}
}

// refusedByGraph returns kiota-http-go v1.5.4's error for a response, with the types of
// Microsoft Graph.
func refusedByGraph(r *http.Response) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	kept := &ResponseHeaders{header{map[string][]string{}}}
	for key, values := range r.Header {
		kept.kept[strings.ToLower(key)] = values
	}
	e := &ODataError{ApiError: ApiError{Message: string(raw), ResponseStatusCode: r.StatusCode, ResponseHeaders: kept}}
	var answer struct{ Error *mainError }
	if len(raw) > 0 && json.Unmarshal(raw, &answer) != nil {
		return &e.ApiError
	}
	e.main = answer.Error
	return e
}

// call makes a call like azcore, including the errors that it returns unwrapped.
func call(ctx context.Context, client *http.Client, url string, made func(*http.Response) error) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close() // the server's body, even if it was replaced
	if resp.StatusCode == http.StatusOK {
		_, err := io.ReadAll(resp.Body)
		return err
	}
	return made(resp)
}
