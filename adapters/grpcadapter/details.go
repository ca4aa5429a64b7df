package grpcadapter

import (
	"fmt"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/adapter"
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

func detailsOf(st *status.Status) (d details) {
	all := st.Proto().GetDetails()
	d.any = len(all) > 0
	for i, packed := range all {
		if i == maxDetails {
			break
		}
		detail, err := packed.UnmarshalNew()
		if err != nil {
			continue // of a type that nobody here knows
		}
		switch x := detail.(type) {
		case *errdetails.ErrorInfo:
			d.errorInfo(x)
		case *errdetails.RetryInfo:
			d.retryInfo(x)
		case *errdetails.QuotaFailure:
			d.quotaFailure(x)
		case *errdetails.PreconditionFailure:
			for _, v := range x.GetViolations() {
				d.terms = d.terms || v.GetType() == termsOfService
				d.say("precondition %s of %s", v.GetType(), v.GetSubject())
			}
		case *errdetails.BadRequest:
			for _, v := range x.GetFieldViolations() {
				d.say("field %s: %s", v.GetField(), v.GetDescription())
			}
		case *errdetails.RequestInfo:
			d.requestID = x.GetRequestId()
		case *errdetails.ResourceInfo:
			d.say("resource %s %s", x.GetResourceType(), x.GetResourceName())
		case *errdetails.Help:
			for _, link := range x.GetLinks() {
				d.say("help %s: %s", link.GetUrl(), link.GetDescription())
			}
		}
	}
	return d
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

func (d *details) errorInfo(x *errdetails.ErrorInfo) {
	if d.reason != "" {
		return
	}
	d.reason, d.domain = x.GetReason(), x.GetDomain()
	d.say("reason %s of %s", d.reason, d.domain)
	limit := x.GetMetadata()["quota_limit"]
	d.daily = d.daily || ofADay(limit)
	if limit != "" {
		d.say("quota limit %s", limit)
	}
}

// retryInfo takes the delay. One that is missing, negative or out of range is
// unknown.
func (d *details) retryInfo(x *errdetails.RetryInfo) {
	delay := x.GetRetryDelay()
	if d.hasDelay || delay.CheckValid() != nil || delay.AsDuration() < 0 {
		return
	}
	d.delay, d.hasDelay = delay.AsDuration(), true
}

func (d *details) quotaFailure(x *errdetails.QuotaFailure) {
	for _, v := range x.GetViolations() {
		d.quota = true
		d.daily = d.daily || ofADay(v.GetQuotaId())
		d.say("quota %s %s of %s: %s", v.GetQuotaMetric(), v.GetQuotaId(), v.GetSubject(), v.GetDescription())
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
func (d *details) options(kind toolerr.Kind, row adapter.Row, code codes.Code) []toolerr.Option {
	var opts []toolerr.Option
	switch {
	case kind == rateLimit && d.daily:
		// What the details say of a wait is about the limit per minute.
		return append(opts, toolerr.WithCanRetry(false), toolerr.WithHint(hintToday))
	case d.hasDelay:
		opts = append(opts, toolerr.WithRetryAfter(d.delay))
		if row.CanRetry == nil {
			opts = append(opts, toolerr.WithCanRetry(true)) // that is what it is for
		}
		if code == codes.Unavailable {
			// A service that says when to come back has refused.
			opts = append(opts, toolerr.WithEffect(toolerr.EffectNone))
		}
	}
	if d.terms {
		opts = append(opts, toolerr.WithUserAction(), toolerr.WithHint(hintTerms))
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
