package verdict

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/cmd/errand/internal/lexicon"
	"github.com/errand-go/errand/cmd/errand/internal/private"
	"github.com/errand-go/errand/toolerr"
)

// A Reason says why one thing was decided as it was. Its JSON form is what
// `errand classify --json` prints, and stable.
type Reason struct {
	// About is what was decided: "service" where it was recognised or may be a known one, "kind", "wait", "can_retry", "effect",
	// "guidance".
	About string `json:"about"`
	// Decided is what came out.
	Decided string `json:"decided"`
	// Because is the rule.
	Because string `json:"because"`
	// Source is where the rule comes from.
	Source string `json:"source"`
}

// errandsOwn is the source of rules that no specification has.
const errandsOwn = "errand's rule"

// reasons explains the error. Without a response it explains what follows from
// kind and status.
func (e explainer) reasons() []Reason {
	var all []Reason
	if e.by != "" {
		all = append(all, e.service())
	} else if r, ok := e.maybe(); ok {
		all = append(all, r)
	}
	all = append(all, e.kind(), e.canRetry())
	if e.response != nil || hasWait(e.err) {
		all = append(all, e.wait())
	}
	return append(all, e.effect(), e.guidance())
}

func (e explainer) service() Reason {
	d := dialectOf(e.options.Service)
	return Reason{About: "service", Decided: e.options.Service, Because: e.by + "; its codes are read from " + d.where, Source: d.source}
}

func hasWait(err *toolerr.ToolRuntimeError) bool {
	_, ok := err.RetryAfter()
	return ok
}

// explainer knows everything that was decided upon.
type explainer struct {
	err      *toolerr.ToolRuntimeError
	response *input.Response // nil for a report
	options  Options
	by       string // the sign by which the service was recognised; "" where it was named
	dialect  dialect
	table    adapter.Table
	// answering is the service's adapter, if it says itself what a response means.
	answering answering
	said      said
	end       *streamEnd   // of a stream that failed; nil for anything else
	requestID string       // of a stream's response
	row       *adapter.Row // of the service's table; nil if none decided
}

func (e explainer) header() http.Header {
	if e.response == nil {
		return nil
	}
	return e.response.Header
}

