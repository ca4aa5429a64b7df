package meaning_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// recorder is a test that keeps its failures.
type recorder struct{ failures []string }

func (*recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func TestSame(t *testing.T) {
	limited := func(opts ...toolerr.Option) *toolerr.ToolRuntimeError {
		return toolerr.RateLimit(toolerr.Message{}, append([]toolerr.Option{toolerr.WithService("_acme")}, opts...)...)
	}
	for name, tt := range map[string]struct {
		got  *toolerr.ToolRuntimeError
		want []string
	}{
		"the same":              {limited(), nil},
		"another request":       {limited(toolerr.WithRequestID("r"), toolerr.WithCause(errors.New("x"))), nil},
		"nothing":               {nil, []string{"about: nil, not {"}},
		"another wait":          {limited(toolerr.WithRetryAfter(time.Second)), []string{"the payload is", "the report is"}},
		"a code for developers": {limited(toolerr.WithVendorCode("x")), []string{"the report is"}},
		"another effect":        {limited(toolerr.WithEffect(toolerr.EffectUnknown)), []string{"the payload is", "the report is"}},
	} {
		t.Run(name, func(t *testing.T) {
			var r recorder
			meaning.Same(&r, limited(), tt.got, "about")
			if assert.Len(t, r.failures, len(tt.want), r.failures) {
				for i, failure := range tt.want {
					assert.Contains(t, r.failures[i], failure)
				}
			}
		})
	}
}
