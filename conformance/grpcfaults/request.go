package grpcfaults

import (
	"context"
	"errors"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// requestFaults are calls that cannot be made.
func requestFaults() []Fault {
	unmade := func(name, does string, opts ...grpc.CallOption) Fault {
		return Fault{
			Name: name, Does: does, Want: fatal, Source: sourceUnmade,
			run: behaviour{
				handle: (*site).succeed,
				dial: func(*site) []grpc.DialOption {
					return []grpc.DialOption{grpc.WithDefaultCallOptions(opts...)}
				},
			},
		}
	}
	badKey := unmade("grpc-metadata-key", "metadata whose key no header may have")
	badKey.run.context = func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
		return context.WithCancel(metadata.AppendToOutgoingContext(parent, "Not A Key "+faults.CanaryHeader, "x"))
	}
	tooLarge := unmade("grpc-send-too-large", "a request bigger than MaxCallSendMsgSize", grpc.MaxCallSendMsgSize(1), grpc.ForceCodec(wideCodec{}))
	tooLarge.Want = answered(toolerr.KindUpstreamValidationError).With(toolerr.EffectUnknown).
		Or("nothing was sent, which the words do not show", answered(toolerr.KindUpstreamValidationError))
	tooLarge.Why = "a server whose own answer is too large has done the work, and says it in the same words"
	return []Fault{
		badKey,
		unmade("grpc-cannot-marshal", "a message that cannot be encoded", grpc.ForceCodec(brokenCodec{})),
		tooLarge,
	}
}

// brokenCodec fails to encode.
type brokenCodec struct{}

func (brokenCodec) Name() string                { return "proto" }
func (brokenCodec) Marshal(any) ([]byte, error) { return nil, errors.New(faults.CanaryUpload) }
func (brokenCodec) Unmarshal([]byte, any) error { return nil }

// wideCodec encodes every value to a few bytes.
type wideCodec struct{}

func (wideCodec) Name() string                { return "proto" }
func (wideCodec) Marshal(any) ([]byte, error) { return []byte(faults.CanaryUpload), nil }
func (wideCodec) Unmarshal([]byte, any) error { return nil }
