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

// How much of an error's body is kept for adapters, which decode it, and how much of
// that developers read, in bytes.
const (
	maxBody  = 64 << 10
	maxShown = 2 << 10
)

// A StatusError is a response whose status is outside 2xx, as an error. It is
// made by [CheckResponse]; all methods of a zero or nil one return zero values.
//
// Its Error is fit for a log: method, route and status. Everything else lies
// behind methods, where no dumper that works by reflection finds it, and is for
// programs and developers: it is the server's.
type StatusError struct {
	status   int
	response func() *Response
}

// CheckResponse returns nil for a response with a 2xx status, whose body it
// does not touch, and a [*StatusError] for any other, a 1xx included. Call it
// where net/http leaves off:
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
// It reads at most 64 KiB of the body, which it keeps for adapters, waiting for it as
// long as the request's context and the client allow. The body can
// still be read from its start, and the caller still closes it. An error while
// reading is no reason to lose the status; whoever reads on meets it again. A
// 101's body is left alone.
//
// A nil response is an error of the tool, [toolerr.KindToolFatal].
func CheckResponse(resp *http.Response) error {
	if resp == nil {
		return toolerr.Fatal(toolerr.Message{}, toolerr.WithDeveloperMessage("httpadapter.CheckResponse was given no response"))
	}
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return nil
	}
	r := &Response{Status: resp.StatusCode, Header: resp.Header.Clone()}
	r.setRequest(resp.Request)
	if resp.StatusCode >= 200 && resp.Body != nil && resp.Body != http.NoBody {
		r.Body = peek(resp)
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

// peek reads the start of the body and puts it back.
func peek(resp *http.Response) []byte {
	body := resp.Body
	start, err := io.ReadAll(io.LimitReader(body, maxBody))
	rest := io.Reader(body)
	if err != nil {
		rest = failed{err}
	}
	resp.Body = peeked{io.MultiReader(bytes.NewReader(start), rest), body}
	return slices.Clip(start)
}

// peeked is a body of which a part was read and put back.
type peeked struct {
	io.Reader
	io.Closer
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
	return b.String()
}

// StatusCode returns the status of the response.
func (e *StatusError) StatusCode() int {
	if e == nil {
		return 0
	}
	return e.status
}

// Header returns the response's headers, with whatever credentials they hold.
// It is a copy that belongs to the error; leave it as it is.
func (e *StatusError) Header() http.Header { return e.kept().Header }

// Method returns the method of the request that was answered, after redirects
// the last one; "" if the response did not say.
func (e *StatusError) Method() string { return e.kept().Method }

// URL returns the URL that was asked, after redirects the last one, without its
// credentials: userinfo and the values of the query, but for those that are harmless, such
// as the number of a page.
func (e *StatusError) URL() string { return redact.Text(e.kept().URL) }

// Body returns the start of the response's body, at most 2 KiB, without the
// credentials in it. It is the server's text: for developers, not for models.
func (e *StatusError) Body() string {
	body := e.kept().Body
	cut := len(body) > maxShown
	if cut {
		// A credential that the cut goes through has lost its shape.
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

// inside reports whether a rune may stand in the middle of a credential.
func inside(r rune) bool {
	return !unicode.IsSpace(r) && !strings.ContainsRune("\"'<>(){}[],;&", r)
}

// DeveloperMessage returns what the response said, for the developer message of
// the error that this one is adapted to.
func (e *StatusError) DeveloperMessage() string {
	if len(e.kept().Body) == 0 {
		return ""
	}
	return "The response's body: " + e.Body()
}
