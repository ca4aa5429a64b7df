package story

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/faults"
)

// patience is how long the demo waits for the tool that hangs, in the loop that would wait
// without limit.
const patience = time.Second / 2

// A Fate is the effect of a call on a loop without errand.
type Fate string

// The fates.
const (
	Told Fate = "told" // the model gets the text
	Died Fate = "died" // the process does not survive
	Hung Fate = "hung" // the loop waits without limit
)

// Without describes a call in a loop that decodes the arguments, calls the function, and
// passes its result on: err.Error() for an error.
type Without struct {
	Fate Fate `json:"fate"`
	// Text is the text that the model got; for a panic, the output on the terminal.
	Text string `json:"text"`
	// Failed reports whether it is an error's text.
	Failed bool `json:"failed"`
	// Shows lists the planted words in the text.
	Shows Showing `json:"shows"`
	// Runs is how often the tool ran.
	Runs int `json:"runs"`
}

// A nakedRun is the story in the other loop.
type nakedRun struct {
	calls map[string]*Without
	model *agenttest.Model
	world *world
}

// playNaked plays the script through the other loop. It recovers panics and abandons tools
// that hang, so that the demo continues where that loop would not.
func playNaked(ctx context.Context, server *faults.Server) *nakedRun {
	n := &nakedRun{calls: map[string]*Without{}, model: newModel(), world: newWorld(server, false)}
	defer n.world.end()
	tools := map[string]tool{}
	for _, t := range n.world.tools() {
		tools[t.name] = t
	}
	contents := []agent.Content{agent.TextContent(agent.RoleUser, Question)}
	for {
		said := n.ask(ctx, contents)
		results := agent.Content{Role: agent.RoleUser}
		for _, p := range said.Parts {
			if p.FunctionCall == nil {
				continue
			}
			w := n.call(ctx, tools, p.FunctionCall)
			n.calls[p.FunctionCall.ID] = w
			if w.Fate == Told {
				raw, _ := json.Marshal(map[string]string{"result": w.Text}) // a string
				results.Parts = append(results.Parts, agent.Part{FunctionResponse: &agent.FunctionResponse{
					ID: p.FunctionCall.ID, Name: p.FunctionCall.Name, Response: raw,
				}})
			}
		}
		if len(said.Parts) == 0 || said.Parts[len(said.Parts)-1].FunctionCall == nil {
			return n
		}
		contents = append(contents, said, results)
	}
}

// ask calls the model.
func (n *nakedRun) ask(ctx context.Context, contents []agent.Content) agent.Content {
	for resp, err := range n.model.Generate(ctx, &agent.ModelRequest{Contents: contents}) {
		if err == nil && resp.Content != nil {
			return *resp.Content
		}
	}
	return agent.Content{}
}

// call executes a call like such a loop.
func (n *nakedRun) call(ctx context.Context, tools map[string]tool, fc *agent.FunctionCall) *Without {
	done := make(chan *Without, 1)
	go func() {
		w := &Without{Fate: Told}
		defer func() {
			if r := recover(); r != nil {
				w.Fate, w.Text, w.Failed = Died, fmt.Sprint("panic: ", r), true
			}
			done <- w
		}()
		t, ok := tools[fc.Name]
		if !ok {
			w.Text, w.Failed = "unknown tool: "+fc.Name, true
			return
		}
		out, err := t.naked(context.WithValue(ctx, nakedCall{}, fc.ID), fc.Args)
		if err != nil {
			w.Text, w.Failed = err.Error(), true
			return
		}
		raw, _ := json.Marshal(out) // one of the tools' own structs
		w.Text = string(raw)
	}()
	w := n.await(ctx, done)
	w.Runs = len(n.world.runsOf(fc.ID))
	if w.Shows = shows(""); w.Fate == Told {
		w.Shows = shows(w.Text)
	}
	return w
}

// await waits for a call like the loop, but with a time limit.
func (n *nakedRun) await(ctx context.Context, done <-chan *Without) *Without {
	select {
	case w := <-done:
		return w
	case <-ctx.Done():
	case <-n.world.hangs:
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case w := <-done:
			return w
		case <-timer.C:
		}
	}
	return &Without{Fate: Hung}
}

// summarize returns the figures of the run. calls are those of errand's loop.
func (n *nakedRun) summarize(calls []*Call) WithoutSummary {
	s := WithoutSummary{Shows: shows(text(n.model.Requests())), Unasked: n.world.closed.Load()}
	for _, w := range n.calls {
		if !w.Shows.None() {
			s.Leaks++
		}
		switch w.Fate {
		case Died:
			s.Died++
		case Hung:
			s.Hung++
		case Told:
		}
	}
	for _, c := range calls {
		if w := n.calls[c.ID]; w != nil && w.Failed && c.Decision.Action == Retried {
			s.Unretried++
		}
	}
	return s
}
