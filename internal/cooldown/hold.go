package cooldown

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

const defaultMaxWait = 15 * time.Minute

// A Hold holds back the calls of one tool while a wait lasts.
type Hold struct {
	Keeper
	MaxWait time.Duration // 0 for the default
	// Key returns the key of the tool's service, or "".
	Key func(ctx context.Context) string
	// Knows reports whether the tool has an adapter of that name. The errors of others have no
	// name of a service: others may write to the store, and a model reads the name.
	Knows func(slug string) bool
}

// Admit returns the context for the tool, or the error of a call that has to wait.
func (h *Hold) Admit(ctx context.Context) (context.Context, *toolerr.ToolRuntimeError) {
	key := h.key(ctx)
	if key == "" {
		return wire.WithGate(ctx, h.gate), nil
	}
	if wait, ok := h.Find(ctx, key); ok {
		msg := toolerr.Msg("The service asked callers to wait, so the call was not executed.")
		return ctx, h.error(key, wait, msg, toolerr.EffectNone)
	}
	if wire.Gated(ctx) {
		ctx = wire.WithGate(ctx, nil)
	}
	return ctx, nil
}

// key returns the key of the tool's service, or "".
func (h *Hold) key(ctx context.Context) (key string) {
	if h.Key == nil {
		return ""
	}
	defer func() {
		if recover() != nil {
			key = ""
		}
	}()
	return keyOf(h.Key(ctx))
}

// gate returns an error for a request to a host whose wait has not ended.
func (h *Hold) gate(ctx context.Context, host string) error {
	key := hostKey(host)
	if key == "" {
		return nil
	}
	wait, ok := h.Find(ctx, key)
	if !ok {
		return nil
	}
	effect := toolerr.EffectNone
	if v := wire.EvidenceOf(ctx); v.MayHaveActed() {
		effect = toolerr.EffectUnknown
	}
	return h.error(key, wait, toolerr.Msg("The service asked callers to wait, so the request was not sent."), effect)
}

// error returns the error of a call or request that has to wait.
func (h *Hold) error(key string, wait Wait, msg toolerr.Message, effect toolerr.Effect) *toolerr.ToolRuntimeError {
	if !h.Knows(wait.Service) {
		wait.Service = ""
	}
	return toolerr.New(wait.Kind, msg, toolerr.WithRetryAfter(max(time.Until(wait.Until), time.Millisecond)+wait.Beyond),
		toolerr.WithCanRetry(true), toolerr.WithEffect(effect), toolerr.WithService(wait.Service),
		toolerr.WithCause(&HeldBack{key}), toolerr.WithNote(note.Cooled()))
}

// HeldBack is the cause of the error of a call that was held back.
type HeldBack struct{ key string }

// Error names the key.
func (b *HeldBack) Error() string {
	return fmt.Sprintf("an earlier call was told to wait, and the wait of %q has not ended", b.key)
}

// Begin begins a wait if te asks for one. It reports whether it did, and whether the wait is
// one for a host.
func (h *Hold) Begin(ctx context.Context, te *toolerr.ToolRuntimeError) (begun, ofHost bool) {
	wait, ok := te.RetryAfter()
	if !ok || wait <= 0 || !te.CanRetry() || te.Cooled() || !asksForWait(te) {
		return false, false
	}
	key := h.key(ctx)
	if u, err := url.Parse(te.Extra().Endpoint); key == "" && err == nil {
		key, ofHost = hostKey(u.Host), true
	}
	if key == "" {
		return false, ofHost
	}
	limit := h.MaxWait
	if limit <= 0 {
		limit = defaultMaxWait
	}
	kept := min(wait, limit)
	h.Keep(ctx, key, Wait{Kind: te.Kind(), Service: te.Service(), Beyond: wait - kept, Until: time.Now().Add(kept)})
	return true, ofHost
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
