package storetest_test

import (
	"fmt"
	"testing"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/storetest"
)

func ExampleRun() {
	// In a program of your own this returns your store.
	newStore := func(*testing.T) agent.Store { return agent.NewMemoryStore() }

	// The body of a test:
	_ = func(t *testing.T) { storetest.Run(t, newStore) }

	fmt.Printf("%T\n", newStore(nil))
	// Output: *agent.MemoryStore
}
