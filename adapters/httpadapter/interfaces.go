package httpadapter

import "net/http"

// lookAtStatus reads the status of a response, from methods or else from fields, and
// reports whether there is one. A status below 300 does not count: SDKs wrap lost
// connections in errors with status 0, and broken bodies in errors with 200.
//
// Fields of an error that a transport returned are not read: it may come from another
// exchange, such as that for a token.
func (s *sights) lookAtStatus(e error) bool {
	l := layouts.Of(e)
	if l == nil {
		return false
	}
	status := 0
	switch {
	case l.methods:
		status = statusOf(e)
	case !s.inExchange:
		// A field may have the status of a redirect that the client followed.
		if status = l.status(e); status < 400 {
			status = 0
		}
	}
	wait := l.wait(e)
	limited := l.limited && wait > 0 && !s.inExchange
	if !limited && (status < 300 || status > 999) {
		return false
	}
	h := headerOf(e)
	if h == nil {
		h = l.header(e)
	}
	s.answered(e, status, h)
	s.wait = wait
	if s.requestID = requestIDOf(e); s.requestID == "" {
		s.requestID = l.text(e, givesRequestID)
	}
	if m, u := l.request(e); u != "" {
		s.method, s.url = m, u
	}
	return true
}

// swagger is the method set of the error types that go-swagger generates for each status
// (v0.31, generator/templates/client/response.gotmpl). A method Code alone is not enough.
type swagger interface {
	Code() int
	IsCode(code int) bool
	IsClientError() bool
}

// statusOf returns the status if a method has it: StatusCode is the most common name,
// HTTPStatusCode that of smithy-go and slack-go, HTTPCode that of gax, and GetStatusCode that
// of go-github, gophercloud and Kiota.
func statusOf(e error) int {
	switch x := e.(type) {
	case interface{ StatusCode() int }:
		return x.StatusCode()
	case interface{ HTTPStatusCode() int }:
		return x.HTTPStatusCode()
	case interface{ HTTPCode() int }:
		return x.HTTPCode()
	case interface{ GetStatusCode() int }:
		return x.GetStatusCode()
	case swagger:
		return x.Code()
	}
	return 0
}

// headerOf returns the response's headers if a method has them. If that panics, the status
// is still used.
func headerOf(e error) (h http.Header) {
	defer func() {
		if recover() != nil {
			h = nil
		}
	}()
	switch x := e.(type) {
	case interface{ Header() http.Header }:
		return x.Header()
	case responder:
		if r := x.Response(); r != nil {
			return r.Header
		}
	}
	return nil
}

// A responder has the whole response.
type responder interface{ Response() *http.Response }

// requestIDOf returns the id of the request if a method has it.
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
