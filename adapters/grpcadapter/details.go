package grpcadapter

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// details is what the details of a status say (google/rpc/error_details.proto).
// Their texts, names and links are the service's own, and for developers alone.
type details struct {
	any       bool // there are some, known or not: only services attach them
	reason    string
	domain    string
	delay     time.Duration
	hasDelay  bool
	quota     bool // a quota was exceeded
	daily     bool // one that is counted by the day
	terms     bool // terms of service have to be accepted
	requestID string
	text      []string
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
		d.read(url[strings.LastIndexByte(url, '/')+1:], body)
	}
	return d
}

// The details that are read, and what their fields hold (google/rpc/error_details.proto).
var schemas = map[string]schema{
	"google.rpc.ErrorInfo":           {1: nil, 2: nil, 3: {1: nil, 2: nil}},
	"google.rpc.RetryInfo":           {1: {}},
	"google.rpc.QuotaFailure":        {1: {1: nil, 2: nil, 3: nil, 4: nil, 5: nil, 6: {1: nil, 2: nil}}},
	"google.rpc.PreconditionFailure": {1: {1: nil, 2: nil, 3: nil}},
	"google.rpc.BadRequest":          {1: {1: nil, 2: nil, 3: nil, 4: {1: nil, 2: nil}}},
	"google.rpc.RequestInfo":         {1: nil, 2: nil},
	"google.rpc.ResourceInfo":        {1: nil, 2: nil, 3: nil, 4: nil},
	"google.rpc.Help":                {1: {1: nil, 2: nil}},
}

// read reads a detail. One that is of a type that nobody here knows, or that is
// no message of its type, says nothing.
func (d *details) read(name string, body []byte) {
	known, ok := schemas[name]
	if !ok {
		return
	}
	m, ok := decode(body)
	if !ok || !known.fits(m) {
		return
	}
	switch name {
	case "google.rpc.ErrorInfo":
		d.errorInfo(m)
	case "google.rpc.RetryInfo":
		d.retryInfo(m)
	case "google.rpc.QuotaFailure":
		d.quotaFailure(m)
	case "google.rpc.PreconditionFailure":
		for v := range m.messages(1) {
			d.terms = d.terms || v.text(1) == termsOfService
			d.say("precondition %s of %s", v.text(1), v.text(2))
		}
	case "google.rpc.BadRequest":
		for v := range m.messages(1) {
			d.say("field %s: %s", v.text(1), v.text(2))
		}
	case "google.rpc.RequestInfo":
		d.requestID = m.text(1)
	case "google.rpc.ResourceInfo":
		d.say("resource %s %s", m.text(1), m.text(2))
	case "google.rpc.Help":
		for link := range m.messages(1) {
			d.say("help %s: %s", link.text(2), link.text(1))
		}
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

func (d *details) errorInfo(m message) {
	if d.reason != "" {
		return
	}
	d.reason, d.domain = m.text(1), m.text(2)
	d.say("reason %s of %s", d.reason, d.domain)
	limit := ""
	for entry := range m.messages(3) {
		if entry.text(1) == "quota_limit" {
			limit = entry.text(2)
		}
	}
	d.daily = d.daily || ofADay(limit)
	if limit != "" {
		d.say("quota limit %s", limit)
	}
}

// retryInfo takes the delay. One that is missing, negative or out of range is
// unknown.
func (d *details) retryInfo(m message) {
	if d.hasDelay {
		return
	}
	var delay message // a second one adds to the first
	some := false
	for part := range m.messages(1) {
		delay, some = append(delay, part...), true
	}
	if some {
		d.delay, d.hasDelay = delay.duration()
	}
}

func (d *details) quotaFailure(m message) {
	for v := range m.messages(1) {
		d.quota = true
		d.daily = d.daily || ofADay(v.text(5))
		d.say("quota %s %s of %s: %s", v.text(4), v.text(5), v.text(1), v.text(2))
	}
}

// ofADay reports whether the name of a quota says that it is counted by the day:
// "RequestsPerDayPerProject" (Google Cloud, quota ids).
func ofADay(s string) bool {
	return strings.Contains(strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s)), "perday")
}

// googleDomain is where the reasons of the table mean what it says.
const googleDomain = "googleapis.com"

// row returns the row of the reason, if the table lists it for that domain.
func (d *details) row() (adapter.Row, bool) {
	if d.domain != "" && d.domain != googleDomain && !strings.HasSuffix(d.domain, "."+googleDomain) {
		return adapter.Row{}, false
	}
	row, ok := table.Lookup(d.reason)
	return row, ok && row.Source == sourceReasons
}

// options are what the details add to the row of a status.
func (d *details) options(kind toolerr.Kind, row adapter.Row, code uint32) []toolerr.Option {
	var opts []toolerr.Option
	switch {
	case kind == rateLimit && d.daily:
		// What the details say of a wait is about the limit per minute.
		return append(opts, toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.Msg(hintToday)))
	case d.hasDelay:
		opts = append(opts, toolerr.WithRetryAfter(d.delay))
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
