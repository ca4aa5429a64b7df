package awsadapter

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// A v1Error is an error of the AWS SDK for Go v1, which has one interface for its own
// errors and those of services (aws-sdk-go v1.55.8, awserr.Error). It has OrigErr instead
// of Unwrap.
type v1Error interface {
	error
	Code() string
	Message() string
	OrigErr() error
}

// A v1Response is an error of a response.
type v1Response interface {
	StatusCode() int
	RequestID() string
}

// isV1 reports whether the SDK made e, because errors of other vendors may have the same
// methods.
func isV1(e v1Error) bool {
	t := reflect.TypeOf(e)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return strings.Contains(t.PkgPath()+"/", v1Module)
}

// v1Module is the path of the SDK, which a program may have in a folder vendor.
var v1Module = "github.com/aws/aws-sdk-go/"

// maxV1 is the maximum number of nested SDK errors that are read.
const maxV1 = 16

// readV1 reads an error of the SDK for Go v1: that of the first service that responded, or
// the reason why the call ended before.
func readV1(e v1Error) *spec.Answer {
	a := &spec.Answer{Node: e}
	var code string
	var cause error
	credentials := false
	for range maxV1 {
		code, _ = shape.Call(e, v1Error.Code)
		credentials = credentials || local[code]
		if !credentials && answeredV1(a, e, code) {
			return a
		}
		cause, _ = shape.Call(e, v1Error.OrigErr)
		inner, ok := cause.(v1Error)
		if !ok || !isV1(inner) {
			break
		}
		e, cause = inner, nil
	}
	if credentials {
		code = ""
	}
	readUnansweredV1(a, e, code, cause)
	return a
}

// answeredV1 reads e if it is a response of a service: one with the status of a failure, or
// with a code in the table.
func answeredV1(a *spec.Answer, e v1Error, code string) bool {
	status, _ := shape.Call(e, v1Response.StatusCode)
	_, listed := table.Lookup(bareCode(code))
	if status < 300 && (!listed || code == "InvalidParameter") { // the SDK checks parameters itself
		a.Status = max(a.Status, status)
		return false
	}
	a.Node, a.Status, a.Refuser = e, max(status, 0), refusedV1{e}
	a.RequestID, _ = shape.Call(e, v1Response.RequestID)
	if !unread[code] {
		a.Codes = []string{bareCode(code)}
	}
	return true
}

// unread are the SDK's codes for a response that it could not read (aws-sdk-go v1.55.8,
// aws/request, aws/awserr, service/sqs).
var unread = map[string]bool{
	"SerializationError": true, "UnmarshalError": true, "ReadError": true, "ResponseTimeout": true, "InvalidChecksum": true,
}

// local are the SDK's codes for credentials that a local source did not return. Their
// statuses are not those of a service (aws-sdk-go v1.55.8, aws/credentials,
// aws/ec2metadata).
var local = map[string]bool{"EC2MetadataRequestError": true, "EC2MetadataError": true, "EC2RoleRequestError": true, "CredentialsEndpointError": true}

// readUnansweredV1 reads the SDK's own error e, by its code and the error that it wraps.
func readUnansweredV1(a *spec.Answer, e v1Error, code string, cause error) {
	switch {
	case code == "ResponseTimeout":
		a.Kind = toolerr.KindNetworkTransportTimeout
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	case code == "RequestError" && cause != nil, code == "RequestCanceled" && cause != nil:
		a.Lost = cause
	case unread[code], a.Succeeded(), code == "RequestError", code == "RequestCanceled":
		if cause == nil {
			cause = e
		}
		a.Lost = httpadapter.CheckBody(&http.Response{}, cause)
	case code == "SSOProviderInvalidToken":
		unsent(a)
		a.Add(toolerr.WithUserAction(), toolerr.WithHint(hintSignIn))
	case code == "ResourceNotReady": // a waiter, which only reads
		a.Kind = toolerr.KindUpstreamUnmapped
		a.Add(toolerr.WithEffect(toolerr.EffectNone))
	case cause == nil:
		unsent(a)
		if outer, ok := a.Node.(error); ok {
			a.Refuser = invalidInput{outer}
		}
	default:
		readSetUp(a, cause)
	}
}
