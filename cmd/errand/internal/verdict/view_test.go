package verdict_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

func TestProgram(t *testing.T) {
	for want, te := range map[string]*toolerr.ToolRuntimeError{
		"retry after 7s: nothing was done":                                toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(7*time.Second)),
		"retry later, but only a call that may be carried out twice":      toolerr.Upstream(500, toolerr.Message{}),
		"retry after 1.5s, but only a call that may be carried out twice": toolerr.Upstream(500, toolerr.Message{}, toolerr.WithRetryAfter(1500*time.Millisecond), toolerr.WithEffect(toolerr.EffectUnknown)),
		"renew the credential, then retry once":                           toolerr.Upstream(401, toolerr.Message{}),
		"do not retry until a person has acted":                           toolerr.Upstream(403, toolerr.Message{}, toolerr.WithUserAction()),
		"do not retry":                                                    toolerr.Upstream(404, toolerr.Message{}),
	} {
		assert.Equal(t, want, verdict.Program(te.Report()))
	}
}
