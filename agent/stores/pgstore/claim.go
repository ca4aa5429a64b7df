package pgstore

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/errand-go/errand/agent"
)

// A claim is a session that a run of this store has claimed or is claiming.
type claim struct {
	store  *Store
	ref    agent.SessionRef
	holder string
	taken  bool // claimed and not released; guarded by the store's mu
}

// errClaimLost is the cause with which a run's context ends if its claim is lost.
var errClaimLost = errors.New("pgstore: the claim on the session was not renewed in time")

// Claim implements agent.Claimer. The claim is a row that expires a lease after its last
// renewal, so it needs no connection of its own. If another run has claimed the session, in
// any process, Claim returns [agent.ErrSessionBusy] at once. The claim is renewed until
// release is called, even after ctx has ended, so that a run can store how it ended.
func (s *Store) Claim(ctx context.Context, ref agent.SessionRef) (held context.Context, release func(), err error) {
	c := &claim{store: s, ref: ref, holder: rand.Text()}
	if !s.enter(c) {
		return nil, nil, agent.ErrSessionBusy
	}
	until, sent, err := c.take(ctx)
	if err != nil {
		if sent && !errors.Is(err, agent.ErrSessionBusy) {
			c.delete(ctx) // the server may have stored the claim
		}
		s.leave(c)
		return nil, nil, err
	}
	held, cancel := context.WithCancelCause(ctx)
	renewing, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.keep(renewing, until, cancel)
	}()
	return held, func() {
		cancel(nil)
		stop()
		<-ended
		s.taken(c, false)
		c.delete(ctx)
		s.leave(c)
	}, nil
}

// enter registers a claim, and reports whether no other run of this store has the session.
// A run that has lost its claim keeps its entry until it ends.
func (s *Store) enter(c *claim) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.claims[c.ref] != nil {
		return false
	}
	s.claims[c.ref] = c
	return true
}

func (s *Store) leave(c *claim) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.claims[c.ref] == c {
		delete(s.claims, c.ref)
	}
}

func (s *Store) taken(c *claim, taken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.taken = taken
}

// holder returns the claim of this store's run on the session, and nil if there is none.
// The store's writes to a claimed session require that claim.
func (s *Store) holder(ref agent.SessionRef) *string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.claims[ref]; c != nil && c.taken {
		return &c.holder
	}
	return nil
}

// end returns when a run must end if its claim is renewed now and never again: early enough
// to finish before the claim expires, which the server counts from a later time.
func (s *Store) end() time.Time { return time.Now().Add(s.lease * 4 / 5) }

// patience is the time limit of one request. It is short enough that a dead connection
// leaves time for a request on another one.
func (s *Store) patience() time.Duration { return s.lease / 5 }

// take claims the session. It returns when the run must end, and whether a request was
// sent.
func (c *claim) take(ctx context.Context) (until time.Time, sent bool, err error) {
	conn, err := c.store.pool.Acquire(ctx)
	if err != nil {
		return until, false, failure(ctx, "claim", err)
	}
	defer conn.Release()
	until = c.store.end()
	var taken int
	err = conn.QueryRow(ctx, takeClaim, append(names(c.ref), c.holder, c.store.lease)...).Scan(&taken)
	switch {
	case err != nil:
		return until, true, failure(ctx, "claim", err)
	case taken == 0:
		return until, true, agent.ErrSessionBusy
	}
	c.store.taken(c, true)
	return until, true, nil
}

// keep renews the claim until ctx ends. If the claim is lost, it ends the run.
func (c *claim) keep(ctx context.Context, until time.Time, cancel context.CancelCauseFunc) {
	pause := time.NewTimer(c.store.lease / 3)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-pause.C:
		}
		next := c.store.end()
		switch renewed, err := c.renew(ctx, time.Until(until)); {
		case renewed && time.Now().Before(next):
			until = next
			pause.Reset(c.store.lease / 3)
		case err == nil, !time.Now().Before(until): // another store's, or too late
			cancel(errClaimLost)
			return
		default:
			pause.Reset(c.store.lease / 20)
		}
	}
}

// renew reports whether the claim was renewed within the remaining time.
func (c *claim) renew(ctx context.Context, left time.Duration) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, min(left, c.store.patience()))
	defer cancel()
	tag, err := c.store.pool.Exec(ctx, renewClaim, append(names(c.ref), c.holder, c.store.lease)...)
	return tag.RowsAffected() > 0, err
}

// delete deletes the claim. If that fails, the claim expires.
func (c *claim) delete(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.store.patience())
	defer cancel()
	_, _ = c.store.pool.Exec(ctx, releaseClaim, append(names(c.ref), c.holder)...)
}
