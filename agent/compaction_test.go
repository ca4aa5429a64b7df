package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// careless is a compactor that omits all but the last event, before each request.
type careless struct{ asked [][]*agent.Event }

func (c *careless) Compact(_ context.Context, _ *agent.ModelRequest, events []*agent.Event) (*agent.Compaction, error) {
	c.asked = append(c.asked, events)
	return &agent.Compaction{Before: events[len(events)-1].ID}, nil
}

// A pending call survives any compaction, and a restart.
func TestACompactionKeepsPendingCalls(t *testing.T) {
	pay := agenttest.NewTool("pay", agenttest.Return(report{"paid"}), agent.Confirm())
	export := agenttest.NewTool("export", agenttest.Return(report{"begun"}), agent.LongRunning())
	model := agenttest.NewModel(
		agenttest.Calls(call("p1", "pay", `{}`), call("e1", "export", `{}`)),
		agenttest.Say("It rains."), agenttest.Say("It still rains."), agenttest.Say("Paid."), agenttest.Say("Exported."),
	)
	w := newWorld(t, model, []agent.Tool{pay, export}, compacted(&careless{}))
	run := func(in agent.Input) outcome {
		o := w.run(t.Context(), in)
		w.reopened()
		return o
	}
	for _, text := range []string{"Pay, and export.", "How is the weather?", "And now?"} {
		require.NoError(t, run(agent.Say(text)).err)
	}
	pending, err := w.runner.Pending(t.Context(), session)
	require.NoError(t, err)
	require.Len(t, pending, 2)
	require.Equal(t, 0, pay.Count())
	for _, in := range []agent.Input{agent.Approve("p1"), agent.Deliver("e1", report{"done"}, nil)} {
		require.NoError(t, run(in).err)
	}
	assert.Equal(t, 1, pay.Count())
	require.ErrorIs(t, run(agent.Approve("p1")).err, agent.ErrNotFound)
	var results []string
	for _, c := range model.Requests()[4].Contents {
		for _, p := range c.Parts {
			if p.FunctionResponse != nil {
				results = append(results, string(p.FunctionResponse.Response))
			}
		}
	}
	assert.Equal(t, []string{`{"success":true,"error":null,"text":"paid"}`, `{"success":true,"error":null,"text":"done"}`}, results)
	w.stored()
}

// compacted adds a compactor.
func compacted(c agent.Compactor) func(*agent.Config, *agent.RunnerConfig) {
	return func(_ *agent.Config, rc *agent.RunnerConfig) { rc.Compactor = c }
}

// If a compaction begins at an event that an earlier one kept, models must not see events
// that the earlier one omitted.
func TestACompactionDoesNotRestoreEvents(t *testing.T) {
	slow := agenttest.NewTool("export", agenttest.Return(report{"begun"}), agent.LongRunning())
	model := agenttest.NewModel(agenttest.Call("export", `{}`), agenttest.Say("Begun."), agenttest.Say("Secret."), agenttest.Say("x"), agenttest.Say("y"), agenttest.Say("z"))
	var compactor compactorFunc
	w := newWorld(t, model, []agent.Tool{slow}, compacted(&compactor))
	run := func(text string) []agent.Diagnostic {
		o := w.mustSay(text)
		return o.run.Diagnostics()
	}
	run("Export.")
	run("Tell me a secret.")
	compactor = func(events []*agent.Event) *agent.Compaction {
		return &agent.Compaction{Before: events[len(events)-1].ID, Summary: "They talked."}
	}
	run("Forget it.")
	compactor = func(events []*agent.Event) *agent.Compaction { return &agent.Compaction{Before: events[1].ID} }
	diags := run("What did you say?")
	require.Len(t, diags, 1)
	assert.Equal(t, agent.DiagCallback, diags[0].Kind)
	compactor = nil
	run("What was it?")
	for _, c := range model.Requests()[5].Contents {
		assert.NotContains(t, c.Text(), "ecret")
	}
}

