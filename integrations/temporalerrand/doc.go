// Package temporalerrand makes errand's errors those of Temporal, and runs errand's loop
// as a workflow.
//
//   - [Guard] stands around the activities of a worker: it contains their panics and
//     adapts their errors, so that Temporal retries what can be retried, after the wait
//     that the service named, and no text of a service is written into a history.
//   - [FromError] returns in the workflow what is known about an activity that failed.
//   - [Agent] runs an agent of package agent as a workflow: its model and its tools are
//     activities, and a run goes on after its worker or the server was lost.
//
// # What an error becomes
//
//	type              errand.<KIND>, such as errand.UPSTREAM_RUNTIME_RATE_LIMIT
//	message           what a model may read
//	non-retryable     unless [toolerr.ToolRuntimeError.SafeToRepeat]
//	next retry delay  the wait that the service named
//	details           the report without what only developers may read, in at most 2.5 KiB
//	category          benign, if the arguments are why the call failed
//	cause             never: it would be stored with the service's text
package temporalerrand
