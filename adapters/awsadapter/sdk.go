package awsadapter

import (
	"net/http"
	"reflect"
	"slices"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// readSDK reads an error of the SDK. It returns nil if the tree of err has none.
//
// Other adapters have data instead of this code. Each AWS service has its own error types,
// which have only the interfaces of smithy-go in common, and the wrappers around the first
// failure determine whether a request was sent.
func readSDK(err error) *spec.Answer {
	t := walk(err)
	if t.sdk == nil {
		return nil
	}
	a := &spec.Answer{Err: err, Node: t.sdk}
	if t.api != nil || t.status() >= 300 {
		t.readResponse(a)
	} else {
		t.readFailure(a)
	}
	if t.nested { // it ended the tool's own call before that was sent
		a.Add(toolerr.WithEffect(toolerr.EffectNone))
	}
	return a
}

// A tree is the result of one walk over the tree of an error.
type tree struct {
	sdk error // the outermost error of the SDK, or nil

	// The response of the service, and the code below it.
	api      smithy.APIError
	node     error // the response error
	response *http.Response

	// The first failure without a response of the service.
	exchange  bool          // an exchange was lost, or ended by its context
	undecoded error         // the error of a success whose body could not be read
	inputs    bool          // the parameters of a call are invalid
	responded bool          // there was a response error, perhaps with status 0
	asked     *http.Request // its request, or nil
	call      *smithy.OperationError
	nested    bool // the failed call was made for another one, to get credentials or an endpoint
}

// A responder is a response error: smithy-go's own, and those that the SDK and S3 wrap
// around it.
type responder interface {
	HTTPResponse() *smithyhttp.Response
}

// An identified error has the service's id of the request.
type identified interface{ ServiceRequestID() string }

// ofSDK reports whether the SDK makes errors of a Go type.
func ofSDK(t reflect.Type) bool {
	return slices.Contains(sdkTypes, t) || t.Implements(reflect.TypeFor[smithy.APIError]()) || t.Implements(reflect.TypeFor[responder]())
}

// sdkTypes are the types without a response that walk recognises.
var sdkTypes = []reflect.Type{
	reflect.TypeFor[*smithy.OperationError](), reflect.TypeFor[*smithyhttp.RequestSendError](), reflect.TypeFor[*smithy.CanceledError](),
	reflect.TypeFor[*smithy.DeserializationError](), reflect.TypeFor[*smithy.SerializationError](),
	reflect.TypeFor[*smithy.InvalidParamsError](), reflect.TypeFor[smithy.InvalidParamsError](),
}

func walk(err error) (t tree) {
	for e := range adapter.Tree(err) {
		switch x := e.(type) {
		case *smithy.OperationError:
			t.made(e)
			if t.call == nil {
				t.call = x
			} else if holds(t.call, x) {
				t.nested = true
			}
		case *smithyhttp.RequestSendError, *smithy.CanceledError:
			t.made(e)
			t.exchange = true
		case *smithy.DeserializationError:
			t.made(e)
			if t.undecoded == nil {
				t.undecoded = x
			}
		case *smithy.SerializationError, *smithy.InvalidParamsError, smithy.InvalidParamsError:
			t.made(e)
			t.inputs = true
		case smithy.APIError: // without a response error around it, below which respond finds it
			t.made(e)
			t.api = x
			return t
		case responder:
			t.made(e)
			t.responded = true
			if t.respond(e, x) {
				return t
			}
		case interface{ CanceledError() bool }: // aws.RequestCanceledError, between two attempts
			t.exchange = true
		}
	}
	return t
}

// made records an error that the SDK made.
func (t *tree) made(e error) {
	if t.sdk == nil {
		t.sdk = e
	}
}

// holds reports whether the inner call is in the tree of the outer one.
func holds(outer, inner *smithy.OperationError) bool {
	for e := range adapter.Tree(outer.Err) {
		if x, ok := e.(*smithy.OperationError); ok && x == inner {
			return true
		}
	}
	return false
}

// respond records a response error, and reports whether it is a response of the service:
// one with a code, or with a status from 300 up. The SDK makes a response error with status
// 0 for every lost connection, and one with status 200 for every body that it could not
// read.
func (t *tree) respond(e error, x responder) bool {
	found := tree{node: e}
	if r, _ := shape.Call(x, responder.HTTPResponse); r != nil { // the zero value panics
		found.response = r.Response
	}
	for inner := range adapter.Tree(e) {
		if api, ok := inner.(smithy.APIError); ok {
			found.api = api
			break
		}
	}
	if found.api == nil && found.status() < 300 {
		if found.status() >= 200 && t.undecoded == nil {
			t.undecoded = e
		}
		if t.asked == nil && found.response != nil {
			t.asked = found.response.Request
		}
		return false
	}
	t.api, t.node, t.response = found.api, found.node, found.response
	return true
}

// status returns the status of the response, or 0.
func (t *tree) status() int {
	if t.response == nil {
		return 0
	}
	return max(t.response.StatusCode, 0)
}

// readResponse reads the error of a call to which the service responded.
func (t *tree) readResponse(a *spec.Answer) {
	a.Node = t.node
	if t.response != nil {
		a.SetResponse(t.response)
	}
	a.RequestID, _ = shape.Call(t.node, identified.ServiceRequestID)
	if t.api == nil {
		return
	}
	a.Node, a.Refuser = t.api, refused{t.api}
	code, _ := shape.Call(t.api, smithy.APIError.ErrorCode)
	a.Codes = []string{bareCode(code)}
	if t.status() < 300 { // an event of a stream, or an error of S3
		fault, _ := shape.Call(t.api, smithy.APIError.ErrorFault)
		a.Kind = faults[fault]
	}
}

// faults are the kinds of unlisted codes without the status of a failure.
var faults = map[smithy.ErrorFault]toolerr.Kind{
	smithy.FaultUnknown: "", smithy.FaultServer: toolerr.KindUpstreamServerError, smithy.FaultClient: toolerr.KindUpstreamBadRequest,
}

// readFailure reads the error of a call without a response of the service: none arrived, it
// could not be read, or no request was sent. httpadapter classifies a lost exchange.
func (t *tree) readFailure(a *spec.Answer) {
	if t.asked != nil && t.asked.URL != nil {
		a.Method, a.URL = t.asked.Method, t.asked.URL.String()
	}
	switch {
	case t.exchange:
		a.Lost = a.Err
	case t.undecoded != nil:
		a.Lost = httpadapter.CheckBody(&http.Response{}, a.Err)
		a.Add(toolerr.WithVendorType(t.undecoded))
	case t.inputs:
		unsent(a)
		a.Refuser = invalidInput{a.Err}
	case t.responded || t.call == nil:
		a.Lost = a.Err
	default:
		readSetUp(a, t.call.Err)
	}
}

// readSetUp reads the error of a call that ended before its request: no region, no
// credentials, an invalid endpoint. Credentials may come over the network from a service
// that is not AWS.
func readSetUp(a *spec.Answer, cause error) {
	lost := httpadapter.Adapter{}.FromError(cause)
	_, expired := signIn.Find(cause)
	switch {
	case expired != nil:
		unsent(a)
		a.Add(toolerr.WithAccess(toolerr.Access{Fact: toolerr.FactSignIn}), toolerr.WithUserAction(), toolerr.WithHint(toolerr.FactSignIn.Hint()))
	case lost == nil:
		unsent(a)
	default:
		a.Lost = cause
		if kind := lost.Kind(); kind != toolerr.KindToolCanceled && kind != toolerr.KindToolTimeout {
			a.Add(toolerr.WithEffect(toolerr.EffectNone)) // the context may have ended between two attempts
		}
	}
}

// signIn is the error of an expired sign-in, which the SDK finds without a request.
var signIn = shape.NewSet(
	shape.T("github.com/aws/aws-sdk-go-v2/credentials/ssocreds", "InvalidTokenError"),
)

// unsent sets a to the error of a request that could not be made.
func unsent(a *spec.Answer) {
	a.Kind = toolerr.KindToolFatal
	a.Add(toolerr.WithEffect(toolerr.EffectNone))
}
