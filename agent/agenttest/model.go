package agenttest

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"sync"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// ErrDry is in the error of a run whose model had no turn left.
var ErrDry = errors.New("agenttest: the script has no turn left")

// A Model answers from a script, with one [Turn] for each request, and records the
// requests. If the script has no turn left, the model fails with [ErrDry]. It is safe for
// concurrent use.
type Model struct {
	mu       sync.Mutex
	script   []Turn
	forever  Turn
	requests []*agent.ModelRequest
}

// A Turn is one answer of a model.
type Turn func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool)

// NewModel returns a model that answers with the given turns, in order.
func NewModel(turns ...Turn) *Model { return &Model{script: turns} }

// Then adds turns to the script, and returns the model.
func (m *Model) Then(turns ...Turn) *Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script = append(m.script, turns...)
	return m
}

// Forever makes the model answer every further request with turn once the script has no
// turn left. It returns the model.
func (m *Model) Forever(turn Turn) *Model {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forever = turn
	return m
}

// Name returns "scripted".
func (*Model) Name() string { return "scripted" }

// Generate answers with the next turn.
func (m *Model) Generate(ctx context.Context, req *agent.ModelRequest) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		m.next(req)(ctx, req, yield)
	}
}

func (m *Model) next(req *agent.ModelRequest) Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, copyOf(req))
	if len(m.script) > 0 {
		turn := m.script[0]
		m.script = m.script[1:]
		return turn
	}
	if m.forever != nil {
		return m.forever
	}
	return Fail(toolerr.Fatal(toolerr.Msg("The scripted model has no turn left."), toolerr.WithCause(ErrDry)))
}

// Requests returns copies of the requests so far.
func (m *Model) Requests() []*agent.ModelRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]*agent.ModelRequest(nil), m.requests...)
}

// Left returns how many turns of the script are left.
func (m *Model) Left() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.script)
}

func copyOf(req *agent.ModelRequest) *agent.ModelRequest {
	c := *req
	c.Contents = nil
	raw, err := json.Marshal(req.Contents)
	if err != nil || json.Unmarshal(raw, &c.Contents) != nil {
		c.Contents = append(c.Contents, req.Contents...)
	}
	c.Tools = append([]agent.Declaration(nil), req.Tools...)
	return &c
}

// Say is an answer of one text.
func Say(text string) Turn {
	return whole(agent.FinishStop, agent.Part{Text: text})
}

// Call is an answer that calls one tool, with a generated id. args may be any text, also if
// it is not JSON.
func Call(tool, args string) Turn {
	return Calls(agent.FunctionCall{Name: tool, Args: json.RawMessage(args)})
}

// Calls is an answer with several calls. The loop replaces empty ids.
func Calls(calls ...agent.FunctionCall) Turn {
	return whole(agent.FinishToolCalls, callParts(calls)...)
}

// Think is an answer that has only thoughts.
func Think(text string) Turn {
	return whole(agent.FinishStop, agent.Part{Text: text, Thought: true})
}

// Empty is an answer without content.
func Empty() Turn { return whole(agent.FinishStop) }

// Stop is an answer that ended for the given reason, with the text and the calls so far.
func Stop(reason agent.FinishReason, text string, calls ...agent.FunctionCall) Turn {
	var parts []agent.Part
	if text != "" {
		parts = append(parts, agent.Part{Text: text})
	}
	return whole(reason, append(parts, callParts(calls)...)...)
}

func callParts(calls []agent.FunctionCall) []agent.Part {
	parts := make([]agent.Part, len(calls))
	for i := range calls {
		parts[i].FunctionCall = &calls[i]
	}
	return parts
}

func whole(reason agent.FinishReason, parts ...agent.Part) Turn {
	return func(_ context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		c := &agent.Content{Role: agent.RoleModel}
		for _, p := range parts {
			if p.FunctionCall != nil {
				call := *p.FunctionCall
				p.FunctionCall = &call
			}
			c.Parts = append(c.Parts, p)
		}
		yield(&agent.ModelResponse{Content: c, FinishReason: reason, Usage: &agent.Usage{InputTokens: 1, OutputTokens: 1}}, nil)
	}
}

// Stream is an answer in pieces, with a finish reason.
func Stream(deltas ...string) Turn {
	return stream(deltas, &agent.ModelResponse{FinishReason: agent.FinishStop}, nil)
}

// StreamCall is an answer with one call whose arguments come in pieces, and a finish
// reason.
func StreamCall(id, tool string, args ...string) Turn {
	return func(_ context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		if !yield(&agent.ModelResponse{Partial: true, CallDelta: &agent.CallDelta{ID: id, Name: tool}}, nil) {
			return
		}
		for _, a := range args {
			if !yield(&agent.ModelResponse{Partial: true, CallDelta: &agent.CallDelta{Args: a}}, nil) {
				return
			}
		}
		yield(&agent.ModelResponse{FinishReason: agent.FinishToolCalls}, nil)
	}
}

// BreakOff is an answer in pieces that ends without a finish reason.
func BreakOff(deltas ...string) Turn { return stream(deltas, nil, nil) }

// FailAfter is an answer in pieces that ends with an error.
func FailAfter(err error, deltas ...string) Turn { return stream(deltas, nil, err) }

// Fail is an error before any part of the answer.
func Fail(err error) Turn { return stream(nil, nil, err) }

// Status is the answer of a provider that refuses with an HTTP status.
func Status(code int, opts ...toolerr.Option) Turn {
	return Fail(toolerr.Upstream(code, toolerr.Message{}, opts...))
}

func stream(deltas []string, last *agent.ModelResponse, err error) Turn {
	return func(_ context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		for _, d := range deltas {
			c := agent.TextContent(agent.RoleModel, d)
			if !yield(&agent.ModelResponse{Content: &c, Partial: true}, nil) {
				return
			}
		}
		switch {
		case err != nil:
			yield(nil, err)
		case last != nil:
			end := *last
			yield(&end, nil)
		}
	}
}

// Silence yields nothing until the context ends.
func Silence() Turn {
	return func(ctx context.Context, _ *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		<-ctx.Done()
		yield(nil, ctx.Err())
	}
}

// Deaf ignores its context, and yields nothing until release is closed.
func Deaf(release <-chan struct{}) Turn {
	return func(context.Context, *agent.ModelRequest, func(*agent.ModelResponse, error) bool) { <-release }
}

// Crash panics with v.
func Crash(v any) Turn {
	return func(context.Context, *agent.ModelRequest, func(*agent.ModelResponse, error) bool) { panic(v) }
}
