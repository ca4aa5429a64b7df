package proof_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/base"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"github.com/errand-go/errand/conformance/grpcfaults"
)

// keepaliveError returns the error of a call on a connection whose peer has disappeared.
// The client waits at least ten seconds before it sends a ping, so the test uses a synctest
// bubble.
func keepaliveError(t *testing.T) (err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		go silentServer(far)
		conn, dialErr := grpc.NewClient("passthrough:///pipe",
			grpc.WithTransportCredentials(insecure.NewCredentials()),
			grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) { return near, nil }),
			grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: time.Second}))
		require.NoError(t, dialErr)
		err = raw(t.Context(), conn)
		require.NoError(t, conn.Close())
		_ = far.Close()
	})
	return err
}

// silentServer begins HTTP/2, reads everything, and sends nothing more.
func silentServer(conn net.Conn) {
	go func() { _ = http2.NewFramer(conn, nil).WriteSettings() }()
	_, _ = io.Copy(io.Discard, conn)
}

const ownBalancer = "proof_test"

// TestMain registers the balancer, which gRPC requires before anything runs.
func TestMain(m *testing.M) {
	balancer.Register(base.NewBalancerBuilder(ownBalancer, noPicker{}, base.Config{}))
	m.Run()
}

// lastConnectionError returns the error of a client with its own balancer, most of which is
// from package base.
func lastConnectionError(t *testing.T) error {
	t.Helper()
	s := grpcfaults.New(t)
	all := grpcfaults.All()
	refused := slices.IndexFunc(all, func(f grpcfaults.Fault) bool { return f.Name == "grpc-refused" })
	conn, err := s.Target(all[refused]).Dial(grpc.WithDefaultServiceConfig(fmt.Sprintf(`{"loadBalancingConfig":[{%q:{}}]}`, ownBalancer)))
	require.NoError(t, err)
	return raw(t.Context(), conn)
}

// noPicker is never called, because there is no connection.
type noPicker struct{}

func (noPicker) Build(base.PickerBuildInfo) balancer.Picker {
	return base.NewErrPicker(balancer.ErrNoSubConnAvailable)
}
