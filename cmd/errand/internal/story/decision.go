package story

import (
	"fmt"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// An Action is the loop's decision about a call.
type Action string

// The actions.
const (
	PassedOn   Action = "passed_on" // the result goes to the model
	Retried    Action = "retried"   // after a wait, and it succeeded
	NotRetried Action = "not_retried"
	NotRun     Action = "not_run"     // the tool did not run
	Denied     Action = "denied"      // a person refused, and the tool did not run
	Contained  Action = "contained"   // a panic
	LeftBehind Action = "left_behind" // a tool that ignores its limit
)

// A Decision is the loop's decision about a call, derived from its actions.
type Decision struct {
	Action Action `json:"action"`
	// Text is the decision as a sentence.
	Text string `json:"text"`
}

// decide returns the loop's decision about a call. times is how often the model has made
// the same call.
func decide(c *Call, runs []run, te *toolerr.ToolRuntimeError, times int) Decision {
	last := run{}
	if len(runs) > 0 {
		last = runs[len(runs)-1]
	}
	switch {
	case te == nil && len(runs) > 1:
		return Decision{Retried, retried(c.Waits)}
	case te == nil:
		return Decision{PassedOn, "passed on"}
	case c.Outcome == agent.OutcomeDenied:
		return Decision{Denied, "not run: a person has to approve it, and refused"}
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
		return Decision{NotRetried, "not retried: a person has to act first"}
	case te.Effect() == toolerr.EffectUnknown:
		return Decision{NotRetried, "not retried: it may have been done, and must not be done twice"}
	case len(te.Problems()) > 0:
		return Decision{NotRetried, "not retried: the model is told what to fix, in words of its own call"}
	case times > 1:
		return Decision{NotRetried, "not retried: the model is warned that a third call will not run"}
	}
	return Decision{NotRetried, "not retried: it would fail the same way"}
}

// retried describes the waits before the retry that succeeded.
func retried(waits []Wait) string {
	var all []string
	for _, w := range waits {
		asked := "the service named no wait"
		if w.AskedMS != nil {
			asked = "the service asked for " + seconds(*w.AskedMS)
		}
		all = append(all, fmt.Sprintf("waited %s (%s)", seconds(w.WaitedMS), asked))
	}
	return strings.Join(all, ", then ") + ", then retried: the tool only reads"
}

// seconds formats milliseconds as seconds.
func seconds(ms int64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", float64(ms)/1000), "0"), ".") + " s"
}
