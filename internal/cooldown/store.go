package cooldown

import (
	"context"
	"fmt"
	"time"

	"github.com/errand-go/errand/internal/errtree"
)

const (
	storeTimeout = 250 * time.Millisecond
	storePause   = 5 * time.Second
	// A store that had less time than this is not treated as failed.
	storeFair = 50 * time.Millisecond
)

// A Store keeps waits for several processes; see adapter.CooldownStore.
type Store interface {
	Get(ctx context.Context, key string) (value string, left time.Duration, err error)
	Set(ctx context.Context, key, value string, d time.Duration) error
}

// A Keeper keeps waits in the process, and in the store if there is one.
type Keeper struct {
	*Waits
	Store Store // nil for none
	// Failed is called if the store failed and is left out for a time.
	Failed func(ctx context.Context, pause time.Duration, err error)
}

// Find returns the wait of a key, and whether it has not ended.
func (k Keeper) Find(ctx context.Context, key string) (Wait, bool) {
	w, ok := k.remembered(key)
	if !ok && k.Store != nil {
		w, ok = k.lookUp(ctx, key)
	}
	return w, ok
}

// Keep keeps a wait, unless a longer one of the key is known.
func (k Keeper) Keep(ctx context.Context, key string, w Wait) {
	k.remember(key, w)
	if k.Store != nil {
		k.share(context.WithoutCancel(ctx), key, w) // the caller may have left
	}
}

// lookUp returns the store's wait for a key. A call with a deadline waits at most a quarter
// of its time for its turn, and a quarter of the rest for the answer.
func (k Keeper) lookUp(ctx context.Context, key string) (w Wait, ok bool) {
	turn, cancel := ctx, context.CancelFunc(func() {})
	if end, bounded := ctx.Deadline(); bounded {
		turn, cancel = context.WithTimeout(ctx, time.Until(end)/4)
	}
	defer cancel()
	k.inTurn(turn, key, func(q *queue, came int64) {
		if w, ok = k.remembered(key); ok || q.asked > came {
			return
		}
		n := k.ask()
		k.askStore(ctx, func(ctx context.Context, s Store) error {
			value, left, err := s.Get(ctx, key)
			if err != nil {
				return err
			}
			q.asked = n
			if left <= 0 {
				return nil
			}
			if w, ok = decodeWait(value); ok {
				w.Until, w.shared = time.Now().Add(min(left, maxTold)), true
				k.remember(key, w)
			}
			return nil
		})
	})
	return w, ok
}

// share stores w, or a longer wait of the key in this process, unless the store has it.
func (k Keeper) share(ctx context.Context, key string, w Wait) {
	k.inTurn(ctx, key, func(*queue, int64) {
		if known, ok := k.remembered(key); ok && !known.Until.Before(w.Until) {
			w = known
		}
		left := time.Until(w.Until)
		if w.shared || left <= 0 {
			return
		}
		k.askStore(ctx, func(ctx context.Context, s Store) error {
			err := s.Set(ctx, key, w.encode(), left)
			if w.shared = err == nil; w.shared {
				k.remember(key, w)
			}
			return err
		})
	})
}

// inTurn calls f when it is this call's turn for the key, unless ctx ends first. The value
// of came is [Waits.asked] at the time the call joined.
func (k Keeper) inTurn(ctx context.Context, key string, f func(q *queue, came int64)) {
	q, came := k.join(key)
	defer k.leave(key, q)
	select {
	case q.turn <- struct{}{}:
		defer func() { <-q.turn }()
		f(q, came)
	case <-ctx.Done():
	}
}

// join returns the queue of a key, and the number of lookups so far.
func (c *Waits) join(key string) (*queue, int64) {
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

func (c *Waits) leave(key string, q *queue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if q.users--; q.users == 0 {
		delete(c.queues, key)
	}
}

// ask counts a lookup, and returns the number of lookups.
func (c *Waits) ask() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	return c.asked
}

// askStore calls f with the store, unless the store failed a short time ago. If ctx has a
// deadline, f gets at most a quarter of the remaining time.
func (k Keeper) askStore(ctx context.Context, f func(context.Context, Store) error) {
	if !k.storeInUse() {
		return
	}
	limit := storeTimeout
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end)/4)
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := callStore(bounded, k.Store, f)
	fair := ctx.Err() == nil && (bounded.Err() == nil || limit >= storeFair)
	if err == nil || !fair || !k.leaveOut() {
		return
	}
	k.Failed(ctx, storePause, err)
}

// callStore calls f, and returns a panic as an error.
func callStore(ctx context.Context, s Store, f func(context.Context, Store) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the store panicked: %s", errtree.PanicText(r))
		}
	}()
	return f(ctx, s)
}

// storeInUse reports whether the pause after a failure of the store is over.
func (c *Waits) storeInUse() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !time.Now().Before(c.without)
}

// leaveOut starts a pause of the store, and reports whether the store was in use.
func (c *Waits) leaveOut() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	inUse := !now.Before(c.without)
	c.without = now.Add(storePause)
	return inUse
}
