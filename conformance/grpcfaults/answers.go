package grpcfaults

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	_ "google.golang.org/grpc/encoding/gzip" // the compression that clients request
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	sourceMapping   = "grpc, doc/http-grpc-status-mapping.md; the status itself is in the text"
	sourceStream    = "RFC 9113 sections 5.4 and 7: the stream ended before an answer"
	sourceNotDone   = "RFC 9113 section 8.7: the request was not processed"
	sourceMalformed = "gRPC over HTTP2, Responses: the answer is not one"
	sourceSize      = "the client's own limit: the same answer is as large on every repeat"
	sourceCodes     = "google/rpc/code.proto; grpc, doc/statuscodes.md"
)

// streamFaults are those of HTTP/2 itself.
func streamFaults() []Fault {
	reset := func(name string, code http2.ErrCode, want faults.Want, source string) Fault {
		return Fault{"grpc-rst-" + name, fmt.Sprintf("RST_STREAM(%s) instead of an answer", code), want, source, []setting{
			framed(func(w *wire, stream uint32) { w.reset(stream, code) }),
		}}
	}
	return []Fault{
		reset("internal", http2.ErrCodeInternal, unreachable, sourceStream),
		reset("refused", http2.ErrCodeRefusedStream, noWay, sourceNotDone),
		reset("cancel", http2.ErrCodeCancel, unreachable, sourceStream), // the client's status is CANCELLED, as for the caller's own cancellation
		reset("calm", http2.ErrCodeEnhanceYourCalm, faults.ForKind(toolerr.KindUpstreamRateLimit, toolerr.EffectUnknown).
			Or("a rate limit refuses", faults.ForKind(toolerr.KindUpstreamRateLimit, toolerr.EffectNone)).
			Or("the stream ended before an answer", unreachable, unmapped), sourceStream),
		// A server that was told of the deadline can be the first to see it pass.
		{"grpc-rst-cancel-late", "RST_STREAM(CANCEL) when the caller's deadline is past and its context not yet done", timedOut, sourceTimeout, []setting{
			framed(func(w *wire, stream uint32) {
				<-time.After(2 * timeout)
				w.reset(stream, http2.ErrCodeCancel)
			}),
			until(connectivity.Ready),
			within(func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(parent)
				return lateContext{ctx, time.Now().Add(timeout)}, cancel
			}),
		}},
		{
			"grpc-goaway-calm", "GOAWAY(ENHANCE_YOUR_CALM, too_many_pings), this stream seen, and close",
			unreachable.Or("it broke while the server worked", unmapped), sourceStream,
			[]setting{framed(func(w *wire, stream uint32) {
				w.goAway(stream, http2.ErrCodeEnhanceYourCalm, "too_many_pings "+faults.CanaryGoAway)
				w.finish()
			})},
		},
		{
			"grpc-goaway-unprocessed", "GOAWAY(NO_ERROR, last stream 0) and close, every time",
			noWay.Or("after its own repeat the client says less", unreachable), sourceNotDone,
			[]setting{framed(func(w *wire, _ uint32) {
				w.goAway(0, http2.ErrCodeNo, faults.CanaryGoAway)
				w.finish()
			})},
		},
	}
}

// lateContext has a deadline, but does not end at it.
type lateContext struct {
	context.Context
	at time.Time
}

func (c lateContext) Deadline() (time.Time, bool) { return c.at, true }

// page is a proxy's page in place of a gRPC response.
const page = "<html><head><title>" + faults.CanaryProxy + "</title></head><body>" + faults.CanaryBody + " " + faults.CredentialBody + "</body></html>\n"

// pageFaults are proxies that send HTTP responses with a real status. It survives only in
// the text of gRPC's status, and the Retry-After header nowhere.
func pageFaults() []Fault {
	var all []Fault
	for _, code := range []int{200, 302, 400, 401, 403, 404, 413, 429, 500, 501, 502, 503, 504} {
		want := faults.ForStatus(code)
		if code < 300 { // a page where an answer should be: a 200 is not a failure of anybody's
			want = unmapped
		}
		does := fmt.Sprintf("a proxy answers HTTP %d text/html instead of gRPC", code)
		all = append(all, Fault{"grpc-http-" + strconv.Itoa(code), does, want, sourceMapping, []setting{framed(func(w *wire, stream uint32) {
			w.headers(stream, false, ":status", strconv.Itoa(code), "content-type", "text/html",
				"retry-after", "7", "x-upstream-note", faults.CanaryHeader, "location", "https://"+faults.CanaryLocation+".invalid/")
			w.data(stream, true, []byte(page))
		})}})
	}
	return all
}

