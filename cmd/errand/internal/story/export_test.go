package story

import (
	"context"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/faults"
)

// Tampering is a modification of a run, or of its results.
type Tampering func(p *play)

// Before has modifications of the run that make a check fail, by the check's name.
var Before = map[string]Tampering{
	"effects": func(p *play) {
		p.person = func(req agent.ConfirmationRequest) agent.Decision {
			return agent.Decision{CallID: req.CallID, Approved: true}
		}
	},
	"history": func(p *play) { p.store = forgetful{p.store} },
	"ending":  func(p *play) { p.model = agenttest.NewModel() },
}

// After has modifications of the results.
var After = map[string]Tampering{
	"secrets": func(p *play) { p.events[0].Content.Parts[0].Text += faults.CanaryPath },
	"log":     func(p *play) { _, _ = p.log.Write([]byte(faults.CredentialPassword)) },
	"results": func(p *play) { p.calls[3].Differs = append(p.calls[3].Differs, "something") },
	"runs":    func(p *play) { p.calls[4].Runs++ },
	"waits":   func(p *play) { p.calls[1].Waits[0].WaitedMS = 20 },
	"process": func(p *play) { p.calls[7].Decision.Action = NotRetried },
}

// A forgetful store loses the results of the last turn.
type forgetful struct{ agent.Store }

func (f forgetful) Get(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	s, err := f.Store.Get(ctx, ref)
	if err == nil {
		for i, e := range s.Events {
			if len(e.FunctionResponses()) > 0 && i > len(s.Events)-3 {
				s.Events = append(s.Events[:i:i], s.Events[i+1:]...)
				break
			}
		}
	}
	return s, err
}

// PlayTampered plays the story with a modification, and then checks it: as it is, and after
// each of the others in addition to the earlier ones.
func PlayTampered(ctx context.Context, registry adapter.Registry, before Tampering, after ...Tampering) ([]Summary, error) {
	server, err := faults.Start()
	if err != nil {
		return nil, err
	}
	defer server.Close()
	p := newPlay(server, func(Moment) {})
	if before != nil {
		before(p)
	}
	if err := p.run(ctx, registry); err != nil {
		return nil, err
	}
	others := &nakedRun{calls: map[string]*Without{}, model: newModel(), world: newWorld(server, false)}
	found := []Summary{p.summarize(others)}
	for _, tamper := range after {
		tamper(p)
		found = append(found, p.summarize(others))
	}
	return found, nil
}

// Seconds and Shows are the functions of the same names.
var (
	Seconds = seconds
	Shows   = shows
)

// Services returns the faults that the tools meet.
func Services() map[string][]string {
	met := map[string][]string{}
	for tool, steps := range services {
		for _, s := range steps {
			met[tool] = append(met[tool], s.fault)
		}
	}
	return met
}
