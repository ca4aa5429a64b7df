package grpcfaults_test

import (
	"context"
	"fmt"

	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/conformance/grpcfaults"
)

// A server sets up a fault, any client calls it, and the fault has the correct answer.
func ExampleServer_Target() {
	s, err := grpcfaults.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()

	f, _ := grpcfaults.Lookup("grpc-rst-refused")
	target := s.Target(f)
	conn, err := target.Dial()
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := target.Context(context.Background())
	defer cancel()
	err = target.Call(ctx, conn)

	fmt.Println(f.Does)
	fmt.Println("came:", status.Code(err))
	fmt.Println("want:", f.Want.Kind.Class(), f.Want.CanRetry, f.Want.Effect)
	// Output:
	// RST_STREAM(REFUSED_STREAM) instead of an answer
	// came: Unavailable
	// want: network_transport true none
}
