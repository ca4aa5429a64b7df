// Package googleadapter recognises the errors of Google's API clients for Go,
// and those of OAuth 2.0 token endpoints, Google's and everybody else's.
//
// Two adapters live here, because golang.org/x/oauth2 sits under many clients.
// [OAuth2] answers for a refused grant whoever refused it, as service "_oauth2";
// it belongs into every registry. [Adapter] answers for Google, as "_google";
// given a refused grant it takes it for Google's, which it is where Adapter is
// the adapter of one tool. In a registry for everything OAuth2 comes first.
//
// Errors of the transport come from these clients bare, without anything of
// Google's around them; they are httpadapter's. So are those of decoding, unless
// [Adapter.Decoding] says that the tool decodes nothing else.
package googleadapter

import (
	"net/http"
	"time"

	"golang.org/x/oauth2"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises googleapi.Error (the clients of google.golang.org/api, and
// those of cloud.google.com/go that speak REST), the token errors of
// golang.org/x/oauth2 and cloud.google.com/go/auth, the errors of BigQuery's
// jobs, and the parts of a batch. The zero value is ready for use.
//
// An error of gRPC is not Google's by type, and is left to grpcadapter, unless
// it also holds a googleapi.Error, as apierror's do for REST.
type Adapter struct {
	// Decoding makes the adapter answer for the errors of decoding as well:
	// Google's clients return them as the decoder made them, and nothing says
	// that they come from a response. Set it for a tool that decodes nothing but
	// Google's answers; a registry for everything leaves it unset.
	Decoding bool
}

var _ adapter.Tabled = Adapter{}

// Slug returns "_google".
func (Adapter) Slug() string { return slug }

// Table returns what Google's reasons and codes mean, and the codes of token
// endpoints.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not Google's.
func (a Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	if te := fromError(err, err, maxParts); te != nil || !a.Decoding {
		return te
	}
	return undecoded(err)
}

// The types of packages that are not imported.
var (
	apiError   = shape.T("google.golang.org/api/googleapi", "Error")
	tokenError = shape.T("cloud.google.com/go/auth", "Error")
	jobError   = shape.T("cloud.google.com/go/bigquery", "Error")

	// Several errors at once, which do not unwrap.
	jobErrors    = shape.T("cloud.google.com/go/bigquery", "MultiError")
	rowErrors    = shape.T("cloud.google.com/go/bigquery", "PutMultiError")
	entityErrors = shape.T("cloud.google.com/go/datastore", "MultiError")

	types = shape.NewSet(apiError, tokenError, jobError, jobErrors, rowErrors, entityErrors)
)

// maxParts is how deep the parts of several errors are looked into.
const maxParts = 3

// fromError looks for an answer in the tree of part, which is err or a part of
// it that err does not unwrap to.
func fromError(err, part error, depth int) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(part) {
		if x, ok := e.(*oauth2.RetrieveError); ok {
			return refusedGrant(err, grantOf(x), table)
		}
		switch types.Of(e) {
		case apiError:
			return answered(err, e)
		case tokenError:
			return refusedGrant(err, grantOfAuth(e), table)
		case jobError:
			return failedJob(err, e)
		case jobErrors, rowErrors, entityErrors:
			if te := firstPart(err, e, depth); te != nil {
				return te
			}
		}
		if te := tokenText(err, e, table); te != nil {
			return te
		}
	}
	return nil
}

// firstPart returns what the first part of several errors means that means
// anything, nil if none does.
func firstPart(err, several error, depth int) (te *toolerr.ToolRuntimeError) {
	if depth == 0 {
		return nil
	}
	for item := range shape.Items(several, "") {
		part, ok := item.(error)
		if !ok {
			part, ok = shape.Field[error](item, "Errors") // a row, with errors of its own
		}
		if !ok {
			continue
		}
		found := fromError(err, part, depth-1)
		if found != nil && found.Extra().VendorCode != codeStopped {
			return found
		}
		if te == nil {
			te = found
		}
	}
	return te
}

// codeStopped is BigQuery's word for a row that was fine, and was left out for
// the sake of others that were not.
const codeStopped = "stopped"

// answered is the error of a call that Google refused or failed.
func answered(err, api error) *toolerr.ToolRuntimeError {
	e := refusalOf(api)
	d := rpcdetails.OfJSON(e.details)
	status := e.code
	if status < 300 || status > 999 {
		// The code is the body's, which need not be an HTTP status at all.
		status = 0
	}
	row, code, listed := rowOf(e, d)
	opts := append(make([]toolerr.Option, 0, 8), toolerr.WithVendorType(api), toolerr.WithStatus(status))
	if id := d.RequestID; id != "" {
		opts = append(opts, toolerr.WithRequestID(id))
	} else if id = httpadapter.RequestID(e.header); id != "" {
		opts = append(opts, toolerr.WithRequestID(id))
	}

	kind := row.Kind
	if !listed {
		kind = toolerr.StatusRuleOf(status).Kind
		opts = append(opts, toolerr.WithVendorCode(code), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
		if status == http.StatusForbidden && d.HasDelay {
			kind = toolerr.KindUpstreamRateLimit
		}
	}
	switch {
	case kind == toolerr.KindUpstreamRateLimit && d.Daily:
		// What the error says of a wait is about the limit per minute.
		opts = append(opts, toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.Msg(hintToday)))
	case kind == toolerr.KindUpstreamRateLimit:
		opts = waiting(opts, http.StatusTooManyRequests, e.header, d) // whatever the status
	default:
		opts = waiting(opts, status, e.header, d)
	}
	switch {
	case listed:
		return row.Error(err, opts...)
	case status == 0, kind == toolerr.KindUpstreamRateLimit:
		return toolerr.New(kind, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
	}
	return httpadapter.FromStatus(err, status, e.header, time.Time{}, opts...)
}

// waiting adds how long upstream asks to wait: in a header, which is there for
// every client, or else in the details.
func waiting(opts []toolerr.Option, status int, h http.Header, d rpcdetails.Details) []toolerr.Option {
	if wait, ok := httpadapter.RetryAfter(status, h, time.Time{}); ok {
		return append(opts, toolerr.WithRetryAfter(wait))
	}
	if d.HasDelay {
		return append(opts, toolerr.WithRetryAfter(d.Delay))
	}
	return opts
}

// rowOf returns the row of the most telling word that the table knows: the
// reason of ErrorInfo, those of the older envelope, the canonical code. code is
// the first word there is, known or not.
func rowOf(e refusal, d rpcdetails.Details) (row adapter.Row, code string, listed bool) {
	if code = d.Reason; code != "" {
		if row, listed = table.Lookup(code); listed {
			return row, code, true
		}
	}
	for _, reason := range e.reasons {
		if code == "" {
			code = reason
		}
		if row, listed = table.Lookup(reason); listed {
			return row, reason, true
		}
	}
	if row, listed = table.Lookup(e.canonical); listed {
		return row, e.canonical, true
	}
	if code == "" {
		code = e.canonical
	}
	return adapter.Row{}, code, false
}

// failedJob is the error of a job of BigQuery: its reason, without a status.
func failedJob(err, job error) *toolerr.ToolRuntimeError {
	reason, _ := shape.Field[string](job, "Reason")
	if row, ok := table.Lookup(reason); ok {
		return row.Error(err, toolerr.WithVendorType(job))
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(job),
		toolerr.WithVendorCode(reason), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)))
}
