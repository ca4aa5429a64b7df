package storecase

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/errand-go/errand/agent"
)

// Race approves the same call with two stores of the same sessions at the same time, and
// checks that no call ran twice.
func Race(t *testing.T, stores [2]agent.Store, times int) {
	t.Helper()
	var mu sync.Mutex
	var ids []string
	w := Worker{Act: func(_ context.Context, id string) error {
		mu.Lock()
		defer mu.Unlock()
		ids = append(ids, id)
		return nil
	}}
	round := func(store agent.Store, ref agent.SessionRef) {
		runner, err := w.Runner(store)
		if err == nil {
			err = w.Round(t.Context(), runner, ref, func(*agent.Event) {})
		}
		for _, late := range []error{nil, agent.ErrSessionBusy, agent.ErrStaleSession, agent.ErrNotFound} {
			if errors.Is(err, late) {
				return
			}
		}
		t.Error(err)
	}
	for n := range times {
		ref := agent.SessionRef{App: "app", User: "ada", ID: fmt.Sprint("race", n)}
		round(stores[0], ref)
		var group sync.WaitGroup
		for _, store := range stores {
			group.Go(func() { round(store, ref) })
		}
		group.Wait()
	}
	if acts := Acts(t, ids); len(acts) < 2*times {
		t.Errorf("%d calls ran, want %d at least", len(acts), 2*times)
	}
}
