package toolerr

import (
	"cmp"
	"reflect"
	"strings"
	"time"

	"github.com/errand-go/errand/internal/note"
)

// An Option sets one property of a new error. Most options have the name of the method that
// returns the property. The zero Option does nothing.
type Option struct {
	set   func(*box, Option) // not a closure: the constructors are inlined, and would copy it into each caller
	err   error
	text  string
	more  string
	n     int64
	value any
}

// WithCause records the error from which the new one was adapted, for programs and for the
// developer message.
func WithCause(err error) Option { return Option{err: err, set: setCause} }

func setCause(b *box, o Option) { b.p.cause = o.err }

// WithDeveloperMessage sets the text about the failure for developers, which is redacted
// and cut. Without this option, the developer message is made of the cause.
func WithDeveloperMessage(text string) Option { return Option{text: text, set: setDeveloperMessage} }

func setDeveloperMessage(b *box, o Option) { b.p.developer = o.text }

// maxWait is the longest wait of an error.
const maxWait = 24 * time.Hour

// WithRetryAfter sets the wait that the service asked for. It is rounded up to whole
// milliseconds. A negative wait becomes 0, and a longer one than 24 hours becomes 24 hours.
func WithRetryAfter(d time.Duration) Option { return Option{n: int64(d), set: setRetryAfter} }

func setRetryAfter(b *box, o Option) {
	d := min(max(time.Duration(o.n), 0), maxWait)
	if rest := d % time.Millisecond; rest != 0 {
		d += time.Millisecond - rest
	}
	b.e.retryAfter, b.e.hasWait = d, true
}

// WithStatus records the HTTP status of the response. 0, and any number that is not a
// status (RFC 9110 section 15: three digits), means that there was none. The option does
// not change the kind. An error of class network_transport has no status, because there was
// no complete response.
func WithStatus(code int) Option { return Option{n: int64(code), set: setStatus} }

func setStatus(b *box, o Option) { b.e.status = seenStatus(int(o.n)) }

// WithHint sets the advice to the model about what to do differently.
func WithHint(m Message) Option { return Option{text: m.text, set: setHint} }

func setHint(b *box, o Option) { b.e.hint = Message{text: o.text} }

// WithEffect sets what is known about side effects. With [EffectUnset] the effect follows
// from the kind. A word that is not one of the constants is ignored.
//
//go:noinline
func WithEffect(e Effect) Option { return Option{text: string(e), set: setEffect} }

func setEffect(b *box, o Option) {
	switch e := Effect(o.text); e {
	case EffectUnset, EffectNone, EffectUnknown:
		b.e.effect = e
	}
}

// WithCanRetry overrides the retry advice that follows from kind and status. It has no
// effect on an error of [ClassFatal], which cannot be retried.
func WithCanRetry(can bool) Option {
	o := Option{set: setCanRetry}
	if can {
		o.n = 1
	}
	return o
}

func setCanRetry(b *box, o Option) { b.e.canRetry = o.n != 0 }

// WithCode overrides the kind's code. A code that is not one of the constants is ignored.
func WithCode(c Code) Option { return Option{text: string(c), set: setCode} }

func setCode(b *box, o Option) {
	if c := Code(o.text); c.Known() {
		b.e.code = c
	}
}

// WithService names the adapter that recognised the error, by its slug ("_http"). The agent
// sees the slug. If it is not an identifier, or has the form of a credential, it is
// ignored.
func WithService(slug string) Option {
	if !shown(slug) {
		return Option{}
	}
	return Option{text: slug, set: setService}
}

func setService(b *box, o Option) { b.e.service = o.text }

// WithUpstreamName puts the service's name into the fixed text of an upstream
// failure ("Upstream Google request failed …"). Use [Name] with a constant.
func WithUpstreamName(name Arg) Option {
	text := name.text
	if name.form != argText && name != (Arg{}) {
		text = name.String()
	}
	return Option{text: text, set: setUpstreamName}
}

