// Package minioadapter recognises the errors of MinIO's Go client, for any server of
// the S3 protocol, and plain HTTP responses of MinIO.
//
// The client is not imported: package shape recognises its errors by the names of
// their types, whatever the version. Its codes are those of Amazon S3, whose meaning
// comes from awsadapter's table; the table here adds MinIO's own.
//
// Buckets, keys and the server's texts reach developers only.
package minioadapter

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises ErrorResponse and RemoveObjectError of
// github.com/minio/minio-go, ErrorResponse of its credentials package, the errors
// that the client makes without a type (of names that it does not send, of servers
// that are offline, of connections that were closed), and plain HTTP responses of
// MinIO. The zero value is ready to use.
//
// Other broken connections are left to httpadapter, and so is an error of reading an
// object's body. The client drops Retry-After; [httpadapter.Transport] under it keeps the
// wait. The client itself has already retried transient failures, at most ten times.
type Adapter struct{}

// Slug returns "_minio".
func (Adapter) Slug() string { return table.Slug() }

// Spec returns the data of the adapter; see [spec.Of]. Its table has the meanings of the
// codes: those of S3, those of MinIO, and errand's own for the client's errors without a
// code. A response below 300 is a failure if its body is an error.
//
// A response without a body, such as that to HEAD, does not show whether the bucket or the
// object is missing: with 404 there is no code.
func (Adapter) Spec() adapter.Adapter { return minio }

// Reads also accepts the errors of removals, which the spec does not read.
func (Adapter) Reads(t reflect.Type) bool { return minio.Reads(t) || removals.Has(t) }

// FromError returns the error that err becomes, or nil if it is not MinIO's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	if te := minio.FromError(err); te != nil {
		return te
	}
	if _, e := removals.Find(err); e != nil {
		return removalError(err, e)
	}
	return nil
}

const module = "github.com/minio/minio-go"

var (
	errorResponse     = shape.T(module, "ErrorResponse")
	stsErrorResponse  = shape.T(module+"/pkg/credentials", "ErrorResponse")
	removeObjectError = shape.T(module, "RemoveObjectError")
)

var minio = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{errorResponse}, Codes: []string{"Code"}, Status: "StatusCode", RequestID: "RequestID", Read: readOwn, Refusal: refused},
		{Types: []shape.Type{stsErrorResponse}, Codes: []string{"STSError.Code"}, RequestID: "RequestID", Read: readSTS},
	},
	Text:         readText,
	Begins:       []string{"Bucket name ", "Object name ", "Connection closed by foreign host ", "http"},
	Body:         readBody,
	CodeHeader:   "X-Minio-Error-Code", // minio-go v7.4.1, api-error-response.go
	Refusals:     awsadapter.Refusals(),
	FailsWith2xx: true,
	// As above; minio, cmd/api-headers.go: setCommonHeaders.
	Headers: []string{"X-Minio-Error-Code", "Server: MinIO"},
	Refine:  refine,
})

// A failure has the fields of the client's ErrorResponse.
type failure struct {
	Code string
	body []byte
}

// readBody decodes the XML of the store, or of the service that grants temporary
// credentials.
func readBody(body []byte) any {
	switch root, codes := spec.XML(body, "Code", "Error>Code"); root {
	case "Error":
		return failure{codes[0], body}
	case "ErrorResponse":
		return failure{codes[1], body}
	}
	return nil
}

// refusal returns the store's refusal. A body has more information than the fields of the
// client's error.
func refused(node any) toolerr.Refusal {
	if f, plain := node.(failure); plain {
		return refusal.Read(f.body, awsadapter.Refusals().Read)
	}
	code, _ := shape.Field[string](node, "Code")
	text, _ := shape.Field[string](node, "Message")
	bucket, _ := shape.Field[string](node, "BucketName")
	key, _ := shape.Field[string](node, "Key")
	if strings.Contains(code, "Bucket") {
		key = bucket
	}
	return awsadapter.Refusals().Refusal(text, refusal.Statement{Code: code, Text: text, Value: key})
}

// readOwn drops the status and the request id of an error that the client made, before a
// request or between two of an upload: it has the client's own request id, or no data of a
// server (minio-go v6.0.57, v7.4.1).
func readOwn(a *spec.Answer) bool {
	host, _ := shape.Field[string](a.Node, "HostID")
	server, _ := shape.Field[string](a.Node, "Server")
	_, sent := a.Node.(failure)
	sent = sent || a.RequestID+host+server != ""
	if a.RequestID == "minio" || !sent && a.Status == http.StatusBadRequest && clientsOwn[a.Code()] {
		a.Status, a.RequestID = 0, ""
	}
	return true
}

// readSTS reads the error of a call that was not sent, because the service for temporary
// credentials refused them. The client drops its status.
func readSTS(a *spec.Answer) bool {
	a.Kind = toolerr.KindUpstreamAuthError
	a.Add(toolerr.WithEffect(toolerr.EffectNone))
	return true
}

// silent are the codes that the client sets for responses without one (minio-go v7.4.1,
// api-error-response.go).
var silent = map[int]string{403: "AccessDenied", 412: "PreconditionFailed"}

// refine handles a status without a code, and unlisted codes whose names follow those of
// S3. A throttle is one with any status; any other 5xx is a failure.
func refine(a *spec.Answer) {
	code := a.Code()
	switch {
	case code == "" && silent[a.Status] != "":
		a.Codes = []string{silent[a.Status]}
		a.Is(silent[a.Status])
	case a.Row.VendorCode != "" || a.Kind != "":
	case strings.HasPrefix(code, "SlowDown"), strings.HasPrefix(code, "Throttl"):
		a.Kind = toolerr.KindUpstreamRateLimit
	case strings.HasPrefix(code, "NoSuch") && a.Status < 500:
		a.Kind = toolerr.KindUpstreamNotFound
	}
}

var removals = shape.NewSet(removeObjectError)

// removalError returns the answer for e, the error of one object in a removal of several:
// that of its cause, which the client does not unwrap. Other objects may have been removed.
func removalError(err, e error) *toolerr.ToolRuntimeError {
	cause, _ := shape.Field[error](e, "Err")
	te := minio.FromError(cause)
	if te == nil {
		te = httpadapter.Adapter{}.FromError(cause)
	}
	if te == nil {
		return nil
	}
	return te.With(toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithService(table.Slug()), toolerr.WithUpstreamName(toolerr.Name("MinIO")))
}
