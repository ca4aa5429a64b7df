package toolerr

import (
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/errand-go/errand/internal/redact"
)

// A ToolRuntimeError is the failure of a tool, in a form on which an agent and its program
// can act. It is immutable. The constructors of this package make it.
//
// Its fields are those that an agent may see. Everything else is behind a func, which
// dumpers that use reflection cannot follow. Do not embed the type in a struct that is
// marshalled, because its methods would become the struct's.
type ToolRuntimeError struct {
	trait      *trait // of the kind
	code       Code
	message    Message
	hint       Message
	status     int
	retryAfter time.Duration
	hasWait    bool
	canRetry   bool
	repeatable bool
	userAction bool
	aborts     bool
	parts      bool // see [Payload.WithParts]
	effect     Effect
	service    string
	upstream   string
	listedCode string
	reference  [referenceLength]byte // the zero value if there is none
	problems   []Problem
	resolution *Resolution
	private    func() *private
}

// private is the part of an error that an agent must not see.
type private struct {
	cause      error
	developer  string
	vendorCode string
	vendorType fmt.Stringer // a reflect.Type, or the name in a restored report
	method     string
	url        string
	requestID  string
	guidance   Guidance
	access     *Access      // what the service said
	author     *Credentials // what the author said
	stack      string
	metadata   map[string]string
	origin     *ToolRuntimeError // the error that this one is a copy of
	reduced    bool              // url is an endpoint of a restored report
	logged     bool
	cooled     bool
	keyed      int64      // see [note.Note]
	statement  *statement // the reason stated with Errorf
	refuser    Refuser
}

// box holds an error and its private part, so that both are one allocation.
type box struct {
	e ToolRuntimeError
	p private
}

func (b *box) get() *private { return &b.p }

func build(kind Kind, msg Message) *box {
	b := &box{}
	b.e.trait, b.e.message = kind.trait(), msg
	b.e.canRetry = b.e.trait.canRetry
	b.e.private = b.get
	return b
}

func (b *box) apply(opts []Option) *ToolRuntimeError {
	for i := range opts {
		if opts[i].set != nil {
			opts[i].set(b, opts[i])
		}
	}
	b.settle()
	return &b.e
}

// settle removes properties that an error of its class cannot have: a transport error has
// no status, because no complete answer arrived, and a fatal error no retry.
func (b *box) settle() {
	switch b.e.trait.class { //nolint:exhaustive // the others have what they were given
	case ClassNetworkTransport:
		b.e.status = 0
	case ClassFatal:
		b.e.canRetry, b.p.guidance = false, ""
	}
}

// New returns an error of the given kind. A kind that is not one of the constants becomes
// [KindUnknown]. The zero msg means the kind's fixed text.
func New(kind Kind, msg Message, opts ...Option) *ToolRuntimeError {
	return build(kind, msg).apply(opts)
}

// Upstream returns the error of a service that answered with an HTTP status. Everything
// follows from the status alone (see [StatusRuleOf]); an adapter that has the vendor's code
// uses [New] with [WithStatus].
func Upstream(statusCode int, msg Message, opts ...Option) *ToolRuntimeError {
	b := build(StatusRuleOf(statusCode).Kind, msg)
	setStatusMeaning(b, Option{n: int64(statusCode)})
	return b.apply(opts)
}

// RateLimit returns the error of a service that received too many requests. If the service
// named a wait, add [WithRetryAfter].
func RateLimit(msg Message, opts ...Option) *ToolRuntimeError {
	return New(KindUpstreamRateLimit, msg, opts...)
}

// NetworkTransport returns the error of an exchange without a complete response. A kind of
// another class becomes [KindNetworkTransportUnmapped]. The error has no HTTP status,
// whatever opts are, because a status belongs to a response.
func NetworkTransport(kind Kind, msg Message, opts ...Option) *ToolRuntimeError {
	if kind.Class() != ClassNetworkTransport {
		kind = KindNetworkTransportUnmapped
	}
	return New(kind, msg, opts...)
}

// Fatal returns the error of a tool that would fail again in the same way. Whatever opts
// are, its CanRetry is false, as for every error of [ClassFatal].
func Fatal(msg Message, opts ...Option) *ToolRuntimeError {
	return New(KindToolFatal, msg, opts...)
}

// Retryable returns the error of a call that may succeed after the model has changed
// something. hint describes the change.
func Retryable(msg, hint Message, opts ...Option) *ToolRuntimeError {
	b := build(KindToolRetry, msg)
	b.e.hint = hint
	return b.apply(opts)
}

