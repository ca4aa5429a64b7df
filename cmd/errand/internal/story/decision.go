package story

import (
	"fmt"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// An Action is what the loop decided about a call.
type Action string

// The actions.
const (
	PassedOn    Action = "passed_on" // the result goes to the model
	Repeated    Action = "repeated"  // after a wait, and it helped
	NotRepeated Action = "not_repeated"
	NotRun      Action = "not_run"     // the tool did not run
	Denied      Action = "denied"      // a person said no, and the tool did not run
	Contained   Action = "contained"   // a panic
	LeftBehind  Action = "left_behind" // a tool that ignores its limit
)

// A Decision is what the loop decided about a call, by what it did.
type Decision struct {
	Action Action `json:"action"`
	// Text says it in a sentence.
	Text string `json:"text"`
}

// decide says what the loop did about a call. times is how often the model has
// made the very same call.
func decide(c *Call, runs []run, te *toolerr.ToolRuntimeError, times int) Decision {
	last := run{}
	if len(runs) > 0 {
		last = runs[len(runs)-1]
	}
	switch {
	case te == nil && len(runs) > 1:
		return Decision{Repeated, repeated(c.Waits)}
	case te == nil:
		return Decision{PassedOn, "passed on"}
	case c.Outcome == agent.OutcomeDenied:
		return Decision{Denied, "not run: a person has to approve it, and said no"}
	case te.Code() == toolerr.CodeRepeatedCall:
		return Decision{NotRun, "not run a third time: the model gets the earlier result back"}
	case te.Code() == toolerr.CodeUnknownTool:
		return Decision{NotRun, "not run: the model is told the name that comes closest"}
	case len(runs) == 0:
		return Decision{NotRun, fmt.Sprintf("not run: the model is told all %d problems at once", len(te.Problems()))}
	case last.panicked:
		return Decision{Contained, "caught: the program goes on, and the stack is in the log"}
	case last.ended.IsZero():
		return Decision{LeftBehind, fmt.Sprintf("left behind after %s (its limit: %s); a late result is dropped",
			seconds(c.TookMS), seconds(hangLimit.Milliseconds()))}
	case te.RequiresUserAction():
		return Decision{NotRepeated, "not repeated: a person has to act first"}
	case te.Effect() == toolerr.EffectUnknown:
		return Decision{NotRepeated, "not repeated: it may have been done, and must not be done twice"}
	case times > 1:
		return Decision{NotRepeated, "not repeated: the model is warned that a third call will not run"}
	}
	return Decision{NotRepeated, "not repeated: it would fail the same way"}
}

// repeated says how a failure was overcome.
func repeated(waits []Wait) string {
	var all []string
	for _, w := range waits {
		asked := "the service named no wait"
		if w.AskedMS != nil {
			asked = "the service asked for " + seconds(*w.AskedMS)
		}
		all = append(all, fmt.Sprintf("waited %s (%s)", seconds(w.WaitedMS), asked))
	}
	return strings.Join(all, ", then ") + ", then repeated: it only reads"
}

// seconds writes milliseconds as people do.
func seconds(ms int64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", float64(ms)/1000), "0"), ".") + " s"
}
