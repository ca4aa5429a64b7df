package grpcadapter

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// details are the details of a status. Their texts, names and links come from the service,
// and are only for developers.
type details struct {
	rpcdetails.Details

	any   bool // there are details, perhaps unknown ones; only services attach them
	terms bool // terms of service must be accepted
	lines []string
}

const (
	maxDetails = 32 // number of details that are read
	maxLines   = 16 // number of lines for developers
)

// packed is a google.protobuf.Any.
type packed interface {
	GetTypeUrl() string
	GetValue() []byte
}

// detailsOf returns the details of a status.
func detailsOf(st status) (d details) {
	// Most have none, and this call is cheap.
	all, _ := shape.Call(st.of, func(s interface{ Details() []any }) []any { return s.Details() })
	if d.any = len(all) > 0; !d.any {
		return d
	}
	eachDetail(st, func(x rpcdetails.Detail) {
		d.describe(x)
		d.Add(x)
	})
	return d
}

// eachDetail calls read for the details of a status that it can decode.
func eachDetail(st status, read func(rpcdetails.Detail)) {
	proto, _ := shape.Result(st.of, func(v reflect.Value) reflect.Value { return v.MethodByName("Proto") })
	left := maxDetails
	for item := range shape.Items(proto, "Details") {
		if left--; left < 0 {
			break
		}
		url, _ := shape.Call(item, packed.GetTypeUrl)
		body, _ := shape.Call(item, packed.GetValue)
		if x, ok := rpcdetails.Decode(url[strings.LastIndexByte(url, '/')+1:], body); ok {
			read(x)
		}
	}
}

// describe adds the lines that describe a detail to developers.
func (d *details) describe(x rpcdetails.Detail) {
	switch x.Name {
	case rpcdetails.ErrorInfo:
		if d.Reason != "" {
			return // only the first is used
		}
		d.line("reason %s of %s", x.Text(1), x.Text(2))
		if limit := x.QuotaLimit(); limit != "" {
			d.line("quota limit %s", limit)
		}
	case rpcdetails.QuotaFailure:
		for v := range x.Messages(1) {
			d.line("quota %s %s of %s: %s", v.Text(4), v.Text(5), v.Text(1), v.Text(2))
		}
	case rpcdetails.PreconditionFailure:
		for v := range x.Messages(1) {
			d.terms = d.terms || v.Text(1) == "TOS" // the example in error_details.proto
			d.line("precondition %s of %s", v.Text(1), v.Text(2))
		}
	case rpcdetails.BadRequest:
		for v := range x.Messages(1) {
			d.line("field %s: %s", v.Text(1), v.Text(2))
		}
	case rpcdetails.ResourceInfo:
		d.line("resource %s %s", x.Text(1), x.Text(2))
	case rpcdetails.Help:
		for link := range x.Messages(1) {
			d.line("help %s: %s", link.Text(2), link.Text(1))
		}
	}
}

func (d *details) line(format string, args ...any) {
	if len(d.lines) < maxLines {
		d.lines = append(d.lines, fmt.Sprintf(format, args...))
	}
}

// googleDomain is the domain of the reasons in the table.
const googleDomain = "googleapis.com"

// row returns the row of the reason if the table lists it for that domain.
func (d *details) row() (adapter.Row, bool) {
	if d.Domain != "" && d.Domain != googleDomain && !strings.HasSuffix(d.Domain, "."+googleDomain) {
		return adapter.Row{}, false
	}
	row, ok := table.Lookup(d.Reason)
	return row, ok && row.Source == sourceReasons
}

// advise adds the advice of the details to an answer: about a retry, and for a person.
func (d *details) advise(a *spec.Answer, code uint32) {
	a.Limit.None = d.None
	switch {
	case d.Daily && a.Row.Kind == toolerr.KindUpstreamRateLimit:
		// A delay beside it belongs to the limit per minute.
		a.Retry(false)
		a.Add(toolerr.WithHint(toolerr.FactDailyLimit.Hint()))
		return
	case d.HasDelay && a.Row.Kind != toolerr.KindUpstreamAuthError: // a missing permission does not return after a wait
		a.WaitFor(d.Delay)
		if a.Row.Retry == adapter.RetryByKind {
			a.Retry(true)
		}
		if code == codeUnavailable {
			a.Add(toolerr.WithEffect(toolerr.EffectNone)) // the service refused the call
		}
	}
	if d.terms {
		a.Add(toolerr.WithUserAction(), toolerr.WithHint(toolerr.Msg("Terms of service have to be accepted first. Ask the user to do so.")))
	}
}
