package adapter_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// The result of Adapt for each row of the comment of decide, with errors that match the
// row.
func TestTruthTable(t *testing.T) {
	network := toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))
	timeout := toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown))
	answers429 := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(time.Second))
	redirect := toolerr.Upstream(301, toolerr.Message{})
	withCode := toolerr.New(toolerr.KindUpstreamServerError, toolerr.Message{}, toolerr.WithVendorCode("INTERNAL"))
	listed := toolerr.New(toolerr.KindUpstreamNotFound, toolerr.Message{}, toolerr.WithNote(note.Code("no_such_row")))
	noAnswer := toolerr.New(toolerr.KindUpstreamServerError, toolerr.Message{})
	refused := toolerr.Fatal(toolerr.Message{})
	saysCanceled := toolerr.New(toolerr.KindToolCanceled, toolerr.Message{})
	saysTimeout := toolerr.New(toolerr.KindToolTimeout, toolerr.Message{})

	fromContext := &url.Error{Op: "Get", URL: "https://example.com", Err: context.Canceled}
	expired := &url.Error{Op: "Get", URL: "https://example.com", Err: context.DeadlineExceeded}
	both := errors.Join(context.DeadlineExceeded, context.Canceled)

	const (
		canceled       = toolerr.KindToolCanceled
		toolTimeout    = toolerr.KindToolTimeout
		networkTimeout = toolerr.KindNetworkTransportTimeout
		networkBroken  = toolerr.KindNetworkTransportUnmapped
		unreachable    = toolerr.KindNetworkTransportUnreachable
		toolFatal      = toolerr.KindToolFatal
		rateLimit      = toolerr.KindUpstreamRateLimit
		unmapped       = toolerr.KindUpstreamUnmapped
		serverError    = toolerr.KindUpstreamServerError
		notFound       = toolerr.KindUpstreamNotFound
	)
	type kinds struct{ alive, canceled, expired toolerr.Kind }
	rows := map[string]struct {
		err    error
		answer *toolerr.ToolRuntimeError // the adapter's answer; nil: none
		want   kinds
	}{
		"a status":                       {errVendor, answers429, kinds{rateLimit, rateLimit, rateLimit}},
		"a status, and a canceled error": {fromContext, answers429, kinds{rateLimit, rateLimit, rateLimit}},
		"a status of 301":                {errVendor, redirect, kinds{unmapped, unmapped, unmapped}},
		"a vendor's code":                {errVendor, withCode, kinds{serverError, serverError, serverError}},
		"a listed code":                  {expired, listed, kinds{notFound, notFound, notFound}},
		"upstream, with neither":         {errVendor, noAnswer, kinds{serverError, canceled, toolTimeout}},
		"network":                        {errVendor, network, kinds{unreachable, canceled, networkTimeout}},
		"network, and a canceled error":  {fromContext, network, kinds{unreachable, canceled, networkTimeout}},
		"a network timeout":              {expired, timeout, kinds{networkTimeout, canceled, networkTimeout}},
		"fatal":                          {errVendor, refused, kinds{toolFatal, canceled, toolTimeout}},
		"canceled":                       {fromContext, saysCanceled, kinds{networkBroken, canceled, toolTimeout}},
		"a tool's timeout":               {expired, saysTimeout, kinds{toolTimeout, canceled, toolTimeout}},
		"nothing":                        {errVendor, nil, kinds{toolFatal, canceled, toolTimeout}},
		"nothing, and a bare cancel":     {context.Canceled, nil, kinds{networkBroken, canceled, toolTimeout}},
		"nothing, and a wrapped cancel":  {fmt.Errorf("while: %w", context.Canceled), nil, kinds{networkBroken, canceled, toolTimeout}},
		"nothing, and a bare deadline":   {context.DeadlineExceeded, nil, kinds{toolTimeout, canceled, toolTimeout}},
		"nothing, and both":              {both, nil, kinds{networkBroken, canceled, toolTimeout}},
		"nothing, and hostile":           {&hostile{}, nil, kinds{toolFatal, canceled, toolTimeout}},
		"nothing, and too deep":          {deep(context.Canceled, 300), nil, kinds{toolFatal, toolFatal, toolFatal}},
		"a bare kind":                    {notFound, nil, kinds{notFound, notFound, notFound}},
		"a status below 300 is ignored":  {errVendor, network.With(toolerr.WithStatus(200)), kinds{unreachable, canceled, networkTimeout}},
		"a cancellation by its method":   {isCanceled{}, nil, kinds{networkBroken, canceled, toolTimeout}},
	}
	contexts := map[string]func(*testing.T) context.Context{
		"alive":    func(t *testing.T) context.Context { return t.Context() },
		"nil":      func(*testing.T) context.Context { return nil },
		"canceled": canceledContext,
		"expired":  expiredContext,
		"canceled with a cause": func(t *testing.T) context.Context {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(context.DeadlineExceeded) // the cause misleads, and Err does not
			return ctx
		},
		"expired with a cause": func(t *testing.T) context.Context {
			ctx, cancel := context.WithTimeoutCause(t.Context(), 0, context.Canceled)
			t.Cleanup(cancel)
			<-ctx.Done()
			return ctx
		},
		"below a canceled one": func(t *testing.T) context.Context {
			return context.WithValue(canceledContext(t), contextKey{}, 1)
		},
	}
	for row, tt := range rows {
		for name, newContext := range contexts {
			t.Run(row+"/"+name, func(t *testing.T) {
				want := tt.want.alive
				switch name {
				case "canceled", "canceled with a cause", "below a canceled one":
					want = tt.want.canceled
				case "expired", "expired with a cause":
					want = tt.want.expired
				}
				te := adapt(t, newContext(t), tt.err, answers("_a", tt.answer))
				assert.Equal(t, want, te.Kind())
				assert.Equal(t, want.CanRetry() || tt.answer != nil && te.Kind() == tt.answer.Kind() && tt.answer.CanRetry(), te.CanRetry())
				assert.True(t, tt.err == te.Cause(), "the cause is the error") //nolint:errorlint // the error itself
				if tt.answer != nil {
					assert.Equal(t, "_a", te.Service(), "what the adapter knew stays")
				}
			})
		}
	}
}

