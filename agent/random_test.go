package agent_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/compact"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// loud is an error that exposes its text in every way an error can.
type loud struct{ text string }

func (e loud) Error() string                { return e.text }
func (e loud) String() string               { return e.text }
func (e loud) GoString() string             { return e.text }
func (e loud) Format(s fmt.State, _ rune)   { _, _ = io.WriteString(s, e.text) }
func (e loud) MarshalJSON() ([]byte, error) { return json.Marshal(e.text) }
func (e loud) MarshalText() ([]byte, error) { return []byte(e.text), nil }
func (e loud) Is(error) bool                { return false }
func (e loud) Unwrap() error                { return errors.New(e.text) }
func (e loud) LogValue() slog.Value         { return slog.StringValue(e.text) }

// A chaos generates random worlds from one source.
type chaos struct {
	dice     *rand.Rand
	atDice   sync.Mutex      // a model that was left running also rolls
	endless  bool            // the model, with the default limits
	compacts agent.Compactor // or nil; ids are unique only among the events that it keeps
	limits   agent.Limits
	release  chan struct{}
	tools    []*agenttest.Tool
	repeated []agent.FunctionCall
	log      syncBuffer
}

// syncBuffer is a buffer for the logs of several goroutines.
type syncBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func newChaos(seed uint64) *chaos {
	c := &chaos{dice: rand.New(rand.NewPCG(seed, 7)), endless: seed%4 == 0, release: make(chan struct{})}
	if !c.endless {
		c.compacts = c.compactor()
	}
	return c
}

// IntN is that of package rand, for any goroutine.
func (c *chaos) IntN(n int) int {
	c.atDice.Lock()
	defer c.atDice.Unlock()
	return c.dice.IntN(n)
}

func (c *chaos) failure() error {
	url := &url.Error{Op: "Get", URL: "https://user:" + credential + "@host/?key=" + credential, Err: errors.New(secret)}
	return [...]error{
		errors.New(secret),
		loud{secret},
		fmt.Errorf("outer %s: %w", secret, loud{secret}),
		errors.Join(url, loud{secret}),
		toolerr.Upstream(503, toolerr.Message{}, toolerr.WithCause(loud{secret}), toolerr.WithRetryAfter(time.Second)),
		toolerr.Upstream(429, toolerr.Message{}, toolerr.WithDeveloperMessage(secret+" Authorization: Bearer "+credential)),
		toolerr.Upstream(401, toolerr.Message{}, toolerr.WithCause(url)),
		toolerr.Retryable(toolerr.Msg("Not now."), toolerr.Msg("Use another city."), toolerr.WithCause(loud{secret})),
		toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone)),
		toolerr.Abort(loud{secret}),
		context.DeadlineExceeded,
		context.Canceled,
		agent.NewRunError(agent.ErrBackend, toolerr.Message{}, loud{secret}),
	}[c.IntN(13)]
}

// behavior returns the behavior of a tool in one call.
func (c *chaos) behavior() agenttest.Behavior {
	failure, late := c.failure(), c.failure()
	of := func(f func(*agent.Call)) agenttest.Behavior {
		return func(ctx context.Context) (any, error) { f(agent.CallFrom(ctx)); return 1, nil }
	}
	steps := []agenttest.Behavior{
		agenttest.Return(report{"fine"}), agenttest.Return(report{"fine"}),
		agenttest.ReturnError(failure), agenttest.ReturnError(late),
		func(context.Context) (any, error) { return report{"partial"}, failure },
		agenttest.Panic(loud{secret}), agenttest.Goexit(),
		agenttest.Hang(c.release), agenttest.WaitForCancel(), agenttest.Slow(3 * time.Second), agenttest.Slow(50 * time.Second),
		agenttest.Huge(200_000), agenttest.Return(report{"a\xff\xfeb"}), agenttest.Return(math.NaN()), agenttest.Return(make(chan int)), agenttest.Cycle(),
		of(func(call *agent.Call) {
			_, _ = call.SetState("k", "v"), call.SetState("temp:k", "v")
			call.TransferTo("other")
		}),
		of((*agent.Call).SkipSummarization), of((*agent.Call).Escalate),
	}
	return steps[c.IntN(len(steps))]
}

type randomAuth struct{ mode int }

func (a randomAuth) Resolve(context.Context, *agent.Call) (agent.AuthStatus, error) {
	switch a.mode {
	case 0:
		return agent.AuthStatus{State: agent.AuthReady}, nil
	case 1:
		return agent.AuthStatus{State: agent.AuthNeedsConsent, Request: agent.AuthRequest{Provider: "p"}}, nil
	}
	return agent.AuthStatus{}, loud{secret}
}

