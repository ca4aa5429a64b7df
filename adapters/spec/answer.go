package spec

import (
	"net/http"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// An Answer is what an error or a response contains, before it becomes an error of package
// toolerr. The functions of a [Spec] read and change it.
type Answer struct {
	// Err is the error to adapt. It becomes the cause of the new error.
	Err error
	// Node is the client's error in the tree of Err, or the value that [Spec.Body]
	// returned; nil for a response without either.
	Node any
	// Type identifies the [Error] by which Node was read: it is the first of its Types. It
	// is the zero Type for an error of [Spec.Text].
	Type shape.Type

	// Status is the HTTP status, also of a success; 0 if there was none.
	Status int
	// Stated is the status of a failure that the body of a success states. It decides as
	// Status does, and is not reported.
	Stated int
	// Header holds the response's headers, nil if the client dropped them.
	Header http.Header
	// Method and URL are those of the request, "" if unknown.
	Method, URL string
	// RequestID is the id that the service gave the request.
	RequestID string
	// Codes are the vendor's codes, the most specific first.
	Codes []string
	// Wait is how long the error itself asks to wait, if HasWait.
	Wait    time.Duration
	HasWait bool

	// Limit is what the error itself states about a rate limit. If it is the zero Limit, the
	// body of a plain HTTP response is read.
	Limit httpadapter.Limit

	// Row is the row that decides; the zero Row if the status decides. See
	// [Answer.Is].
	Row adapter.Row
	// Kind decides if there is no row. If it is "", the status decides, and then Lost and
	// Unread.
	Kind toolerr.Kind
	// Message is the text for the agent if neither a row nor the status decides. The zero
	// Message means the kind's text.
	Message toolerr.Message
	// Unread means that the client could not read the response, because the connection
	// broke or a decoder refused it.
	Unread bool
	// Undecoded means that the whole response arrived and that the client's decoder refused
	// it: the service is at fault.
	Undecoded bool
	// Fallback means that the answer counts only if no other error in the tree is the
	// vendor's. Of several such answers the outermost counts.
	Fallback bool
	// Lost is the error below HTTP that ended the call, such as a reset connection; nil if
	// there was none. If there is no row, kind or status, the result is that of httpadapter
	// for Lost.
	Lost error
	// LostText is the text of such an error, from [Spec.Text], if a library kept only that, as
	// fmt.Errorf does with %v. It is ignored if it is not a text of net/http or below.
	LostText string
	// Refuser returns what the service refused, on demand. If it is nil, [Error.Refusal]
	// does, or the body of a plain HTTP response is read.
	Refuser toolerr.Refuser
	// Data is a value that [Error.Read] passes to [Spec.Refine]. Nothing else uses it.
	Data any

	table   adapter.Table
	stated  bool // Row is not of the table: the body states it
	client  bool // the client itself made the error, whose text is in [Spec.Text]
	retry   adapter.Retry
	options []toolerr.Option
	last    []toolerr.Option // the caller's
}

// Is makes the row of a code decide, whatever Codes are. If the table does not list the
// code, it clears Row. Call Is in Error.Read and Spec.Refine. In Spec.Text and Spec.Tree it
// finds no row, because the Answer that they create has no table yet: set Codes there.
//
//go:noinline
func (a *Answer) Is(code string) { a.Row, _ = a.table.Lookup(code) }

// Decided returns the kind that follows from row, Kind and status; "" if there is none of
// the three.
func (a *Answer) Decided() toolerr.Kind {
	switch {
	case a.Row.VendorCode != "":
		return a.Row.Kind
	case a.Kind != "":
		return a.Kind
	case a.failure() == 0:
		return ""
	case a.failure() == http.StatusForbidden && a.HasWait:
		return toolerr.KindUpstreamRateLimit // a missing permission does not return after a wait
	}
	return toolerr.StatusRuleOf(a.failure()).Kind
}

// Code returns the first of the vendor's codes, listed or not; "" if there is none.
func (a *Answer) Code() string {
	for _, code := range a.Codes {
		if code != "" {
			return code
		}
	}
	return ""
}

// Empty reports whether there is neither a code nor the status of a failure.
func (a *Answer) Empty() bool { return a.Code() == "" && a.failure() == 0 }

// SetResponse records status, headers, method and URL of a response.
func (a *Answer) SetResponse(r *http.Response) {
	a.Status, a.Header = r.StatusCode, r.Header
	if q := r.Request; q != nil && q.URL != nil {
		a.Method, a.URL = q.Method, q.URL.String()
	}
}

// WaitFor records how long the error itself asks to wait.
func (a *Answer) WaitFor(wait time.Duration) { a.Wait, a.HasWait = wait, true }

// Retry overrides the advice whether a retry may help.
func (a *Answer) Retry(can bool) {
	if a.retry = adapter.RetryNever; can {
		a.retry = adapter.RetryMayHelp
	}
}

// Add adds options. They are applied after those of the rules.
//
//go:noinline
func (a *Answer) Add(options ...toolerr.Option) { a.options = append(a.options, options...) }

// Needs records the scopes or permissions that the service named as needed, with spaces,
// commas or semicolons between them.
func (a *Answer) Needs(words string) {
	a.Add(toolerr.WithAccess(toolerr.Access{Scopes: strings.FieldsFunc(words[:min(len(words), 4<<10)], func(r rune) bool {
		return strings.ContainsRune(" ,;", r)
	})}))
}

// Succeeded reports whether the status is that of a success: the failure came after the
// status, or only the body describes it.
func (a *Answer) Succeeded() bool { return a.Status >= 200 && a.Status < 300 }

// failure returns the status of the failure, or 0.
func (a *Answer) failure() int {
	if a.Status < 300 || a.Status > 999 {
		return a.Stated
	}
	return a.Status
}
