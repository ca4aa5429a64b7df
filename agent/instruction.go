package agent

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/errand-go/errand/agent/internal/loopguard"
	"github.com/errand-go/errand/toolerr"
)

// prompts builds the requests to the models of a run.
type prompts struct {
	*host
	journal *journal
	guard   *loopguard.Guard
	stream  bool
	// prepared is the instruction of the first request, built before anything was stored.
	prepared map[*Agent]string
}

// instruction returns the system instruction for the model of a.
func (p *prompts) instruction(a *Agent) (string, error) {
	if text, ok := p.prepared[a]; ok {
		p.prepared = nil
		return text, nil
	}
	ctx := p.agentContext(a)
	global, err := p.expand(ctx, a.root().cfg.GlobalInstruction)
	if err != nil {
		return "", err
	}
	var own string
	if f := a.cfg.InstructionFunc; f == nil {
		own, err = p.expand(ctx, a.cfg.Instruction)
	} else if own, err = guard(p.host, ctx, f); err != nil {
		err = p.callbackError(err)
	}
	parts := slices.DeleteFunc([]string{global, own, a.roster()}, func(s string) bool { return s == "" })
	return strings.ToValidUTF8(strings.Join(parts, "\n\n"), "\uFFFD"), err
}

// request builds the next request to the model of a.
func (p *prompts) request(a *Agent, choice ToolChoice) (*ModelRequest, error) {
	instruction, err := p.instruction(a)
	if err != nil {
		return nil, err
	}
	req := &ModelRequest{
		Instruction:  instruction,
		ToolChoice:   choice,
		OutputSchema: a.cfg.OutputSchema,
		Stream:       p.stream,
	}
	v := view{agent: a.cfg.Name, branch: p.journal.branch}
	if a.cfg.IncludeContents == IncludeNone {
		v.invocations, v.alone = p.current(), true
	}
	box := p.toolbox(a)
	for i := range box.tools {
		if !p.guard.Unavailable(box.tools[i].name) {
			req.Tools = append(req.Tools, box.tools[i].decl)
		}
	}
	contents, current := v.contents(p.journal.events, p.id)
	if req.Contents = contents; p.runner.cfg.Compactor != nil && !v.alone {
		again, err := p.compact(a, req)
		if err != nil {
			return nil, err
		}
		if again {
			req.Contents, current = v.contents(p.journal.events, p.id)
		}
	}
	if a.cfg.StaticInstruction != "" {
		req.Instruction = a.cfg.StaticInstruction
		if instruction != "" {
			dynamic := TextContent(RoleUser, instruction)
			req.Contents = append(req.Contents[:current:current], append([]Content{dynamic}, req.Contents[current:]...)...)
		}
	}
	return req, nil
}

// current returns a function that reports whether a run is this one, or belongs to it
// because one continued the other's calls.
func (p *prompts) current() func(invocation string) bool {
	same := invocations(p.journal.events)
	return func(invocation string) bool { return same(invocation, p.id) }
}

// consultKey is the context key of the consultant that a compactor gets.
type consultKey struct{}

// A consultant is the run and the agent for which a model is called outside the loop.
type consultant struct {
	host  *host
	agent *Agent
}

// askCompactor calls the compactor with a request of a. A compaction counts even with an
// error.
func (p *prompts) askCompactor(a *Agent, req *ModelRequest, events []*Event) (*Compaction, error) {
	compactor, asked := p.runner.cfg.Compactor, *req
	ctx := context.WithValue(p.agentContext(a), consultKey{}, &consultant{p.host, a})
	c, err := guard(p.host, ctx, func(ctx context.Context) (*Compaction, error) {
		c, err := compactor.Compact(ctx, &asked, slices.Clip(events))
		return c.clone(), err
	})
	if err != nil && p.ctx.Err() == nil {
		p.note(DiagCallback, a.cfg.Name, err, toolerr.Msg("The compactor failed."))
	}
	return c, err
}

// compact calls the compactor with a request, and reports whether the request must be
// rebuilt.
func (p *prompts) compact(a *Agent, req *ModelRequest) (again bool, err error) {
	events := p.journal.events
	c, err := p.askCompactor(a, req, events)
	if p.ctx.Err() != nil {
		return false, p.ended()
	}
	if err != nil {
		if failure := p.callbackError(err); errors.Is(failure, ErrEgressRefused) {
			return false, failure
		}
	}
	_, first := lastCompaction(events) // the first event that it did not keep
	cut := slices.IndexFunc(events, func(e *Event) bool { return c != nil && e.ID == c.Before })
	if c != nil && cut <= first {
		p.note(DiagCallback, a.cfg.Name, nil, toolerr.Msg("A compaction that omits no event was ignored."))
	}
	if cut <= first {
		return err != nil, nil // after an error, the compactor may still be reading the contents
	}
	e := p.journal.event(authorRuntime)
	e.Usage = c.Usage
	e.Actions.Compaction = &Compaction{Before: c.Before, Summary: c.Summary, Kept: kept(events[:cut], p.current())}
	if err := p.journal.store(e); err != nil {
		return false, err
	}
	p.journal.events = recent(p.journal.events)
	return true, p.journal.show(e.shown())
}
