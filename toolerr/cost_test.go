package toolerr_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// The sinks keep the compiler from removing measured code.
var (
	sinkError  *toolerr.ToolRuntimeError
	sinkString string
)

func TestAllocations(t *testing.T) {
	header := "30 seconds"
	vendor := &vendorError{"E1"}
	guidance, effect, code := toolerr.GuidanceNone, toolerr.EffectNone, toolerr.CodeDenied
	e := everything()
	tests := map[string]struct {
		atMost float64
		run    func()
	}{
		"Upstream": {2, func() { sinkError = toolerr.Upstream(429, toolerr.Message{}) }},
		"New with every option": {2, func() {
			sinkError = toolerr.New(notFound, say,
				toolerr.WithCause(vendor), toolerr.WithRetryAfter(time.Second), toolerr.WithStatus(404), toolerr.WithHint(hint),
				toolerr.WithEffect(effect), toolerr.WithCanRetry(true), toolerr.WithCode(code), toolerr.WithService("_acme"),
				toolerr.WithUpstreamName(toolerr.Name("Acme")), toolerr.WithNote(note.Code("row_locked")), toolerr.WithVendorType(vendor),
				toolerr.WithEndpoint("GET", header), toolerr.WithRequestID(header), toolerr.WithGuidance(guidance), toolerr.WithUserAction(),
				toolerr.WithDeveloperMessage(header), toolerr.WithVendorCode(header))
		}},
		"With":                     {2, func() { sinkError = e.With(toolerr.WithStatus(404), toolerr.WithEffect(effect)) }},
		"accessors":                {0, func() { _, _, _, _ = e.Kind(), e.Class(), e.Code(), e.SafeToRetry(true) }},
		"Answered":                 {0, func() { _ = e.Answered() }},
		"Find":                     {0, func() { sinkError, _ = toolerr.Find(e) }},
		"a reference":              {2, func() { sinkError = e.With(toolerr.WithReference()) }},
		"a message that was given": {0, func() { sinkString = e.Error() }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.LessOrEqual(t, testing.AllocsPerRun(100, tt.run), tt.atMost)
		})
	}
}
