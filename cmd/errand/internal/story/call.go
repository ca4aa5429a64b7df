package story

import (
	"encoding/json"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// A Call describes one of the model's calls and its result. Its JSON form is printed by
// `errand demo --json`, and stable.
type Call struct {
	Turn int             `json:"turn"`
	ID   string          `json:"id"`
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
	// Happened describes each run of the tool, or why it did not run.
	Happened []string `json:"happened"`
	// Runs is how often the tool ran: more than once only if the loop retried the call.
	Runs int `json:"runs"`
	// Waits are the pauses before the retries.
	Waits []Wait `json:"waits"`
	// Outcome is the stored outcome of the call.
	Outcome agent.Outcome `json:"outcome"`
	// Payload is the payload that the model got.
	Payload json.RawMessage `json:"payload"`
	// PayloadShows lists the planted words in it. If there are any, the check fails.
	PayloadShows Showing `json:"payload_shows"`
	// Decision is the loop's decision.
	Decision Decision `json:"decision"`
	// Differs lists the differences from the expected result. If there are any, the check
	// fails.
	Differs []string `json:"differs"`
	// TookMS is how long the call took, from its first run to its end.
	TookMS int64 `json:"took_ms"`
	// Without is the same call in the loop that passes err.Error() on.
	Without *Without `json:"without_errand"`
}

// OK reports whether the call passed the check.
func (c *Call) OK() bool { return c.PayloadShows.None() && len(c.Differs) == 0 }

// A Wait is a pause before a retry.
type Wait struct {
	// AskedMS is the wait that the service requested; nil if it requested none.
	AskedMS *int64 `json:"asked_ms"`
	// WaitedMS is the actual wait.
	WaitedMS int64 `json:"waited_ms"`
}

// honored reports whether the loop waited at least as long as requested.
func (w Wait) honored() bool { return w.AskedMS == nil || w.WaitedMS >= *w.AskedMS }

// newCall describes a call that has a result.
func newCall(turn int, fc *agent.FunctionCall, result *agent.FunctionResponse, p *play) *Call {
	row := p.rows[fc.ID]
	c := &Call{
		Turn: turn, ID: fc.ID, Tool: fc.Name, Args: fc.Args, Outcome: result.Outcome, Payload: result.Response,
		PayloadShows: shows(string(result.Response)), Happened: []string{}, Waits: []Wait{}, Differs: []string{},
	}
	runs, retried := p.world.runsOf(fc.ID), p.retried(fc.ID)
	c.Runs = len(runs)
	for i, r := range runs {
		c.Happened = append(c.Happened, r.step.happens)
		if i > 0 && i <= len(retried) {
			c.Waits = append(c.Waits, newWait(retried[i-1], r.started.Sub(runs[i-1].ended)))
		}
		if r.ended.IsZero() {
			r.ended = time.Now()
		}
		c.TookMS = r.ended.Sub(runs[0].started).Milliseconds()
	}
	if len(runs) == 0 {
		c.Happened = append(c.Happened, row.instead)
	}
	c.Differs = append(c.Differs, row.differs(c, runs, append(retried, result.Failure()))...)
	c.Decision = decide(c, runs, result.Failure(), p.seen(fc))
	return c
}

func newWait(te *toolerr.ToolRuntimeError, waited time.Duration) Wait {
	w := Wait{WaitedMS: waited.Milliseconds()}
	if asked, ok := te.RetryAfter(); ok {
		ms := asked.Milliseconds()
		w.AskedMS = &ms
	}
	return w
}