func (e explainer) kind() Reason {
	r := Reason{About: "kind", Decided: string(e.err.Kind())}
	status := e.err.StatusCode()
	rule := toolerr.StatusRuleOf(status)
	switch {
	case e.end != nil && e.end.failure == nil:
		r.Because = fmt.Sprintf("the stream is cut off: it ended after %d %s without %s, so the answer is not whole, and what it has so far must not pass for one", e.end.events, counted(e.end.events), e.end.end)
		r.Source = e.end.source
	case e.end != nil && e.row != nil:
		r.Because = fmt.Sprintf("event %d of the stream is an error with the code %s, which the table of %s lists; the status was sent before the stream failed", e.end.events, e.row.VendorCode, e.options.Service)
		r.Source = e.row.Source
	case e.end != nil:
		r.Because = fmt.Sprintf("event %d of the stream is an error, and the table of %s has none of its words; the status was sent before the stream failed", e.end.events, e.options.Service)
		r.Source = e.end.source
	case e.row != nil:
		r.Because = e.holds() + " the code " + e.row.VendorCode + ", which the table of " + e.options.Service + " lists; a code beats the status"
		if e.by == "" && e.said.refused {
			r.Because += ". It stands in " + e.dialect.where
		}
		r.Source = e.row.Source
	case e.ofFamily():
		r.Because = fmt.Sprintf("the table of %s does not list the response's word %s; what the adapter knows of words of its form decides", e.options.Service, e.said.codes[0])
		r.Source = e.dialect.source
	case e.said.refused:
		r.Because = fmt.Sprintf("the body says that the call failed, whatever status %d says, and the table of %s has none of its words", e.response.Status, e.options.Service)
		r.Source = e.dialect.source
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

// holds says whether the row's code stands in the response, or is the adapter's
// word for what does.
func (e explainer) holds() string {
	if e.contains(e.row.VendorCode) {
		return "the response holds"
	}
	if word := e.err.Extra().VendorCode; e.answering != nil && e.contains(word) {
		return "the response holds " + word + ", and so amounts to"
	}
	return "the response amounts to"
}

// contains reports whether a word stands in the response.
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

// otherKind explains a kind that the status alone does not have.
func (e explainer) otherKind(status int) (because, source string) {
	if e.err.Kind() == toolerr.KindUpstreamRateLimit {
		if name, ok := usedUp(e.header()); ok {
			return fmt.Sprintf("status %d, and %s says that nothing is left of the quota", status, name),
				"GitHub REST API, rate limits: a used-up quota is answered with 403 or 429"
		}
		if hasWait(e.err) {
			return fmt.Sprintf("status %d with a readable wait: a refusal for good names none", status),
				"GitHub REST API, secondary rate limits"
		}
	}
	return fmt.Sprintf("status %d, and what the service said beside it", status), "the adapter " + e.err.Extra().Service
}

func (e explainer) canRetry() Reason {
	r := Reason{About: "can_retry", Decided: fmt.Sprint(e.err.CanRetry())}
	status := e.err.StatusCode()
	rule := toolerr.StatusRuleOf(status)
	again, says := e.dialect.again(e.header())
	switch {
	case says && again == e.err.CanRetry() && again != e.err.Kind().CanRetry():
		r.Because, r.Source = e.dialect.repeat+" says so", e.dialect.source
	case !e.err.CanRetry() && e.response != nil && e.today(e.err.Kind()) != nil:
		r.Because, r.Source = "a quota of a day is used up, which no wait of minutes fills", "googleapis, google/api/quota.proto; google/rpc/error_details.proto, QuotaFailure"
	case e.row != nil && e.row.CanRetry != nil:
		r.Because, r.Source = "the code's row", e.row.Source
	case status != 0 && e.err.Kind() == rule.Kind && rule.CanRetry != rule.Kind.CanRetry() && e.err.CanRetry() == rule.CanRetry:
		r.Because, r.Source = fmt.Sprintf("status %d is an exception from its range", status), lexicon.RuleSource(rule)
	case e.err.CanRetry() != e.err.Kind().CanRetry():
		r.Because, r.Source = "the adapter knows better than the kind", "the adapter "+e.err.Extra().Service
	case e.err.CanRetry():
		r.Because, r.Source = "an error of this kind may pass by itself", errandsOwn
	default:
		r.Because, r.Source = "an error of this kind does not pass by itself", errandsOwn
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
	r.Because, r.Source = "the response named it", "the adapter "+e.err.Extra().Service
	if named, ok := findWait(e.err, e.header(), e.options.Now); ok {
		r.Because, r.Source = named.Header+": "+private.Redacted(named.value), named.Source
	} else if e.said.inBody > 0 || e.answering != nil {
		r.Because, r.Source = "the body names it", e.dialect.source
	} else if _, ok := bodyWait(e.response.Body); ok {
		r.Because, r.Source = "the body names it", "googleapis, google/rpc/error_details.proto, RetryInfo"
	} else if e.said.wait == wait && e.row != nil {
		r.Because, r.Source = "the response names none, and the service's page asks for so much", e.said.waitSource
	}
	return r
}

// noWait says why there is no wait: a header that would have named one may be
// there and not count.
func (e explainer) noWait() string {
	unread, ok := unreadWait(e.header())
	if !ok {
		return "no header names one"
	}
	text := unread.Header + ": " + private.Redacted(unread.value)
	if unread.RateLimitOnly && e.err.Kind() != toolerr.KindUpstreamRateLimit {
		return text + " says when a quota starts anew, which is a wait only on a rate limit"
	}
	alone := http.Header{"Date": e.header()["Date"], unread.Header: e.header()[unread.Header]}
	if _, readable := httpadapter.RetryAfter(e.response.Status, alone, e.options.Now); readable && !e.err.CanRetry() {
		return text + " does not count: a repeat would fail the same way"
	}
	return text + " cannot be read as " + unread.Forms
}

func (e explainer) effect() Reason {
	effect := e.err.Effect()
	r := Reason{About: "effect", Decided: string(effect)}
	status := e.err.StatusCode()
	switch {
	case e.said.partly:
		r.Because, r.Source = "an error is of a field, so that others may have been done", e.dialect.source
	case e.row != nil && e.row.Effect != toolerr.EffectUnset:
		r.Because, r.Source = "the code's row", e.row.Source
	case effect == toolerr.EffectUnset:
		r.Decided, r.Because, r.Source = "not known", "no request is involved, or nothing is known of one", errandsOwn
	case effect == toolerr.EffectNone && e.err.Kind() == toolerr.KindUpstreamRateLimit:
		r.Because, r.Source = "a rate limit refuses the request before acting", "RFC 6585 section 4"
	case effect == toolerr.EffectNone && status == http.StatusServiceUnavailable:
		r.Because, r.Source = "a 503 that says when to come back refused the request", "RFC 9110 sections 10.2.3 and 15.6.4"
	case effect == toolerr.EffectNone && status >= 400:
		r.Because, r.Source = fmt.Sprintf("a %d refuses the request before acting", status), "RFC 9110 section 15.5"
	case effect == toolerr.EffectNone && e.said.refused:
		r.Because, r.Source = "the service refused the call before acting", e.dialect.source
	case effect == toolerr.EffectNone:
		r.Because, r.Source = "the request never left", errandsOwn
	case status >= 500:
		r.Because, r.Source = "the server may have acted before it failed", "RFC 9110 section 15.6"
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
		r.Because, r.Source = "WWW-Authenticate says invalid_token: the token has expired, was revoked or is malformed", "RFC 6750 section 3.1"
	case e.err.RequiresUserAction() && strings.Contains(challenge, "insufficient_scope"):
		r.Because, r.Source = "WWW-Authenticate says insufficient_scope: a person must grant more", "RFC 6750 section 3.1"
	case e.err.RequiresUserAction():
		r.Because = "a person must sign in, grant or upgrade something"
	case g == toolerr.GuidanceRefreshAuthThenRetry:
		r.Because, r.Source = fmt.Sprintf("status %d: the credential was not accepted, and a new one may be", e.err.StatusCode()), "RFC 9110 section 15.5.2"
	case g == toolerr.GuidanceRetryWithBackoff:
		r.Because = "an error of a service or of the network that may pass"
	default:
		r.Because = "there is nothing a program could repeat"
	}
	return r
}