func (a randomAuth) Refresh(context.Context, *agent.Call, toolerr.Access) error {
	if a.mode == 0 {
		return nil
	}
	return loud{secret}
}

func (c *chaos) tool(name string) agent.Tool {
	var opts []agent.ToolOption
	for _, o := range []agent.ToolOption{
		agent.ReadOnly(), agent.Idempotent(), agent.Sequential(), agent.LongRunning(), agent.Confirm(),
		agent.Auth(randomAuth{c.IntN(3)}), agent.Timeout(time.Second),
		agent.ConfirmIf(func(context.Context, json.RawMessage) (bool, error) { panic(secret) }),
	} {
		if c.IntN(5) == 0 {
			opts = append(opts, o)
		}
	}
	steps := make([]agenttest.Behavior, 4)
	for i := range steps {
		steps[i] = c.behavior()
	}
	t := agenttest.NewTool(name, agenttest.Sequence(steps...), opts...)
	c.tools = append(c.tools, t)
	return t
}

func (c *chaos) call() agent.FunctionCall {
	names := []string{"t0", "t1", "t2", "t0", "t1", "t3x", "", "bad name!", "transfer_to_agent", "execute\xffcode"}
	args := []string{`{}`, `{}`, `{"a":1}`, `{"a":`, ``, `null`, `[]`, `"x"`, `{"a":1,"a":2}`, `{} {}`, "{\"a\":\"\xff\"}", `{"agent_name":"other"}`}
	ids := []string{"", "", "same", "same", "x y", fmt.Sprint("id", c.IntN(1000))}
	if c.compacts != nil {
		ids = ids[:2]
	}
	return call(ids[c.IntN(len(ids))], names[c.IntN(len(names))], args[c.IntN(len(args))])
}

func (c *chaos) calls() []agent.FunctionCall {
	all := make([]agent.FunctionCall, 1+c.IntN(5))
	for i := range all {
		all[i] = c.call()
	}
	return all
}

// going is the number of turns after which a run can continue, of all turns.
const going, kinds = 14, 27

// turn returns one of the ways in which a model answers.
func (c *chaos) turn(kind int) agenttest.Turn {
	reasons := []agent.FinishReason{
		agent.FinishMaxTokens, agent.FinishSafety, agent.FinishRecitation, agent.FinishPromptBlocked,
		agent.FinishMalformedCall, agent.FinishOther, agent.FinishStop,
	}
	reason := reasons[c.IntN(len(reasons))]
	one := func(args string) agenttest.Turn {
		return agenttest.Call(fmt.Sprint("t", c.IntN(2)), fmt.Sprintf(args, c.IntN(1<<c.IntN(20))))
	}
	calls := func(f func() []agent.FunctionCall) agenttest.Turn {
		return func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
			agenttest.Calls(f()...)(ctx, req, yield)
		}
	}
	if c.repeated == nil {
		c.repeated = c.calls()
	}
	return [kinds]agenttest.Turn{
		one(`{"n":%d}`), one(`{"n":%d}`), one(`{"n":`), one(`[%d]`),
		agenttest.Calls(c.repeated...), calls(c.calls), calls(c.calls), calls(c.calls),
		calls(func() []agent.FunctionCall { return differentCalls("t0", 1+c.IntN(40)) }), calls(func() []agent.FunctionCall { return differentCalls("t1", 20) }),
		transferBack, agenttest.StreamCall("", "t0", `{"a"`, `:1}`),
		agenttest.Status(500), agenttest.Status(429, toolerr.WithRetryAfter(time.Duration(c.IntN(120))*time.Second)),
		agenttest.Say("answer"), agenttest.Stop(reason, "cut", c.calls()...), agenttest.Stop(reason, "cut"),
		agenttest.Stream("a", "b", "c"), agenttest.BreakOff("a", "b"), agenttest.FailAfter(c.failure(), "a", "b"), agenttest.Fail(c.failure()),
		agenttest.Empty(), agenttest.Think("hm"), agenttest.Crash(secret), agenttest.Silence(), agenttest.Deaf(c.release), drip(c.IntN(2) == 0),
	}[kind]
}

// drip never ends.
func drip(thoughts bool) agenttest.Turn {
	return func(ctx context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		content := agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{Text: "and so on ", Thought: thoughts}}}
		for ctx.Err() == nil && yield(&agent.ModelResponse{Content: &content, Partial: true}, nil) {
			select {
			case <-time.After(time.Second): // with the fake clock
			case <-ctx.Done():
			}
		}
	}
}

// transferBack transfers to the agent that is not active.
func transferBack(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
	target := "helper"
	for _, d := range req.Tools {
		if d.Name == "transfer_to_agent" && strings.Contains(string(d.Parameters), `"other"`) {
			target = "other"
		}
	}
	agenttest.Call("transfer_to_agent", `{"agent_name":"`+target+`"}`)(ctx, req, yield)
}