func setUpstreamName(b *box, o Option) { b.e.upstream = o.text }

// WithVendorCode records the vendor's code for the report. The agent does not see it,
// because servers also send row values, tokens and sentences as codes.
func WithVendorCode(code string) Option { return Option{text: code, set: setVendorCode} }

func setVendorCode(b *box, o Option) { b.p.vendorCode = o.text }

// WithVendorType records the type of the vendor's error for the report.
func WithVendorType(err error) Option { return Option{err: err, set: setVendorType} }

func setVendorType(b *box, o Option) { b.p.vendorType = reflect.TypeOf(o.err) }

// WithEndpoint records the endpoint of the call, for the report only: the method, and of
// the URL the scheme, the host and the words of the path. Userinfo, query, fragment and
// identifiers are dropped. A method of RFC 9110 or RFC 5789 is recorded in upper case.
func WithEndpoint(method, rawURL string) Option {
	return Option{text: method, more: rawURL, set: setEndpoint}
}

func setEndpoint(b *box, o Option) {
	b.p.method, b.p.url, b.p.reduced = httpMethod(o.text), o.more, false
}

var standardMethods = [...]string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT"}

// httpMethod returns a standard method in upper case, and any other word unchanged.
func httpMethod(method string) string {
	for _, standard := range standardMethods {
		if strings.EqualFold(method, standard) {
			return standard
		}
	}
	return method
}

// WithRequestID records the id that the service gave the request, for the report and the
// log.
func WithRequestID(id string) Option { return Option{text: id, set: setRequestID} }

func setRequestID(b *box, o Option) { b.p.requestID = o.text }

// WithGuidance overrides the guidance that follows from kind and status; "" does not. A
// word that is not one of the constants is ignored, and so is the option for an error of
// [ClassFatal].
func WithGuidance(g Guidance) Option { return Option{text: string(g), set: setGuidance} }

func setGuidance(b *box, o Option) {
	switch g := Guidance(o.text); g {
	case "", GuidanceNone, GuidanceRetryWithBackoff, GuidanceRefreshAuthThenRetry:
		b.p.guidance = g
	}
}

// WithUserAction marks an error after which a person must sign in again, or grant or
// upgrade something.
func WithUserAction() Option { return Option{set: setUserAction} }

func setUserAction(b *box, _ Option) { b.e.userAction = true }

// WithNote records what errand's own packages know of an error. The agent sees the code
// of a table if it is an identifier. The type of n cannot be named outside of errand, so
// that no server's string becomes such a code.
//
//go:noinline
func WithNote(n note.Note) Option {
	o := Option{text: n.Code, more: n.Stack, set: setNote}
	if n.Logged {
		o.n |= logged
	}
	if n.Cooled {
		o.n |= cooled
	}
	if n.Keyed != 0 {
		o.value = n.Keyed
	}
	return o
}

// The bits of a note in an [Option].
const (
	logged = 1 << iota
	cooled
)

func setNote(b *box, o Option) {
	if o.text != "" {
		b.p.vendorCode, b.e.listedCode = o.text, ""
		if shown(o.text) {
			b.e.listedCode = o.text
		}
	}
	b.p.stack = cmp.Or(o.more, b.p.stack)
	b.p.logged = b.p.logged || o.n&logged != 0
	b.p.cooled = b.p.cooled || o.n&cooled != 0
	if until, ok := o.value.(int64); ok {
		b.p.keyed = until
	}
}

// WithRepeatable states that a second call has no additional effect, as that of a tool that
// is declared read-only or idempotent. A model reads "can_retry": true only for an error
// with this option, or if the failed call did nothing.
func WithRepeatable() Option { return Option{set: setRepeatable} }

func setRepeatable(b *box, _ Option) { b.e.repeatable = true }

// withAborts sets the mark of [Abort].
func withAborts() Option { return Option{set: setAborts} }

func setAborts(b *box, _ Option) { b.e.aborts = true }
