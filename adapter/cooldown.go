package adapter

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"time"

	"github.com/errand-go/errand/internal/cooldown"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/internal/wire"
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

const (
	defaultMaxWait = 15 * time.Minute
	msgNotExecuted = "The service asked callers to wait, so the call was not executed."
	msgNotSent     = "The service asked callers to wait, so the request was not sent."
)

// cooling is the cooldown of one chain.
type cooling struct {
	*Cooldown
	index   *index
	tool    string
	journal *journal
}

// admit returns the context for the tool, or the error of a call that has to wait.
func (c cooling) admit(ctx context.Context) (context.Context, *toolerr.ToolRuntimeError) {
	if ctx == nil {
		ctx = context.Background()
	}
	key := c.key(ctx)
	if key == "" {
		return wire.WithGate(ctx, c.gate), nil
	}
	if wait, ok := c.waiting(ctx, key); ok {
		return ctx, heldBackBy(key, wait, toolerr.Msg(msgNotExecuted), toolerr.EffectNone)
	}
	if wire.Gated(ctx) {
		ctx = wire.WithGate(ctx, nil)
	}
	return ctx, nil
}

// key returns the program's key for the tool's service, or "".
func (c cooling) key(ctx context.Context) (key string) {
	if c.Key == nil {
		return ""
	}
	defer func() {
		if recover() != nil {
			key = ""
		}
	}()
	return cooldown.Key(c.Key(ctx, c.tool))
}

// gate returns an error for a request to a host whose wait has not ended.
func (c cooling) gate(ctx context.Context, host string) error {
	key := cooldown.HostKey(host)
	if key == "" {
		return nil
	}
	wait, ok := c.waiting(ctx, key)
	if !ok {
		return nil
	}
	effect := toolerr.EffectNone
	if v := recorded(ctx); v.mayHaveActed() {
		effect = toolerr.EffectUnknown
	}
	return heldBackBy(key, wait, toolerr.Msg(msgNotSent), effect)
}

// heldBackBy returns the error of a call or request that has to wait.
func heldBackBy(key string, wait cooldown.Wait, msg toolerr.Message, effect toolerr.Effect) *toolerr.ToolRuntimeError {
	return toolerr.New(wait.Kind, msg, toolerr.WithRetryAfter(max(time.Until(wait.Until), time.Millisecond)+wait.Beyond),
		toolerr.WithCanRetry(true), toolerr.WithEffect(effect), toolerr.WithService(wait.Service),
		toolerr.WithCause(&heldBack{key}), toolerr.WithCooled())
}

// heldBack is the cause of the error of a call that a [Cooldown] refused.
type heldBack struct{ key string }

func (h *heldBack) Error() string {
	return fmt.Sprintf("an earlier call was told to wait, and the wait of %q has not ended", h.key)
}

// HeldBack reports whether a [Cooldown] held back a call, or one of its requests, and err
// is the result. If [Chain.Admit] returned err, the tool did not run.
func HeldBack(err error) bool {
	_, ok := go126.AsType[*heldBack](err)
	return ok
}

// begin begins a wait if te asks for one, and then returns te marked as cooled.
func (c cooling) begin(ctx context.Context, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if c.Cooldown == nil || !te.CanRetry() || te.Cooled() || !asksForWait(te) {
		return te
	}
	wait, ok := te.RetryAfter()
	if !ok || wait <= 0 {
		return te
	}
	if ctx == nil {
		ctx = context.Background()
	}
	key := c.key(ctx)
	if u, err := url.Parse(te.Extra().Endpoint); key == "" && err == nil {
		key = cooldown.HostKey(u.Host)
		c.journal.tellUngated(ctx, c.tool)
	}
	if key == "" {
		return te
	}
	limit := c.MaxWait
	if limit <= 0 {
		limit = defaultMaxWait
	}
	kept := min(wait, limit)
	c.keeper().Keep(ctx, key, cooldown.Wait{Kind: te.Kind(), Service: te.Service(), Beyond: wait - kept, Until: time.Now().Add(kept)})
	return te.With(toolerr.WithCooled())
}

// asksForWait reports whether the wait of an error applies to all calls of a service.
func asksForWait(te *toolerr.ToolRuntimeError) bool {
	switch te.Kind() { //nolint:exhaustive // the waits of others are about one call
	case toolerr.KindUpstreamRateLimit:
		return true
	case toolerr.KindUpstreamServerError:
		return te.StatusCode() == 503
	}
	return false
}

// waiting returns the wait of a key, and whether it has not ended. The wait has the name of
// a service only if an adapter of the chain has that name: others may write to the store,
// and a model reads the name.
func (c cooling) waiting(ctx context.Context, key string) (cooldown.Wait, bool) {
	w, ok := c.keeper().Find(ctx, key)
	if !slices.ContainsFunc(c.index.all, func(e entry) bool { return e.slug == w.Service }) {
		w.Service = ""
	}
	return w, ok
}

func (c cooling) keeper() cooldown.Keeper {
	k := cooldown.Keeper{Waits: &c.waits}
	if c.Store != nil {
		k.Store = c.Store
		k.Failed = func(ctx context.Context, pause time.Duration, err error) {
			c.journal.tellStoreFailed(ctx, c.tool, pause, err)
		}
	}
	return k
}
