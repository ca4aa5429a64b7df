package agent

import (
	"context"
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// instruction returns what the model of a is told before the conversation.
func (r *run) instruction(a *Agent) (string, error) {
	if p := r.prepared; p != nil && p.agent == a {
		r.prepared = nil
		return p.text, nil
	}
	ctx := r.agentContext(a)
	var parts []string
	add := func(text string, err error) error {
		if text != "" {
			parts = append(parts, text)
		}
		return err
	}
	if err := add(r.expand(ctx, a.root().cfg.GlobalInstruction)); err != nil {
		return "", err
	}
	if f := a.cfg.InstructionFunc; f != nil {
		text, err := guard(r, ctx, f)
		if err != nil {
			return "", r.callbackError(err)
		}
		_ = add(text, nil)
	} else if err := add(r.expand(ctx, a.cfg.Instruction)); err != nil {
		return "", err
	}
	_ = add(a.roster(), nil)
	return strings.ToValidUTF8(strings.Join(parts, "\n\n"), "\uFFFD"), nil
}

// request builds what the model of a is asked next.
func (r *run) request(a *Agent, choice ToolChoice) (*ModelRequest, error) {
	instruction, err := r.instruction(a)
	if err != nil {
		return nil, err
	}
	req := &ModelRequest{
		StaticContent: a.cfg.StaticContent.clone(),
		Instruction:   instruction,
		ToolChoice:    choice,
		OutputSchema:  a.cfg.OutputSchema,
		Stream:        r.opts.stream,
	}
	v := view{agent: a.cfg.Name, branch: r.opts.branch}
	if a.cfg.IncludeContents == IncludeNone {
		v.invocations, v.alone = r.current(), true
	}
	current := 0
	req.Contents, current = v.contents(r.events, r.id)
	if a.cfg.StaticInstruction != "" || a.cfg.StaticContent != nil {
		req.Instruction = a.cfg.StaticInstruction
		if instruction != "" {
			dynamic := TextContent(RoleUser, instruction)
			req.Contents = append(req.Contents[:current:current], append([]Content{dynamic}, req.Contents[current:]...)...)
		}
	}
	box := r.toolbox(a)
	for i := range box.tools {
		if !r.guard.unavailable(box.tools[i].name) {
			req.Tools = append(req.Tools, box.tools[i].decl)
		}
	}
	return req, nil
}

// current returns the run, and the earlier ones whose pending calls it went on
// with.
func (r *run) current() map[string]bool {
	current := map[string]bool{r.id: true}
	callers := map[string]string{}
	for _, e := range r.events {
		for _, call := range e.FunctionCalls() {
			callers[call.ID] = e.InvocationID
		}
	}
	for _, e := range slices.Backward(r.events) {
		if !current[e.InvocationID] {
			continue
		}
		for _, resp := range e.FunctionResponses() {
			if id, ok := callers[resp.ID]; ok && resp.Outcome != OutcomeInterrupted {
				current[id] = true
			}
		}
	}
	return current
}

// agentContext is the context of what belongs to an agent but to no call.
func (r *run) agentContext(a *Agent) context.Context {
	return context.WithValue(r.ctx, runKey{}, r.info(a.cfg.Name))
}

func (r *run) info(agent string) *RunInfo {
	if info, ok := r.infos[agent]; ok {
		return info
	}
	info := &RunInfo{InvocationID: r.id, Agent: agent, Session: r.ref, Metadata: r.opts.metadata, run: r}
	if r.infos == nil {
		r.infos = map[string]*RunInfo{}
	}
	r.infos[agent] = info
	return info
}

// roster tells the model whom it can hand over to.
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
