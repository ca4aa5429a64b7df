// Package minioadapter recognises the errors of MinIO's Go client, whichever
// store of the S3 protocol it talks to.
//
// The client is not imported: its errors are known by the names of their types,
// in every major. Its codes are those of Amazon S3, so what they mean is read
// from awsadapter's table; MinIO's own are added here.
//
// Buckets, keys and what the server wrote stay with the developer.
package minioadapter

import (
	"net/http"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises ErrorResponse and RemoveObjectError of
// github.com/minio/minio-go, ErrorResponse of its credentials package, and what
// the client says without a type: of names that it does not send, of servers
// that are offline and of connections that were closed. The zero value is ready
// for use.
//
// Other broken connections are httpadapter's, those of reading an object among
// them. The client throws Retry-After away; httpadapter.Transport below it keeps
// the wait. It has repeated by itself, ten times at most, what it takes to be
// passing.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_minio".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean: those of S3, those of MinIO, and errand's
// own words for what the client says without a code.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not the client's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		switch types.Of(e) {
		case response:
			return answered(err, e, toolerr.Option{})
		case grant:
			return ungranted(err, e)
		case removal:
			return unremoved(err, e)
		default:
			if word := wordOf(e); word != "" {
				row, _ := table.Lookup(word)
				return row.Error(err, toolerr.WithVendorType(e), toolerr.WithVendorCode(""))
			}
		}
	}
	return nil
}

const module = "github.com/minio/minio-go"

var (
	response = shape.T(module, "ErrorResponse")
	removal  = shape.T(module, "RemoveObjectError")
	grant    = shape.T(module+"/pkg/credentials", "ErrorResponse")

	types = shape.NewSet(response, removal, grant)

	fieldStatus = shape.NewGetter[int]("StatusCode")
	fieldCode   = shape.NewGetter[string]("Code")
	fieldID     = shape.NewGetter[string]("RequestID")
	fieldHost   = shape.NewGetter[string]("HostID")
	fieldServer = shape.NewGetter[string]("Server")
	fieldErr    = shape.NewGetter[error]("Err")
	grantCode   = shape.NewGetter[string]("STSError.Code")
)

// answered is the error of a call that the store refused or failed, or that the
// client did not send. more is an option for all of it.
func answered(err, e error, more toolerr.Option) *toolerr.ToolRuntimeError {
	code, _ := fieldCode.Of(e)
	status, _ := fieldStatus.Of(e)
	opts := append(make([]toolerr.Option, 0, 8), toolerr.WithVendorType(e))
	if unsent(e, code, status) {
		status = 0 // the client's own idea
	} else if id, _ := fieldID.Of(e); id != "" {
		opts = append(opts, toolerr.WithRequestID(id))
	}
	return refused(err, code, status, nil, append(opts, more))
}

// refused is what a code means or, where no row has it, its form and the status.
func refused(err error, code string, status int, header http.Header, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	if status < 300 {
		status = 0 // a failure inside of a success
	}
	opts = append(opts, toolerr.WithStatus(status))
	if row, ok := table.Lookup(code); ok {
		return row.Error(err, opts...)
	}
	opts = append(opts, toolerr.WithVendorCode(code), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
	kind, ok := familyOf(code, status)
	if !ok && status != 0 {
		return httpadapter.FromStatus(err, status, header, time.Time{}, opts...)
	}
	if !ok {
		kind = toolerr.KindUpstreamUnmapped
	}
	return toolerr.New(kind, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// own is the request id of errors that the client makes itself.
const own = "minio"

// unsent reports whether the client made e itself, before a request or between
// two of an upload: by its own request id, or because nothing in e is a server's
// (minio-go v6.0.57, v7.4.1).
func unsent(e error, code string, status int) bool {
	id, _ := fieldID.Of(e)
	if id == own {
		return true
	}
	host, _ := fieldHost.Of(e)
	server, _ := fieldServer.Of(e)
	return status == http.StatusBadRequest && id == "" && host == "" && server == "" && clientsOwn[code]
}

// familyOf says what an unlisted code means whose name follows the protocol's
// habits. A throttle is one under any status; otherwise a 5xx stays a failure.
func familyOf(code string, status int) (toolerr.Kind, bool) {
	switch {
	case strings.HasPrefix(code, "SlowDown"), strings.HasPrefix(code, "Throttl"):
		return toolerr.KindUpstreamRateLimit, true
	case strings.HasPrefix(code, "NoSuch") && status < 500:
		return toolerr.KindUpstreamNotFound, true
	}
	return "", false
}

// ungranted is the error of a call that was not sent: the service that gives
// temporary credentials refused them. The client forgets the status.
func ungranted(err, e error) *toolerr.ToolRuntimeError {
	code, _ := grantCode.Of(e)
	id, _ := fieldID.Of(e)
	opts := []toolerr.Option{toolerr.WithVendorType(e), toolerr.WithRequestID(id), toolerr.WithEffect(toolerr.EffectNone)}
	if row, ok := table.Lookup(code); ok {
		return row.Error(err, opts...)
	}
	return toolerr.New(toolerr.KindUpstreamAuthError, toolerr.Message{}, append(opts, toolerr.WithCause(err), toolerr.WithVendorCode(code),
		toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))...)
}

// unremoved is the error of one object of a removal of several, some of which may
// be gone. The client does not unwrap it. Nil if it is a broken connection of
// nobody's.
func unremoved(err, e error) *toolerr.ToolRuntimeError {
	inner, _ := fieldErr.Of(e)
	some := toolerr.WithEffect(toolerr.EffectUnknown)
	if types.Of(inner) == response {
		return answered(err, inner, some)
	}
	if word := wordOf(inner); word != "" {
		row, _ := table.Lookup(word)
		return row.Error(err, toolerr.WithVendorType(inner), toolerr.WithVendorCode(""), some)
	}
	te := (httpadapter.Adapter{}).FromError(inner)
	if te == nil {
		return nil
	}
	return te.With(toolerr.WithCause(err), some, toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
}
