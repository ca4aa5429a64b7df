package verdict

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// blocking is the order in which several errors of one answer count: what has to
// be put right before anything else can be seen comes first.
var blocking = []toolerr.Kind{
	toolerr.KindUpstreamAuthError, toolerr.KindUpstreamRateLimit, toolerr.KindUpstreamValidationError,
	toolerr.KindUpstreamBadRequest, toolerr.KindUpstreamNotFound, toolerr.KindToolRetry, toolerr.KindUpstreamServerError,
}

// row returns the row that the table has of what was said; nil for none.
func (s said) row(t adapter.Table, status int) *adapter.Row {
	var found *adapter.Row
	for _, code := range s.codes {
		row, ok := t.Lookup(code)
		if !ok {
			continue
		}
		if found == nil || rank(row) < rank(*found) {
			found = &row
		}
		if !s.worst {
			break
		}
	}
	if found != nil && s.worst && (status == 401 || status == 429) && rank(*found) > 1 {
		return nil // the status blocks more than the words
	}
	return found
}

func rank(row adapter.Row) int {
	if i := slices.Index(blocking, row.Kind); i >= 0 {
		return i
	}
	return len(blocking)
}

// classified is the error of the response, as its service's adapter has it.
func (e explainer) classified(cause error) *toolerr.ToolRuntimeError {
	bare := e.bare(cause)
	if e.table.Slug() == "" {
		return bare
	}
	r := e.response
	opts := []toolerr.Option{
		e.options.endpoint(),
		toolerr.WithRequestID(cmp.Or(e.requestID, httpadapter.RequestID(r.Header))),
	}
	if r.Status >= 300 || r.Status == http.StatusAccepted {
		opts = append(opts, toolerr.WithStatus(r.Status))
	}
	if e.said.partly {
		opts = append(opts, toolerr.WithEffect(toolerr.EffectUnknown))
	}
	if e.row != nil {
		if today := e.today(e.row.Kind); today != nil {
			return e.row.Error(cause, append(opts, today...)...)
		}
		opts = append(opts, e.rowWait()...)
		if again, says := e.again(*e.row); says {
			opts = append(opts, toolerr.WithCanRetry(again))
		}
		return e.row.Error(cause, opts...)
	}
	return e.unlisted(bare, e.table, opts)
}

// bare is what the response means to whoever knows no vendor.
func (explainer) bare(cause error) *toolerr.ToolRuntimeError {
	te, _ := toolerr.Find(adapters.Default().For("").Adapt(context.Background(), cause))
	return te
}

// unlisted is what the status says, under the vendor's name: the table has none
// of the response's words.
func (e explainer) unlisted(bare *toolerr.ToolRuntimeError, t adapter.Table, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	row := adapter.Row{
		VendorCode: "unlisted", Kind: bare.Kind(), CanRetry: new(bare.CanRetry()), Effect: bare.Effect(),
		Guidance: bare.Guidance(), UserAction: bare.RequiresUserAction(), Source: errandsOwn,
	}
	if e.response.Status < 300 {
		row = adapter.Row{VendorCode: row.VendorCode, Kind: toolerr.KindUpstreamUnmapped, Source: errandsOwn}
		if n := e.said.number; n >= 400 && n <= 599 {
			rule := toolerr.StatusRuleOf(n)
			row.Kind, row.CanRetry = rule.Kind, new(rule.CanRetry)
		}
	}
	word := ""
	if len(e.said.codes) > 0 {
		word = e.said.codes[0]
	}
	opts = append(opts, toolerr.WithListedCode(""), toolerr.WithVendorCode(word))
	today := e.today(bare.Kind())
	if today != nil {
		row.CanRetry, row.Guidance = new(false), ""
		opts = append(opts, today...)
	} else if wait, ok := bare.RetryAfter(); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	} else if wait, ok := e.inBody(); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
		if e.response.Status == http.StatusServiceUnavailable {
			row.Effect = toolerr.EffectNone // it says when to come back, so it has refused
		}
	}
	if key, ok := t.Lookup(e.dialect.badKey); ok && e.response.Status == http.StatusUnauthorized {
		row.UserAction, row.Hint, row.Guidance = true, key.Hint, toolerr.GuidanceNone
	}
	if again, says := e.again(adapter.Row{}); says {
		row.CanRetry, row.Guidance = new(again), "" // which follows from it
	}
	only, _ := adapter.NewTable(t.Slug(), t.Display(), row).Lookup(row.VendorCode)
	return only.Error(bare.Cause(), opts...)
}

// again is what the response says of a repeat, where that counts.
func (e explainer) again(row adapter.Row) (again, says bool) {
	again, says = e.dialect.again(e.header())
	switch {
	case !says || !again:
		return again, says
	case e.dialect.mayRepeat != nil:
		says = e.dialect.mayRepeat(row, e.response.Status)
	default:
		says = row.Kind == ""
	}
	return again, says
}

// inBody is the wait that the body names.
func (e explainer) inBody() (time.Duration, bool) {
	if e.said.inBody > 0 {
		return e.said.inBody, true
	}
	return bodyWait(e.response.Body)
}

// again is what the response says of a repeat.
func (d dialect) again(h http.Header) (again, says bool) {
	if d.repeat == "" {
		return false, false
	}
	switch h.Get(d.repeat) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// rowWait is how long to wait, where a row decides. What a rate limit under
// another status says of a reset is a wait as well.
func (e explainer) rowWait() []toolerr.Option {
	status := e.response.Status
	if e.row.Kind == toolerr.KindUpstreamRateLimit {
		status = http.StatusTooManyRequests
	}
	again, says := e.dialect.again(e.response.Header)
	useless := !e.row.Kind.CanRetry() || e.row.CanRetry != nil && !*e.row.CanRetry || says && !again
	if e.dialect.repeat != "" && e.dialect.mayRepeat == nil && useless {
		return nil // a repeat is of no use, whatever the wait
	}
	if wait, ok := httpadapter.RetryAfter(status, e.response.Header, time.Time{}); ok {
		return []toolerr.Option{toolerr.WithRetryAfter(wait)}
	}
	if wait, ok := e.inBody(); ok {
		return []toolerr.Option{toolerr.WithRetryAfter(wait)}
	}
	if e.said.wait > 0 {
		return []toolerr.Option{toolerr.WithRetryAfter(e.said.wait)}
	}
	return nil
}
