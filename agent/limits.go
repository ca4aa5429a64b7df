package agent

import (
	"reflect"
	"time"
)

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
	// Parallel is the number of calls that run at once. Default: 8. With 1, they run in order.
	Parallel int
	// ModelRetries is the number of retries of one model call. Default: 4.
	ModelRetries int
	// ToolRetries is the number of retries of one tool call. Default: 2.
	ToolRetries int
	// RetryWait is the longest wait before the loop retries a tool or a model. Default:
	// 60 s. If the wait is longer, the loop does not retry: the model decides about the
	// tool, and the run fails with the error of the model.
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

// over returns l with the limits of base in place of its zero fields.
func (l Limits) over(base Limits) Limits {
	own, other := reflect.ValueOf(&l).Elem(), reflect.ValueOf(base)
	for i := range other.NumField() {
		if own.Field(i).IsZero() {
			own.Field(i).Set(other.Field(i))
		}
	}
	return l
}

func (l Limits) withDefaults() Limits {
	l = l.over(Limits{
		ModelCalls: 48, ToolCalls: 64, ToolCallsPerTurn: 16, ToolTimeout: time.Minute, WallClock: 10 * time.Minute,
		ConfirmationWait: 45 * time.Second, ResultBytes: 64 << 10, Parallel: 8, ModelRetries: 4, ToolRetries: 2,
		RetryWait: time.Minute, StoreTimeout: 5 * time.Second, StoreRetries: 3,
	})
	for _, n := range []*int{&l.ModelCalls, &l.ToolCalls, &l.ToolCallsPerTurn, &l.ResultBytes, &l.Parallel} {
		if *n < 0 {
			*n = unlimited
		}
	}
	for _, n := range []*int{&l.ModelRetries, &l.ToolRetries, &l.StoreRetries} {
		*n = max(*n, 0)
	}
	for _, d := range []*time.Duration{&l.ToolTimeout, &l.WallClock, &l.ConfirmationWait, &l.RetryWait, &l.StoreTimeout} {
		if *d < 0 {
			*d = forever
		}
	}
	return l
}
