package verdict

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/cmd/errand/internal/lexicon"
	"github.com/errand-go/errand/cmd/errand/internal/private"
	"github.com/errand-go/errand/toolerr"
)

// A Reason explains one decision. Its JSON form is printed by `errand classify --json`, and
// stable.
type Reason struct {
	// About is the subject: "kind", "wait", "can_retry", "effect", "guidance", and
	// "service" if it was recognised or may be a known one.
	About string `json:"about"`
	// Decided is the decision.
	Decided string `json:"decided"`
	// Because is the rule.
	Because string `json:"because"`
	// Source is the origin of the rule.
	Source string `json:"source"`
}

// errandsOwn is the source of rules without a specification.
const errandsOwn = "errand's rule"

// reasons explains the error. Without a response it explains the consequences of kind and
// status.
func (e explainer) reasons() []Reason {
	var all []Reason
	if e.reader.by != "" {
		all = append(all, Reason{About: "service", Decided: e.reader.Slug(), Because: e.reader.by, Source: e.source()})
	} else if r, ok := e.maybe(); ok {
		all = append(all, r)
	}
	all = append(all, e.kind(), e.canRetry())
	if e.response != nil || hasWait(e.err) {
		all = append(all, e.wait())
	}
	return append(all, e.effect(), e.guidance())
}

func hasWait(err *toolerr.ToolRuntimeError) bool {
	_, ok := err.RetryAfter()
	return ok
}

// An explainer has the facts of a decision.
type explainer struct {
	err      *toolerr.ToolRuntimeError
	response *input.Response // nil for a report
	options  Options
	reader   reader       // zero if no adapter read the response
	end      *streamEnd   // of a failed stream; else nil
	row      *adapter.Row // the reader's row that decided; nil if none did
	short    string       // the sign that the body of a success is truncated; else ""
}

// source returns the adapter as the source of a rule.
func (e explainer) source() string {
	if e.reader.responder != nil {
		return "the adapter " + e.reader.Slug()
	}
	return "the adapter " + e.err.Extra().Service
}

func (e explainer) header() http.Header {
	if e.response == nil {
		return nil
	}
	return e.response.Header
}

// inSuccess reports whether an adapter read the failure from a response with a success
// status.
func (e explainer) inSuccess() bool {
	return e.reader.responder != nil && e.response.Status < 300 && e.err.StatusCode() == 0 && !e.end.cut()
}

func (e explainer) kind() Reason {
	r := Reason{About: "kind", Decided: string(e.err.Kind()), Source: e.source()}
	if e.row != nil {
		r.Source = e.row.Source
	}
	status := e.err.StatusCode()
	rule := toolerr.StatusRuleOf(status)
	raw := e.err.Extra().VendorCode
	switch {
	case e.end.cut():
		r.Because = fmt.Sprintf("the stream is cut off: it ended after %d %s without %s, so the answer is incomplete", e.end.events, counted(e.end.events), e.end.end)
		r.Source = e.end.source
	case e.end != nil && e.row != nil:
		r.Because = fmt.Sprintf("event %d of the stream is an error with the code %s, which the table of %s lists; the status was sent before the stream failed", e.end.events, e.row.VendorCode, e.reader.Slug())
	case e.end != nil:
		r.Because = fmt.Sprintf("event %d of the stream is an error, and the table of %s lists none of its codes; the status was sent before the stream failed", e.end.events, e.reader.Slug())
		r.Source = e.end.source
	case e.row != nil:
		r.Because = e.holds() + " the code " + e.row.VendorCode + ", which the table of " + e.reader.Slug() + " lists; a code decides before the status"
	case e.reader.responder != nil && raw != "" && e.err.Kind() != toolerr.KindUpstreamUnmapped && (e.inSuccess() || e.err.Kind() != rule.Kind && !e.limited(status)):
		r.Because = fmt.Sprintf("the table of %s does not list the response's code %s; the adapter decides by its form", e.reader.Slug(), raw)
	case e.inSuccess():
		r.Because = fmt.Sprintf("the response reports a failure in spite of status %d, and the table of %s lists none of its codes", e.response.Status, e.reader.Slug())
	case e.short != "":
		r.Because, r.Source = "the body is cut off: "+e.short+", so the answer is incomplete", "RFC 9112 section 8"
	case status == 0:
		r.Because, r.Source = "no HTTP status was seen", errandsOwn
	case e.err.Kind() == rule.Kind:
		r.Because, r.Source = fmt.Sprintf("status %d", status), lexicon.RuleSource(rule)
	default:
		r.Because, r.Source = e.otherKind(status)
	}
	return r
}

