package httpadapter

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/redact"
	"github.com/errand-go/errand/toolerr"
)

// The bytes of an error's body that are kept for adapters, which decode it, and the bytes
// that developers read.
const (
	maxBody  = 64 << 10
	maxShown = 2 << 10
)

// A StatusError is a response whose status is outside 2xx, as an error. [CheckResponse]
// makes it. All methods of a zero or nil one return zero values.
//
// Its Error is safe for logs: method, route and status. Everything else is behind methods,
// where dumpers that use reflection do not find it. It comes from the server, and is for
// programs and developers.
type StatusError struct {
	status   int
	response func() *Response
}

// CheckResponse returns nil for a response with a 2xx status, except for a *[BodyError] of a short
// answer in JSON that states that the request failed and has nothing else, as that of GraphQL,
// JSON-RPC or {"ok": false, "error": …}. It reads no body of unknown length. For any other status, also 1xx, it returns a *StatusError, which net/http does not have:
//
//	resp, err := client.Do(req)
//	if err != nil {
//		return err
//	}
//	defer resp.Body.Close()
//	if err := httpadapter.CheckResponse(resp); err != nil {
//		return err
//	}
//
// It reads at most 64 KiB of the body, and keeps them for adapters. It waits for the body
// as long as the request's context and the client allow. The body can still be read from
// its start, and the caller must still close it. If reading fails, the status is kept, and
// a later read of the body returns the same failure. The body of a 101 is not read. If the
// body was read before, it is kept only for a client with a [Transport]; otherwise the
// error's text tells developers so.
//
// For a nil response, CheckResponse returns an error of the tool, [toolerr.KindToolFatal].
func CheckResponse(resp *http.Response) error {
	if resp == nil {
		return toolerr.Fatal(toolerr.Message{}, toolerr.WithDeveloperMessage("httpadapter.CheckResponse was given no response"))
	}
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return checkSuccess(resp)
	}
	r := &Response{Status: resp.StatusCode, Header: resp.Header.Clone()}
	r.setRequest(resp.Request)
	if resp.StatusCode >= 200 && resp.Body != nil && resp.Body != http.NoBody {
		r.Body = peek(resp)
		r.spent = len(r.Body) == 0 && resp.ContentLength > 0
	}
	return &StatusError{status: resp.StatusCode, response: r.self}
}

// method returns the method of a request, of which "" is GET.
func method(r *http.Request) string {
	if r.Method == "" {
		return http.MethodGet
	}
	return r.Method
}

// peek returns the beginning of the body, and puts back what it reads of it.
func peek(resp *http.Response) []byte {
	body := resp.Body
	var before []byte
	switch b := body.(type) {
	case *watchedBody:
		before = b.read
	case peeked:
		before = b.before
	}
	start, err := io.ReadAll(io.LimitReader(body, int64(maxBody-len(before))))
	rest := io.Reader(body)
	if err != nil {
		rest = failed{err}
	}
	resp.Body = peeked{io.MultiReader(bytes.NewReader(start), rest), body, before}
	return slices.Concat(before, start)
}

// peeked is a body whose beginning was read and put back.
type peeked struct {
	io.Reader
	io.Closer
	before []byte // what was read before
}

// failed is the end of a body that failed.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

func (e *StatusError) kept() *Response {
	if e == nil || e.response == nil {
		return &Response{}
	}
	return e.response()
}

// Error returns method, route and status, such as "GET
// https://api.example.com/v1/items/…: HTTP status 429 (Too Many Requests)". The
// words for the status are errand's own.
func (e *StatusError) Error() string {
	r := e.kept()
	var b strings.Builder
	if endpoint := redact.Endpoint(r.URL); endpoint != "" && isToken(r.Method) {
		b.WriteString(r.Method + " " + endpoint + ": ")
	}
	b.WriteString("HTTP status " + strconv.Itoa(e.StatusCode()))
	if phrase := toolerr.StatusRuleOf(e.StatusCode()).Phrase; phrase != "" {
		b.WriteString(" (" + phrase + ")")
	}
	if r.spent {
		b.WriteString("; the body was read before CheckResponse")
	}
	return b.String()
}

// StatusCode returns the status of the response.
func (e *StatusError) StatusCode() int {
	if e == nil {
		return 0
	}
	return e.status
}

// Header returns the response's headers, which may contain credentials. Do not change it:
// the copy belongs to the error.
func (e *StatusError) Header() http.Header { return e.kept().Header }

// Method returns the method of the request, after redirects of the last one; "" if it is
// not known.
func (e *StatusError) Method() string { return e.kept().Method }

// URL returns the URL of the request, after redirects of the last one. Userinfo and the
// values of the query are removed, except harmless values such as the number of a page.
func (e *StatusError) URL() string { return redact.Text(e.kept().URL) }

// Body returns the start of the response's body, at most 2 KiB, with credentials redacted.
// It is the server's text, for developers and not for models.
func (e *StatusError) Body() string {
	body := e.kept().Body
	cut := len(body) > maxShown
	if cut {
		// A credential that the cut splits has lost its shape.
		body = bytes.TrimRightFunc(body[:maxShown], inside)
	}
	if !utf8.Valid(body) {
		return "(" + strconv.Itoa(len(e.kept().Body)) + " bytes that are not text)"
	}
	text := redact.Text(string(body))
	if cut {
		text += "…"
	}
	return text
}

// inside reports whether a rune may be inside a credential.
func inside(r rune) bool {
	return !unicode.IsSpace(r) && !strings.ContainsRune("\"'<>(){}[],;&", r)
}

// DeveloperMessage returns a text about the response, for the developer message of the
// error that this one becomes.
func (e *StatusError) DeveloperMessage() string {
	if len(e.kept().Body) == 0 {
		return ""
	}
	return "The response's body: " + e.Body()
}
