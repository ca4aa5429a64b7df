package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// An ErrorKind is why a run failed. Its value is a stable word. It is an error, so
// errors.Is(err, agent.ErrRateLimited) reports whether the run failed for this reason.
//
// The failure of a tool has no ErrorKind, because it is a result and does not fail the run,
// unless it is marked with toolerr.Abort. Models and stores use some kinds for their own
// failures; this package itself never returns ErrToolChoiceUnsupported, and returns
// ErrProviderUnsupported only for what a [Preflighter] refuses.
type ErrorKind string

// The kinds.
const (
	ErrProviderTransport     ErrorKind = "provider_transport"
	ErrProviderHTTP          ErrorKind = "provider_http"
	ErrProviderDecode        ErrorKind = "provider_decode"
	ErrProviderAuth          ErrorKind = "provider_auth"
	ErrRateLimited           ErrorKind = "provider_rate_limit"
	ErrProviderStream        ErrorKind = "provider_stream"
	ErrProviderUnsupported   ErrorKind = "provider_unsupported"
	ErrProvider              ErrorKind = "provider" // the provider failed in a way nothing recognised
	ErrModelContract         ErrorKind = "model_contract"
	ErrMaxModelCalls         ErrorKind = "max_model_calls"
	ErrToolAborted           ErrorKind = "tool_aborted"
	ErrSessionNotFound       ErrorKind = "session_not_found"
	ErrArtifactNotFound      ErrorKind = "artifact_not_found"
	ErrStaleSession          ErrorKind = "stale_session"
	ErrBackend               ErrorKind = "backend"
	ErrSchemaInvalid         ErrorKind = "schema_invalid"
	ErrConfig                ErrorKind = "config"
	ErrTemplate              ErrorKind = "template"
	ErrCallback              ErrorKind = "callback"
	ErrNotFound              ErrorKind = "not_found"
	ErrAlreadyExists         ErrorKind = "already_exists"
	ErrInvalidInput          ErrorKind = "invalid_input"
	ErrCanceled              ErrorKind = "canceled"
	ErrAlreadyRun            ErrorKind = "already_run"
	ErrSessionBusy           ErrorKind = "session_busy"
	ErrEgressRefused         ErrorKind = "egress_refused"
	ErrResumeRefused         ErrorKind = "resume_refused"
	ErrToolChoiceUnsupported ErrorKind = "tool_choice_unsupported"
	ErrToolChoiceNotHonored  ErrorKind = "tool_choice_not_honored"
	ErrStructuredOutput      ErrorKind = "structured_output"
	ErrUnreadableAttachment  ErrorKind = "unreadable_attachment"
	ErrNoAnswer              ErrorKind = "no_answer" // of [Runner.Ask]: the run ended without failing and without an answer
)

