package agenthttp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// A refusal is an error of the request itself.
type refusal struct {
	status int
	code   string
	text   toolerr.Message
}

func (r *refusal) Error() string { return r.text.String() }

// Refusals that do not depend on the request.
var (
	errOrigin    = &refusal{status: http.StatusForbidden, code: "origin_refused", text: toolerr.Msg("Pages of this origin may not call the server.")}
	errToken     = &refusal{status: http.StatusUnauthorized, code: "unauthorized", text: toolerr.Msg("A valid bearer token is required.")}
	errNotLocal  = &refusal{status: http.StatusForbidden, code: "not_local", text: toolerr.Msg("The server has no token, so only its own machine may call it.")}
	errNoRoute   = &refusal{status: http.StatusNotFound, code: "no_route", text: toolerr.Msg("There is nothing at this path.")}
	errMethod    = &refusal{status: http.StatusMethodNotAllowed, code: "method_not_allowed", text: toolerr.Msg("The path does not have this method.")}
	errNoApp     = &refusal{status: http.StatusNotFound, code: "app_not_found", text: toolerr.Msg("The app does not exist. GET /list-apps lists the apps.")}
	errNoRun     = &refusal{status: http.StatusNotFound, code: "run_not_found", text: toolerr.Msg("No run with this invocation id is active.")}
	errForwarded = &refusal{status: http.StatusForbidden, code: "not_local", text: toolerr.Msg("The server has no token, and the request came through a proxy. Behind one, the server needs a token.")}
	errAppState  = &refusal{status: http.StatusUnprocessableEntity, code: string(agent.ErrInvalidInput), text: toolerr.Msg("State of the app belongs to all users, so a client cannot set it. Leave the app: keys out.")}
	errTooLarge  = &refusal{status: http.StatusRequestEntityTooLarge, code: "body_too_large", text: toolerr.Msg("The request is too large.")}
	errBodies    = &refusal{status: http.StatusServiceUnavailable, code: "busy", text: toolerr.Msg("The server has reached its limit of concurrent requests. Try again in a second.")}
	errRuns      = &refusal{status: http.StatusServiceUnavailable, code: "busy", text: toolerr.Msg("The server has reached its limit of concurrent runs. Try again in a second.")}
	errPanicked  = &refusal{status: http.StatusInternalServerError, code: "internal", text: toolerr.Msg("The server failed.")}
)

// panicked returns the error, with its stack, of a handler that panicked, or called
// runtime.Goexit if with is nil. The panic value may be anything, and is not shown.
func panicked(with any) error {
	says := "serving the request called runtime.Goexit, as t.FailNow does"
	if with != nil {
		says = fmt.Sprintf("serving the request panicked with a %T", with)
	}
	return toolerr.New(toolerr.KindToolFatal, toolerr.Message{},
		toolerr.WithDeveloperMessage(says),
		toolerr.WithNote(note.Stack(debug.Stack())), toolerr.WithCause(errPanicked))
}

// invalid returns the refusal of a request that must be corrected.
func invalid(text toolerr.Message) *refusal {
	return &refusal{status: http.StatusBadRequest, code: string(agent.ErrInvalidInput), text: text}
}

