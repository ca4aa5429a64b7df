package main

import (
	"context"

	"cloud.google.com/go/longrunning/autogen"
	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	"google.golang.org/api/option"
	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/grpcfaults"
	"github.com/errand-go/errand/toolerr"
)

// A grpcCall makes one call of any unary method.
type grpcCall func(ctx context.Context, conn *grpc.ClientConn) error

// grpcSuites have their own faults and their own server.
func grpcSuites(server *grpcfaults.Server) []conformance.Suite {
	of := func(client string, call grpcCall) conformance.Suite {
		return conformance.Suite{
			Adapter: grpcadapter.Adapter{}, Client: client, Faults: grpcRows(server),
			Messages: []toolerr.Message{
				toolerr.Msg("A daily quota is used up. It starts anew tomorrow."),
				toolerr.Msg("Terms of service have to be accepted first. Ask the user to do so."),
			},
			Skip: map[string]string{"law/rows": "the adapter's own suite reaches every row"},
			Call: func(ctx context.Context, _ conformance.Target) error {
				d, ok := ctx.Value(dialledKey{}).(dialled)
				if !ok {
					d = dial(server.Target(grpcfaults.Healthy()))
					defer d.close()
				}
				if d.err != nil {
					return d.err
				}
				return call(ctx, d.conn)
			},
		}
	}
	return []conformance.Suite{of("grpc/raw", callHealth), of("grpc/gapic", callGapicGRPC)}
}

// A dialled is a client connection that is made before the time of the call begins.
type dialled struct {
	conn *grpc.ClientConn
	err  error
}

type dialledKey struct{}

func dial(t grpcfaults.Target) dialled {
	conn, err := t.Dial()
	return dialled{conn, err}
}

func (d dialled) close() {
	if d.conn != nil {
		_ = d.conn.Close()
	}
}

// grpcRows returns the faults of grpcfaults in the kit's form. The target of a call is made
// with its context, because a fault can be that the caller cancels when the server has read
// the request.
func grpcRows(server *grpcfaults.Server) []faults.Fault {
	var rows []faults.Fault
	for _, f := range grpcfaults.All() {
		row := faults.Fault{
			Name: f.Name, Group: grpcfaults.Group, Does: f.Does, Sent: f.Sent, Want: f.Want, Source: f.Source, Why: f.Why,
		}
		rows = append(rows, row.Within(func(parent context.Context) (context.Context, context.CancelFunc) {
			target := server.Target(f)
			d := dial(target)
			ctx, cancel := target.Context(parent)
			return context.WithValue(ctx, dialledKey{}, d), func() { cancel(); d.close() }
		}))
	}
	return rows
}

func callHealth(ctx context.Context, conn *grpc.ClientConn) error {
	_, err := grpc_health_v1.NewHealthClient(conn).Check(ctx, &grpc_health_v1.HealthCheckRequest{})
	return err
}

func callGapicGRPC(ctx context.Context, conn *grpc.ClientConn) error {
	client, err := longrunning.NewOperationsClient(ctx, option.WithGRPCConn(conn))
	if err != nil {
		return err
	}
	client.CallOptions.GetOperation = nil // they retry the call
	_, err = client.GetOperation(ctx, &longrunningpb.GetOperationRequest{Name: "operations/" + faults.CanaryResource})
	return err
}