func counted(n int) string {
	if n == 1 {
		return "event"
	}
	return "events"
}

// holds describes the origin of the row's code: the response contains it, or it is the
// adapter's name for another code or a status.
func (e explainer) holds() string {
	if e.contains(e.row.VendorCode) {
		return "the response contains"
	}
	if raw := e.err.Extra().VendorCode; e.contains(raw) {
		return "the response contains " + raw + ", which stands for"
	}
	return "the response amounts to"
}

// contains reports whether the response contains a word.
func (e explainer) contains(word string) bool {
	if word == "" {
		return false
	}
	if bytes.Contains(e.response.Body, []byte(word)) {
		return true
	}
	for _, values := range e.header() {
		for _, v := range values {
			if strings.Contains(v, word) {
				return true
			}
		}
	}
	return false
}

// limited reports whether a wait makes a refusal a rate limit.
func (e explainer) limited(status int) bool {
	return status == http.StatusForbidden && e.err.Kind() == toolerr.KindUpstreamRateLimit && hasWait(e.err)
}

// otherKind explains a kind that differs from the status's.
func (e explainer) otherKind(status int) (because, source string) {
	if name, ok := usedUp(e.header()); ok && e.err.Kind() == toolerr.KindUpstreamRateLimit {
		return fmt.Sprintf("status %d, and %s reports that the quota is used up", status, name),
			"GitHub REST API, rate limits: a used-up quota is answered with 403 or 429"
	}
	if e.limited(status) {
		return fmt.Sprintf("status %d with a readable wait: a permanent refusal has none", status),
			"GitHub REST API, secondary rate limits"
	}
	return fmt.Sprintf("status %d, and other parts of the response", status), e.source()
}

func (e explainer) canRetry() Reason {
	r := Reason{About: "can_retry", Decided: fmt.Sprint(e.err.CanRetry())}
	can, kinds := e.err.CanRetry(), e.err.Kind().CanRetry()
	status := e.err.StatusCode()
	rule := toolerr.StatusRuleOf(status)
	switch {
	case e.row != nil && e.row.Retry != adapter.RetryByKind && e.row.CanRetry() == can:
		r.Because, r.Source = "the code's row", e.row.Source
	case e.row == nil && status != 0 && e.err.Kind() == rule.Kind && can == rule.CanRetry && can != kinds:
		r.Because, r.Source = fmt.Sprintf("status %d is an exception from its range", status), lexicon.RuleSource(rule)
	case can != kinds:
		r.Because, r.Source = "the adapter overrules the kind, because of other details of the error", e.source()
	case can:
		r.Because, r.Source = "an error of this kind may be transient", errandsOwn
	default:
		r.Because, r.Source = "an error of this kind is not transient", errandsOwn
	}
	return r
}

func (e explainer) wait() Reason {
	wait, named := e.err.RetryAfter()
	if !named {
		return Reason{
			About: "wait", Decided: "unknown", Because: e.noWait(), Source: "errand's rule: a wait is never made up",
		}
	}
	r := Reason{About: "wait", Decided: toolerr.Wait(wait).String(), Because: "the report has it", Source: "the report"}
	if e.response == nil {
		return r
	}
	r.Because, r.Source = "no header names it: the adapter has it from the body, or from the service's documentation", e.source()
	switch named, ok := findWait(e.err, e.header(), e.options.Now); {
	case ok:
		r.Because, r.Source = named.Header+": "+private.Redacted(named.value), named.Source
	case bytes.Contains(e.response.Body, []byte(strconv.FormatFloat(wait.Seconds(), 'f', -1, 64))):
		r.Because = "the body names it"
	}
	return r
}

