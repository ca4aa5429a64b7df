package advice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/agent/internal/advice"
	"github.com/errand-go/errand/toolerr"
)

func TestAfter(t *testing.T) {
	limited := toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(5*time.Second))
	unknown := toolerr.Upstream(503, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown))
	fatal := toolerr.Fatal(toolerr.Message{})
	auth := toolerr.Upstream(401, toolerr.Message{})
	invalid := toolerr.InvalidInput(toolerr.Message{}, nil)
	enough := advice.Facts{TimeLeft: time.Minute}
	with := func(change func(f *advice.Facts)) advice.Facts {
		f := enough
		change(&f)
		return f
	}
	const noRoom = "This run may make no more calls. Answer with what is known."
	tests := map[string]struct {
		te    *toolerr.ToolRuntimeError
		facts advice.Facts
		hint  string // "" means that the error stays as it is
		host  bool   // the guidance for the host stays; otherwise there is none
		retry bool
	}{
		"a retry is possible":         {te: limited, facts: enough, retry: true},
		"a failure without a retry":   {te: fatal, facts: with(func(f *advice.Facts) { f.NoRoom, f.Unresponsive = true, true })},
		"the tool is unavailable":     {te: limited, facts: with(func(f *advice.Facts) { f.Unavailable, f.NoRoom = true, true }), hint: "The tool failed too often and is unavailable for the rest of this run. Go on without it."},
		"no room":                     {te: limited, facts: with(func(f *advice.Facts) { f.NoRoom = true }), hint: noRoom},
		"no room, invalid arguments":  {te: invalid, facts: with(func(f *advice.Facts) { f.NoRoom, f.Invalid = true, true }), hint: noRoom, host: true},
		"no room, repeated":           {te: auth, facts: with(func(f *advice.Facts) { f.NoRoom, f.Repeated = true, true }), hint: noRoom, host: true},
		"repeated":                    {te: limited, facts: with(func(f *advice.Facts) { f.Repeated = true }), hint: "The same call has now failed twice the same way. It will not be executed again as it is: change the arguments, or do something else."},
		"repeated, sign-in":           {te: auth, facts: with(func(f *advice.Facts) { f.Repeated = true }), hint: "The same call has now failed twice the same way. It will not be executed again as it is: change the arguments, or do something else."},
		"unresponsive":                {te: limited, facts: with(func(f *advice.Facts) { f.Unresponsive = true }), hint: "Calls of the tool are still running and do not react. Go on without the tool."},
		"longer than the run":         {te: limited, facts: advice.Facts{TimeLeft: 4 * time.Second}, hint: "The service asks for more time than this run has left. Go on without it."},
		"as long as the run":          {te: limited, facts: advice.Facts{TimeLeft: 5 * time.Second}, retry: true},
		"perhaps done, with a hint":   {te: unknown.With(toolerr.WithHint(toolerr.Msg("Look."))), facts: enough, retry: true},
		"invalid arguments, may call": {te: invalid, facts: with(func(f *advice.Facts) { f.Invalid = true }), retry: invalid.CanRetry()},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := advice.After(tt.te, tt.facts)
			assert.Equal(t, tt.retry, got.CanRetry())
			if tt.hint == "" {
				assert.Same(t, tt.te, got)
				return
			}
			assert.Equal(t, tt.hint, got.Hint().String())
			if tt.host {
				assert.Equal(t, tt.te.Guidance(), got.Guidance())
			} else {
				assert.Equal(t, toolerr.GuidanceNone, got.Guidance())
			}
		})
	}
}

func TestRefused(t *testing.T) {
	earlier := toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(5*time.Second), toolerr.WithHint(toolerr.Msg("Wait.")))
	for last, hint := range map[bool]string{
		false: "Change the arguments, or do something else.",
		true:  "This run may make no more calls. Answer with what is known.",
	} {
		refused, before := advice.Refused(toolerr.Fatal(toolerr.Message{}), earlier, last)
		assert.Equal(t, hint, refused.Hint().String())
		assert.Equal(t, hint, before.Hint().String(), "not that of a failure before")
		assert.False(t, before.CanRetry())
		assert.Equal(t, toolerr.GuidanceNone, before.Guidance())
	}
}
