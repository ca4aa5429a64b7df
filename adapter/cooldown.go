package adapter

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"time"

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

	mu      sync.Mutex
	waits   map[string]coolingOff
	queues  map[string]*queue // calls that wait for the store, by key
	asked   int64             // number of store lookups
	without time.Time         // the store is not used before this time
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

// WithCooldown returns a copy whose tools share the waits that services ask for. With a nil
// c they share none. It does not apply to the chain with the name "".
//
// [Wrap], [Do], [Serve], the middlewares of MCP servers and the agent loop check the
// cooldown before they run a tool. A host that runs tools itself calls [Chain.Admit].
func (r Registry) WithCooldown(c *Cooldown) Registry {
	r.cooldown = c
	return r
}

// WithoutCooldown returns a copy of the chain that holds back no call and begins no wait.
func (c Chain) WithoutCooldown() Chain {
	c.cooldown = nil
	return c
}

// Admit returns the context for the chain's tool, or an error if the call has to wait. The
// error is a *toolerr.ToolRuntimeError, and the tool must not run. Admit is for hosts that
// run tools without [Wrap] and [Do]. Without a [Cooldown] it returns ctx.
func (c Chain) Admit(ctx context.Context) (context.Context, error) {
	if c.cooldown == nil {
		return ctx, nil
	}
	if ctx == nil {
		ctx = context.Background()
	}
	key := c.cooldown.declared(ctx, c.tool)
	if key == "" {
		return wire.WithGate(ctx, c.gate), nil
	}
	wait, ok := c.waiting(ctx, key)
	if !ok {
		if wire.Gated(ctx) {
			ctx = wire.WithGate(ctx, nil)
		}
		return ctx, nil
	}
	te := c.heldBack(key, wait, toolerr.Msg("The service asked callers to wait, so the call was not executed."), toolerr.EffectNone)
	te = c.log(ctx, te)
	c.observe(ctx, Observation{Tool: c.tool, Err: te})
	return ctx, te
}

// gate returns an error for a request to a host whose wait has not ended.
func (c Chain) gate(ctx context.Context, host string) error {
	key := hostKey(host)
	if key == "" {
		return nil
	}
	wait, ok := c.waiting(ctx, key)
	if !ok {
		return nil
	}
	effect := toolerr.EffectNone
	if evidenceFrom(ctx).mayHaveActed() {
		effect = toolerr.EffectUnknown
	}
	return c.heldBack(key, wait, toolerr.Msg("The service asked callers to wait, so the request was not sent."), effect)
}

// heldBack returns the error of a call or request that has to wait.
func (c Chain) heldBack(key string, wait coolingOff, msg toolerr.Message, effect toolerr.Effect) *toolerr.ToolRuntimeError {
	return toolerr.New(wait.kind, msg, toolerr.WithRetryAfter(max(time.Until(wait.until), time.Millisecond)+wait.beyond),
		toolerr.WithCanRetry(true), toolerr.WithEffect(effect), toolerr.WithService(wait.service),
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

// cool begins a wait if te asks for one, and then returns te marked as cooled.
func (c Chain) cool(ctx context.Context, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
	if c.cooldown == nil || !te.CanRetry() || te.Cooled() || !asksForWait(te) {
		return te
	}
	wait, ok := te.RetryAfter()
	if !ok || wait <= 0 {
		return te
	}
	if ctx == nil {
		ctx = context.Background()
	}
	key := c.cooldown.declared(ctx, c.tool)
	if u, err := url.Parse(te.Extra().Endpoint); key == "" && err == nil {
		key = hostKey(u.Host)
		c.tellUngated(ctx)
	}
	if key == "" {
		return te
	}
	limit := c.cooldown.MaxWait
	if limit <= 0 {
		limit = defaultMaxWait
	}
	kept := min(wait, limit)
	w := coolingOff{kind: te.Kind(), service: te.Service(), beyond: wait - kept, until: time.Now().Add(kept)}
	c.cooldown.remember(key, w)
	c.share(ctx, key, w)
	return te.With(toolerr.WithCooled())
}

// tellUngated writes a record, once, if a wait for a host begins and the requests of the
// call do not go through a transport, which would hold them back.
func (c Chain) tellUngated(ctx context.Context) {
	if c.journal == nil || !wire.Recorded(ctx) || len(evidenceFrom(ctx).all) > 0 || c.journal.ungated.Swap(true) {
		return
	}
	defer func() { _ = recover() }() // of the logger's handler
	c.journal.LogAttrs(ctx, slog.LevelWarn, "a Cooldown without a Key holds back only requests through httpadapter.Transport, and the tool's requests do not use one",
		slog.String("tool", c.tool))
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

// waiting returns the wait of a key, and whether it has not ended.
func (c Chain) waiting(ctx context.Context, key string) (coolingOff, bool) {
	w, ok := c.cooldown.remembered(key)
	if !ok && c.cooldown.Store != nil {
		w, ok = c.lookUp(ctx, key)
	}
	return c.known(w), ok
}

// known removes the service name from a wait unless an adapter of the chain has that name.
// Others may write to the store, and a model reads the name.
func (c Chain) known(w coolingOff) coolingOff {
	for _, e := range c.roster.entries {
		if e.slug == w.service {
			return w
		}
	}
	w.service = ""
	return w
}
