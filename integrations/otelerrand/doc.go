// Package otelerrand reports runs of agents, models and tools, and their failures, to
// OpenTelemetry.
//
//   - A [Telemetry] is an adapter.Observer: registry.WithObserver(t) counts the errors of
//     every tool.
//   - [Telemetry.Plugin] puts a span around every agent, every call of a model and every
//     run of a tool, and measures the duration of tools.
//   - [Wrap] does both for a function that no agent runs.
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
// Each attempt has a span: a retry is another chat or execute_tool beside the one that
// failed. After a transfer, the span of the new agent is beside that of the old one. The
// agents of a sequence are inside the span of the sequence. If a run continues a paused one
// and the context of the run has no span, it is a new trace.
//
//   - invoke_agent has gen_ai.agent.name, gen_ai.conversation.id (the session's), and
//     gen_ai.usage of all models in it, including those of nested agents and of summaries.
//     If the run failed, error.type is the [agent.ErrorKind]; if it ended with a soft
//     condition, error.type is the [agent.EventCode].
//   - chat has gen_ai.provider.name, gen_ai.request.model, gen_ai.conversation.id,
//     gen_ai.response.finish_reasons and gen_ai.usage; gen_ai.request.stream and
//     gen_ai.output.type if they differ from the default; and error.type, which is the kind
//     of the error. The provider is the result of the model's method Provider, and _OTHER
//     if it has none.
//   - execute_tool has gen_ai.tool.name, gen_ai.tool.type and, in an agent,
//     gen_ai.tool.call.id. After a failure it also has error.type (the kind) and
//     toolerr.class, toolerr.can_retry, toolerr.effect. The span of a
//     reconciled run has toolerr.reconciled.
//
// The status of a failed span has the sentence of its kind. Texts of users, models and
// tools, including the messages of errors, are never added, and neither are texts for
// developers, because an exporter may send data anywhere. If an [agent.Engine] calls the
// models, their spans are in the traces of its steps.
//
// # Metrics
//
//	gen_ai.execute_tool.duration  s        by tool, and error.type of failures
//	toolerr.errors                {error}  by tool, error.type, class, can_retry and adapter
//
// The names of gen_ai are those of OpenTelemetry's GenAI semantic conventions v1.41
// (go.opentelemetry.io/otel/semconv/v1.41.0), which are in development.
package otelerrand
