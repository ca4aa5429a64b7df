package agent

import (
	"strings"

	"github.com/errand-go/errand/agent/internal/loopguard"
	"github.com/errand-go/errand/toolerr"
)

// prompts builds the requests to the models of a run.
type prompts struct {
	*host
	journal  *journal
	tools    *toolboxes
	guard    *loopguard.Guard
	stream   bool
	prepared *prepared // the instruction of the first request
}

// prepared is an instruction that was built before anything was stored.
type prepared struct {
	agent *Agent
	text  string
}

// instruction returns the system instruction for the model of a.
func (p *prompts) instruction(a *Agent) (string, error) {
	if made := p.prepared; made != nil && made.agent == a {
		p.prepared = nil
		return made.text, nil
	}
	ctx := p.agentContext(a)
	var parts []string
	add := func(text string, err error) error {
		if text != "" {
			parts = append(parts, text)
		}
		return err
	}
	if err := add(p.expand(ctx, a.root().cfg.GlobalInstruction)); err != nil {
		return "", err
	}
	if f := a.cfg.InstructionFunc; f != nil {
		text, err := guard(p.host, ctx, f)
		if err != nil {
			return "", p.callbackError(err)
		}
		_ = add(text, nil)
	} else if err := add(p.expand(ctx, a.cfg.Instruction)); err != nil {
		return "", err
	}
	_ = add(a.roster(), nil)
	return strings.ToValidUTF8(strings.Join(parts, "\n\n"), "\uFFFD"), nil
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
		OutputSchema: p.outputOf(a).raw,
		Stream:       p.stream,
	}
	v := view{agent: a.cfg.Name, branch: p.journal.branch}
	if a.cfg.IncludeContents == IncludeNone {
		v.invocations, v.alone = p.current(), true
	}
	box := p.tools.of(a)
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

// roster returns the part of the instruction that lists the agents for a transfer.
func (a *Agent) roster() string {
	targets := a.targets()
	if len(targets) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(toolerr.Msg("You can hand the conversation over to another agent with the tool transfer_to_agent, " +
		"if it is better placed to answer. The agents:").String())
	for _, t := range targets {
		b.WriteString("\n- ")
		b.WriteString(t.cfg.Name)
		if t.cfg.Description != "" {
			b.WriteString(": ")
			b.WriteString(t.cfg.Description)
		}
	}
	return b.String()
}
