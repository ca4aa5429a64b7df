package pgstore

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/errand-go/errand/agent"
)

// A claim is a session that a run of this store has.
type claim struct {
	store  *Store
	ref    agent.SessionRef
	holder string
	taken  bool // and not released; guarded by the store's mu
}

// errClaimLost is the cause of the end of a run's context.
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
			c.delete(ctx) // it may have been taken all the same
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
	if s.claims[c.ref] == c {
		delete(s.claims, c.ref)
	}
}

func (s *Store) taken(c *claim, taken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.taken = taken
}

// holder is the claim that a run of this store has on the session, nil if none has. While
// there is one, the store's writes to the session need it.
func (s *Store) holder(ref agent.SessionRef) *string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.claims[ref]; c != nil && c.taken {
		return &c.holder
	}
	return nil
}

// end is when a run has to end whose claim is renewed now for the last time: early enough
// to be over when the claim ends, which the server counts from later on.
func (s *Store) end() time.Time { return time.Now().Add(s.lease * 4 / 5) }

// patience is how long one request may take. A connection that does not answer costs no
// claim: there is time for another one.
func (s *Store) patience() time.Duration { return s.lease / 5 }

// take returns when the run has to end, and whether the server may have been asked.
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

// keep renews the claim until ctx ends. When the claim is lost, it ends the run.
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
		case err == nil, !time.Now().Before(until): // somebody else's, or too late
			cancel(errClaimLost)
			return
		default:
			pause.Reset(c.store.lease / 20)
		}
	}
}

// renew reports whether the claim was renewed within the time that is left.
func (c *claim) renew(ctx context.Context, left time.Duration) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, min(left, c.store.patience()))
	defer cancel()
	tag, err := c.store.pool.Exec(ctx, renewClaim, append(names(c.ref), c.holder, c.store.lease)...)
	return tag.RowsAffected() > 0, err
}

// delete gives the session back. If that fails, the claim ends by itself.
func (c *claim) delete(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.store.patience())
	defer cancel()
	_, _ = c.store.pool.Exec(ctx, releaseClaim, append(names(c.ref), c.holder)...)
}
