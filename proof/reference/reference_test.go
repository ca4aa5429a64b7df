package reference_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	"go.temporal.io/sdk/testsuite"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/integrations/mcpgotools"
	"github.com/errand-go/errand/integrations/mcptools"
	"github.com/errand-go/errand/integrations/otelerrand"
	"github.com/errand-go/errand/integrations/temporalerrand"
	"github.com/errand-go/errand/toolerr"
)

// A program has what an operator looks into: a log, and the spans. It also keeps the reports.
type program struct {
	registry  adapter.Registry
	telemetry *otelerrand.Telemetry
	tracer    trace.Tracer
	spans     *tracetest.InMemoryExporter
	log       bytes.Buffer
	reports   []toolerr.Report
}

func (p *program) Adapted(ctx context.Context, o adapter.Observation) {
	p.telemetry.Adapted(ctx, o)
	p.reports = append(p.reports, o.Err.Report())
}

func newProgram(t *testing.T) *program {
	t.Helper()
	p := &program{spans: tracetest.NewInMemoryExporter()}
	tracers := sdktrace.NewTracerProvider(sdktrace.WithSyncer(p.spans))
	p.tracer = tracers.Tracer("server")
	var err error
	p.telemetry, err = otelerrand.New(otelerrand.WithTracerProvider(tracers))
	require.NoError(t, err)
	p.registry = adapter.NewRegistry().WithObserver(p).WithLogger(slog.New(slog.NewJSONHandler(&p.log, nil)))
	return p
}

func fails(context.Context) (any, error) { return nil, toolerr.Upstream(500, toolerr.Message{}) }

// agent runs the tool in an agent, and returns what the model read.
func (p *program) config() agent.Config {
	return agent.Config{
		Name: "helper", Model: agenttest.NewModel(agenttest.Call("pay", `{}`), agenttest.Say("done")),
		Tools: []agent.Tool{agenttest.NewTool("pay", fails)}, Adapters: p.registry,
	}
}

func responses(events []*agent.Event) (all string) {
	for _, e := range events {
		for _, r := range e.FunctionResponses() {
			all += string(r.Response)
		}
	}
	return all
}

// ways are the ways by which a model may call the tool. Each returns what the model reads.
var ways = map[string]func(*testing.T, *program) string{
	"the loop": func(t *testing.T, p *program) string {
		t.Helper()
		helper, err := agent.New(p.config())
		require.NoError(t, err)
		runner, err := agent.NewRunner(agent.RunnerConfig{Agent: helper, CreateSessions: true, Plugins: []agent.Plugin{p.telemetry.Plugin()}})
		require.NoError(t, err)
		var events []*agent.Event
		for e, err := range runner.Run(t.Context(), agent.SessionRef{App: "app", User: "ada", ID: "1"}, agent.Say("go")) {
			require.NoError(t, err)
			events = append(events, e)
		}
		return responses(events)
	},
	"Temporal": func(t *testing.T, p *program) string {
		t.Helper()
		helper, err := agent.New(p.config())
		require.NoError(t, err)
		durable, err := temporalerrand.New(agent.RunnerConfig{Agent: helper, Plugins: []agent.Plugin{p.telemetry.Plugin()}}, temporalerrand.Options{})
		require.NoError(t, err)
		env := new(testsuite.WorkflowTestSuite).NewTestWorkflowEnvironment()
		durable.Register(env)
		env.ExecuteWorkflow(durable.Name(), temporalerrand.Start{Session: agent.SessionRef{App: "app", User: "ada", ID: "1"}, Input: temporalerrand.Input(agent.Say("go"))})
		var result temporalerrand.Result
		require.NoError(t, env.GetWorkflowResult(&result))
		return responses(result.Events)
	},
	"the official SDK's server": func(t *testing.T, p *program) string {
		t.Helper()
		s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		s.AddTool(&mcp.Tool{Name: "pay", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			_, err := fails(ctx)
			return nil, err
		})
		s.AddReceivingMiddleware(p.spanned, mcptools.Middleware(p.registry))
		near, far := mcp.NewInMemoryTransports()
		session, err := s.Connect(t.Context(), far, nil)
		require.NoError(t, err)
		defer func() { _ = session.Close() }()
		c, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), near, nil)
		require.NoError(t, err)
		defer func() { _ = c.Close() }()
		res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "pay"})
		require.NoError(t, err)
		return text(t, res)
	},
	"mcp-go's server": func(t *testing.T, p *program) string {
		t.Helper()
		spanned := func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
			return func(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
				ctx, span := p.tracer.Start(ctx, "tools/call pay")
				defer span.End()
				return next(ctx, req)
			}
		}
		s := server.NewMCPServer("test", "1", server.WithToolHandlerMiddleware(spanned), server.WithToolHandlerMiddleware(mcpgotools.Middleware(p.registry)))
		s.AddTool(mcpgo.NewTool("pay"), func(ctx context.Context, _ mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
			_, err := fails(ctx)
			return nil, err
		})
		c, err := client.NewInProcessClient(s)
		require.NoError(t, err)
		defer func() { _ = c.Close() }()
		_, err = c.Initialize(t.Context(), mcpgo.InitializeRequest{})
		require.NoError(t, err)
		res, err := c.CallTool(t.Context(), mcpgo.CallToolRequest{Params: mcpgo.CallToolParams{Name: "pay"}})
		require.NoError(t, err)
		return text(t, res)
	},
}

// spanned is the span that a server's own instrumentation has around every request.
func (p *program) spanned(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		ctx, span := p.tracer.Start(ctx, method)
		defer span.End()
		return next(ctx, method, req)
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

func TestAReferenceLeadsToEverything(t *testing.T) {
	for name, call := range ways {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t)
			read := call(t, p)
			require.Len(t, p.reports, 1)
			word := p.reports[0].Reference
			require.NotEmpty(t, word)
			assert.Contains(t, read, word, "what the model reads")
			assert.Equal(t, 1, strings.Count(p.log.String(), word), "the record: %s", p.log.String())
			var spans []string
			for _, s := range p.spans.GetSpans() {
				for _, kv := range s.Attributes {
					if string(kv.Key) == "toolerr.reference" && kv.Value.AsString() == word {
						spans = append(spans, s.Name)
					}
				}
			}
			assert.Len(t, spans, 1)
		})
	}
}
