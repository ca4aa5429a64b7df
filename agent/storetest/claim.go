package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/errand-go/errand/agent"
)

// testClaim checks the contract of [agent.Claimer].
func testClaim(t *testing.T, s agent.Claimer) {
	for _, exists := range []bool{false, true} {
		var version int64
		if exists {
			version = mustCreate(t, s, ref, nil).Version
		}
		ctx, cancel := context.WithCancel(t.Context())
		held, release, err := s.Claim(ctx, ref)
		if err != nil {
			t.Fatalf("Claim: %v", err)
		}
		if err := held.Err(); err != nil {
			t.Errorf("the context of a claim ended with %v", err)
		}
		_, _, err = s.Claim(t.Context(), ref)
		wantKind(t, err, agent.ErrSessionBusy)
		if exists {
			_, err = s.Append(t.Context(), ref, version, plain("1", "i", nil))
			wantKind(t, err, agent.ErrStaleSession)
			_, err = s.Rollback(t.Context(), ref, version, "i")
			wantKind(t, err, agent.ErrStaleSession)
			mustAppend(t, s, ref, plain("1", "i", nil))
		}
		other := ref
		other.ID = "2"
		_, another, err := s.Claim(t.Context(), other)
		if err != nil {
			t.Fatalf("Claim of another session: %v", err)
		}
		another()
		cancel()
		if !ends(held) {
			t.Error("the context of a claim did not end with the caller's")
		}
		_, _, err = s.Claim(t.Context(), ref)
		wantKind(t, err, agent.ErrSessionBusy) // the run has not released it
		release()
		held, second, err := s.Claim(t.Context(), ref)
		if err != nil {
			t.Fatalf("Claim of a session that was released: %v", err)
		}
		release() // it has no effect
		_, _, err = s.Claim(t.Context(), ref)
		wantKind(t, err, agent.ErrSessionBusy)
		second()
		if !ends(held) {
			t.Error("the context of a claim that was released did not end")
		}
	}
}

// ends reports whether a context ends soon.
func ends(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	case <-time.After(time.Minute):
		return false
	}
}
