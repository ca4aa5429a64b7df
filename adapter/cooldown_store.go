package adapter

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

const (
	storeTimeout = 250 * time.Millisecond
	storePause   = 5 * time.Second
	// A store that had less time than this is not treated as failed.
	storeFair = 50 * time.Millisecond
)

// A queue is the calls that look up one key in the store. They run one after the other. A
// call uses the result of a lookup that began after it joined, so that of many simultaneous
// calls only one reads the store.
type queue struct {
	turn  chan struct{}
	users int
	asked int64 // the value of [Cooldown.asked] when the last successful lookup began
}

// lookUp returns the store's wait for a key. A call with a deadline waits at most a quarter
// of its time for its turn, and a quarter of the rest for the answer.
func (c Chain) lookUp(ctx context.Context, key string) (w coolingOff, ok bool) {
	turn, cancel := ctx, context.CancelFunc(func() {})
	if end, bounded := ctx.Deadline(); bounded {
		turn, cancel = context.WithTimeout(ctx, time.Until(end)/4)
	}
	defer cancel()
	c.inTurn(turn, key, func(q *queue, came int64) {
		if w, ok = c.cooldown.remembered(key); ok || q.asked > came {
			return
		}
		n := c.cooldown.ask()
		c.askStore(ctx, func(ctx context.Context, s CooldownStore) error {
			value, left, err := s.Get(ctx, key)
			if err != nil {
				return err
			}
			q.asked = n
			if left <= 0 {
				return nil
			}
			if w, ok = decodeWait(value); ok {
				w.until, w.shared = time.Now().Add(min(left, maxTold)), true
				c.cooldown.remember(key, w)
			}
			return nil
		})
	})
	return w, ok
}

// share stores w, or a longer wait of the key in this process, unless the store has it.
func (c Chain) share(ctx context.Context, key string, w coolingOff) {
	if c.cooldown.Store == nil {
		return
	}
	ctx = context.WithoutCancel(ctx) // the caller may have left
	c.inTurn(ctx, key, func(*queue, int64) {
		if known, ok := c.cooldown.remembered(key); ok && !known.until.Before(w.until) {
			w = known
		}
		left := time.Until(w.until)
		if w.shared || left <= 0 {
			return
		}
		c.askStore(ctx, func(ctx context.Context, s CooldownStore) error {
			err := s.Set(ctx, key, w.encode(), left)
			if w.shared = err == nil; w.shared {
				c.cooldown.remember(key, w)
			}
			return err
		})
	})
}

// inTurn calls f when it is this call's turn for the key, unless ctx ends first. The value
// of came is [Cooldown.asked] at the time the call joined.
func (c Chain) inTurn(ctx context.Context, key string, f func(q *queue, came int64)) {
	q, came := c.cooldown.join(key)
	defer c.cooldown.leave(key, q)
	select {
	case q.turn <- struct{}{}:
		defer func() { <-q.turn }()
		f(q, came)
	case <-ctx.Done():
	}
}

// join returns the queue of a key, and the number of lookups so far.
func (c *Cooldown) join(key string) (*queue, int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	q := c.queues[key]
	if q == nil {
		q = &queue{turn: make(chan struct{}, 1)}
		if c.queues == nil {
			c.queues = map[string]*queue{}
		}
		c.queues[key] = q
	}
	q.users++
	return q, c.asked
}

func (c *Cooldown) leave(key string, q *queue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if q.users--; q.users == 0 {
		delete(c.queues, key)
	}
}

// ask counts a lookup, and returns the number of lookups.
func (c *Cooldown) ask() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	return c.asked
}

// askStore calls f with the store, unless the store failed a short time ago. If ctx has a
// deadline, f gets at most a quarter of the remaining time.
func (c Chain) askStore(ctx context.Context, f func(context.Context, CooldownStore) error) {
	if !c.cooldown.storeInUse() {
		return
	}
	limit := storeTimeout
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end)/4)
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := callStore(bounded, c.cooldown.Store, f)
	fair := ctx.Err() == nil && (bounded.Err() == nil || limit >= storeFair)
	if err == nil || !fair || !c.cooldown.leaveOut() || c.journal == nil {
		return
	}
	defer func() { _ = recover() }() // the logger's handler may panic
	c.journal.LogAttrs(ctx, slog.LevelWarn, "the cooldown's store failed, and is left out for a while",
		slog.String("tool", c.tool), slog.Duration("pause", storePause), slog.Any("error", c.adapt(bounded, err).err))
}

// callStore calls f, and returns a panic as an error.
func callStore(ctx context.Context, s CooldownStore, f func(context.Context, CooldownStore) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the store panicked: %s", panicText(r))
		}
	}()
	return f(ctx, s)
}

// storeInUse reports whether the pause after a failure of the store is over.
func (c *Cooldown) storeInUse() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !time.Now().Before(c.without)
}

// leaveOut starts a pause of the store, and reports whether the store was in use.
func (c *Cooldown) leaveOut() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	inUse := !now.Before(c.without)
	c.without = now.Add(storePause)
	return inUse
}
