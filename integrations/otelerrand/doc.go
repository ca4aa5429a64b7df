// Package otelerrand reports what agents, their models and their tools do, and how they
// fail, to OpenTelemetry.
//
//   - A [Telemetry] is an [adapter.Observer]: registry.WithObserver(t) counts the
//     errors of every tool.
//   - [Telemetry.Plugin] puts a span around every agent, every call of a model and
//     every run of a tool, and measures how long tools take.
//   - [Wrap] does both for a function that no agent runs.
//
// Telemetry changes nothing of what a tool does: what a provider, a span
// processor or an exporter panics with is dropped.
//
// # Spans
//
// A run has the tree of spans that OpenTelemetry's GenAI conventions describe:
//
//	invoke_agent helper
//	  chat claude-sonnet-4-5
//	  execute_tool researcher     an agent that is a tool
//	    invoke_agent researcher
//	      chat gemini-3.8-flash
//	  chat claude-sonnet-4-5
//
// Each attempt is a span of its own: a retry is another chat or execute_tool beside
// the one that failed. An agent that is handed the conversation stands beside the one
// that handed it over; those of a sequence stand inside of it. A run that goes on with
// a call which waited is a trace of its own, if the context that it is given has none.
//
//   - invoke_agent has gen_ai.agent.name, gen_ai.conversation.id (the session's), and
//     gen_ai.usage of all models in it, those of nested agents included. error.type is
//     the [agent.ErrorKind] of a run that failed, or its [agent.EventCode].
//   - chat has gen_ai.provider.name, gen_ai.request.model, gen_ai.conversation.id,
//     gen_ai.response.finish_reasons and gen_ai.usage; gen_ai.request.stream and
//     gen_ai.output.type where they say something; error.type is the kind of the error.
//     The provider is what the model's method Provider returns, and _OTHER without one.
//   - execute_tool has gen_ai.tool.name, gen_ai.tool.type and, in an agent,
//     gen_ai.tool.call.id; of a failure also error.type (the kind) and toolerr.class,
//     toolerr.can_retry, toolerr.effect.
//
// The status of a span that failed is a message that a model or a user may read.
// What users, models and tools say is left out unless [WithContent] asks for it; what
// only developers may see is never there: an exporter may be anybody's. Where models
// are asked by an [agent.Engine], their spans are in the traces of its steps.
//
// # Metrics
//
//	gen_ai.execute_tool.duration  s        by tool, and error.type of failures
//	toolerr.errors                {error}  by tool, error.type, class, can_retry and adapter
//	toolerr.retries               {call}   runs that repeat a call, by tool
//	toolerr.wait                  s        how long services ask to wait, by tool and error.type
//
// The names of gen_ai are those of OpenTelemetry's GenAI semantic conventions v1.41
// (go.opentelemetry.io/otel/semconv/v1.41.0), which are in development.
package otelerrand