var errorMessages = map[ErrorKind]toolerr.Message{
	ErrProviderTransport:     toolerr.Msg("The model's provider could not be reached."),
	ErrProviderHTTP:          toolerr.Msg("The model's provider refused the request or failed."),
	ErrProviderDecode:        toolerr.Msg("The model's answer could not be decoded."),
	ErrProviderAuth:          toolerr.Msg("The model's provider refused the credentials."),
	ErrRateLimited:           toolerr.Msg("The model's provider is limiting the rate of requests."),
	ErrProviderStream:        toolerr.Msg("The model's answer broke off."),
	ErrProviderUnsupported:   toolerr.Msg("The model does not support a feature that the request needs."),
	ErrProvider:              toolerr.Msg("The model failed."),
	ErrModelContract:         toolerr.Msg("The model's answer violates the rules of a stream."),
	ErrMaxModelCalls:         toolerr.Msg("The run reached its limit of model calls."),
	ErrToolAborted:           toolerr.Msg("A tool stopped the run."),
	ErrSessionNotFound:       toolerr.Msg("The session does not exist."),
	ErrArtifactNotFound:      toolerr.Msg("The artifact does not exist."),
	ErrStaleSession:          toolerr.Msg("Another writer changed the session in the meantime."),
	ErrBackend:               toolerr.Msg("The session could not be read or written."),
	ErrSchemaInvalid:         toolerr.Msg("A schema is not valid."),
	ErrConfig:                toolerr.Msg("The agent is not configured correctly."),
	ErrTemplate:              toolerr.Msg("An instruction could not be filled in."),
	ErrCallback:              toolerr.Msg("A callback failed."),
	ErrNotFound:              toolerr.Msg("The requested item does not exist."),
	ErrAlreadyExists:         toolerr.Msg("The item to create exists already."),
	ErrInvalidInput:          toolerr.Msg("The input is not valid."),
	ErrCanceled:              toolerr.Msg("The operation was canceled."),
	ErrAlreadyRun:            toolerr.Msg("The run was ranged over before. Start a new one."),
	ErrSessionBusy:           toolerr.Msg("Another run is using the session."),
	ErrEgressRefused:         toolerr.Msg("A policy refused to send the request."),
	ErrResumeRefused:         toolerr.Msg("The call may not be continued by this input."),
	ErrToolChoiceUnsupported: toolerr.Msg("The model does not support the requested tool choice."),
	ErrToolChoiceNotHonored:  toolerr.Msg("The model did not honor the requested tool choice."),
	ErrStructuredOutput:      toolerr.Msg("The model's answer does not fit the output schema."),
	ErrUnreadableAttachment:  toolerr.Msg("An attachment could not be read."),
	ErrNoAnswer:              toolerr.Msg("The run ended without an answer."),
}

// ErrorKinds returns all kinds, sorted.
func ErrorKinds() []ErrorKind { return slices.Sorted(maps.Keys(errorMessages)) }

// Error returns the fixed text of the kind.
func (k ErrorKind) Error() string { return errorMessages[k].String() }

// A RunError is why a run failed. Its text, and every other way to print it, is safe to
// show. The cause is only available from its method.
type RunError struct {
	Kind ErrorKind
	// Guidance is advice for the host program.
	Guidance toolerr.Guidance

	message toolerr.Message
	detail  *toolerr.ToolRuntimeError
}

// NewRunError returns an error of the given kind, for failures of models and stores. The
// zero msg means the kind's fixed text. cause may be nil. If a *toolerr.ToolRuntimeError is
// in its tree, the new error has its guidance and wait. Without one, the guidance is none,
// and that of ErrProviderStream is to retry.
func NewRunError(kind ErrorKind, msg toolerr.Message, cause error) *RunError {
	if msg.IsZero() {
		msg = errorMessages[kind]
	}
	e := &RunError{Kind: kind, Guidance: toolerr.GuidanceNone, message: msg}
	if te, ok := toolerr.Find(cause); ok {
		e.detail = te
		e.Guidance = te.Guidance()
	} else if e.detail = toolerr.New(toolerr.KindToolFatal, msg, toolerr.WithCause(cause)); kind == ErrProviderStream {
		e.detail = toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, msg, toolerr.WithCause(cause))
		e.Guidance = e.detail.Guidance()
	}
	return e
}

// Error returns a text that is safe to show.
func (e *RunError) Error() string { return e.message.String() }

// Message returns the text of Error as a toolerr.Message.
func (e *RunError) Message() toolerr.Message { return e.message }

// Detail returns the failure as an error of package toolerr, with status, wait, developer
// message and report. It is never nil.
func (e *RunError) Detail() *toolerr.ToolRuntimeError {
	if e.detail == nil {
		return toolerr.New(toolerr.KindUnknown, e.message)
	}
	return e.detail
}

// Cause returns the error that caused this one; nil if there is none. Its text may be a
// service's.
func (e *RunError) Cause() error { return e.Detail().Cause() }

