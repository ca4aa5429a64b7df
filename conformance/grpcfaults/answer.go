package grpcfaults

import (
	"bytes"
	"compress/gzip"

	"google.golang.org/grpc"
	_ "google.golang.org/grpc/encoding/gzip" // the compression that clients request
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
		broken("grpc-garbage", "a message that does not decode", func(w *wire, stream uint32) {
			w.answer(stream)
			w.message(stream, 0, len(faults.CanaryBody), []byte(faults.CanaryBody))
			w.ok(stream)
		}),
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