// ContextRequired returns the error of a call that needs something from a person. prompt
// describes what to ask for, and the model reads it as the hint.
func ContextRequired(msg, prompt Message, opts ...Option) *ToolRuntimeError {
	b := build(KindToolContextRequired, msg)
	b.e.hint = prompt
	return b.apply(opts)
}

// InvalidInput returns the error of arguments that do not fit the tool, with the problems.
// It keeps up to 16 problems, and the number of the others.
func InvalidInput(msg Message, problems []Problem, opts ...Option) *ToolRuntimeError {
	b := build(KindToolBadInputValue, msg)
	b.e.problems = fewProblems(problems)
	return b.apply(opts)
}

// With returns a copy of e changed by opts. errors.Is(copy, e) is true.
func (e *ToolRuntimeError) With(opts ...Option) *ToolRuntimeError { return e.clone().apply(opts) }

func (e *ToolRuntimeError) clone() *box {
	e = e.self()
	b := &box{e: *e, p: *e.private()}
	b.e.private = b.get
	if b.p.origin == nil {
		b.p.origin = e
	}
	return b
}

// self replaces a nil or zero error with one of unknown kind.
//
//go:noinline
func (e *ToolRuntimeError) self() *ToolRuntimeError {
	if e == nil || e.private == nil {
		return New(KindUnknown, Message{})
	}
	return e
}

func (e *ToolRuntimeError) priv() *private { return e.self().private() }

// Kind returns what went wrong.
func (e *ToolRuntimeError) Kind() Kind { return e.self().trait.kind }

// Class returns the class of the kind.
func (e *ToolRuntimeError) Class() Class { return e.self().trait.class }

// Code returns the payload's error_code: the code of [WithCode], or the kind's.
func (e *ToolRuntimeError) Code() Code {
	if e = e.self(); e.code != "" {
		return e.code
	}
	return e.trait.code
}

// Repeats reports whether the same call may be sent again: a retry may succeed and does no
// harm. That is so if the failed call did nothing, if its tool is declared
// ([WithRepeatable]), or if the tool itself asks for another call. It is what a model reads
// as can_retry; [ToolRuntimeError.CanRetry] is the first half, for programs that know more
// of the call.
func (e *ToolRuntimeError) Repeats() bool { return e.self().repeats() }

func (e *ToolRuntimeError) repeats() bool {
	if !e.canRetry {
		return false
	}
	effect := e.Effect()
	return effect == EffectNone || effect == EffectUnset && e.trait.kind == KindToolRetry || e.repeatable
}

// doubtful reports whether the call may have been carried out.
func (e *ToolRuntimeError) doubtful() bool {
	return e.Effect() == EffectUnknown || e.canRetry && !e.repeats()
}

// CanRetry reports whether a retry of the same call may succeed. Whether it
// is safe is a different question: see [ToolRuntimeError.SafeToRetry].
func (e *ToolRuntimeError) CanRetry() bool { return e.self().canRetry }

// RetryAfter returns how long to wait before a retry, in whole milliseconds, and whether
// the service named a wait. The wait is never negative.
func (e *ToolRuntimeError) RetryAfter() (time.Duration, bool) {
	e = e.self()
	return e.retryAfter, e.hasWait
}

// StatusCode returns the HTTP status of the response; 0 if there was none.
func (e *ToolRuntimeError) StatusCode() int { return e.self().status }

// Service returns the slug of the adapter that recognised the error; "" if none
// did.
func (e *ToolRuntimeError) Service() string { return e.self().service }

// VendorCode returns the vendor's code as the table of this program lists it, which the
// agent sees as vendor_code. It is "" if no table lists the code. [Extra] has the code that
// the server sent.
func (e *ToolRuntimeError) VendorCode() string { return e.self().listedCode }

// Answered reports whether the error describes an answer of the service: it has an HTTP
// status from 300 up, or a vendor's code.
func (e *ToolRuntimeError) Answered() bool {
	e = e.self()
	return e.status >= 300 || e.private().vendorCode != ""
}

// HTTPMethod returns the method of the HTTP request that failed; "" if there was no request
// or the method is not known. It is for developers, like [Extra].
func (e *ToolRuntimeError) HTTPMethod() string {
	method := e.self().private().method
	if slices.Contains(standardMethods[:], method) {
		return method
	}
	return cleanLine(method)
}

// IsAbout reports whether the error is about an HTTP request with the given method and URL.
// Queries and credentials of the URLs are not compared. It returns false if the error has
// no URL.
func (e *ToolRuntimeError) IsAbout(method, rawURL string) bool {
	p := e.self().private()
	switch {
	case p.method != method:
		return false
	case !p.reduced && p.url != "":
		own, err := url.Parse(p.url)
		other, otherErr := url.Parse(rawURL)
		return err == nil && otherErr == nil && own.Scheme == other.Scheme && own.Host == other.Host && own.Path == other.Path
	}
	return p.url != "" && p.url == redact.Endpoint(rawURL)
}