// answerFaults are inconsistent responses, and those that exceed the client's limit. The
// service has acted, or may have. The code of a limit is that of a rate limit, and only the
// text shows the difference.
func answerFaults() []Fault {
	large := answered(toolerr.KindUpstreamValidationError).With(toolerr.EffectUnknown)
	limit := calling(grpc.MaxCallRecvMsgSize(1 << 10))
	compressed := framed(func(w *wire, stream uint32) {
		w.answer(stream, "grpc-encoding", "gzip")
		p := zeros(64 << 10)
		w.message(stream, 1, len(p), p)
		w.ok(stream)
	})
	return []Fault{
		{"grpc-no-trailers", "a stream that ends without trailers", unmapped, sourceMalformed, []setting{framed(func(w *wire, stream uint32) {
			w.answer(stream)
			w.data(stream, true, []byte{0, 0, 0, 0, 0})
		})}},
		{"grpc-garbage", "a message that does not decode", unmapped, sourceMalformed, []setting{framed(func(w *wire, stream uint32) {
			w.answer(stream)
			w.message(stream, 0, len(faults.CanaryBody), []byte(faults.CanaryBody))
			w.ok(stream)
		})}},
		{"grpc-recv-too-large", "an answer bigger than MaxCallRecvMsgSize", large, sourceSize, []setting{
			limit, handled(func(s *site, stream grpc.ServerStream) error {
				if err := s.read(stream); err != nil {
					return err
				}
				return stream.SendMsg(wrapperspb.Bytes(bytes.Repeat([]byte(faults.CanaryBody), 1<<10)))
			}),
		}},
		{"grpc-recv-too-large-inflated", "an answer that is bigger than MaxCallRecvMsgSize once it is decompressed", large, sourceSize, []setting{limit, compressed}},
		{"grpc-recv-too-large-decompressor", "the same, of a client with a decompressor of its own", large, sourceSize, []setting{
			limit, compressed, dialling(grpc.WithDecompressor(grpc.NewGZIPDecompressor())), //nolint:staticcheck // what the fault is about
		}},
	}
}

// zeros returns n zeros, compressed.
func zeros(n int) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(make([]byte, n))
	_ = z.Close()
	return b.Bytes()
}

// answered is the result for a service's code. It is never an HTTP status.
func answered(kind toolerr.Kind) faults.Want {
	effect := toolerr.EffectNone // refusals come before the act
	if kind == toolerr.KindUpstreamServerError || kind == toolerr.KindUpstreamUnmapped {
		effect = toolerr.EffectUnknown
	}
	return faults.ForKind(kind, effect)
}

// codeFaults are the codes of a service, without details.
func codeFaults() []Fault {
	badRequest, serverError := answered(toolerr.KindUpstreamBadRequest), answered(toolerr.KindUpstreamServerError)
	denied, anything := answered(toolerr.KindUpstreamAuthError), answered(toolerr.KindUpstreamUnmapped)
	var all []Fault
	for _, row := range []struct {
		code codes.Code
		want faults.Want
	}{
		// Somebody cancelled the operation, and it was not the caller: as HTTP 499.
		{codes.Canceled, badRequest.With(toolerr.EffectUnknown).Or("nobody knows who cancelled it", anything)},
		{codes.Unknown, anything}, // what servers answer for an error without a status
		{codes.InvalidArgument, badRequest.Or("it is about values as well", answered(toolerr.KindUpstreamValidationError))},
		{codes.DeadlineExceeded, serverError.Or("a server may send it for the caller's own deadline", timedOut)},
		{codes.NotFound, answered(toolerr.KindUpstreamNotFound)},
		{codes.AlreadyExists, badRequest},
		{codes.PermissionDenied, denied},
		{codes.ResourceExhausted, answered(toolerr.KindUpstreamRateLimit)},
		{codes.FailedPrecondition, badRequest},
		// Retry at a higher level, says gRPC; the call of a tool is one.
		{codes.Aborted, badRequest.Retry(true).Or("a call whose arguments went stale is not worth a repeat", badRequest)},
		{codes.OutOfRange, badRequest},
		{codes.Unimplemented, serverError.Retry(false).With(toolerr.EffectNone).Or("as HTTP 501", serverError.Retry(false))},
		{codes.Internal, serverError},
		{codes.Unavailable, serverError},
		{codes.DataLoss, serverError.Retry(false)},
		{codes.Unauthenticated, denied},
		{99, anything},
	} {
		name := strings.ToLower(row.code.String())
		if row.code > codes.Unauthenticated {
			name = strconv.Itoa(int(row.code))
		}
		message := faults.CanaryMessage + ": " + faults.CredentialBody + " may not touch " + faults.CanaryResource
		all = append(all, Status("grpc-code-"+name, status.New(row.code, message), row.want, sourceCodes))
	}
	return append(all, Fault{
		"grpc-unimplemented", "the server does not have the service", serverError.Retry(false).With(toolerr.EffectNone), sourceCodes,
		[]setting{func(s *site) { s.serve() }},
	})
}
