package spec

import (
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/toolerr"
)

// result returns the error for an answer.
func (v *Adapter) result(a *Answer) *toolerr.ToolRuntimeError {
	v.choose(a)
	if v.spec.Refine != nil {
		v.spec.Refine(a)
	}
	v.limit(a)
	if a.HasWait && a.Decided() == toolerr.KindUpstreamRateLimit && a.Row.VendorCode == "" {
		a.Kind = toolerr.KindUpstreamRateLimit // also for a 403
	}
	status, reported := a.failure(), a.failure()
	if a.Stated == status {
		reported = 0
	}
	byStatus := a.Row.VendorCode == "" && a.Kind == "" && status != 0
	var room [20]toolerr.Option
	opts := append(room[:0], v.service, v.display, toolerr.WithCause(a.Err), toolerr.WithStatus(reported))
	if node, ok := a.Node.(error); ok && a.Lost == nil { // httpadapter sets a more specific type
		opts = append(opts, toolerr.WithVendorType(node))
	}
	if a.RequestID == "" && !byStatus { // else httpadapter reads the headers
		a.RequestID = httpadapter.RequestID(a.Header)
	}
	if a.RequestID != "" {
		opts = append(opts, toolerr.WithRequestID(a.RequestID))
	}
	if a.URL == "" {
		a.asked()
	}
	if a.URL != "" {
		opts = append(opts, toolerr.WithEndpoint(a.Method, a.URL))
	}
	if code := a.Code(); code != "" && (a.stated || code != a.Row.VendorCode) && !a.Row.Unanswered {
		opts = append(opts, toolerr.WithVendorCode(code))
	}
	if finding, ok := a.Row.Finding(); ok {
		a.Refuser = ruled{a.Refuser, finding}
	}
	switch {
	case a.Refuser == nil:
	case a.aboutRequest():
		opts = append(opts, toolerr.WithRefusal(a.Refuser))
	default:
		opts = append(opts, toolerr.WithRefusal((*unfound)(a)))
	}
	if said := httpadapter.Challenge(a.Status, a.Header); !byStatus && (said.Scopes != nil || said.ResourceMetadata != "") {
		said.Fact = "" // the row is more exact
		opts = append(opts, toolerr.WithAccess(said))
	}
	opts = append(append(v.retry(a, opts, byStatus), a.options...), a.last...)
	switch {
	case a.stated: // the code is not one of this vendor's table
		a.Row.VendorCode = ""
		return a.Row.Error(a.Err, opts...)
	case a.Row.VendorCode != "":
		return a.Row.Error(a.Err, opts...)
	case a.Kind != "":
		return toolerr.New(a.Kind, a.Message, opts...)
	case byStatus:
		if r, ok := a.Refuser.(*httpadapter.Response); ok {
			opts = append(opts, httpadapter.Advice(status, a.Header, r.Body)...)
		}
		return httpadapter.FromStatus(a.Err, status, a.Header, time.Time{}, opts...)
	case a.Lost != nil:
		return lost(a, opts)
	case a.Undecoded:
		return decoder.Undecodable(true, opts...)
	case a.Unread:
		if refused, json := decoder.Refused(a.Err); refused {
			return decoder.Undecodable(json, opts...)
		}
		return toolerr.New(toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
			append([]toolerr.Option{toolerr.WithEffect(toolerr.EffectUnknown)}, opts...)...)
	}
	return toolerr.New(toolerr.KindUpstreamUnmapped, a.Message, opts...)
}

// limit adds what the body states beside code and status: a more exact row, if the code is
// not listed or says little, and what it says of a rate limit.
func (v *Adapter) limit(a *Answer) {
	if r, ok := a.Refuser.(*httpadapter.Response); ok && a.Limit == (httpadapter.Limit{}) {
		a.Limit = httpadapter.LimitIn(r.Body)
	}
	weak := a.Row.VendorCode == "" || a.Row.Fact == toolerr.FactFailed || slices.Contains(v.spec.Weak, a.Row.VendorCode) ||
		(a.Row.Fact == toolerr.FactRefused || a.Row.Fact == toolerr.FactInvalid || a.Row.Fact == toolerr.FactNotPermitted) && a.Row.Hint == a.Row.Fact.Hint()
	row, inText, ok := a.Limit.Row(a.failure())
	switch limited := a.Row.Fact == toolerr.FactRateLimit; {
	case a.Row.Fact == toolerr.FactNotPermitted && (row.Fact == toolerr.FactRateLimit || !inText && a.Row.VendorCode != ""): // no wait gives a permission, and the code is the vendor's own
	case a.Row.Fact == toolerr.FactMissingScope && inText && row.Fact == toolerr.FactPlanLimit: // no grant gives a plan
		a.Row, a.stated = row, true
	case a.Kind == "" && ok && (a.failure() != 0 || v.spec.FailsWith2xx) && (weak || limited && row.Fact == toolerr.FactAccountEmpty || a.Row.Fact == toolerr.FactInvalid && row.Fact == toolerr.FactAccountClosed || outdone(a.Row.Fact, row, inText)):
		a.Row, a.stated = row, true
	case limited && a.failure() == http.StatusPaymentRequired:
		a.Row = adapter.Row{} // the status is more exact
	}
	if a.Decided() != toolerr.KindUpstreamRateLimit {
		return
	}
	switch l := a.Limit; {
	case l.Lasts(a.Header):
		a.Retry(false)
		a.options = append(a.options, l.Options(a.Header)...)
	case l.Wait > 0 && !a.HasWait:
		if _, named := httpadapter.RetryAfter(http.StatusTooManyRequests, a.Header, time.Time{}); !named || a.Succeeded() {
			a.WaitFor(l.Wait)
		}
	}
}