// After a compaction, a model may reuse the id of a call, and a rollback shows both calls.
// The approval applies to the one that waits.
func TestTheApprovalOfTheSecondCall(t *testing.T) {
	auth := &login{state: agent.AuthReady}
	var data []string
	pay := agent.NewTool("pay", "Pays.", func(ctx context.Context, _ struct{}) (report, error) {
		data = append(data, string(agent.CallFrom(ctx).Approval.Data))
		return report{"paid"}, nil
	}, agent.Confirm(), agent.Auth(auth))
	model := agenttest.NewModel(agenttest.StreamCall("p1", "pay", `{}`), agenttest.Say("Paid."), agenttest.Say("Sunny."), agenttest.StreamCall("p1", "pay", `{}`), agenttest.Say("Paid."))
	var compactor compactorFunc
	w := newWorld(t, model, []agent.Tool{pay}, compacted(&compactor))
	run := func(in agent.Input) string {
		o := w.mustRun(in)
		return o.run.InvocationID()
	}
	approve := func(data string) agent.Input {
		return agent.Input{Decisions: []agent.Decision{{CallID: "p1", Approved: true, Data: []byte(data)}}}
	}
	run(agent.Say("Pay."))
	run(approve(`"first"`))
	compactor = func(events []*agent.Event) *agent.Compaction {
		return &agent.Compaction{Before: events[len(events)-1].ID}
	}
	before := run(agent.Say("How is the weather?"))
	compactor, auth.state = nil, agent.AuthNeedsConsent
	run(agent.Say("Pay again."))
	require.NoError(t, w.runner.Rollback(t.Context(), session, before))
	run(approve(`"second"`))
	require.Len(t, data, 1)
	auth.state = agent.AuthReady
	run(agent.SignedIn("p1"))
	assert.Equal(t, []string{`"first"`, `"second"`}, data)
}

type compactorFunc func(events []*agent.Event) *agent.Compaction

func (f *compactorFunc) Compact(_ context.Context, _ *agent.ModelRequest, events []*agent.Event) (*agent.Compaction, error) {
	if *f == nil {
		return nil, nil
	}
	return (*f)(events), nil
}

// summarized is a compactor that calls a model each time.
type summarized struct {
	model agent.Model
	err   error // of Consult
}

func (s *summarized) Compact(ctx context.Context, _ *agent.ModelRequest, events []*agent.Event) (*agent.Compaction, error) {
	if len(events) < 3 {
		return nil, nil
	}
	c := &agent.Compaction{Before: events[len(events)-1].ID}
	resp, err := agent.Consult(ctx, s.model, &agent.ModelRequest{Contents: []agent.Content{agent.TextContent(agent.RoleUser, "Sum up.")}, Stream: true})
	if s.err = err; err == nil {
		c.Summary, c.Usage = resp.Content.Text(), resp.Usage
	}
	return c, err
}

// A model that a compactor calls is called like the agents' models.
func TestConsult(t *testing.T) {
	refused := errors.New("it has a card number")
	for name, tt := range map[string]struct {
		turns  []agenttest.Turn
		egress error
		want   string
		kind   agent.ErrorKind // of the run
		diags  []agent.DiagnosticKind
	}{
		"an answer":               {turns: []agenttest.Turn{agenttest.Say("In short.")}, want: "In short."},
		"after a retry":           {turns: []agenttest.Turn{agenttest.Status(503), agenttest.Say("In short.")}, want: "In short.", diags: []agent.DiagnosticKind{agent.DiagModelRetry}},
		"a failure":               {turns: []agenttest.Turn{agenttest.Status(401)}, diags: []agent.DiagnosticKind{agent.DiagCallback}},
		"a panic":                 {turns: []agenttest.Turn{agenttest.Crash("no")}, diags: []agent.DiagnosticKind{agent.DiagCallback}},
		"sending is refused":      {egress: refused, kind: agent.ErrEgressRefused},
		"no model":                {diags: []agent.DiagnosticKind{agent.DiagCallback}},
		"a stream without an end": {turns: []agenttest.Turn{agenttest.BreakOff("In"), agenttest.Status(401)}, diags: []agent.DiagnosticKind{agent.DiagModelRetry, agent.DiagCallback}},
	} {
		bubble(t, name, func(t *testing.T) {
			summarizer := agenttest.NewModel(tt.turns...)
			compactor := &summarized{model: summarizer}
			if name == "no model" {
				compactor.model = (*agenttest.Model)(nil)
			}
			var surrounded []string
			w := newWorld(t, agenttest.NewModel(agenttest.Say("1"), agenttest.Say("2")), nil, compacted(compactor), limits(agent.Limits{ModelCalls: 1}),
				func(_ *agent.Config, rc *agent.RunnerConfig) {
					rc.Egress = func(_ context.Context, req *agent.ModelRequest) error {
						if strings.HasPrefix(req.Contents[0].Text(), "Sum") {
							return tt.egress
						}
						return nil
					}
					rc.Plugins = []agent.Plugin{{AroundModel: []func(agent.Model) agent.Model{func(m agent.Model) agent.Model {
						surrounded = append(surrounded, m.Name())
						return m
					}}}}
				})
			require.NoError(t, w.say("Hi").err)
			surrounded = nil
			o := w.say("Go on")
			assert.Zero(t, summarizer.Left())
			if tt.kind != "" {
				require.ErrorIs(t, o.err, tt.kind)
				assert.Empty(t, o.events, "nothing was left out")
				assert.Len(t, w.model.Requests(), 1, "no model read it")
				return
			}
			require.NoError(t, o.err)
			compaction := o.events[0]
			require.NotNil(t, compaction.Actions.Compaction)
			var kinds []agent.DiagnosticKind
			for _, d := range o.run.Diagnostics() {
				kinds = append(kinds, d.Kind)
			}
			assert.Equal(t, tt.diags, kinds)
			assert.Equal(t, tt.want, compaction.Actions.Compaction.Summary)
			assert.Nil(t, compaction.Actions.Compaction.Usage)
			assert.Len(t, surrounded, max(len(tt.turns), 1)+1, "plugins see the calls of the summarizer and of the agent's model")
			for _, req := range summarizer.Requests() {
				assert.False(t, req.Stream)
			}
			if tt.want == "" {
				assert.Nil(t, compaction.Usage)
				_, ok := go126.AsType[*agent.RunError](compactor.err)
				assert.True(t, ok)
				return
			}
			assert.Equal(t, &agent.Usage{InputTokens: 1, OutputTokens: 1}, compaction.Usage)
		})
	}
}