// model returns a model that follows a script. An endless one repeats one to three kinds of
// turns, so that each kind also occurs alone, and does not end by itself unless one of them
// is an end.
func (c *chaos) model() *agenttest.Model {
	model := agenttest.NewModel()
	if !c.endless {
		for range 3 + c.IntN(20) {
			model.Then(c.turn(c.IntN(kinds)))
		}
		return model
	}
	var known []int
	for range 1 + c.IntN(3) {
		known = append(known, c.IntN(going))
	}
	if c.IntN(4) == 0 {
		known = append(known, going+c.IntN(kinds-going))
	}
	return model.Forever(func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		c.turn(known[c.IntN(len(known))])(ctx, req, yield)
	})
}

// randomCompactor cuts anywhere, even between a call and its result, and fails in the ways
// a compactor may.
type randomCompactor struct {
	mode int
	n    *int // counts the requests
}

func (r randomCompactor) Compact(ctx context.Context, req *agent.ModelRequest, events []*agent.Event) (*agent.Compaction, error) {
	*r.n++
	at := *r.n * 7 % len(events)
	c := &agent.Compaction{Before: events[at].ID}
	switch r.mode {
	case 0:
		return c, nil
	case 1:
		c.Summary = "summary \xff of " + fmt.Sprint(len(req.Contents))
		c.Kept = []*agent.Event{nil}
		if e := events[at/2]; len(e.FunctionCalls()) == 0 { // a call must not be separated from its result
			c.Kept = append(c.Kept, e)
		}
		return c, nil
	case 2:
		return c, loud{secret}
	case 3:
		c.Before = "nothing"
		return c, nil
	case 4:
		<-ctx.Done()
		return c, ctx.Err()
	case 5:
		panic(loud{secret})
	}
	return nil, loud{secret}
}

func (c *chaos) compactor() agent.Compactor {
	switch mode := c.IntN(12); {
	case mode < 7:
		return randomCompactor{mode, new(int)}
	case mode < 10:
		return compact.Window{Tokens: 500, Summarizer: agenttest.NewModel().Forever(agenttest.Say("They spoke of orders."))}
	}
	return nil
}

func (c *chaos) world(t *testing.T) *world {
	model := c.model()
	other := mustAgent(t, agent.Config{Name: "other", Model: model, Tools: []agent.Tool{c.tool("t2")}, DisableTransfer: c.IntN(2) == 0})
	tools := []agent.Tool{c.tool("t0"), c.tool("t1")}
	return newWorld(t, model, tools, func(cfg *agent.Config, rc *agent.RunnerConfig) {
		cfg.Parallel, cfg.SubAgents = agent.Parallel(c.IntN(3)), []*agent.Agent{other}
		rc.Logger = slog.New(slog.NewJSONHandler(&c.log, nil))
		if !c.endless { // the defaults end every model
			cfg.MaxIterations = 1 + c.IntN(6)
			rc.Compactor = c.compacts
			rc.Limits = agent.Limits{
				ToolCalls: c.IntN(12), ToolCallsPerTurn: c.IntN(4), ModelCalls: c.IntN(10), ModelRetries: c.IntN(3),
				ToolTimeout: 2 * time.Second, WallClock: time.Duration(1+c.IntN(60)) * time.Second, ResultBytes: c.IntN(3) * 2000,
			}
		}
		c.limits = rc.Limits
		if mode := c.IntN(9); mode < 3 {
			rc.Confirmer = agent.Confirmer(func(ctx context.Context, _ agent.ConfirmationRequest) (agent.Decision, error) {
				if mode == 2 {
					<-ctx.Done()
				}
				return agent.Decision{Approved: mode == 0}, ctx.Err()
			})
		}
	})
}

// runs returns how often the tools ran.
func (c *chaos) runs() (n int) {
	for _, tool := range c.tools {
		n += tool.Count()
	}
	return n
}

// input returns the input of the next run, which may answer pending calls.
func (c *chaos) input(events []*agent.Event) agent.Input {
	in := agent.Input{}
	for _, e := range events {
		for _, r := range e.FunctionResponses() {
			if r.Outcome != agent.OutcomePending || c.IntN(2) == 0 {
				continue
			}
			switch r.Waits {
			case agent.WaitsForConfirmation:
				in.Decisions = append(in.Decisions, agent.Decision{CallID: r.ID, Approved: c.IntN(2) == 0})
			case agent.WaitsForAuth:
				in.SignedIn = append(in.SignedIn, r.ID)
			case agent.WaitsForResult:
				in.Deliveries = append(in.Deliveries, agent.Delivery{CallID: r.ID, Result: report{"late"}, Err: c.failure()})
			}
		}
	}
	if c.IntN(2) == 0 || len(in.Decisions)+len(in.SignedIn)+len(in.Deliveries) == 0 {
		in.Content = agent.Say("go\xff").Content
	}
	return in
}

