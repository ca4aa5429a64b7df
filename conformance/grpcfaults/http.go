package grpcfaults

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"golang.org/x/net/http2"
	"google.golang.org/grpc/connectivity"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	sourceMapping = "grpc, doc/http-grpc-status-mapping.md; the status itself is in the text"
	sourceStream  = "RFC 9113 sections 5.4 and 7: the stream ended before an answer"
	sourceNotDone = "RFC 9113 section 8.7: the request was not processed"
)

// page is a proxy's page in place of a gRPC response.
const page = "<html><head><title>" + faults.CanaryProxy + "</title></head><body>" + faults.CanaryBody + " " + faults.CredentialBody + "</body></html>\n"

// httpFaults are proxies that send HTTP responses with a real status.
func httpFaults() []Fault {
	var all []Fault
	for _, code := range []int{200, 302, 400, 401, 403, 404, 413, 429, 500, 501, 502, 503, 504} {
		want := faults.ForStatus(code)
		if code < 300 { // a page where an answer should be: a 200 is not a failure of anybody's
			want = unmapped
		}
		all = append(all, Fault{
			Name: "grpc-http-" + strconv.Itoa(code), Want: want, Source: sourceMapping,
			Does: fmt.Sprintf("a proxy answers HTTP %d text/html instead of gRPC", code),
			Why:  "the HTTP status survives only in the status text, and the Retry-After header nowhere",
			run: behaviour{frames: func(w *wire, stream uint32) {
				w.headers(stream, false, ":status", strconv.Itoa(code), "content-type", "text/html",
					"retry-after", "7", "x-upstream-note", faults.CanaryHeader, "location", "https://"+faults.CanaryLocation+".invalid/")
				w.data(stream, true, []byte(page))
			}},
		})
	}
	return all
}

// http2Faults are those of HTTP/2 itself.
func http2Faults() []Fault {
	notDone := unreachable.With(toolerr.EffectNone)
	return []Fault{
		reset(http2.ErrCodeInternal, "internal", unreachable, sourceStream, ""),
		reset(http2.ErrCodeRefusedStream, "refused", notDone, sourceNotDone, ""),
		reset(http2.ErrCodeCancel, "cancel", unreachable, sourceStream, "grpc v1.85.0 makes CANCELLED of it, just like the caller's own cancellation"),
		reset(http2.ErrCodeEnhanceYourCalm, "calm",
			faults.ForKind(toolerr.KindUpstreamRateLimit, toolerr.EffectUnknown).
				Or("a rate limit refuses", faults.ForKind(toolerr.KindUpstreamRateLimit, toolerr.EffectNone)).
				Or("the stream ended before an answer", unreachable, unmapped),
			sourceStream, "fewer requests are wanted; that this one was not processed is not promised (RFC 9113 section 8.7)"),
		{
			Name: "grpc-rst-cancel-late", Does: "RST_STREAM(CANCEL) when the caller's deadline is past and its context not yet done",
			Want: timedOut, Source: sourceTimeout, Why: "a server that was told of the deadline can be the first to see it pass",
			run: behaviour{
				dialled: until(connectivity.Ready),
				frames: func(w *wire, stream uint32) {
					<-time.After(2 * timeout)
					w.reset(stream, http2.ErrCodeCancel)
				},
				context: func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
					ctx, cancel := context.WithCancel(parent)
					return lateContext{ctx, time.Now().Add(timeout)}, cancel
				},
			},
		},
		{
			Name: "grpc-goaway-calm", Does: "GOAWAY(ENHANCE_YOUR_CALM, too_many_pings), this stream seen, and close",
			Want: unreachable.Or("it broke while the server worked", unmapped), Source: sourceStream,
			run: behaviour{frames: func(w *wire, stream uint32) {
				w.goAway(stream, http2.ErrCodeEnhanceYourCalm, "too_many_pings "+faults.CanaryGoAway)
				w.finish()
			}},
		},
		{
			Name: "grpc-goaway-unprocessed", Does: "GOAWAY(NO_ERROR, last stream 0) and close, every time",
			Want: notDone.Or("after its own repeat the client says less", unreachable), Source: sourceNotDone,
			run: behaviour{frames: func(w *wire, _ uint32) {
				w.goAway(0, http2.ErrCodeNo, faults.CanaryGoAway)
				w.finish()
			}},
		},
	}
}

// lateContext has a deadline, but does not end at it.
type lateContext struct {
	context.Context
	at time.Time
}

func (c lateContext) Deadline() (time.Time, bool) { return c.at, true }

func reset(code http2.ErrCode, name string, want faults.Want, source, why string) Fault {
	return Fault{
		Name: "grpc-rst-" + name, Does: fmt.Sprintf("RST_STREAM(%s) instead of an answer", code), Want: want, Source: source, Why: why,
		run: behaviour{frames: func(w *wire, stream uint32) { w.reset(stream, code) }},
	}
}