// outdone reports whether a row of the body is more exact than the fact of a general code.
func outdone(fact toolerr.Fact, row adapter.Row, inText bool) bool {
	switch row.Fact { //nolint:exhaustive // the others are not
	case toolerr.FactLocked:
		return fact == toolerr.FactWrongState
	case toolerr.FactNotEnabled, toolerr.FactNotFound:
		return inText && row.UserAction && (fact == toolerr.FactWrongState || fact == toolerr.FactNotFound)
	}
	return false
}

// aboutRequest reports whether the answer may be about the values of the request. Sentences
// about a limit, a plan or a failure have the same words.
func (a *Answer) aboutRequest() bool {
	_, ruled := a.Row.Finding()
	switch a.Decided() { //nolint:exhaustive // the others may be
	case toolerr.KindUpstreamRateLimit, toolerr.KindUpstreamServerError:
		return ruled
	}
	return true
}

// An unfound refusal has a message and no findings.
type unfound Answer

// Refusal returns the refusal without its findings.
func (u *unfound) Refusal() toolerr.Refusal {
	all := u.Refuser.Refusal()
	all.Findings = nil
	return all
}

// A ruled refusal has the finding of a row if the error names nothing more precise.
type ruled struct {
	toolerr.Refuser
	finding toolerr.Finding
}

// Refusal returns what the error says, or else the row.
func (r ruled) Refusal() (all toolerr.Refusal) {
	if r.Refuser != nil {
		all = r.Refuser.Refusal()
	}
	if len(all.Findings) == 0 {
		all.Findings = []toolerr.Finding{r.finding}
	}
	return all
}

// asked sets method and URL from the net/http error around or inside the client's error.
func (a *Answer) asked() {
	for e := range adapter.Tree(a.Err) {
		if x, ok := e.(*url.Error); ok && x.Op != "parse" {
			a.Method, a.URL = strings.ToUpper(x.Op), x.URL // net/http writes "Get"
			return
		}
	}
}

// lost returns the result of httpadapter for an exchange that ended early, as if net/http's
// client had returned it.
func lost(a *Answer, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	exchange := &url.Error{Op: "Do", Err: a.Lost}
	te := httpadapter.Adapter{}.FromError(exchange)
	if te.Extra().GoType == reflect.TypeOf(exchange).String() {
		opts = append(opts, toolerr.WithVendorType(a.Lost))
	}
	return te.With(append(opts, toolerr.WithStatus(te.StatusCode()))...)
}

// choose finds the row that decides, unless [Error.Code] or [Error.Read] chose one: the
// row of the first code that the table lists, or else that of the status. Rows with
// Unanswered count only for errors of the client, not for codes that a service sent.
func (v *Adapter) choose(a *Answer) {
	if a.Row.VendorCode != "" {
		return
	}
	for _, code := range a.Codes {
		if slices.Contains(v.spec.Weak, code) && a.failure() != 0 && a.failure() != http.StatusBadRequest {
			continue
		}
		if row, ok := v.spec.Table.Lookup(code); ok && (a.client || !row.Unanswered) {
			a.Row = row
			return
		}
	}
	if code, ok := v.spec.Statuses[a.Status]; ok {
		a.Is(code)
	}
}

// retry appends the options for the retry advice: whether a retry may help, and the wait.
// By the status alone, httpadapter reads the wait of the headers.
func (v *Adapter) retry(a *Answer, opts []toolerr.Option, byStatus bool) []toolerr.Option {
	can := a.canRetry()
	if a.retry == adapter.RetryByKind {
		a.retry = v.advice(a)
	}
	if a.retry != adapter.RetryByKind {
		can = a.retry == adapter.RetryMayHelp
		opts = append(opts, toolerr.WithCanRetry(can))
	}
	switch {
	case can && a.HasWait:
		return append(opts, toolerr.WithRetryAfter(a.Wait))
	case !can, byStatus, a.Succeeded():
		return opts
	}
	limited := a.Status
	if a.Decided() == toolerr.KindUpstreamRateLimit {
		limited = http.StatusTooManyRequests // so that the headers with the reset of a quota are read
	}
	if wait, ok := httpadapter.RetryAfter(limited, a.Header, time.Time{}); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	return opts
}

// canRetry reports whether a retry may help, by row, kind and status.
func (a *Answer) canRetry() bool {
	switch {
	case a.Row.Retry != adapter.RetryByKind:
		return a.Row.CanRetry()
	case a.Row.VendorCode != "" || a.Kind != "":
		return a.Decided().CanRetry()
	case a.failure() == http.StatusForbidden:
		return true // a wait makes it a rate limit
	}
	return toolerr.StatusRuleOf(a.failure()).CanRetry
}

// advice returns the service's own advice on a retry, from [Spec.RetryHeader]. "true"
// counts only if neither the tool nor its credentials have to change first.
func (v *Adapter) advice(a *Answer) adapter.Retry {
	if v.spec.RetryHeader == "" || a.failure() == 0 {
		return adapter.RetryByKind
	}
	switch a.Header.Get(v.spec.RetryHeader) {
	case "false":
		return adapter.RetryNever
	case "true":
		kind := a.Decided()
		if kind == toolerr.KindToolRetry || kind.Class() == toolerr.ClassUpstream && kind != toolerr.KindUpstreamAuthError ||
			kind == toolerr.KindUpstreamRateLimit && a.Row.VendorCode == "" {
			return adapter.RetryMayHelp
		}
	}
	return adapter.RetryByKind
}
