package httpadapter

import (
	"net/http"

	"github.com/errand-go/errand/toolerr"
)

// lookAtStatus looks for a method that tells the status of a response, in the
// names that libraries give it, and reports whether there is an answer in it. A
// status below 300 is none: SDKs wrap lost connections in errors with status 0,
// and broken bodies in errors with 200.
func (s *sights) lookAtStatus(e error) bool {
	if _, adapted := e.(interface{ Payload() toolerr.Payload }); adapted {
		return false // an error of errand's, embedded in another
	}
	status := statusOf(e)
	if status < 300 || status > 999 {
		return false
	}
	s.answered(e, status, headerOf(e))
	s.requestID = requestIDOf(e)
	return true
}

func statusOf(e error) int {
	switch x := e.(type) {
	case interface{ StatusCode() int }:
		return x.StatusCode()
	case interface{ HTTPStatusCode() int }:
		return x.HTTPStatusCode()
	case interface{ HTTPStatus() int }:
		return x.HTTPStatus()
	case interface{ HTTPCode() int }:
		return x.HTTPCode()
	case interface{ GetStatusCode() int }:
		return x.GetStatusCode()
	case interface{ GetHTTPStatusCode() int }:
		return x.GetHTTPStatusCode()
	case interface{ Status() int }:
		return x.Status()
	}
	return 0
}

// headerOf returns the response's headers, if a method gives them. One that
// panics costs the headers, not the status.
func headerOf(e error) (h http.Header) {
	defer func() {
		if recover() != nil {
			h = nil
		}
	}()
	switch x := e.(type) {
	case interface{ Header() http.Header }:
		return x.Header()
	case interface{ Headers() http.Header }:
		return x.Headers()
	case interface{ ResponseHeader() http.Header }:
		return x.ResponseHeader()
	case interface{ ResponseHeaders() http.Header }:
		return x.ResponseHeaders()
	case interface{ GetHeader() http.Header }:
		return x.GetHeader()
	case interface{ Response() *http.Response }:
		return responseHeader(x.Response())
	case interface{ HTTPResponse() *http.Response }:
		return responseHeader(x.HTTPResponse())
	}
	return nil
}

func responseHeader(r *http.Response) http.Header {
	if r == nil {
		return nil
	}
	return r.Header
}

// requestIDOf returns the id of the request, if a method gives it.
func requestIDOf(e error) (id string) {
	defer func() {
		if recover() != nil {
			id = ""
		}
	}()
	switch x := e.(type) {
	case interface{ ServiceRequestID() string }:
		return x.ServiceRequestID()
	case interface{ RequestID() string }:
		return x.RequestID()
	}
	return ""
}
