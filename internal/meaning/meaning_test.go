package meaning_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// recorder is a test that keeps what it is told.
type recorder struct{ said []string }

func (*recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

const (
	limited = toolerr.KindUpstreamRateLimit
	refused = toolerr.KindUpstreamAuthError
	none    = toolerr.EffectNone
	fresh   = toolerr.GuidanceRefreshAuthThenRetry
)

func TestCheck(t *testing.T) {
	table := adapter.NewTable("_acme", "Acme",
		adapter.Row{VendorCode: "slow", Kind: limited, Source: "here"},
		adapter.Row{VendorCode: "out", Kind: refused, Guidance: fresh, UserAction: true, Source: "here"},
	)
	slow := meaning.Group{limited, true, none, false, "", "slow"}
	out := meaning.Group{refused, false, none, true, fresh, "out"}
	tests := map[string]struct {
		groups []meaning.Group
		says   []string
	}{
		"right":          {[]meaning.Group{slow, out}, nil},
		"a code too few": {[]meaning.Group{slow}, []string{"out is not listed"}},
		"a code too many": {
			[]meaning.Group{slow, out, {limited, true, none, false, "", "gone"}}, []string{"gone has no row"},
		},
		"a code twice":       {[]meaning.Group{slow, out, slow}, []string{"slow is listed twice"}},
		"another kind":       {[]meaning.Group{{refused, true, none, false, "", "slow"}, out}, []string{"slow means"}},
		"another retry":      {[]meaning.Group{{limited, false, none, false, "", "slow"}, out}, []string{"slow means"}},
		"another effect":     {[]meaning.Group{{limited, true, toolerr.EffectUnknown, false, "", "slow"}, out}, []string{"slow means"}},
		"nobody to ask":      {[]meaning.Group{slow, {refused, false, none, false, fresh, "out"}}, []string{"out means"}},
		"another guidance":   {[]meaning.Group{slow, {refused, false, none, true, "", "out"}}, []string{"out means"}},
		"two that are wrong": {[]meaning.Group{{refused, true, none, false, "", "slow out"}}, []string{"slow means", "out means"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var r recorder
			meaning.Check(&r, table, tt.groups)
			if assert.Len(t, r.said, len(tt.says), r.said) {
				for i, says := range tt.says {
					assert.Contains(t, r.said[i], says)
				}
			}
		})
	}
}