// A compactor can be tested without a run.
func TestConsultOutsideOfARun(t *testing.T) {
	req := &agent.ModelRequest{Contents: []agent.Content{agent.TextContent(agent.RoleUser, "Sum up.")}}
	resp, err := agent.Consult(t.Context(), agenttest.NewModel(agenttest.Say("In short.")), req)
	require.NoError(t, err)
	assert.Equal(t, "In short.", resp.Content.Text())
	_, err = agent.Consult(t.Context(), nil, req)
	require.ErrorIs(t, err, agent.ErrConfig)
	_, err = agent.Consult(t.Context(), agenttest.NewModel(agenttest.Say("In short.")), nil)
	require.ErrorIs(t, err, agent.ErrInvalidInput)
	call := adapter.WithCall(t.Context(), adapter.Call{Arguments: json.RawMessage(sellArgs)})
	_, err = agent.Consult(call, agenttest.NewModel(agenttest.Fail(tooDear())), req)
	refused, ok := go126.AsType[*agent.RunError](err)
	require.True(t, ok)
	assert.Empty(t, refused.Detail().Problems(), "the provider refused the request, not the arguments of the tool call")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = agent.Consult(ctx, agenttest.NewModel(agenttest.Silence()), req)
	require.ErrorIs(t, err, agent.ErrCanceled)
	_, err = agent.Consult(t.Context(), agenttest.NewModel(agenttest.Fail(toolerr.Upstream(401, toolerr.Message{}))), req)
	require.ErrorIs(t, err, agent.ErrProviderAuth)
}

// TestConsultLeavesAModelRunning: it reads what it was asked when the request has gone on to
// callbacks, which may change it.
func TestConsultLeavesAModelRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		read := make(chan string, 1)
		deaf := agenttest.NewModel(func(_ context.Context, req *agent.ModelRequest, _ func(*agent.ModelResponse, error) bool) {
			<-time.After(time.Hour)
			read <- req.Contents[0].Text()
		})
		canned := agent.TextContent(agent.RoleUser, "")
		var err error
		w := newWorld(t, agenttest.NewModel(agenttest.Say("1")), nil,
			compacted(patientCompactor(func(ctx context.Context, req *agent.ModelRequest) { _, err = agent.Consult(ctx, deaf, req) })),
			func(cfg *agent.Config, _ *agent.RunnerConfig) {
				cfg.Callbacks.BeforeModel = append(cfg.Callbacks.BeforeModel, func(_ context.Context, req *agent.ModelRequest) (*agent.ModelResponse, error) {
					req.Contents[0] = canned
					return nil, nil
				})
			})
		require.NoError(t, w.say("Hi").err)
		require.ErrorIs(t, err, agent.ErrCanceled)
		assert.Equal(t, "Hi", <-read)
	})
}

// patientCompactor is a compactor that leaves out nothing.
type patientCompactor func(context.Context, *agent.ModelRequest)

func (f patientCompactor) Compact(ctx context.Context, req *agent.ModelRequest, _ []*agent.Event) (*agent.Compaction, error) {
	f(ctx, req)
	return nil, nil
}
