package faults

import (
	"context"
	"net/http"
	"time"

	"github.com/errand-go/errand/toolerr"
)

const (
	sourceTimeout  = "the request was written and the answer did not come in time"
	sourceCanceled = "the caller's own context decides, not the error: net/http returns context.Cause(ctx)"
	ownTimeout     = "x/oauth2/jwt v0.37.0 sends its token request without the caller's context: nothing bounds it but http.Client.Timeout"
	notSent        = "nothing was sent; only a record of the exchange can show it, the error cannot"
	lateTimer      = "below a RoundTripper that net/http does not know, the client's timeout is a bare context.DeadlineExceeded until its timer has run (go1.26, setRequestCancel)"
	looksFirst     = "an SDK that looks at the context first returns a bare ctx.Err(): nothing says that a network was to be involved"
)

// errCallerLeft is the cause in the faults in which the caller states a reason.
var errCallerLeft error = &CauseError{}

// A CauseError is the cause of the context in "ctx-deadline-cause" and "ctx-cancel-cause".
// It is not a context error, and its text is a canary.
type CauseError struct{}

// Error returns a text with a canary.
func (*CauseError) Error() string { return CanaryCause + ": the person closed the window" }

func timeoutFaults() []Fault {
	canceled := ForKind(toolerr.KindToolCanceled, toolerr.EffectUnknown)
	overdue := ForKind(toolerr.KindToolTimeout, toolerr.EffectUnknown)
	noContext := map[string]string{"oauth2/jwt": ownTimeout}
	return []Fault{
		{
			Name: "response-header-timeout", Does: "Transport.ResponseHeaderTimeout",
			Want: timedOut, Source: sourceTimeout,
			run: behaviour{
				play:   holdRequest,
				client: func(s *site, _ *http.Client, t *http.Transport) { t.ResponseHeaderTimeout = s.timeout() },
			},
		},
		{
			Name: "client-timeout", Does: "http.Client.Timeout while waiting for headers",
			Want: timedOut, Source: sourceTimeout,
			run: behaviour{races: true, play: holdRequest, client: clientTimeout},
		},
		{
			Name: "client-timeout-in-body", Does: "http.Client.Timeout while reading the body",
			Want: timedOut.Or(lateTimer, overdue), Source: sourceTimeout, Needs: []Need{NeedBody},
			For: map[string]Want{
				"google/gcs-reader": timedOut.Or(resumes, unmapped, fatal.With(toolerr.EffectUnknown)),
				"oauth2":            timedOut.Or(flattened, unmapped),
			},
			run: behaviour{inBody: true, play: stallInBody, client: clientTimeout},
		},
		{
			Name: "aws-read-timeout", Does: "BuildableClient.WithReadTimeout expires while GetObject's body is read",
			Want: timedOut, Source: sourceTimeout, Needs: []Need{NeedS3, NeedBody, NeedSetup},
			run: behaviour{inBody: true, play: stallInBody},
		},
		{
			Name: "ctx-deadline", Does: "the caller's context deadline while waiting for headers",
			Want: timedOut.Or(looksFirst, overdue), Source: sourceTimeout, Silent: noContext,
			run: behaviour{races: true, play: holdRequest, context: func(s *site, parent context.Context) (context.Context, context.CancelFunc) {
				return context.WithTimeout(parent, s.timeout())
			}},
		},
		{
			Name: "ctx-deadline-cause", Does: "context.WithTimeoutCause(an own error) while waiting for headers",
			Want: timedOut.Or(looksFirst, overdue), Source: sourceTimeout, Silent: noContext,
			Why: "net/http returns the cause: errors.Is(err, context.DeadlineExceeded) is false, and only the context tells",
			run: behaviour{races: true, play: holdRequest, context: func(s *site, parent context.Context) (context.Context, context.CancelFunc) {
				return context.WithTimeoutCause(parent, s.timeout(), errCallerLeft)
			}},
		},
		{
			Name: "ctx-deadline-past", Does: "a context whose deadline is already past",
			Want: timedOut.Or(notSent, timedOut.With(toolerr.EffectNone)).
				Or(looksFirst, overdue, overdue.With(toolerr.EffectNone)),
			Source: sourceTimeout, Silent: noContext,
			run: behaviour{play: holdRequest, context: func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
				return context.WithDeadline(parent, time.Now().Add(-time.Second))
			}},
		},
		{
			Name: "ctx-cancel", Does: "the caller cancels while waiting for headers",
			Want: canceled, Source: sourceCanceled, Silent: noContext,
			run: behaviour{play: holdRequest, context: func(s *site, parent context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(parent)
				stop := s.waiters.Add(cancel)
				return ctx, func() { stop(); cancel() }
			}},
		},
		{
			Name: "ctx-cancel-before", Does: "a context cancelled before the call",
			Want: canceled.Or(notSent, canceled.With(toolerr.EffectNone)), Source: sourceCanceled, Silent: noContext,
			run: behaviour{play: holdRequest, context: func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(parent)
				cancel()
				return ctx, cancel
			}},
		},
		{
			Name: "ctx-cancel-cause", Does: "the caller cancels with an own error as the cause while waiting for headers",
			Want: canceled, Source: sourceCanceled, Silent: noContext,
			Why: "net/http returns the cause: errors.Is(err, context.Canceled) is false, and only the context tells",
			run: behaviour{play: holdRequest, context: func(s *site, parent context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancelCause(parent)
				stop := s.waiters.Add(func() { cancel(errCallerLeft) })
				return ctx, func() { stop(); cancel(context.Canceled) }
			}},
		},
	}
}

func clientTimeout(s *site, c *http.Client, _ *http.Transport) { c.Timeout = s.timeout() }

// stallInBody sends the headers and half the body of a success, and then stops.
func stallInBody(x *exchange) {
	if x.read() {
		c := x.site.shape.Success(x.call())
		x.write(x.head(http.StatusOK, nil, c, len(c.Body)) + string(half(c.Body)))
		x.hold()
	}
}
