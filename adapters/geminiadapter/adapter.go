// Package geminiadapter recognises the errors of Google's Go SDK for Gemini,
// google.golang.org/genai, without requiring it.
//
// The SDK's error is a value that holds a slice: it cannot be compared, and is
// not found by errors.As with a pointer. It keeps the body and drops the headers,
// so that how long to wait is read from the details of the body. Reasons in them
// beat the status: a bad key is a 400.
package geminiadapter

import (
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises genai.APIError, of Gemini's API and of Vertex AI. The zero
// value is ready for use.
//
// Failures below HTTP, answers that the SDK could not read, and refused tokens
// are left to httpadapter and googleadapter. So are the errors of the package
// genai/interactions.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_gemini".
func (Adapter) Slug() string { return slug }

// Table returns what the canonical codes and the reasons mean. A word of which the
// table says nothing stays in the report.
func (Adapter) Table() adapter.Table { return table }

// The type of the SDK.
var (
	apiError = shape.T("google.golang.org/genai", "APIError")
	types    = shape.NewSet(apiError)
)

var (
	codeOf    = shape.NewGetter[int]("Code")
	statusOf  = shape.NewGetter[string]("Status")
	detailsIn = shape.NewGetter[[]map[string]any]("Details")
)

// FromError returns what err means, nil if the SDK did not make it, or made it of
// nothing.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if types.Of(e) != apiError {
			continue
		}
		if a := answerOf(e); a.says() {
			return a.adapt(err)
		}
	}
	return nil
}

// answer is what one error of the API says.
type answer struct {
	node    error
	status  int    // from 300 up; 0 is none. In a stream it is the body's alone.
	code    string // the canonical code, or a status line where there is no JSON
	details rpcdetails.Details
}

// says reports whether there is an answer in a: the zero value of the SDK's error
// has none.
func (a *answer) says() bool { return a.status != 0 || a.code != "" || a.details.Reason != "" }

func answerOf(e error) answer {
	a := answer{node: e}
	if code, _ := codeOf.Of(e); code >= 300 && code <= 999 {
		a.status = code
	}
	a.code, _ = statusOf.Of(e)
	all, _ := detailsIn.Of(e)
	a.details = rpcdetails.OfJSON(all)
	return a
}

// adapt is the error that the answer means.
func (a *answer) adapt(err error) *toolerr.ToolRuntimeError {
	opts := append(make([]toolerr.Option, 0, 10),
		toolerr.WithVendorType(a.node), toolerr.WithStatus(a.status), toolerr.WithService(slug),
		toolerr.WithUpstreamName(toolerr.Name(display)), toolerr.WithRequestID(a.details.RequestID))
	row, listed := a.row()
	kind := row.Kind
	if !listed {
		kind = toolerr.StatusRuleOf(a.status).Kind
		opts = append(opts, toolerr.WithVendorCode(a.word()))
	}
	switch {
	case kind == toolerr.KindUpstreamRateLimit && a.details.Daily:
		// The delay beside it is about the limit per minute.
		opts = append(opts, toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.Msg(hintToday)))
	case a.details.HasDelay:
		opts = append(opts, toolerr.WithRetryAfter(a.details.Delay))
	}
	switch {
	case listed:
		return row.Error(err, opts...)
	case a.status != 0:
		return httpadapter.FromStatus(err, a.status, nil, time.Time{}, opts...)
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// row is what the table says: of the reason, then of the code.
func (a *answer) row() (adapter.Row, bool) {
	if row, ok := table.Lookup(a.details.Reason); ok {
		return row, true
	}
	return table.Lookup(a.code)
}

// word is what the report has for a code.
func (a *answer) word() string {
	if a.details.Reason != "" {
		return a.details.Reason
	}
	return a.code
}
