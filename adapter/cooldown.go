package adapter

import (
	"context"
	"slices"
	"time"

	"github.com/errand-go/errand/internal/cooldown"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/internal/journal"
	"github.com/errand-go/errand/toolerr"
)

// A Cooldown stores the waits that services asked for. While a wait lasts, calls to
// the same service fail at once, with the same kind of failure and the rest of the
// wait; see [Registry.WithCooldown].
//
// A wait begins with an error that may be retried and names a wait
// ([toolerr.ToolRuntimeError.RetryAfter]), if it is a rate limit or has status 503
// (RFC 9110 section 10.2.3). A longer wait replaces a shorter one, but not the
// reverse. When a wait has ended, all calls run. The first call that is refused
// begins the next wait.
//
// The zero value is ready for use and keeps the waits in the process. A Cooldown is safe
// for concurrent use, and must not be copied after its first use.
type Cooldown struct {
	// Key returns the key of the service that a tool calls. Tools with the same key share
	// its waits, and a call that has to wait fails before the tool runs. ctx is the context
	// of the call, so that a service with a limit for each tenant can have a key for each.
	// Programs with the same Store share keys too. A key that has more than 296 bytes, a NUL,
	// or bytes that are not UTF-8 is replaced by its SHA-256.
	//
	// Without a key ("", or a nil function), waits are shared by host. An error that names
	// a host begins a wait. A request to the host is then not sent, if the tool sends it
	// through httpadapter.Transport with the context of the call. Requests through other
	// clients are sent.
	Key func(ctx context.Context, tool string) string
	// Store shares the waits with other processes. With nil they are not shared.
	Store CooldownStore
	// MaxWait is the longest time for which calls are held back; 0 means 15 minutes.
	// Afterwards calls are let through, even if the service named a later time, because a
	// quota may have been raised meanwhile. Until then, calls fail with the time that the
	// service named. For a wait that another process stored, the MaxWait of that process
	// counts.
	MaxWait time.Duration

	waits cooldown.Waits
}

// A CooldownStore keeps the waits of a [Cooldown] for several processes. Each call of a
// method has a limit of 250 ms, and must return when its context ends. The limit of Get is
// a quarter of the time until the deadline of the tool's call, if that is less. Set is
// called when the tool has run, even if that deadline is over. A process makes one call at
// a time for each key. If a call fails, the tools run without the store for 5 s, and the
// registry's logger gets a record. Keys have at most 300 bytes of UTF-8, without NUL.
type CooldownStore interface {
	// Get returns the value of a key and the time until it expires. The time is 0 if there
	// is no value.
	Get(ctx context.Context, key string) (value string, left time.Duration, err error)
	// Set stores a value for a time that is more than 0. It does nothing if the key has a
	// value that expires later. The store measures the time by its own clock.
	Set(ctx context.Context, key, value string, d time.Duration) error
}

// A holder is a *cooldown.Hold, whose code only a program with a [Cooldown] links.
type holder interface {
	Admit(ctx context.Context) (context.Context, *toolerr.ToolRuntimeError)
	Begin(ctx context.Context, te *toolerr.ToolRuntimeError) (begun, ofHost bool)
}

// hold returns the cooldown of a tool.
func (c *Cooldown) hold(ix *index, tool string, j *journal.Journal) holder {
	h := &cooldown.Hold{
		Keeper: cooldown.Keeper{Waits: &c.waits}, MaxWait: c.MaxWait,
		Knows: func(slug string) bool {
			return slices.ContainsFunc(ix.ready().all, func(e entry) bool { return e.slug == slug })
		},
	}
	if c.Key != nil {
		h.Key = func(ctx context.Context) string { return c.Key(ctx, tool) }
	}
	if c.Store != nil {
		h.Store = c.Store
		h.Failed = func(ctx context.Context, pause time.Duration, err error) { j.TellStoreFailed(ctx, tool, pause, err) }
	}
	return h
}

// HeldBack reports whether a [Cooldown] held back a call, or one of its requests, and err
// is the result. If [Chain.Admit] returned err, the tool did not run.
func HeldBack(err error) bool {
	_, ok := go126.AsType[*cooldown.HeldBack](err)
	return ok
}
