package effect_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/internal/effect"
	"github.com/errand-go/errand/internal/cooldown"
	"github.com/errand-go/errand/toolerr"
)

func TestOfCall(t *testing.T) {
	none, unknown := toolerr.EffectNone, toolerr.EffectUnknown
	request := toolerr.RateLimit(toolerr.Message{}, toolerr.WithEffect(none))
	own := toolerr.Fatal(toolerr.Message{}, toolerr.WithEffect(none))
	maybe := toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(unknown))
	tests := map[string]struct {
		tool effect.Tool
		te   *toolerr.ToolRuntimeError
		want toolerr.Effect
	}{
		"a refused request":                   {effect.Tool{}, request, none},
		"a refused request of a protocol":     {effect.Tool{}, toolerr.New(toolerr.KindUpstreamBadRequest, toolerr.Message{}), unknown},
		"a refused request, repeatable":       {effect.Tool{Repeatable: true}, request, none},
		"a refused request, nothing recorded": {effect.Tool{HTTPOnly: true}, request, unknown},
		"a request that was held back":        {effect.Tool{HTTPOnly: true}, request.With(toolerr.WithCause(&cooldown.HeldBack{})), none},
		"an error of the tool":                {effect.Tool{}, own, none},
		"an unknown effect":                   {effect.Tool{}, maybe, unknown},
		"an unknown effect, repeatable":       {effect.Tool{Repeatable: true}, maybe, unknown},
		"an unknown effect, read-only":        {effect.Tool{ReadOnly: true, Repeatable: true}, maybe, none},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.tool.OfCall(t.Context(), tt.te).Effect())
		})
	}
}

func TestBeforeCall(t *testing.T) {
	plain := errors.New("plain")
	assert.Equal(t, plain, effect.BeforeCall(plain))
	request := toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown))
	assert.Same(t, request, effect.BeforeCall(request))
	te, ok := toolerr.Find(effect.BeforeCall(toolerr.Fatal(toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown))))
	require.True(t, ok)
	assert.Equal(t, toolerr.EffectNone, te.Effect())
}

func TestOfRequest(t *testing.T) {
	assert.True(t, effect.OfRequest(toolerr.RateLimit(toolerr.Message{})))
	assert.True(t, effect.OfRequest(toolerr.Fatal(toolerr.Message{}, toolerr.WithService("acme"))))
	assert.False(t, effect.OfRequest(toolerr.Fatal(toolerr.Message{})))
}
