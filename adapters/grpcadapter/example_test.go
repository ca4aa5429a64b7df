package grpcadapter_test

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	healthgrpc "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/toolerr"
)

// A tool calls a gRPC service, and an agent is told what went wrong.
func Example() {
	check := func(ctx context.Context, service string) (string, error) {
		conn, err := grpc.NewClient("passthrough:///127.0.0.1:1", grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			return "", err
		}
		defer conn.Close()
		answer, err := healthgrpc.NewHealthClient(conn).Check(ctx, &healthgrpc.HealthCheckRequest{Service: service})
		return answer.GetStatus().String(), err
	}
	tool := adapter.Wrap(check, adapter.NewChain(grpcadapter.Adapter{}))

	_, err := tool(context.Background(), "warehouse")
	te, _ := toolerr.Find(err)
	fmt.Println(te)
	fmt.Println(te.Kind(), te.CanRetry(), te.Effect())
	// Output:
	// The upstream service could not be reached.
	// NETWORK_TRANSPORT_RUNTIME_UNREACHABLE true none
}

// What a service says by a code and details.
func ExampleAdapter() {
	st, err := status.New(codes.PermissionDenied, "project 12345 asks too often").WithDetails(
		&errdetails.ErrorInfo{Reason: "RATE_LIMIT_EXCEEDED", Domain: "googleapis.com"},
		&errdetails.RetryInfo{RetryDelay: durationpb.New(7 * time.Second)},
	)
	if err != nil {
		panic(err)
	}
	te := grpcadapter.Adapter{}.FromError(fmt.Errorf("reading: %w", st.Err()))
	fmt.Println(te.Payload())
	// Output:
	// {"success":false,"error":"The upstream service is limiting the rate of requests. Retry after 7 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":7000,"service":"_grpc","vendor_code":"RATE_LIMIT_EXCEEDED"}
}
