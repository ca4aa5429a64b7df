package modeltest

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// modelKey is the API key of a suite's models.
const modelKey = "sk-quorvexkey-quorvexkey-quorvexkey-01"

// vendorWord is in every error text of a provider.
const vendorWord = "quorvexword"

// A trial is the check of one law: its findings, and the form of the answers.
type trial struct {
	t        *testing.T
	suite    Suite
	stream   bool
	findings []string
}

// Helper and Errorf make a trial a TB.
func (*trial) Helper() {}

// Errorf adds a finding.
func (r *trial) Errorf(format string, args ...any) { r.add(format, args...) }

// add adds a finding, once.
func (r *trial) add(format string, args ...any) {
	how := "in one piece"
	if r.stream {
		how = "as a stream"
	}
	found := how + ": " + fmt.Sprintf(format, args...)
	if !slices.Contains(r.findings, found) {
		r.findings = append(r.findings, found)
	}
}

// skips reports whether a part of a law is not checked.
func (r *trial) skips(part string) bool {
	_, ok := r.suite.Skip[part]
	return ok
}

// plays returns a provider that plays the scenes.
func (r *trial) plays(scenes ...scene) *provider { return newProvider(r.suite.Say, scenes...) }

// bubble runs test with a model whose provider plays the scenes. A request that goes on
// after the call is a finding.
func (r *trial) bubble(p *provider, test func(t *testing.T, m agent.Model)) {
	r.t.Helper()
	Bubble(r.t, p, func(t *testing.T, client *http.Client) {
		m := r.suite.New(t, client, modelKey)
		if m == nil {
			r.add("Suite.New returns no model")
			return
		}
		test(t, m)
		synctest.Wait()
		if p.busy() > 0 {
			r.add("the request goes on behind the call")
		}
		_, problems := p.said()
		for _, problem := range problems {
			r.add("%s", problem)
		}
	})
}

// patience is the time limit of a call, in a bubble where waiting takes no time.
const patience = 24 * time.Hour

// within calls f on a separate goroutine. It is a finding if f does not return.
func (r *trial) within(f func()) (ended bool) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
		return true
	case <-time.After(patience):
		r.add("Generate does not return")
		return false
	}
}

// request returns a request for the trial's form of answers.
func (r *trial) request() *agent.ModelRequest {
	return &agent.ModelRequest{
		Instruction: "Be brief.", Stream: r.stream, Tools: []agent.Declaration{weather().Declaration()},
		Contents: []agent.Content{agent.TextContent(agent.RoleUser, "How is the weather?")},
	}
}

// ask calls the model once, outside the loop. ok is false if the model did not return.
func (r *trial) ask(ctx context.Context, m agent.Model, enough func(*sequence) bool) (s *sequence, ok bool) {
	if !r.within(func() { s = listen(ctx, m, r.request(), enough) }) {
		return nil, false
	}
	for _, p := range s.problems {
		r.add("%s", p)
	}
	return s, true
}

// hear calls a model once, with scenes that are played to the end.
func (r *trial) hear(scenes ...scene) (s *sequence, p *provider) {
	r.t.Helper()
	p = r.plays(scenes...)
	r.bubble(p, func(t *testing.T, m agent.Model) { s, _ = r.ask(t.Context(), m, nil) })
	return s, p
}

// outcome has the items that a run of a trial yielded.
type outcome struct {
	agenttest.Collected
	shown string
	took  time.Duration
}

// noRepeats disables the loop's retries, so that a law sees the first failure.
var noRepeats = agent.Limits{ModelRetries: -1, ToolRetries: -1}

// run runs an agent of the model with the tool, and answers with the scenes.
func (r *trial) run(limits agent.Limits, tool *agenttest.Tool, scenes ...scene) (o outcome, p *provider) {
	r.t.Helper()
	p = r.plays(scenes...)
	r.bubble(p, func(t *testing.T, m agent.Model) {
		r.within(func() { o = r.runModel(t.Context(), m, limits, tool) })
	})
	return o, p
}

// config returns the configuration of an agent of the model with the tool.
func (r *trial) config(m agent.Model, tool *agenttest.Tool) agent.Config {
	return agent.Config{
		Name: "helper", Model: m, Instruction: "Be brief.", Tools: []agent.Tool{tool}, Adapters: r.suite.Adapters,
	}
}

func (r *trial) runModel(ctx context.Context, m agent.Model, limits agent.Limits, tool *agenttest.Tool) (o outcome) {
	opts := []agent.RunOption{agent.WithLimits(limits)}
	if r.stream {
		opts = append(opts, agent.WithStreaming())
	}
	start := time.Now()
	o.Collected = agenttest.Run(ctx, r, r.config(m, tool), agent.Say("How is the weather?"), opts...)
	o.shown, o.took = o.Shown(), time.Since(start)
	return o
}

// weather returns the tool of the runs.
func weather() *agenttest.Tool {
	return agenttest.NewTool("weather", agenttest.Return(map[string]string{"sky": "clear"}), agent.ReadOnly())
}

// saying returns an answer with a text.
func saying(text string) Answer {
	return Answer{Text: text, Finish: agent.FinishStop, Usage: agent.Usage{InputTokens: 10, OutputTokens: 7, CachedTokens: 3}}
}

// calling returns an answer with a text and calls.
func calling(text string, calls ...agent.FunctionCall) Answer {
	a := saying(text)
	a.Calls, a.Finish = calls, agent.FinishToolCalls
	return a
}

func callOf(id, tool, args string) agent.FunctionCall {
	return agent.FunctionCall{ID: id, Name: tool, Args: []byte(args)}
}

// refusing returns a refusal with words that must not leak.
func refusing(status int) Answer {
	return Answer{Status: status, Message: "The " + vendorWord + " of " + modelKey + " was refused."}
}

// firstLine returns a short form of v for a finding.
func firstLine(v any) string {
	line, _, _ := strings.Cut(fmt.Sprint(v), "\n")
	return line
}
