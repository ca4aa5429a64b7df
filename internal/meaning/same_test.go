package meaning_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

func TestSame(t *testing.T) {
	limited := func(opts ...toolerr.Option) *toolerr.ToolRuntimeError {
		return toolerr.RateLimit(toolerr.Message{}, append([]toolerr.Option{toolerr.WithService("_acme")}, opts...)...)
	}
	tests := map[string]struct {
		got  *toolerr.ToolRuntimeError
		says []string
	}{
		"the same":              {limited(), nil},
		"another request":       {limited(toolerr.WithRequestID("r"), toolerr.WithCause(errors.New("x"))), nil},
		"nothing":               {nil, []string{"about: nil, not {"}},
		"another wait":          {limited(toolerr.WithRetryAfter(time.Second)), []string{"the payload is", "the report is"}},
		"a code for developers": {limited(toolerr.WithVendorCode("x")), []string{"the report is"}},
		"another effect":        {limited(toolerr.WithEffect(toolerr.EffectUnknown)), []string{"the payload is", "the report is"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var r recorder
			meaning.Same(&r, limited(), tt.got, "about")
			if assert.Len(t, r.said, len(tt.says), r.said) {
				for i, says := range tt.says {
					assert.Contains(t, r.said[i], says)
				}
			}
		})
	}
}
