// Package otelerrand reports what tools do, and how they fail, to OpenTelemetry.
//
//   - A [Telemetry] is an [adapter.Observer]: registry.WithObserver(t) counts the
//     errors of every tool.
//   - [Telemetry.Plugin] puts a span around every run of an agent's tools, and
//     measures how long they take.
//   - [Wrap] does both for a function that no agent runs.
//
// Telemetry changes nothing of what a tool does: what a provider, a span
// processor or an exporter panics with is dropped.
//
// # Spans
//
// A span is called "execute_tool NAME" and has the attributes
// gen_ai.operation.name, gen_ai.tool.name, gen_ai.tool.type and, in an agent,
// gen_ai.tool.call.id; of a failure also error.type (the kind) and
// toolerr.class, toolerr.can_retry, toolerr.effect. Its status is the message
// that the model reads. Arguments and results are left out unless
// [WithContent] asks for them; what only developers may see is never there: an
// exporter may be anybody's.
//
// # Metrics
//
//	gen_ai.execute_tool.duration  s        by tool, and error.type of failures
//	toolerr.errors                {error}  by tool, error.type, class, can_retry and adapter
//	toolerr.retries               {call}   runs that repeat a call, by tool
//	toolerr.wait                  s        how long services ask to wait, by tool and error.type
//
// The names of gen_ai are those of OpenTelemetry's GenAI semantic conventions,
// which are in development (semantic-conventions v1.41.1, read 2026-11-20).
package otelerrand
