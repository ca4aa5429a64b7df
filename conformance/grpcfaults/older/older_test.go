// Package older_test checks grpcadapter with the texts of old releases of grpc-go, which
// the module does not require. It uses only the common parts of their APIs. The modfile
// beside go.mod requires v1.40.0:
//
//	GOWORK=off go test -modfile=grpc-older.mod ./older
package older_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/toolerr"
)

// serve starts a server that returns the request, and returns its address.
func serve(t *testing.T, opts ...grpc.ServerOption) string {
	t.Helper()
	var ports loopback.Server
	t.Cleanup(ports.Close)
	ln := ports.Listen()
	s := grpc.NewServer(append(opts, grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		var m wrapperspb.BytesValue
		if err := stream.RecvMsg(&m); err != nil {
			return err
		}
		return stream.SendMsg(&m)
	}))...)
	go func() { _ = s.Serve(ln) }()
	t.Cleanup(s.Stop)
	return ln.Addr().String()
}

// call sends a kilobyte.
func call(t *testing.T, addr string, opts ...grpc.CallOption) error {
	t.Helper()
	conn, err := grpc.Dial(addr, grpc.WithTransportCredentials(insecure.NewCredentials())) //nolint:staticcheck // old releases have no other
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	m := wrapperspb.Bytes([]byte(strings.Repeat(faults.CanaryUpload, 1<<7)))
	return conn.Invoke(t.Context(), "/faults.Faults/Call", m, m, opts...)
}

func TestClientsOwnTexts(t *testing.T) {
	t.Log("grpc", grpc.Version)
	unreachable := faults.ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectNone)
	large := faults.ForKind(toolerr.KindUpstreamValidationError, toolerr.EffectUnknown)
	for name, tt := range map[string]struct {
		err  error
		code codes.Code
		text string
		want conformance.Want
	}{
		"refused":                {call(t, faults.ClosedPort(t)), codes.Unavailable, "transport: Error while dialing", unreachable},
		"a large answer":         {call(t, serve(t), grpc.MaxCallRecvMsgSize(1)), codes.ResourceExhausted, "received message larger than max", large},
		"a large request":        {call(t, serve(t), grpc.MaxCallSendMsgSize(1)), codes.ResourceExhausted, "trying to send message larger than max", large},
		"a server's small limit": {call(t, serve(t, grpc.MaxRecvMsgSize(1))), codes.ResourceExhausted, "received message larger than max", large},
		"a server's own answer":  {call(t, serve(t, grpc.MaxSendMsgSize(1))), codes.ResourceExhausted, "trying to send message larger than max", large},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.code, status.Code(tt.err), "%v", tt.err)
			require.ErrorContains(t, tt.err, tt.text)
			te, ok := toolerr.Find(adapter.NewChain(grpcadapter.Adapter).Adapt(t.Context(), tt.err))
			require.True(t, ok)
			assert.Empty(t, tt.want.Diff(te), "%v", tt.err)
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
		})
	}
}
