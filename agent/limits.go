package agent

import "time"

// Limits bound a run, together with the agents that are tools in it. If a field is 0, its
// default holds. A negative value removes the limit, except for ModelRetries, ToolRetries
// and StoreRetries, where it disables retries.
type Limits struct {
	// ModelCalls is the number of model calls in a run, retries included. Default: 48.
	// When it is used up, the run fails with [ErrMaxModelCalls].
	ModelCalls int
	// ToolCalls is the number of tool calls in a run, retries included. Default: 64.
	// Calls above the limit get a result without being run, and the run ends with
	// [CodeToolBudget].
	ToolCalls int
	// ToolCallsPerTurn is the number of tool calls in one turn. Default: 16. Calls
	// above the limit get a result without being run.
	ToolCallsPerTurn int
	// ToolTimeout limits one run of a tool, and one callback. Default: 60 s.
	ToolTimeout time.Duration
	// WallClock limits a run. Default: 10 minutes. After that, the run ends with
	// [CodeWallClock].
	WallClock time.Duration
	// ConfirmationWait is how long a [Confirmer] has to decide. Default: 45 s. After
	// that, the call is denied.
	ConfirmationWait time.Duration
	// ResultBytes is the size of one result. Default: 64 KiB. A larger result is cut off,
	// and has "truncated": true.
	ResultBytes int
	// Parallel is the number of calls that run at once. Default: 8.
	Parallel int
	// ModelRetries is the number of retries of one model call. Default: 4.
	ModelRetries int
	// ToolRetries is the number of retries of one tool call. Default: 2.
	ToolRetries int
	// RetryWait is the longest wait before the loop retries a tool. Default: 60 s. If
	// the wait is longer, the loop does not retry, and the model decides.
	RetryWait time.Duration
	// StoreTimeout limits one attempt to write to the store. Default: 5 s.
	StoreTimeout time.Duration
	// StoreRetries is the number of retries of one write to the store. The first retry
	// comes after 100 ms, and each further wait is twice as long. Default: 3. If the last
	// retry fails, the run fails.
	StoreRetries int
}

// Defaults, and limits that cannot be configured.
const (
	defaultIterations = 16

	stuckAt = 2 // runs of a tool that ignored their context

	storeWait = 100 * time.Millisecond // before a write is retried

	// settleTime is the time that a callback gets after the run's context has ended, and a
	// model to end its sequence after its last response.
	settleTime = 5 * time.Second
)

const unlimited = int(^uint(0) >> 1)

// forever is longer than any run, and can still be added to a time.
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
	none := func(n *int, standard int) { // a negative number disables retries
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
	none(&l.StoreRetries, 3)
	wait(&l.StoreTimeout, 5*time.Second)
	wait(&l.ToolTimeout, time.Minute)
	wait(&l.WallClock, 10*time.Minute)
	wait(&l.ConfirmationWait, 45*time.Second)
	wait(&l.RetryWait, time.Minute)
	return l
}