// Is makes errors.Is find the kind, and the errors in the cause.
func (e *RunError) Is(target error) bool {
	if kind, ok := target.(ErrorKind); ok {
		return e.Kind == kind
	}
	return e.Detail().Is(target)
}

// As makes errors.As find the kind, the *toolerr.ToolRuntimeError of [RunError.Detail], and
// the errors in the cause.
func (e *RunError) As(target any) bool {
	switch t := target.(type) {
	case *ErrorKind:
		*t = e.Kind
		return true
	case **toolerr.ToolRuntimeError:
		*t = e.Detail()
		return true
	}
	return e.Detail().As(target)
}

// Format prints the text, whatever the verb.
func (e *RunError) Format(s fmt.State, verb rune) {
	if verb == 'q' {
		_, _ = fmt.Fprintf(s, "%q", e.Error())
		return
	}
	_, _ = io.WriteString(s, e.Error())
}

// LogValue returns the developer's view: kind, guidance, and the detail.
func (e *RunError) LogValue() slog.Value {
	return slog.GroupValue(
		slog.String("run_error", string(e.Kind)),
		slog.String("message", e.Error()),
		slog.String("guidance", string(e.Guidance)),
		slog.Any("detail", e.Detail()),
	)
}

// asRunError returns the *RunError in the tree of err.
func asRunError(err error) (*RunError, bool) {
	for e := range adapter.Tree(err) {
		if re, ok := e.(*RunError); ok { //nolint:errorlint // one node of a walk
			return re, true
		}
	}
	return nil, false
}

// serviceError returns the error of a store as a *RunError, with the store's kind or
// ErrBackend.
func serviceError(err error) *RunError {
	if re, ok := asRunError(err); ok {
		return re
	}
	for e := range adapter.Tree(err) {
		if kind, ok := e.(ErrorKind); ok { //nolint:errorlint // one node of a walk
			return NewRunError(kind, toolerr.Message{}, err)
		}
	}
	return NewRunError(ErrBackend, toolerr.Message{}, err)
}

// providerError returns the adapted error of a model as a *RunError.
func providerError(err error) *RunError {
	if re, ok := asRunError(err); ok {
		return re
	}
	te, ok := toolerr.Find(err)
	if !ok {
		te = toolerr.New(toolerr.KindUnknown, toolerr.Message{}, toolerr.WithCause(err))
	}
	if re, ok := asRunError(te.Cause()); ok {
		return re
	}
	kind := ErrProvider
	switch te.Class() { //nolint:exhaustive // the rest is below
	case toolerr.ClassRateLimit:
		kind = ErrRateLimited
	case toolerr.ClassUpstream:
		kind = ErrProviderHTTP
		switch {
		case te.Kind() == toolerr.KindUpstreamAuthError:
			kind = ErrProviderAuth
		case te.Kind() == toolerr.KindUpstreamUnmapped && !te.Answered():
			// The response was not a model's answer, for example the page of a proxy. A
			// model call can be retried, whatever the HTTP method.
			kind, te = ErrProviderDecode, te.With(toolerr.WithCanRetry(true))
		}
	case toolerr.ClassNetworkTransport:
		kind = ErrProviderTransport
	case toolerr.ClassInvalidOutput:
		kind = ErrProviderDecode
	default:
		if te.Is(context.DeadlineExceeded) || te.Is(io.ErrUnexpectedEOF) { // a model has no other connection
			kind, te = ErrProviderTransport, toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, toolerr.WithCause(err))
		}
	}
	return NewRunError(kind, toolerr.Message{}, te)
}

// softEnd ends a run with an event that has the code.
type softEnd struct{ code EventCode }

func (s softEnd) Error() string { return string(s.code) }

// Errors that end a run without another event: the consumer stopped ranging, the run waits,
// or the last event was already yielded.
var (
	errBroken   = errors.New("the consumer stopped ranging")
	errPaused   = errors.New("the run waits")
	errEnded    = errors.New("the run has yielded its last event")
	errAnswered = errors.New("a result is the answer of the agent")
)