// statuses has the status of each error of a run (RFC 9110 section 15). An error of the
// model's provider is that of an upstream server, even if it refused this server's
// credentials, which are not the client's.
var statuses = map[agent.ErrorKind]int{
	agent.ErrInvalidInput:          http.StatusBadRequest,
	agent.ErrUnreadableAttachment:  http.StatusBadRequest,
	agent.ErrResumeRefused:         http.StatusForbidden,
	agent.ErrSessionNotFound:       http.StatusNotFound,
	agent.ErrArtifactNotFound:      http.StatusNotFound,
	agent.ErrNotFound:              http.StatusNotFound,
	agent.ErrAlreadyExists:         http.StatusConflict,
	agent.ErrSessionBusy:           http.StatusConflict,
	agent.ErrStaleSession:          http.StatusConflict,
	agent.ErrAlreadyRun:            http.StatusConflict,
	agent.ErrRateLimited:           http.StatusTooManyRequests,
	agent.ErrBackend:               http.StatusServiceUnavailable,
	agent.ErrCanceled:              http.StatusServiceUnavailable,
	agent.ErrProviderTransport:     http.StatusServiceUnavailable,
	agent.ErrProviderHTTP:          http.StatusBadGateway,
	agent.ErrProviderDecode:        http.StatusBadGateway,
	agent.ErrProviderAuth:          http.StatusBadGateway,
	agent.ErrProviderStream:        http.StatusBadGateway,
	agent.ErrProvider:              http.StatusBadGateway,
	agent.ErrModelContract:         http.StatusBadGateway,
	agent.ErrStructuredOutput:      http.StatusBadGateway,
	agent.ErrToolChoiceNotHonored:  http.StatusBadGateway,
	agent.ErrProviderUnsupported:   http.StatusNotImplemented,
	agent.ErrToolChoiceUnsupported: http.StatusNotImplemented,
	agent.ErrMaxModelCalls:         http.StatusInternalServerError,
	agent.ErrToolAborted:           http.StatusInternalServerError,
	agent.ErrSchemaInvalid:         http.StatusInternalServerError,
	agent.ErrConfig:                http.StatusInternalServerError,
	agent.ErrTemplate:              http.StatusInternalServerError,
	agent.ErrCallback:              http.StatusInternalServerError,
	agent.ErrEgressRefused:         http.StatusInternalServerError,
	agent.ErrNoAnswer:              http.StatusInternalServerError,
}

// A failure is the part of an error that a client gets.
type failure struct {
	status int
	code   string
	text   string
	wait   time.Duration
	waits  bool
}

// failureOf returns the client's part of any error: of a run, of a store, or of decoding
// the request.
func failureOf(err error) failure {
	if r, ok := go126.AsType[*refusal](err); ok {
		f := failure{status: r.status, code: r.code, text: r.text.String()}
		if te, ok := go126.AsType[*toolerr.ToolRuntimeError](err); ok { // of Config.CheckResume
			f.wait, f.waits = te.RetryAfter()
		}
		if r == errBodies || r == errRuns {
			f.wait, f.waits = time.Second, true
		}
		return f
	}
	if _, ok := go126.AsType[*http.MaxBytesError](err); ok {
		return failureOf(errTooLarge)
	}
	if re, ok := go126.AsType[*agent.RunError](err); ok {
		f := failure{status: statusOf(re), code: string(re.Kind), text: re.Error()}
		f.wait, f.waits = re.Detail().RetryAfter()
		return f
	}
	kind := agent.ErrBackend
	switch known, ok := go126.AsType[agent.ErrorKind](err); {
	case ok:
		kind = known
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		kind = agent.ErrCanceled
	}
	return failure{status: statuses[kind], code: string(kind), text: kind.Error()}
}

// statusOf returns the status of a failed run. If a provider is overloaded, this server is
// unavailable, not broken.
func statusOf(re *agent.RunError) int {
	if re.Kind == agent.ErrProviderHTTP && re.Detail().CanRetry() {
		return http.StatusServiceUnavailable
	}
	if status := statuses[re.Kind]; status != 0 {
		return status
	}
	return http.StatusInternalServerError
}

// headers sets the headers with the advice for the client's program.
func (f failure) headers(h http.Header) {
	if f.waits {
		h.Set("Retry-After", strconv.Itoa(int((f.wait+time.Second-1)/time.Second)))
	}
	if f.status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
}

// A detail is the body of an error response.
type detail struct {
	Detail    string `json:"detail"`
	Code      string `json:"code"`
	RequestID string `json:"requestId"`
}

// A lastFrame is an error at the end of a stream.
type lastFrame struct {
	Error     string `json:"error"`
	Code      string `json:"code"`
	RequestID string `json:"requestId"`
}
