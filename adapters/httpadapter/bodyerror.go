package httpadapter

import (
	"net/http"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/redact"
)

// A BodyError is the failure to read or decode the body of a response: a
// connection that broke in the middle, content that is not what was agreed. The
// errors that readers and decoders return do not say that they come from a
// response; this one does. [Transport] makes it where a read fails, [CheckBody]
// for everything else.
//
// Its Error is method and route, and then the cause's text.
type BodyError struct {
	cause  error
	answer func() *answer
}

// answer is the response that a BodyError is about.
type answer struct {
	method string
	url    string
	status int
	header http.Header
}

func (a *answer) self() *answer { return a }

func answerOf(resp *http.Response) *answer {
	a := &answer{status: resp.StatusCode, header: resp.Header}
	if resp.Request != nil {
		a.method = method(resp.Request)
		if resp.Request.URL != nil {
			a.url = resp.Request.URL.String()
		}
	}
	return a
}

// CheckBody says that err came from reading or decoding the body of resp, and
// returns it as a [*BodyError]; nil for nil. A tool calls it behind whatever
// consumes the body:
//
//	err = httpadapter.CheckBody(resp, json.NewDecoder(resp.Body).Decode(&out))
//
// Without it, a *json.SyntaxError could as well be that of a local file, and no
// adapter claims it. An error that is a BodyError already, a [*StatusError], or
// about no response at all stays what it is.
func CheckBody(resp *http.Response, err error) error {
	if err == nil || resp == nil || known(err) {
		return err
	}
	return &BodyError{cause: err, answer: answerOf(resp).self}
}

// known reports whether err says by itself which response it is about.
func known(err error) bool {
	for e := range adapter.Tree(err) {
		switch e.(type) {
		case *BodyError, *StatusError:
			return true
		}
	}
	return false
}

// bodyFailed begins what a BodyError says of its cause.
const bodyFailed = "the response's body failed"

func (e *BodyError) about() *answer {
	if e == nil || e.answer == nil {
		return &answer{}
	}
	return e.answer()
}

// Error returns method and route of the request, and the cause's text.
func (e *BodyError) Error() string {
	text := bodyFailed
	if a := e.about(); isToken(a.method) {
		if endpoint := redact.Endpoint(a.url); endpoint != "" {
			text = a.method + " " + endpoint + ": " + text
		}
	}
	if e == nil || e.cause == nil {
		return text
	}
	return text + ": " + e.cause.Error()
}

// Unwrap returns what the read or the decoder returned.
func (e *BodyError) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.cause
}

// Timeout reports whether the cause is a timeout, as net.Error's does.
func (e *BodyError) Timeout() bool {
	for inner := range adapter.Tree(e.Unwrap()) {
		if t, ok := inner.(interface{ Timeout() bool }); ok && t.Timeout() {
			return true
		}
	}
	return false
}