// noWait explains why there is no wait: the response may have a header whose wait is
// invalid or does not count.
func (e explainer) noWait() string {
	unread, ok := unreadWait(e.header())
	if !ok {
		return "no header names one"
	}
	text := unread.Header + ": " + private.Redacted(unread.value)
	if unread.RateLimitOnly && e.err.Kind() != toolerr.KindUpstreamRateLimit {
		return text + " is the time when a quota is renewed, which counts as a wait only for a rate limit"
	}
	alone := http.Header{"Date": e.header()["Date"], unread.Header: e.header()[unread.Header]}
	if _, readable := httpadapter.RetryAfter(e.response.Status, alone, e.options.Now); readable && !e.err.CanRetry() {
		return text + " does not count: a retry would fail the same way"
	}
	return text + " cannot be read as " + unread.Forms
}

func (e explainer) effect() Reason {
	effect := e.err.Effect()
	r := Reason{About: "effect", Decided: string(effect)}
	status := e.err.StatusCode()
	switch {
	case e.row != nil && e.row.Effect == effect && effect != toolerr.EffectUnset:
		r.Because, r.Source = "the code's row", e.row.Source
	case effect == toolerr.EffectUnset:
		r.Decided, r.Because, r.Source = "not known", "no request is involved, or nothing is known of one", errandsOwn
	case effect == toolerr.EffectNone && e.err.Kind() == toolerr.KindUpstreamRateLimit:
		r.Because, r.Source = "a rate limit refuses the request before acting", "RFC 6585 section 4"
	case effect == toolerr.EffectNone && status == http.StatusServiceUnavailable:
		r.Because, r.Source = "a 503 with a wait refused the request", "RFC 9110 sections 10.2.3 and 15.6.4"
	case effect == toolerr.EffectNone && status >= 400:
		r.Because, r.Source = fmt.Sprintf("a %d refuses the request before acting", status), "RFC 9110 section 15.5"
	case effect == toolerr.EffectNone && e.inSuccess():
		r.Because, r.Source = "the service refused the call before acting", e.source()
	case effect == toolerr.EffectNone:
		r.Because, r.Source = "the request was not sent", errandsOwn
	case status >= 500:
		r.Because, r.Source = "the server may have acted before it failed", "RFC 9110 section 15.6"
	case e.inSuccess():
		r.Because, r.Source = "the response has the status of a success: a part of the call may have been done", e.source()
	default:
		r.Because, r.Source = "the request was sent and no usable answer came", errandsOwn
	}
	return r
}

func (e explainer) guidance() Reason {
	g := e.err.Guidance()
	r := Reason{About: "guidance", Decided: string(g), Source: errandsOwn}
	challenge := e.header().Get("WWW-Authenticate")
	switch {
	case e.row != nil && e.row.Guidance != "":
		r.Because, r.Source = "the code's row", e.row.Source
	case g == toolerr.GuidanceRefreshAuthThenRetry && strings.Contains(challenge, "invalid_token"):
		r.Because, r.Source = "WWW-Authenticate reports invalid_token: the token has expired, was revoked or is malformed", "RFC 6750 section 3.1"
	case e.err.RequiresUserAction() && strings.Contains(challenge, "insufficient_scope"):
		r.Because, r.Source = "WWW-Authenticate reports insufficient_scope: a person must grant more", "RFC 6750 section 3.1"
	case e.err.RequiresUserAction():
		r.Because = "a person must sign in, grant or upgrade something"
	case g == toolerr.GuidanceRefreshAuthThenRetry:
		r.Because, r.Source = fmt.Sprintf("status %d: the credential was not accepted, and a new one may be", e.err.StatusCode()), "RFC 9110 section 15.5.2"
	case g == toolerr.GuidanceRetryWithBackoff:
		r.Because = "an error of a service or of the network may be transient"
	default:
		r.Because = "there is nothing that a program could retry"
	}
	return r
}
