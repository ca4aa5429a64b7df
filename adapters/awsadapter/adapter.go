// Package awsadapter recognises the errors of the AWS SDK for Go v2, whatever
// the service, by the types of smithy-go that all of them are made of.
//
// AWS says what went wrong by a code; the HTTP status beside it is 400 for most
// throttles, expired tokens and missing resources, and decides only where the
// code is not in the table. The SDK wraps everything in the same types, a
// connection that was refused too: a response error without a status is no
// answer of AWS, and is classified by what it wraps.
package awsadapter

import (
	"net/http"
	"strings"
	"time"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of the AWS SDK for Go v2. The zero value is
// ready for use.
//
// It answers for everything that a service's client returns: refusals, failures,
// lost connections, calls that could not be made. What a client leaves to its
// caller is not AWS's by type, and is left to httpadapter: above all the errors
// of reading the body of S3's GetObject.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_aws".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean. A code of which the table says nothing
// goes by its spelling (throttled, access denied, not found), then by the HTTP
// status, and stays in the report.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if the SDK did not make it.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	s := look(err)
	switch {
	case s.api != nil || s.status >= 300:
		return s.answered(err)
	case s.ours:
		return s.unanswered(err)
	}
	return nil
}

// sights is what one walk over an error tree finds.
type sights struct {
	ours bool // the SDK made an error of the tree

	// What the service said. The two belong together: the code is one found
	// below the response.
	api      smithy.APIError
	node     error // the response error
	response *http.Response
	status   int // 0: none

	// Where the first failure without an answer came from.
	send      *smithyhttp.RequestSendError
	canceled  error // the SDK gave up for the context's sake
	decode    error // a 2xx whose body was of no use
	call      *smithy.OperationError
	inputs    bool // the parameters of a call
	nested    bool // a call that another one made, for its credentials or its endpoint
	responded bool // some response was there, be it with status 0
}

// responder is a response error: smithy-go's own, and those that the SDK and S3
// build around it.
type responder interface {
	HTTPResponse() *smithyhttp.Response
}

func look(err error) (s sights) {
	for e := range adapter.Tree(err) {
		switch x := e.(type) {
		case *smithy.OperationError:
			s.ours = true
			switch {
			case s.call == nil:
				s.call = x
			case holds(s.call, x):
				s.nested = true
			}
		case *smithyhttp.RequestSendError:
			s.ours = true
			if s.send == nil {
				s.send = x
			}
		case *smithy.DeserializationError:
			s.ours = true
			if s.decode == nil {
				s.decode = x
			}
		case *smithy.SerializationError, *smithy.InvalidParamsError, smithy.InvalidParamsError:
			s.ours, s.inputs = true, true
		case smithy.APIError:
			// Below a response it was found there.
			s.ours, s.api = true, x
			return s
		case responder:
			s.ours = true
			if s.answer(e, x) {
				return s
			}
		case *smithy.CanceledError:
			s.ours = true
			s.gaveUp(e)
		case interface{ CanceledError() bool }:
			s.gaveUp(e) // aws.RequestCanceledError, between two attempts
		}
	}
	return s
}

// gaveUp notes an error that the SDK made because the context ended. It wraps
// the context's, which is a deadline as often as a cancellation.
func (s *sights) gaveUp(e error) {
	if s.canceled == nil {
		s.canceled = e
	}
}

// holds reports whether the inner call is part of the outer one.
func holds(outer, inner *smithy.OperationError) bool {
	for e := range adapter.Tree(outer.Err) {
		if x, ok := e.(*smithy.OperationError); ok && x == inner {
			return true
		}
	}
	return false
}

// answer takes what a response error says, and reports whether it is an answer
// of the service: one with a code, or with a status from 300 up. The SDK makes
// a response error with status 0 of every lost connection, and one with status
// 200 of every broken body.
func (s *sights) answer(e error, x responder) bool {
	s.responded = true
	r := response(x)
	status := 0
	if r != nil {
		status = r.StatusCode
	}
	var api smithy.APIError
	for inner := range adapter.Tree(e) {
		if code, ok := inner.(smithy.APIError); ok {
			api = code
			break
		}
	}
	if api == nil && status < 300 {
		if status >= 200 && s.decode == nil {
			s.decode = e
		}
		return false
	}
	s.api, s.node, s.response, s.status = api, e, r, max(status, 0)
	return true
}

