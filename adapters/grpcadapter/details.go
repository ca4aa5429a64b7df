package grpcadapter

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/rpcdetails"
	"github.com/errand-go/errand/toolerr"
)

// details is what the details of a status say. Their texts, names and links are
// the service's own, and for developers alone.
type details struct {
	rpcdetails.Details

	any   bool // there are some, known or not: only services attach them
	terms bool // terms of service have to be accepted
	text  []string
}

// maxDetails is how many details are looked at.
const maxDetails = 32

// packed is a google.protobuf.Any.
type packed interface {
	GetTypeUrl() string
	GetValue() []byte
}

func detailsOf(st status) (d details) {
	// Most have none, and to ask for that is cheap.
	all, _ := shape.Call(st.of, func(s interface{ Details() []any }) []any { return s.Details() })
	if d.any = len(all) > 0; !d.any {
		return d
	}
	proto, _ := shape.Result(st.of, func(v reflect.Value) reflect.Value { return v.MethodByName("Proto") })
	looked := 0
	for item := range shape.Items(proto, "Details") {
		if looked++; looked > maxDetails {
			break
		}
		url, _ := shape.Call(item, packed.GetTypeUrl)
		body, _ := shape.Call(item, packed.GetValue)
		if x, ok := rpcdetails.Decode(url[strings.LastIndexByte(url, '/')+1:], body); ok {
			d.describe(x)
			d.Add(x)
		}
	}
	return d
}

// describe takes down for developers what a detail says.
func (d *details) describe(x rpcdetails.Detail) {
	switch x.Name {
	case rpcdetails.ErrorInfo:
		d.describeErrorInfo(x)
	case rpcdetails.QuotaFailure:
		for v := range x.Messages(1) {
			d.say("quota %s %s of %s: %s", v.Text(4), v.Text(5), v.Text(1), v.Text(2))
		}
	case rpcdetails.PreconditionFailure:
		for v := range x.Messages(1) {
			d.terms = d.terms || v.Text(1) == termsOfService
			d.say("precondition %s of %s", v.Text(1), v.Text(2))
		}
	case rpcdetails.BadRequest:
		for v := range x.Messages(1) {
			d.say("field %s: %s", v.Text(1), v.Text(2))
		}
	case rpcdetails.ResourceInfo:
		d.say("resource %s %s", x.Text(1), x.Text(2))
	case rpcdetails.Help:
		for link := range x.Messages(1) {
			d.say("help %s: %s", link.Text(2), link.Text(1))
		}
	}
}

// describeErrorInfo describes the one whose reason counts.
func (d *details) describeErrorInfo(x rpcdetails.Detail) {
	if d.Reason != "" {
		return
	}
	d.say("reason %s of %s", x.Text(1), x.Text(2))
	if limit := x.QuotaLimit(); limit != "" {
		d.say("quota limit %s", limit)
	}
}

// termsOfService is the type of a PreconditionFailure that the proto file gives
// as its example.
const termsOfService = "TOS"

// maxLines is how many lines of details a developer is shown.
const maxLines = 16

func (d *details) say(format string, args ...any) {
	if len(d.text) < maxLines {
		d.text = append(d.text, fmt.Sprintf(format, args...))
	}
}

// googleDomain is where the reasons of the table mean what it says.
const googleDomain = "googleapis.com"

// row returns the row of the reason, if the table lists it for that domain.
func (d *details) row() (adapter.Row, bool) {
	if d.Domain != "" && d.Domain != googleDomain && !strings.HasSuffix(d.Domain, "."+googleDomain) {
		return adapter.Row{}, false
	}
	row, ok := table.Lookup(d.Reason)
	return row, ok && row.Source == sourceReasons
}

// options are what the details add to the row of a status.
func (d *details) options(kind toolerr.Kind, row adapter.Row, code uint32) []toolerr.Option {
	var opts []toolerr.Option
	switch {
	case kind == toolerr.KindUpstreamRateLimit && d.Daily:
		// What the details say of a wait is about the limit per minute.
		return append(opts, toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.Msg(hintToday)))
	case d.HasDelay:
		opts = append(opts, toolerr.WithRetryAfter(d.Delay))
		if row.CanRetry == nil {
			opts = append(opts, toolerr.WithCanRetry(true)) // that is what it is for
		}
		if code == codeUnavailable {
			// A service that says when to come back has refused.
			opts = append(opts, toolerr.WithEffect(toolerr.EffectNone))
		}
	}
	if d.terms {
		opts = append(opts, toolerr.WithUserAction(), toolerr.WithHint(toolerr.Msg(hintTerms)))
	}
	return opts
}

// developerText is the text of the error and what the details say, "" where the
// error says it itself: gax's apierror does, and knows its reason.
func (d *details) developerText(err, node error) string {
	if _, told := node.(interface{ Reason() string }); told || len(d.text) == 0 {
		return ""
	}
	return textOf(err) + "\n" + strings.Join(d.text, "\n")
}

// textOf is err.Error(), of an error that may panic.
func textOf(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("%T", err)
		}
	}()
	return err.Error()
}