// endedByTool reports whether a run ended with an event because a call waits, or because a
// tool ended it.
func endedByTool(e *agent.Event) bool {
	return e.Actions.Escalate || e.Actions.SkipSummarization || slices.ContainsFunc(e.FunctionResponses(), func(r *agent.FunctionResponse) bool { return r.Outcome == agent.OutcomePending })
}

// checkRandomRuns executes several runs of one random session and checks the invariants. It
// reports whether the developer's log has the canary, which proves that it could have
// leaked, and how the runs of an endless model ended.
func checkRandomRuns(t *testing.T, seed uint64) (logged bool, ends []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := newChaos(seed)
		w := c.world(t)
		for range 3 {
			ctx, cancel := context.WithCancel(t.Context())
			if c.IntN(3) == 0 {
				time.AfterFunc(time.Duration(c.IntN(4000))*time.Millisecond, cancel)
			}
			var opts []agent.RunOption
			if c.IntN(2) == 0 {
				opts = append(opts, agent.WithStreaming())
			}
			stopAt := -1
			if c.IntN(3) == 0 {
				stopAt = c.IntN(5)
			}
			in := c.input(w.stored())
			start, ran, asked := time.Now(), c.runs(), len(w.model.Requests())
			h := w.runner.Start(ctx, session, in, opts...)
			n := 0
			var failure error
			var last *agent.Event
			for e, err := range h.Events() {
				require.NoError(t, failure, "an item behind an error")
				require.True(t, (e == nil) != (err == nil))
				if failure = err; err != nil {
					_, ok := go126.AsType[*agent.RunError](err)
					require.True(t, ok)
					agenttest.AssertNoCanary(t, canary, err)
					continue
				}
				agenttest.AssertNoCanary(t, canary, e)
				if n == stopAt {
					break
				}
				n++
				last = e
			}
			require.LessOrEqual(t, time.Since(start), cmp.Or(c.limits.WallClock, 10*time.Minute)+time.Second)
			require.LessOrEqual(t, len(w.model.Requests())-asked, 48)
			require.LessOrEqual(t, c.runs()-ran, cmp.Or(c.limits.ToolCalls, 64))
			for _, tool := range []string{"t0", "t1", "t2"} {
				require.LessOrEqual(t, w.runner.Stuck(tool), 9)
			}
			if failed, ok := go126.AsType[*agent.RunError](failure); c.endless && ok {
				ends = append(ends, string(failed.Kind))
			} else if c.endless && n != stopAt && last != nil {
				require.True(t, last.TurnComplete || endedByTool(last), "a named end: %+v", last)
				ends = append(ends, string(last.ErrorCode))
			}
			if ctx.Err() != nil {
				require.NoError(t, failure, "cancellation is not an error item")
			}
			cancel()
			require.False(t, w.runner.Active(session))
			for _, d := range h.Diagnostics() {
				told := fmt.Sprint(d.Err.DeveloperMessage())
				require.NotContains(t, told, credential)
				require.NotContains(t, told, apiKey)
			}
			for _, e := range w.stored() {
				agenttest.AssertNoCanary(t, canary, e)
			}
		}
		for _, req := range w.model.Requests() {
			agenttest.AssertNoCanary(t, canary, req)
			require.Empty(t, agenttest.RequestProblems(req.Contents))
		}
		close(c.release)
		synctest.Wait()
		require.NotContains(t, c.log.String(), credential)
		require.NotContains(t, c.log.String(), apiKey)
		logged = strings.Contains(c.log.String(), canary)
	})
	return logged, ends
}

// In random worlds nothing crashes a run, the canary does not leak, the history stays valid,
// and the limits hold. With the default limits, a run ends with every model.
func TestRandomRuns(t *testing.T) {
	logged, ends := 0, map[string]int{}
	for seed := range uint64(200) {
		saw, how := checkRandomRuns(t, seed)
		if saw {
			logged++
		}
		for _, end := range how {
			ends[end]++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Log(ends)
	assert.Greater(t, logged, 50, "developers see the canary, which shows that it could have leaked")
	for _, code := range []agent.EventCode{agent.CodeMaxIterations, agent.CodeToolBudget, agent.CodeToolLoop, agent.CodeWallClock} {
		assert.NotZero(t, ends[string(code)], "%s is among the ends", code)
	}
}

func FuzzRandomRuns(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkRandomRuns(t, seed) })
}
