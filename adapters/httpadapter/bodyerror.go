package httpadapter

import (
	"net/http"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/redact"
)

// A BodyError is a failure to read or decode the body of a response, for example because
// the connection broke or the content has another format. Without it, errors of readers and
// decoders do not show that they come from a response. [Transport] makes one if a read
// fails, and [CheckBody] makes one of any other error.
//
// Its Error is the method and the route, followed by the text of the cause.
type BodyError struct {
	cause  error
	answer func() *answer
}

// answer is the response of a BodyError.
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

// CheckBody returns err as a *BodyError, which marks it as an error of reading or decoding
// the body of resp. It returns nil for nil. Call it with the error of whatever reads the
// body:
//
//	err = httpadapter.CheckBody(resp, json.NewDecoder(resp.Body).Decode(&out))
//
// Without CheckBody, no adapter recognises a *json.SyntaxError, because it could also come
// from a local file. An error that is already a BodyError or a *StatusError, or is not
// about a response, is returned unchanged.
func CheckBody(resp *http.Response, err error) error {
	if err == nil || resp == nil || known(err) {
		return err
	}
	return &BodyError{cause: err, answer: answerOf(resp).self}
}

// known reports whether err already contains its response.
func known(err error) bool {
	for e := range adapter.Tree(err) {
		switch e.(type) {
		case *BodyError, *StatusError:
			return true
		}
	}
	return false
}

// bodyFailed is the beginning of a BodyError's text.
const bodyFailed = "the response's body failed"

func (e *BodyError) about() *answer {
	if e == nil || e.answer == nil {
		return &answer{}
	}
	return e.answer()
}

// Error returns the method and the route of the request, and the text of the cause.
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

// Unwrap returns the error of the reader or the decoder.
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
