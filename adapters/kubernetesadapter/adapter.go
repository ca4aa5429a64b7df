// Package kubernetesadapter recognises the errors of Kubernetes' API, as
// client-go and everything built on it return them.
//
// The packages are not imported: apimachinery's StatusError is known by the name
// of its type, whatever the version. Its reason decides. The agent sees the
// reason; names, accounts and what an admission webhook wrote stay with the
// developer.
package kubernetesadapter

import (
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises StatusError of k8s.io/apimachinery/pkg/api/errors, and the
// word of client-go's own rate limiter. The zero value is ready for use.
//
// Connections that cannot be made, or that break, are httpadapter's. client-go
// has repeated by itself, ten times at most, what the server told it to repeat
// later.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_kubernetes".
func (Adapter) Slug() string { return slug }

// Table returns what the reasons mean.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not Kubernetes'.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		switch {
		case types.Of(e) != (shape.Type{}):
			status, _ := fieldCode.Of(e)
			return answered(err, e, status, nil)
		case limited(e):
			row, _ := table.Lookup(clientLimit)
			// Nobody has answered: a context that ended comes first.
			return row.Error(err, toolerr.WithVendorType(e), toolerr.WithVendorCode(""))
		}
	}
	return nil
}

var (
	statusError = shape.T("k8s.io/apimachinery/pkg/api/errors", "StatusError")

	types = shape.NewSet(statusError)

	fieldReason = shape.NewGetter[string]("ErrStatus.Reason")
	fieldCode   = shape.NewGetter[int]("ErrStatus.Code")
	fieldWait   = shape.NewGetter[int]("ErrStatus.Details.RetryAfterSeconds")
	fieldType   = shape.NewGetter[string]("Type")

	// wrappedText is the type behind fmt.Errorf with a %w.
	wrappedText = reflect.TypeOf(fmt.Errorf("%w", io.EOF))
)

// limited reports whether client-go's own rate limiter gave up waiting, which it
// says without a type (client-go v0.37.2, rest/request.go). Nothing was sent.
func limited(e error) bool {
	return reflect.TypeOf(e) == wrappedText && strings.HasPrefix(e.Error(), "client rate limiter Wait returned an error: ")
}

// answered is the error of a call that the API refused or failed.
func answered(err, e error, status int, header http.Header) *toolerr.ToolRuntimeError {
	reason, _ := fieldReason.Of(e)
	opts := []toolerr.Option{toolerr.WithVendorType(e), toolerr.WithStatus(status), {}, {}}
	if seconds, _ := fieldWait.Of(e); seconds > 0 {
		opts[2] = toolerr.WithRetryAfter(time.Duration(seconds) * time.Second)
	}
	row, ok := table.Lookup(reason)
	if !ok || own[reason] {
		return unlisted(err, status, header, reason, opts)
	}
	for item := range shape.Items(e, "ErrStatus.Details.Causes") {
		cause, _ := fieldType.Of(item)
		if cause == disruptionBudget && row.Kind == toolerr.KindUpstreamRateLimit {
			row, _ = table.Lookup(disruptionBudget)
		}
		if hint := causes[cause]; reason == invalid && !hint.IsZero() {
			opts[3] = toolerr.WithHint(hint)
			break
		}
	}
	return row.Error(err, opts...)
}

// unlisted is the error of a reason that the table does not know, or of none: the
// status decides.
func unlisted(err error, status int, header http.Header, reason string, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	opts = append(opts, toolerr.WithVendorCode(reason), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
	if te := httpadapter.FromStatus(err, status, header, time.Time{}, opts...); te != nil {
		return te
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}