// response returns the response, nil if there is none. The zero value of a
// response error panics when it is asked.
func response(x responder) (r *http.Response) {
	defer func() { _ = recover() }()
	if outer := x.HTTPResponse(); outer != nil {
		return outer.Response
	}
	return nil
}

func requestID(e error) (id string) {
	defer func() { _ = recover() }()
	if x, ok := e.(interface{ ServiceRequestID() string }); ok {
		return x.ServiceRequestID()
	}
	return ""
}

// answered is the error of a call that the service answered.
func (s *sights) answered(err error) *toolerr.ToolRuntimeError {
	opts := s.options()
	if s.nested {
		// The refusal stopped the call that the tool made before it was sent.
		opts = append(opts, toolerr.WithEffect(toolerr.EffectNone))
	}

	code := codeOf(s.api)
	if row, ok := table.Lookup(code); ok {
		return row.Error(err, s.waiting(row.Kind, opts)...)
	}
	opts = append(opts, toolerr.WithVendorCode(code),
		toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
	kind, ok := familyOf(code, s.status)
	if !ok && s.status >= 300 {
		return httpadapter.FromStatus(err, s.status, s.header(), time.Time{}, opts...)
	}
	if !ok {
		kind = s.fault()
	}
	return toolerr.New(kind, toolerr.Message{}, append(s.waiting(kind, opts), toolerr.WithCause(err))...)
}

// options are what is known about the call, whatever the answer.
func (s *sights) options() []toolerr.Option {
	opts := append(make([]toolerr.Option, 0, 12), toolerr.WithStatus(s.status))
	if s.api != nil {
		opts = append(opts, toolerr.WithVendorType(s.api))
	} else {
		opts = append(opts, toolerr.WithVendorType(s.node))
	}
	id := requestID(s.node)
	if id == "" {
		id = httpadapter.RequestID(s.header())
	}
	if id != "" {
		opts = append(opts, toolerr.WithRequestID(id))
	}
	if s.response != nil && s.response.Request != nil && s.response.Request.URL != nil {
		// The query of a presigned URL is a credential.
		u := *s.response.Request.URL
		u.User, u.RawQuery, u.Fragment = nil, "", ""
		opts = append(opts, toolerr.WithEndpoint(s.response.Request.Method, u.String()))
	}
	return opts
}

// waiting adds how long the service asks to wait.
func (s *sights) waiting(kind toolerr.Kind, opts []toolerr.Option) []toolerr.Option {
	status := s.status
	if kind == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests // also where the code says so under another status
	}
	if wait, ok := httpadapter.RetryAfter(status, s.header(), time.Time{}); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	return opts
}

func (s *sights) header() http.Header {
	if s.response == nil {
		return nil
	}
	return s.response.Header
}

// fault is the kind of a code that the table does not know, without a status: an
// event of a stream.
func (s *sights) fault() (kind toolerr.Kind) {
	defer func() {
		if recover() != nil {
			kind = toolerr.KindUpstreamUnmapped
		}
	}()
	switch s.api.ErrorFault() {
	case smithy.FaultServer:
		return toolerr.KindUpstreamServerError
	case smithy.FaultClient:
		return toolerr.KindUpstreamBadRequest
	case smithy.FaultUnknown:
	}
	return toolerr.KindUpstreamUnmapped
}

// unknownCode is what the SDK says where the body has no code.
const unknownCode = "UnknownError"

// codeOf returns the code, "" if there is none. Services of the JSON protocols
// may send it with a namespace before and a URL behind, which the SDK takes off.
func codeOf(api smithy.APIError) (code string) {
	if api == nil {
		return ""
	}
	defer func() {
		if recover() != nil {
			code = ""
		}
	}()
	code = api.ErrorCode()
	if i := strings.LastIndexByte(code, '#'); i >= 0 {
		code = code[i+1:]
	}
	code, _, _ = strings.Cut(code, ":")
	if code == unknownCode {
		return ""
	}
	return code
}
