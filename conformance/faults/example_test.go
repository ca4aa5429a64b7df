package faults_test

import (
	"context"
	"fmt"
	"net/http"

	"github.com/errand-go/errand/conformance/faults"
)

// A server sets up a fault, any client calls it, and the fault has the correct answer.
func ExampleServer_Target() {
	s, err := faults.Start()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()

	f, _ := faults.Lookup("503-delta")
	t := s.Target(f)
	ctx, cancel := t.Context(context.Background())
	defer cancel()
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, t.URL, nil)
	resp, err := t.Client.Do(req)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = resp.Body.Close() }()

	fmt.Println(f.Does)
	fmt.Println("came:", resp.StatusCode, resp.Header.Get("Retry-After"))
	fmt.Println("want:", f.Want.Kind.Class(), f.Want.CanRetry, f.Want.RetryAfter, f.Want.Effect)
	// Output:
	// 503, Retry-After: 7
	// came: 503 7
	// want: upstream true 7s none
}