// SafeToRetry reports whether the same call may be retried without asking a person: a
// retry may succeed, and the failed call did nothing, or the call is idempotent, or every
// request of it had an idempotency key that is still valid (see adapter.CallKey), so that a
// retry of that call does nothing twice. Pass true for idempotent if two calls have the same
// effect as one.
func (e *ToolRuntimeError) SafeToRetry(idempotent bool) bool {
	return e.CanRetry() && (idempotent || e.Effect() == EffectNone || time.Now().UnixNano() < e.priv().keyed)
}

// Guidance returns the advice for a program: the guidance of [WithGuidance], or else the
// one that follows from class, status and CanRetry.
func (e *ToolRuntimeError) Guidance() Guidance {
	e = e.self()
	if g := e.private().guidance; g != "" {
		return g
	}
	if e.trait.kind == KindUpstreamAuthError && e.status == 401 && !e.userAction {
		return GuidanceRefreshAuthThenRetry
	}
	if !e.canRetry {
		return GuidanceNone
	}
	switch e.trait.class { //nolint:exhaustive // the others are not repeated by a program
	case ClassUpstream, ClassRateLimit, ClassNetworkTransport:
		return GuidanceRetryWithBackoff
	}
	return GuidanceNone
}

// RequiresUserAction reports whether a person must sign in again, grant
// something or upgrade something before the call can succeed.
func (e *ToolRuntimeError) RequiresUserAction() bool { return e.self().userAction }

// Problems returns what is wrong with the arguments: the problems that the tool reported,
// and those that were resolved for the call. It is nil if there are none.
func (e *ToolRuntimeError) Problems() []Problem {
	e = e.self()
	return slices.Concat(e.stated(), e.resolved().Problems)
}

// stated returns the problems that the tool reports. For [InvalidInputf] the text is the
// one resolved for the call.
func (e *ToolRuntimeError) stated() []Problem {
	if text := e.resolved().Message; !text.IsZero() && e.placed() {
		return []Problem{{Path: e.problems[0].Path, Problem: text}}
	}
	return e.problems
}

// placed reports whether the only problem of e is the text it states.
func (e *ToolRuntimeError) placed() bool {
	s := e.private().statement
	return s != nil && s.placed && len(e.problems) == 1
}

// resolved returns the resolution, or the zero Resolution.
func (e *ToolRuntimeError) resolved() Resolution {
	if e.resolution == nil {
		return Resolution{}
	}
	return *e.resolution
}

// Aborts reports whether a loop should end the run once every call of the turn has a
// result; see [Abort].
func (e *ToolRuntimeError) Aborts() bool { return e.self().aborts }

// Cause returns the error from which this one was adapted; nil if there is none. It is for
// programs, because its text is the vendor's.
func (e *ToolRuntimeError) Cause() error { return e.priv().cause }

// Logged reports whether the error has a log record already; see adapter.Registry.WithLogger.
func (e *ToolRuntimeError) Logged() bool { return e.self().private().logged }

// Cooled reports whether a cooldown has counted the error's wait already; see
// adapter.Registry.WithCooldown.
func (e *ToolRuntimeError) Cooled() bool { return e.self().private().cooled }

// ErrorType returns the kind. OpenTelemetry's semantic conventions for Go look
// for a method of this name to fill the attribute error.type.
func (e *ToolRuntimeError) ErrorType() string { return string(e.Kind()) }

// Payload returns the object that the model reads: Result(nil, e).
func (e *ToolRuntimeError) Payload() Payload { return Result(nil, e.self()) }

// WithKind returns a copy of e with another kind, changed by opts. Message, hint, code,
// retry advice and guidance are those of the new kind. Information about the call, such as
// status and wait, stays.
func (e *ToolRuntimeError) WithKind(kind Kind, opts ...Option) *ToolRuntimeError {
	b := e.clone()
	b.p.guidance, b.p.access = "", nil
	if b.p.statement != nil {
		b.p.statement = nil
		r := b.e.resolved()
		r.Message = Message{}
		setResolution(b, WithResolution(r))
	}
	b.e.trait = kind.trait()
	b.e.canRetry = b.e.trait.canRetry
	b.e.code, b.e.message, b.e.hint, b.e.userAction = "", Message{}, Message{}, false
	return b.apply(opts)
}
