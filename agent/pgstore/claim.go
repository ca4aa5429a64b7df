package pgstore

import (
	"context"
	"crypto/rand"
	"errors"
	"sync/atomic"
	"time"

	"github.com/errand-go/errand/agent"
)

// A claim is a session that a run of this store has.
type claim struct {
	store  *Store
	ref    agent.SessionRef
	holder string
	until  atomic.Pointer[time.Time] // when the run has to end, by this machine's clock
}

// errClaimLost is the cause of the end of a run's context.
var errClaimLost = errors.New("pgstore: the claim on the session was not renewed in time")

// Claim implements agent.Claimer. The claim is a row that expires a lease after its last
// renewal, so it needs no connection of its own. If another run has claimed the session, in
// any process, Claim returns [agent.ErrSessionBusy] at once.
func (s *Store) Claim(ctx context.Context, ref agent.SessionRef) (held context.Context, release func(), err error) {
	c := &claim{store: s, ref: ref, holder: rand.Text()}
	if !s.enter(c) {
		return nil, nil, agent.ErrSessionBusy
	}
	switch err := c.take(ctx); {
	case errors.Is(err, agent.ErrSessionBusy):
		s.leave(c)
		return nil, nil, err
	case err != nil:
		c.release(ctx) // it may have been taken all the same
		return nil, nil, err
	}
	held, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		c.keep(held, cancel)
	}()
	return held, func() {
		cancel(nil)
		<-ended
		c.release(ctx)
	}, nil
}

// enter reports whether no run of this store has the session. One that lost its claim has
// it until it ends.
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
	delete(s.claims, c.ref)
}

// lost reports whether a run of this store has the session and no claim on it.
func (s *Store) lost(ref agent.SessionRef) bool {
	s.mu.Lock()
	c := s.claims[ref]
	s.mu.Unlock()
	return c != nil && c.lost()
}

// next is when a run has to end whose claim is renewed now for the last time: early enough
// to be over when the claim ends, which the server counts from later on.
func (c *claim) next() *time.Time {
	t := time.Now().Add(c.store.lease * 4 / 5)
	return &t
}

func (c *claim) take(ctx context.Context) error {
	until := c.next()
	var taken int
	err := c.store.pool.QueryRow(ctx, takeClaim, append(names(c.ref), c.holder, c.store.lease)...).Scan(&taken)
	switch {
	case err != nil:
		return failure(ctx, "claim", err)
	case taken == 0:
		return agent.ErrSessionBusy
	}
	c.until.Store(until)
	return nil
}

// keep renews the claim until ctx ends, which it does itself when the claim is lost.
func (c *claim) keep(ctx context.Context, cancel context.CancelCauseFunc) {
	pause := time.NewTimer(c.store.lease / 3)
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-pause.C:
		}
		switch renewed := c.renew(ctx); {
		case renewed:
			pause.Reset(c.store.lease / 3)
		case c.lost():
			cancel(errClaimLost)
			return
		default:
			pause.Reset(c.store.lease / 20)
		}
	}
}

// renew reports whether the claim was renewed, for which there is time until it is lost.
func (c *claim) renew(ctx context.Context) bool {
	until := c.next()
	ctx, cancel := context.WithDeadline(ctx, *c.until.Load())
	defer cancel()
	tag, err := c.store.pool.Exec(ctx, renewClaim, append(names(c.ref), c.holder, c.store.lease)...)
	if err != nil {
		return false
	}
	if tag.RowsAffected() == 0 { // somebody else's
		*until = time.Now()
	}
	c.until.Store(until)
	return !c.lost()
}

// lost reports whether the run has to end. A claim that is being taken is not lost.
func (c *claim) lost() bool {
	until := c.until.Load()
	return until != nil && !time.Now().Before(*until)
}

// release gives the session back. If that fails, the claim ends by itself.
func (c *claim) release(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.store.lease)
	defer cancel()
	_, _ = c.store.pool.Exec(ctx, releaseClaim, append(names(c.ref), c.holder)...)
	c.store.leave(c)
}
