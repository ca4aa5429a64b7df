package grpcfaults

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	sourceTimeout  = "the request was written and the answer did not come in time"
	sourceCanceled = "the caller's own context decides, not the error"
	sourceWaited   = "the call waited for a connection that did not come, so nothing was sent"
)

// timeoutFaults are the caller's own deadline and cancellation. gRPC turns both into
// statuses that contain no context error.
func timeoutFaults() []Fault {
	waited := timedOut.With(toolerr.EffectNone)
	return []Fault{
		{
			Name: "grpc-deadline-local", Does: "the caller's deadline passes while the server works",
			Want: timedOut, Source: sourceTimeout, run: behaviour{handle: (*site).hang, context: (*site).deadline, dialled: until(connectivity.Ready)},
		},
		{
			Name: "grpc-deadline-connecting", Does: "the caller's deadline passes while a connection is made",
			Want: waited, Source: sourceWaited,
			run: behaviour{raw: hold, context: (*site).deadline},
		},
		{
			Name: "grpc-deadline-refused", Does: "the caller's deadline passes while it waits for a port on which nobody listens",
			Want: waited, Source: sourceWaited,
			run: behaviour{borrow: "conn-refused", context: (*site).deadline, dial: waits, dialled: until(connectivity.TransientFailure)},
		},
		{
			Name: "grpc-deadline-untrusted", Does: "the caller's deadline passes while it waits for a server that it does not trust",
			Want:   faults.ForKind(toolerr.KindToolTimeout, toolerr.EffectNone).Or("no repeat changes the certificate", fatal),
			Source: sourceWaited, Why: "the adapter says fatal; a deadline of the caller's decides over that",
			run: behaviour{borrow: "tls-untrusted-ca", context: (*site).deadline, dial: waits, dialled: until(connectivity.TransientFailure)},
		},
		{
			Name: "grpc-cancel-local", Does: "the caller cancels while the server works",
			Want: canceled, Source: sourceCanceled,
			run: behaviour{handle: (*site).hang, context: func(s *site, parent context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(parent)
				stop := s.waiters.Add(cancel)
				return ctx, func() { stop(); cancel() }
			}},
		},
		{
			Name: "grpc-cancel-connecting", Does: "the caller cancels while a connection is made",
			Want: canceled.With(toolerr.EffectNone), Source: sourceWaited,
			run: behaviour{
				raw: hold,
				context: func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
					ctx, cancel := context.WithCancel(parent)
					stop := time.AfterFunc(timeout, cancel)
					return ctx, func() { stop.Stop(); cancel() }
				},
			},
		},
		{
			Name: "grpc-canceled-by-server", Does: "the server says that the call was cancelled, as one does whose own context ended",
			Want:   unmapped.Or("somebody cancelled the operation", answered(toolerr.KindUpstreamBadRequest).With(toolerr.EffectUnknown)),
			Source: sourceCanceled, Why: "in words that the client's own cancellation has as well; the caller's context is alive",
			run: behaviour{handle: func(s *site, stream grpc.ServerStream) error {
				return s.fail(stream, status.New(codes.Canceled, context.Canceled.Error()))
			}},
		},
		{
			Name: "grpc-deadline-by-server", Does: "the server says that the deadline passed, as one does that was told of it",
			Want:   timedOut.Or("an answer came", answered(toolerr.KindUpstreamServerError)),
			Source: sourceTimeout, Why: "in words that the client's own deadline has as well",
			run: behaviour{handle: func(s *site, stream grpc.ServerStream) error {
				return s.fail(stream, status.New(codes.DeadlineExceeded, context.DeadlineExceeded.Error()))
			}},
		},
	}
}

// hang answers after the call has ended, which is too late.
func (s *site) hang(stream grpc.ServerStream) error {
	if err := s.read(stream); err != nil {
		return err
	}
	<-stream.Context().Done()
	return status.FromContextError(stream.Context().Err()).Err()
}

func (s *site) deadline(parent context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(parent, timeout)
}

// waits makes calls wait for a connection instead of failing with it.
func waits(*site) []grpc.DialOption {
	return []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.WaitForReady(true))}
}
