package proof_test

import (
	"context"
	"sync"
	"testing"

	"github.com/googleapis/gax-go/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	healthgrpc "google.golang.org/grpc/health/grpc_health_v1"

	"github.com/errand-go/errand/conformance/grpcfaults"
)

// A client makes one call of a unary method.
type client struct {
	name string
	call func(ctx context.Context, conn *grpc.ClientConn) error
}

// raw is generated code, which most tools use.
func raw(ctx context.Context, conn *grpc.ClientConn) error {
	_, err := healthgrpc.NewHealthClient(conn).Check(ctx, &healthgrpc.HealthCheckRequest{})
	return err
}

// viaGax is the same call as in the generated clients of Google Cloud, which turn its error
// into an apierror.
func viaGax(ctx context.Context, conn *grpc.ClientConn) error {
	return gax.Invoke(ctx, func(ctx context.Context, settings gax.CallSettings) error {
		_, err := healthgrpc.NewHealthClient(conn).Check(ctx, &healthgrpc.HealthCheckRequest{}, settings.GRPC...)
		return err
	})
}

var clients = []client{{"raw", raw}, {"gax", viaGax}}

// A driven fault is the result of a real client with a fault.
type driven struct {
	fault  grpcfaults.Fault
	client string
	ctx    context.Context // of the call, when it returned
	err    error
}

func (d driven) name() string { return d.client + "/" + d.fault.Name }

// driveAll runs every client with every fault. Servers and contexts live as long as the
// test.
func driveAll(t *testing.T) []driven {
	t.Helper()
	s := grpcfaults.New(t)
	faults := append(grpcfaults.All(), detailFaults(t)...)
	all := make([]driven, len(clients)*len(faults))
	const atOnce = 16
	slots := make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for i := range all {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			c, f := clients[i/len(faults)], faults[i%len(faults)]
			all[i] = drive(t, s, f, c)
		})
	}
	wg.Wait()
	return all
}

// drive makes one call of a client with a fault.
func drive(t *testing.T, s *grpcfaults.Server, f grpcfaults.Fault, c client) driven {
	t.Helper()
	target := s.Target(f)
	conn, err := target.Dial()
	if !assert.NoError(t, err, f.Name) {
		return driven{fault: f, client: c.name, ctx: t.Context()}
	}
	defer conn.Close()
	ctx, cancel := target.Context(t.Context())
	t.Cleanup(cancel)
	return driven{fault: f, client: c.name, ctx: ctx, err: c.call(ctx, conn)}
}

// Real clients run with all faults, and the results of the adapter are checked.
func TestRealClients(t *testing.T) {
	all := driveAll(t)
	for _, d := range all {
		require.Error(t, d.err, d.name())
	}
	t.Run("conformance", func(t *testing.T) { conform(t, all) })
	t.Run("first answer", func(t *testing.T) { answerFirst(t, all) })
	t.Run("alone", func(t *testing.T) { answerAlone(t, all) })
	t.Run("details", func(t *testing.T) { readDetails(t, all) })
	t.Run("texts", func(t *testing.T) { reachTexts(t, all) })
}
