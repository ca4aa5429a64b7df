package meaning_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// recorder is a test that keeps its failures.
type recorder []string

func (*recorder) Helper()                             {}
func (r *recorder) Errorf(format string, args ...any) { *r = append(*r, fmt.Sprintf(format, args...)) }

func TestSame(t *testing.T) {
	limited := func(opts ...toolerr.Option) *toolerr.ToolRuntimeError {
		return toolerr.RateLimit(toolerr.Message{}, append([]toolerr.Option{toolerr.WithService("_acme")}, opts...)...)
	}
	for name, tt := range map[string]struct {
		got  *toolerr.ToolRuntimeError
		want string
	}{
		"the same":              {limited(), `^$`},
		"another request":       {limited(toolerr.WithRequestID("r"), toolerr.WithCause(errors.New("x"))), `^$`},
		"nothing":               {nil, `^about: nil, not \{[^;]*$`},
		"another wait":          {limited(toolerr.WithRetryAfter(time.Second)), `the payload is .*; about: the report is`},
		"a code for developers": {limited(toolerr.WithVendorCode("x")), `^about: the report is [^;]*$`},
		"another effect":        {limited(toolerr.WithEffect(toolerr.EffectUnknown)), `the payload is .*; about: the report is`},
	} {
		t.Run(name, func(t *testing.T) {
			var r recorder
			meaning.Same(&r, limited(), tt.got, "about")
			assert.Regexp(t, tt.want, strings.Join(r, "; "))
		})
	}
}
