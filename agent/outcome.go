package agent

// An Outcome is how a call ended. It is stored with the response.
type Outcome string

// The outcomes.
const (
	// OutcomeOK: the tool ran and succeeded.
	OutcomeOK Outcome = "ok"
	// OutcomeFailed: the tool ran and failed, or could not be run as called.
	OutcomeFailed Outcome = "failed"
	// OutcomeDenied: a person or a policy denied the call, and the tool did not run; or the
	// tool itself denied it, with toolerr.CodeDenied.
	OutcomeDenied Outcome = "denied"
	// OutcomeConflict: the arguments are not those that were approved, and the tool did not
	// run; or the tool itself reported a conflict, with toolerr.CodeConflict.
	OutcomeConflict Outcome = "conflict"
	// OutcomeInterrupted: the run ended while the tool ran, or before its result was
	// stored. The tool may have done its work.
	OutcomeInterrupted Outcome = "interrupted"
	// OutcomePending: the call waits; see [FunctionResponse.Waits].
	OutcomePending Outcome = "pending"
	// OutcomeSkipped: the loop did not run the tool.
	OutcomeSkipped Outcome = "skipped"
)

// Waits is what a pending call waits for.
type Waits string

// What a call can wait for.
const (
	WaitsForConfirmation Waits = "confirmation"
	WaitsForAuth         Waits = "auth"
	WaitsForResult       Waits = "result"
)
