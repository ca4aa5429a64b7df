package agent

import "time"

// Limits bound a run. A zero field has the default named beside it; a negative
// one is no limit, which has to be said.
type Limits struct {
	// ModelCalls of a run, repeats included: 48. Beyond, the run fails with
	// [ErrMaxModelCalls].
	ModelCalls int
	// ToolCalls of a run, repeats included: 64. At the limit, surplus calls are
	// answered without being run, and the run ends with [CodeToolBudget].
	ToolCalls int
	// ToolCallsPerTurn: 16. Surplus calls are answered without being run.
	ToolCallsPerTurn int
	// ToolTimeout of one run of a tool, and of one callback: 60 s.
	ToolTimeout time.Duration
	// WallClock of a run: 10 minutes. Beyond, it ends with [CodeWallClock].
	WallClock time.Duration
	// ConfirmationWait for a [Confirmer]: 45 s. Beyond, the call is denied.
	ConfirmationWait time.Duration
	// ResultBytes of one result: 64 KiB. What is larger is cut, and says so.
	ResultBytes int
	// Parallel is how many calls run at once: 8.
	Parallel int
	// ModelRetries of one model call: 4.
	ModelRetries int
	// ToolRetries of one call: 2.
	ToolRetries int
	// RetryWait is the longest wait before a repeat of a tool: 60 s. Longer
	// ones are left to the model.
	RetryWait time.Duration
	// AtLimit says what happens when iterations or tool calls are used up, or a
	// call keeps failing the same way: [Stop], the zero value, or [FinalAnswer].
	AtLimit AtLimit
}

// AtLimit says what happens at a limit.
type AtLimit int

const (
	// Stop ends the run with the limit's event.
	Stop AtLimit = iota
	// FinalAnswer asks the model once more, with tools off, before that.
	FinalAnswer
)

// The defaults, and the limits that are not a matter of choice.
const (
	defaultIterations = 16

	sharperAt     = 2 // the same call failing the same way: the text gets sharper,
	refusedAt     = 3 // it is not executed,
	loopAt        = 5 // and the run ends
	unavailableAt = 5 // consecutive failures of one tool
	stuckAt       = 2 // instances of a tool that ignore their context

	minWait = time.Second // before a repeat for which nobody named a wait

	// settleTime is what a store gets to write down how a run ended.
	settleTime = 5 * time.Second
)

const unlimited = int(^uint(0) >> 1)

// forever is longer than any run, and short enough to be added to a time.
const forever = 100 * 365 * 24 * time.Hour

func (l Limits) withDefaults() Limits {
	count := func(n *int, standard int) {
		switch {
		case *n == 0:
			*n = standard
		case *n < 0:
			*n = unlimited
		}
	}
	wait := func(d *time.Duration, standard time.Duration) {
		switch {
		case *d == 0:
			*d = standard
		case *d < 0:
			*d = forever
		}
	}
	none := func(n *int, standard int) { // a negative number of repeats is none
		count(n, standard)
		if *n == unlimited {
			*n = 0
		}
	}
	count(&l.ModelCalls, 48)
	count(&l.ToolCalls, 64)
	count(&l.ToolCallsPerTurn, 16)
	count(&l.ResultBytes, 64<<10)
	count(&l.Parallel, 8)
	none(&l.ModelRetries, 4)
	none(&l.ToolRetries, 2)
	wait(&l.ToolTimeout, time.Minute)
	wait(&l.WallClock, 10*time.Minute)
	wait(&l.ConfirmationWait, 45*time.Second)
	wait(&l.RetryWait, time.Minute)
	return l
}
