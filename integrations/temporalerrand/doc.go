// Package temporalerrand makes Temporal errors of errand's errors, and runs errand's agent
// loop as a workflow.
//
//   - [Guard] wraps the activities of a worker: it recovers their panics and adapts their
//     errors. Temporal then retries an activity only if a retry is safe, after the wait
//     that the service asked for, and the history contains no text of a service.
//   - [FromError] returns, in the workflow, the error of a failed activity.
//   - [Agent] runs an agent of package agent as a workflow: its model and its tools are
//     activities, and a run continues after its worker or the server was lost.
//
// # Temporal's error
//
//	type              errand.<KIND>, such as errand.UPSTREAM_RUNTIME_RATE_LIMIT
//	message           the text that a model may read
//	non-retryable     the opposite of [toolerr.ToolRuntimeError.SafeToRetry]
//	next retry delay  the wait that the service asked for
//	details           the report without the fields for developers only, in at most 2 KiB
//	category          benign, if the arguments are at fault
//	cause             none, because Temporal would store it with the service's text
package temporalerrand
