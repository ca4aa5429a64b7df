package grpcfaults

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"strconv"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	_ "google.golang.org/grpc/encoding/gzip" // the compression that clients request
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	sourceMalformed = "gRPC over HTTP2, Responses: the answer is not one"
	sourceSize      = "the client's own limit: the same answer is as large on every repeat"
)

// answerFaults are inconsistent responses. The service has acted, or may have.
func answerFaults() []Fault {
	broken := func(name, does string, act func(*wire, uint32)) Fault {
		return Fault{
			Name: name, Does: does, Want: unmapped, Source: sourceMalformed,
			run: behaviour{frames: act},
		}
	}
	return []Fault{
		broken("grpc-no-trailers", "a stream that ends without trailers", func(w *wire, stream uint32) {
			w.answer(stream)
			w.data(stream, true, []byte{0, 0, 0, 0, 0})
		}),
		broken("grpc-no-message", "trailers with OK, and no message before them", func(w *wire, stream uint32) {
			w.answer(stream)
			w.ok(stream)
		}),
		broken("grpc-truncated", "a message shorter than it is said to be", func(w *wire, stream uint32) {
			w.answer(stream)
			w.message(stream, 0, 100, []byte(faults.CanaryBody))
			w.ok(stream)
		}),
		broken("grpc-garbage", "a message that does not decode", func(w *wire, stream uint32) {
			w.answer(stream)
			w.message(stream, 0, len(faults.CanaryBody), []byte(faults.CanaryBody))
			w.ok(stream)
		}),
		broken("grpc-payload-format", "a message whose flag is neither 0 nor 1", func(w *wire, stream uint32) {
			w.answer(stream)
			w.message(stream, 9, 0, nil)
			w.ok(stream)
		}),
		broken("grpc-unexpected-compression", "a compressed message where no compression was announced", func(w *wire, stream uint32) {
			w.answer(stream)
			w.message(stream, 1, 0, nil)
			w.ok(stream)
		}),
		broken("grpc-unknown-compression", "a compression that the client does not know", func(w *wire, stream uint32) {
			w.answer(stream, "grpc-encoding", faults.CanaryHeader)
			w.message(stream, 1, 0, nil)
			w.ok(stream)
		}),
		broken("grpc-bad-gzip", "a compressed message that is not", func(w *wire, stream uint32) {
			w.answer(stream, "grpc-encoding", "gzip")
			w.message(stream, 1, len(faults.CanaryBody), []byte(faults.CanaryBody))
			w.ok(stream)
		}),
		broken("grpc-bad-gzip-body", "a compressed message that stops in the middle", func(w *wire, stream uint32) {
			w.answer(stream, "grpc-encoding", "gzip")
			p := zeros(1 << 10)
			w.message(stream, 1, len(p)/2, p[:len(p)/2])
			w.ok(stream)
		}),
		broken("grpc-bad-status", "a grpc-status that is not a number", func(w *wire, stream uint32) {
			w.answer(stream)
			w.trailers(stream, "grpc-status", faults.CanaryCode)
		}),
		broken("grpc-bad-http-status", "a :status that is not a number", func(w *wire, stream uint32) {
			w.headers(stream, true, ":status", faults.CanaryStatusLine)
		}),
		broken("grpc-no-http-status", "headers without a :status, and of no type", func(w *wire, stream uint32) {
			w.headers(stream, true, "x-upstream-note", faults.CanaryHeader)
		}),
		broken("grpc-informational-end", "a 103 that ends the stream", func(w *wire, stream uint32) {
			w.headers(stream, true, ":status", "103")
		}),
		broken("grpc-headers-in-the-middle", "headers between messages", func(w *wire, stream uint32) {
			w.answer(stream)
			w.message(stream, 0, 0, nil)
			w.headers(stream, false, "x-upstream-note", faults.CanaryHeader)
		}),
		broken("grpc-bad-header-name", "a header name in capitals", func(w *wire, stream uint32) {
			w.headers(stream, true, ":status", "200", "X-Upstream-Note", faults.CanaryHeader)
		}),
		broken("grpc-bad-pseudo-header", "a pseudo-header of requests", func(w *wire, stream uint32) {
			w.headers(stream, true, ":status", "200", ":authority", faults.CanaryHost)
		}),
		broken("grpc-details-mismatch", "details that are of another code than the status", func(w *wire, stream uint32) {
			other, err := proto.Marshal(status.New(codes.PermissionDenied, message).Proto())
			if err != nil {
				panic("grpcfaults: " + err.Error())
			}
			w.answer(stream)
			w.trailers(stream, "grpc-status", "5", "grpc-message", message,
				"grpc-status-details-bin", base64.RawStdEncoding.EncodeToString(other))
		}),
		func() Fault {
			f := broken("grpc-header-list", "more headers than the client takes", func(w *wire, stream uint32) {
				var many []string
				for i := range 100 {
					many = append(many, "x-"+strconv.Itoa(i), faults.CanaryHeader)
				}
				w.answer(stream, many...)
				w.ok(stream)
			})
			f.run.dial = func(*site) []grpc.DialOption { return []grpc.DialOption{grpc.WithMaxHeaderListSize(1 << 10)} }
			return f
		}(),
	}
}

// sizeFaults are messages that exceed the size limit of the client or the service. The code
// is that of a rate limit, and only the text shows the difference.
func sizeFaults() []Fault {
	large := answered(toolerr.KindUpstreamValidationError).With(toolerr.EffectUnknown)
	limit := func(*site) []grpc.DialOption {
		return []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(1 << 10))}
	}
	return []Fault{
		{
			Name: "grpc-recv-too-large", Does: "an answer bigger than MaxCallRecvMsgSize",
			Want: large, Source: sourceSize,
			run: behaviour{dial: limit, handle: func(s *site, stream grpc.ServerStream) error {
				if err := s.read(stream); err != nil {
					return err
				}
				return stream.SendMsg(wrapperspb.Bytes(bytes.Repeat([]byte(faults.CanaryBody), 1<<10)))
			}},
		},
		{
			Name: "grpc-recv-too-large-inflated", Does: "an answer that is bigger than MaxCallRecvMsgSize once it is decompressed",
			Want: large, Source: sourceSize,
			run: behaviour{dial: limit, frames: func(w *wire, stream uint32) {
				w.answer(stream, "grpc-encoding", "gzip")
				p := zeros(64 << 10)
				w.message(stream, 1, len(p), p)
				w.ok(stream)
			}},
		},
		{
			Name: "grpc-recv-too-large-decompressor", Does: "the same, of a client with a decompressor of its own",
			Want: large, Source: sourceSize,
			run: behaviour{
				dial: func(s *site) []grpc.DialOption {
					return append(limit(s), grpc.WithDecompressor(grpc.NewGZIPDecompressor())) //nolint:staticcheck // what the fault is about
				},
				frames: func(w *wire, stream uint32) {
					w.answer(stream, "grpc-encoding", "gzip")
					p := zeros(64 << 10)
					w.message(stream, 1, len(p), p)
					w.ok(stream)
				},
			},
		},
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
