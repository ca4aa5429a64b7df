package story

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A Moment is a part of the run to show: a turn of the model that begins, its calls once
// they have results, or the answer.
type Moment struct {
	Turn  int
	Says  string // text at the beginning of the turn
	Asks  int    // number of its calls
	Calls []*Call
	// Answer is the model's last answer.
	Answer string
}

// A Performance is a run and its results. Its JSON form is printed by `errand demo --json`,
// and stable.
type Performance struct {
	Question string  `json:"question"`
	Calls    []*Call `json:"calls"`
	Answer   string  `json:"answer"`
	Summary  Summary `json:"summary"`
}

// Play plays the story with the adapters of a registry, and shows it while it runs. The
// same script is played through the other loop concurrently; with compare, every call that
// is shown has its result there. The error is about the set-up; failures of the run are in
// the summary's checks.
func Play(ctx context.Context, registry adapter.Registry, compare bool, show func(Moment)) (*Performance, error) {
	server, err := faults.Start()
	if err != nil {
		return nil, err
	}
	defer server.Close()
	var others *nakedRun
	var naked sync.WaitGroup
	naked.Go(func() { others = playNaked(ctx, server) })
	defer naked.Wait()

	p := newPlay(server, show)
	if compare {
		p.before = func(c *Call) { naked.Wait(); c.Without = others.calls[c.ID] }
	}
	if err := p.run(ctx, registry); err != nil {
		return nil, err
	}
	naked.Wait()
	for _, c := range p.calls {
		c.Without = others.calls[c.ID]
	}
	return &Performance{Question: Question, Calls: p.calls, Answer: p.answer, Summary: p.summarize(others)}, nil
}

// A play is the current run.
type play struct {
	world  *world
	model  *agenttest.Model
	store  agent.Store
	handle *agent.Run
	log    logbook
	rows   map[string]call
	person func(agent.ConfirmationRequest) agent.Decision
	show   func(Moment)
	before func(*Call) // called before a call is shown

	times  map[string]int // number of equal calls of the model
	turn   int
	asked  []*agent.FunctionCall
	calls  []*Call
	events []*agent.Event
	answer string
	ended  []string // how the run ended, unless with an answer
	took   time.Duration
}

func newPlay(server *faults.Server, show func(Moment)) *play {
	return &play{
		world: newWorld(server, true), model: newModel(), store: agent.NewMemoryStore(), rows: scripted(),
		times: map[string]int{}, person: refuse, show: show,
	}
}

// ref is the session of the run.
var ref = agent.SessionRef{App: "demo", User: "ada", ID: "1"}

// run runs the agent, and then releases the tool that hangs.
func (p *play) run(ctx context.Context, registry adapter.Registry) error {
	defer p.world.end()
	var tools []agent.Tool
	for _, t := range p.world.tools() {
		tools = append(tools, t.agent)
	}
	helper, err := agent.New(agent.Config{
		Name: "helper", Model: p.model, Tools: tools, Adapters: registry,
		Instruction: "You help the customers of a shop.",
	})
	if err != nil {
		return err
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{
		App: ref.App, Agent: helper, Store: p.store, CreateSessions: true, Confirmer: agent.ConfirmerFunc(p.confirm),
		Logger: slog.New(slog.NewJSONHandler(&p.log, nil)),
	})
	if err != nil {
		return err
	}
	start := time.Now()
	p.handle = runner.Start(ctx, ref, agent.Say(Question))
	for e, err := range p.handle.Events() {
		if err != nil {
			p.ended = append(p.ended, err.Error())
			break
		}
		p.event(e)
	}
	p.took = time.Since(start)
	return nil
}

// confirm is the person who decides about calls.
func (p *play) confirm(_ context.Context, req agent.ConfirmationRequest) (agent.Decision, error) {
	p.world.asked.Add(1)
	return p.person(req), nil
}

// refuse returns the person's refusal.
func refuse(req agent.ConfirmationRequest) agent.Decision {
	return agent.Decision{CallID: req.CallID, Reason: "The customer wants to stay."}
}

// event processes an event of the loop.
func (p *play) event(e *agent.Event) {
	p.events = append(p.events, e)
	results := e.FunctionResponses()
	switch calls := e.FunctionCalls(); {
	case e.IsError():
		p.ended = append(p.ended, string(e.ErrorCode))
	case len(calls) > 0:
		p.turn++
		p.asked = calls
		p.show(Moment{Turn: p.turn, Says: e.Content.Text(), Asks: len(calls)})
	case len(results) > 0:
		m := Moment{Turn: p.turn}
		for i, r := range results {
			c := newCall(p.turn, p.asked[i], r, p)
			if p.before != nil {
				p.before(c)
			}
			m.Calls = append(m.Calls, c)
		}
		p.calls = append(p.calls, m.Calls...)
		p.show(m)
	case e.IsFinalResponse():
		p.answer = e.Content.Text()
		p.show(Moment{Answer: p.answer})
	}
}

// retried returns the failures after which the loop retried a call.
func (p *play) retried(call string) (failures []*toolerr.ToolRuntimeError) {
	for _, d := range p.handle.Diagnostics() {
		if d.Kind == agent.DiagToolRetry && d.CallID == call {
			failures = append(failures, d.Err)
		}
	}
	return failures
}

// seen counts a call, and returns how often the model has made it.
func (p *play) seen(fc *agent.FunctionCall) int {
	key := fc.Name + " " + string(fc.Args)
	p.times[key]++
	return p.times[key]
}
