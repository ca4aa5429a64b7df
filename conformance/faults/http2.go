package faults

import (
	"crypto/tls"
	"io"
	"net/http"
	"strconv"

	"github.com/errand-go/errand/toolerr"
)

const (
	sourceStream    = "RFC 9113 sections 5.4 and 7: the stream ended before an answer"
	sourceUnhandled = "RFC 9113 section 8.7: the request was not processed"
	untypedHTTP2    = "the HTTP/2 of net/http is bundled: connection errors and GOAWAY have no type to ask for (go1.26)"
	waitsItOut      = "net/http sends the request again after 0, 1, 2, 4 … s: the tool sees its own timeout (go1.26)"
	cannotRewind    = "with a body that cannot be sent again, or a client that gives up first, the refusal shows"
)

func http2Faults() []Fault {
	refused := timedOut.Because(waitsItOut).
		Or("nothing was sent, and a client that knows it may say so", timedOut.With(toolerr.EffectNone)).
		Or(cannotRewind, unreachable.With(toolerr.EffectNone), unreachable, unmapped)
	return []Fault{
		{
			Name: "h2-rst-internal", Does: "RST_STREAM(INTERNAL_ERROR) before headers",
			Want: unreachable, Source: sourceStream, run: resetsStream(http2InternalError),
		},
		{
			Name: "h2-rst-cancel", Does: "RST_STREAM(CANCEL) before headers",
			Want: unreachable, Source: sourceStream, Why: "the server cancelled, not the caller", run: resetsStream(http2Cancel),
		},
		{
			Name: "h2-rst-refused", Does: "RST_STREAM(REFUSED_STREAM) every time",
			Want: refused, Source: sourceUnhandled, run: waiting(resetsStream(http2RefusedStream)),
		},
		{
			Name: "h2-rst-calm", Does: "RST_STREAM(ENHANCE_YOUR_CALM)",
			Want: unreachable, Source: sourceStream, Why: "no HTTP status was seen, so it is not a rate limit outside gRPC",
			run: resetsStream(http2EnhanceYourCalm),
		},
		{
			Name: "h2-rst-http11-required", Does: "RST_STREAM(HTTP_1_1_REQUIRED)",
			Want: unreachable.With(toolerr.EffectNone).Or("a stream error like any other, to an adapter that does not look at its code", unreachable).
				Or("a client that speaks HTTP/2 only is refused every time", fatal),
			Source: "RFC 9113 section 7: use HTTP/1.1 for this; nothing was done", run: resetsStream(http2HTTP11Required),
		},
		{
			Name: "h2-rst-mid-body", Does: "200 headers, data, RST_STREAM(INTERNAL_ERROR)",
			Want: unmapped.Or(nakedError, unreachable), Source: sourceBody, Needs: []Need{NeedBody},
			For: map[string]Want{"google/gcs-reader": unmapped.Or(nakedError, unreachable).Or(resumes, fatal.With(toolerr.EffectUnknown))},
			run: http2Run(func(x *exchange, stream uint32) bool {
				c := x.site.shape.Success(Request{Method: http.MethodGet, Header: http.Header{}})
				x.send(headersFrame(stream, 0, ":status", "200", "content-type", c.Type,
					"content-length", strconv.Itoa(len(c.Body)), "x-upstream-note", CanaryHeader))
				x.send(frame{kind: frameData, stream: stream, payload: half(c.Body)})
				x.send(resetFrame(stream, http2InternalError))
				return true
			}),
		},
		{
			Name: "h2-goaway-unprocessed", Does: "GOAWAY(NO_ERROR, last stream 0) and close, every time",
			Want: refused, Source: sourceUnhandled,
			run: waiting(http2Run(func(x *exchange, _ uint32) bool {
				x.send(goAwayFrame(0, http2NoError, CanaryGoAway))
				return false
			})),
		},
		{
			Name: "h2-goaway-calm", Does: "GOAWAY(ENHANCE_YOUR_CALM, this stream seen) and close",
			Want: unreachable.Or(untypedHTTP2, unmapped), Source: sourceStream,
			run: http2Run(func(x *exchange, stream uint32) bool {
				x.send(goAwayFrame(stream, http2EnhanceYourCalm, CanaryGoAway))
				return false
			}),
		},
		{
			Name: "h2-conn-closed", Does: "the connection closes after the request headers",
			Want: unreachable, Source: sourceWrote,
			run: http2Run(func(*exchange, uint32) bool { return false }),
		},
		{
			Name: "h2-frame-too-large", Does: "a frame header longer than allowed",
			Want: unreachable, Source: sourceMalformed, Why: untypedHTTP2,
			run: http2Run(func(x *exchange, stream uint32) bool {
				head := frame{kind: frameHeaders, flags: flagEndHeaders, stream: stream}.bytes()
				head[0], head[1], head[2] = 0xff, 0xff, 0xff
				_, _ = x.conn.Write(head)
				return false
			}),
		},
		{
			Name: "h2-bad-status", Does: "a :status that is not a number",
			Want: unreachable, Source: sourceMalformed,
			run: http2Run(func(x *exchange, stream uint32) bool {
				x.send(headersFrame(stream, flagEndStream, ":status", "abc", "x-upstream-note", CanaryHeader))
				return true
			}),
		},
		{
			Name: "h2-ends-without-headers", Does: "DATA before HEADERS",
			Want: unreachable, Source: sourceMalformed, Why: "a stream error like any other; net/http also writes a line to the standard logger",
			run: http2Run(func(x *exchange, stream uint32) bool {
				x.send(frame{kind: frameData, flags: flagEndStream, stream: stream, payload: []byte(CanaryBody)})
				return true
			}),
		},
	}
}

// http2Run makes the server use HTTP/2 and call act for each complete request. If act
// returns false, the connection ends.
func http2Run(act func(x *exchange, stream uint32) bool) behaviour {
	return behaviour{
		secure: presents(good, func(c *tls.Config) { c.NextProtos = []string{"h2"} }),
		play:   func(x *exchange) { x.http2(act) },
	}
}

// waiting bounds the client, which would otherwise send the request again and again.
func waiting(b behaviour) behaviour {
	b.client = clientTimeout
	return b
}

// resetsStream ends every stream with an error code.
func resetsStream(code uint32) behaviour {
	return http2Run(func(x *exchange, stream uint32) bool {
		x.send(resetFrame(stream, code))
		return true
	})
}

func (x *exchange) http2(act func(*exchange, uint32) bool) {
	defer x.finish()
	preface := make([]byte, len(http2Preface))
	if _, err := io.ReadFull(x.in, preface); err != nil || string(preface) != http2Preface {
		return
	}
	x.send(frame{kind: frameSettings})
	for {
		f, err := readFrame(x.in)
		if err != nil {
			return
		}
		switch f.kind {
		case frameSettings:
			if !f.has(flagAck) {
				x.send(frame{kind: frameSettings, flags: flagAck})
			}
		case framePing:
			if !f.has(flagAck) {
				x.send(frame{kind: framePing, flags: flagAck, payload: f.payload})
			}
		case frameGoAway:
			return
		case frameHeaders, frameData:
			if f.has(flagEndStream) && !act(x, f.stream) {
				return
			}
		}
	}
}

// send sends a frame. The error is dropped, because a client that has left cannot read it.
func (x *exchange) send(f frame) { _, _ = x.conn.Write(f.bytes()) }
