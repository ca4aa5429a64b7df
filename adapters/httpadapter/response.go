package httpadapter

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// A Response is what an error keeps of an HTTP response. It is for adapters: URL, header
// and body are unchanged, and may contain credentials.
type Response struct {
	// Status is the HTTP status.
	Status int
	// Header holds the response's headers, nil if the error does not keep them.
	Header http.Header
	// Method and URL are those of the request, "" if unknown; Host is the URL's
	// host in lower case, without a port.
	Method, URL, Host string
	// Body is the start of the body, at most 64 KiB; nil if the error does not keep
	// it.
	Body []byte
	// Refused reads the refusal in a body of the vendor that sent the response; nil if none
	// is known.
	Refused func(body []byte) toolerr.Refusal

	spent  bool // the body was read before
	stated rule // of a success that states a failure, or 0
}

func (r *Response) self() *Response { return r }

// Refusal returns what the service refused, as Refused or, without it, the forms of web
// frameworks and validators read it from the body. It has findings only for a status that refuses the values of a request: 400
// to 499 except 401, 402, 407, 429 and, without Refused, 403, and a status below 300, which some services use for every
// response. Those of a 500 are told if they are about what the call has.
func (r *Response) Refusal() toolerr.Refusal {
	if r == nil || len(r.Body) == 0 {
		return toolerr.Refusal{}
	}
	read := r.Refused
	if read == nil {
		read = func(body []byte) toolerr.Refusal { return refusal.Read(body) }
	}
	refused := read(r.Body)
	switch s := r.Status; {
	case s == http.StatusForbidden && r.Refused == nil, // unknown services speak of plans and roles
		s == http.StatusUnauthorized, s == http.StatusPaymentRequired, s == http.StatusProxyAuthRequired, s == http.StatusTooManyRequests, s >= 300 && s < 400, s > http.StatusInternalServerError:
		refused.Findings = nil
	case s == http.StatusInternalServerError: // of servers that have no other status, and of those that failed by themselves
		refused.Indirect = true
	}
	return refused
}

// setRequest records the request.
func (r *Response) setRequest(req *http.Request) {
	if req == nil {
		return
	}
	r.Method = method(req)
	if req.URL != nil {
		r.URL, r.Host = req.URL.String(), strings.ToLower(strings.TrimSuffix(req.URL.Hostname(), "."))
	}
}

// ResponseOf returns the response in e, and whether e has one with a status from 300 up: e
// is a *StatusError, a *BodyError of a success that states a failure, or has methods for the status and for the headers, the body or the
// whole response. It does not look at errors that e wraps. Do not change the response,
// which is shared.
func ResponseOf(e error) (r *Response, ok bool) {
	if s, is := e.(*StatusError); is {
		return s.kept(), s.StatusCode() >= 300
	}
	if b, is := e.(*BodyError); is {
		return b.about(), len(b.about().Body) > 0
	}
	defer func() {
		if recover() != nil {
			r, ok = nil, false
		}
	}()
	status := statusOf(e)
	if status < 300 || status > 999 {
		return nil, false
	}
	r = &Response{Status: status, Header: headerOf(e), Body: bodyOf(e)}
	if x, is := e.(responder); is {
		if resp := x.Response(); resp != nil {
			r.setRequest(resp.Request)
		}
	}
	return r, r.Header != nil || r.Body != nil || r.Host != ""
}

// carriesResponse reports whether [ResponseOf] may find a response in errors of a Go type.
func carriesResponse(t reflect.Type) bool {
	if t == reflect.TypeFor[*StatusError]() || t == reflect.TypeFor[*BodyError]() {
		return true
	}
	return slices.ContainsFunc(statusMethods, t.Implements) && slices.ContainsFunc(responseMethods, t.Implements)
}

// The interfaces that statusOf, headerOf and ResponseOf look for.
var (
	statusMethods = []reflect.Type{
		reflect.TypeFor[interface{ StatusCode() int }](), reflect.TypeFor[interface{ HTTPStatusCode() int }](),
		reflect.TypeFor[interface{ HTTPCode() int }](), reflect.TypeFor[interface{ GetStatusCode() int }](),
		reflect.TypeFor[swagger](),
	}
	responseMethods = []reflect.Type{
		reflect.TypeFor[interface{ Header() http.Header }](), reflect.TypeFor[responder](), reflect.TypeFor[bodied](),
	}
)

// A bodied has the response's body, as the errors of OpenAPI Generator's clients do.
type bodied interface{ Body() []byte }

// bodyOf returns the beginning of the response's body if a method has it.
func bodyOf(e error) []byte {
	x, ok := e.(bodied)
	if !ok {
		return nil
	}
	body := x.Body()
	return body[:min(len(body), maxBody)]
}