type contextKey struct{}

// isCanceled matches context.Canceled with errors.Is, and is another error.
type isCanceled struct{}

func (isCanceled) Error() string        { return "is canceled" }
func (isCanceled) Is(target error) bool { return target == context.Canceled }

// A call that ended with its context has the adapter's effect, or an unknown one.
func TestEffectOfAnEndedContext(t *testing.T) {
	none := toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))
	unset := toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, toolerr.Message{})
	tests := map[string]struct {
		ctx    func(*testing.T) context.Context
		answer *toolerr.ToolRuntimeError
		want   toolerr.Effect
	}{
		"canceled, no effect set":            {canceledContext, nil, toolerr.EffectUnknown},
		"canceled, effect none":              {canceledContext, none, toolerr.EffectNone},
		"canceled, unset":                    {canceledContext, unset, toolerr.EffectUnknown},
		"canceled, and of the kind canceled": {canceledContext, toolerr.New(toolerr.KindToolCanceled, toolerr.Message{}), toolerr.EffectUnknown},
		"expired, no effect set":             {expiredContext, nil, toolerr.EffectUnknown},
		"expired, effect none":               {expiredContext, none, toolerr.EffectNone},
		"expired, unset, same kind":          {expiredContext, unset, toolerr.EffectUnknown},
		"alive, unset":                       {func(t *testing.T) context.Context { return t.Context() }, unset, toolerr.EffectUnset},
		"alive, no effect set":               {func(t *testing.T) context.Context { return t.Context() }, nil, toolerr.EffectUnset},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, tt.ctx(t), errVendor, answers("_a", tt.answer))
			assert.Equal(t, tt.want, te.Effect())
			assert.False(t, te.Kind() == toolerr.KindToolCanceled && te.SafeToRetry(true), "no caller waits for it")
		})
	}
}

// If the context decides the kind, the message is that of the kind.
func TestMessageOfAKindFromTheContext(t *testing.T) {
	answer := toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Msg("The mirror is away."),
		toolerr.WithHint(toolerr.Msg("Use the other mirror.")), toolerr.WithRequestID("req-1"))
	te := adapt(t, canceledContext(t), errVendor, answers("_a", answer))
	assert.Equal(t, "The call was canceled before the tool finished.", te.Error())
	assert.Equal(t, "The call may have been carried out. Find out before you make it again.", te.Hint().String())
	assert.Equal(t, toolerr.CodeCanceled, te.Code())
	assert.Equal(t, toolerr.GuidanceNone, te.Guidance())
	assert.Equal(t, "req-1", te.Extra().RequestID)
	require.ErrorIs(t, te, errVendor)
}

var _ adapter.Adapter = fake{}
