package agent

import (
	"context"

	"github.com/errand-go/errand/toolerr"
)

// A toolbox has the tools of one agent in one run.
type toolbox struct {
	tools []boundTool
	names []string
	away  bool // a toolset failed
}

func (b *toolbox) find(name string) *boundTool {
	for i := range b.tools {
		if b.tools[i].name == name {
			return &b.tools[i]
		}
	}
	return nil
}

// toolboxes has the toolboxes of all agents in a run.
type toolboxes struct {
	*host
	boxes map[*Agent]*toolbox
}

// of returns the tools of a. The first call lists the tools of its toolsets.
func (t *toolboxes) of(a *Agent) *toolbox {
	if box, ok := t.boxes[a]; ok {
		return box
	}
	registry := t.registry(a)
	box := &toolbox{}
	add := func(b boundTool) {
		tools := registry
		if len(b.policy.Adapters) > 0 {
			tools = tools.With(b.name, b.policy.Adapters...)
		}
		b.chain = tools.For(b.name)
		if f, ok := b.tool.(*FuncTool); ok && f.inLoop { // it calls no service
			b.chain = b.chain.WithoutCooldown()
		}
		if b.policy.repeatable() {
			b.chain = b.chain.WithRepeatable(nil)
		}
		if d := b.policy.Disclosure; d != nil {
			b.chain = b.chain.WithDisclosure(*d)
		}
		box.tools = append(box.tools, b)
		box.names = append(box.names, b.name)
	}
	for _, b := range a.tools {
		add(b)
	}
	if hand, ok := a.transferTool(); ok {
		add(hand)
	}
	for _, set := range a.cfg.Toolsets {
		opened, err := t.open(a, set)
		box.away = box.away || err != nil
		for _, b := range opened {
			if box.find(b.name) != nil {
				t.diags.add(Diagnostic{
					Kind: DiagSchema, Agent: a.cfg.Name, Tool: b.name,
					Message: toolerr.Msg("A toolset has a tool whose name is taken; it is left out."),
				})
				continue
			}
			add(b)
		}
	}
	t.boxes[a] = box
	return box
}

// open returns the usable tools of a toolset.
func (t *toolboxes) open(a *Agent, set Toolset) ([]boundTool, error) {
	type opened struct {
		tools []boundTool
		bad   []boundTool
		errs  []error
	}
	opening := task{host: t.host, chain: t.registry(a).For(""), name: nameToolset, timeout: t.budget.limits.ToolTimeout}
	got, err := bounded(t.agentContext(a), opening, func(ctx context.Context) (opened, error) {
		tools, err := set.Tools(ctx)
		var o opened
		for _, tool := range tools {
			if tool == nil {
				continue
			}
			b, err := bind(tool)
			if err != nil {
				o.bad, o.errs = append(o.bad, b), append(o.errs, err)
				continue
			}
			o.tools = append(o.tools, b)
		}
		return o, err
	})
	if err != nil {
		name, _ := safely(func() (string, error) { return set.Name(), nil }) // a panic leaves it empty
		t.note(DiagToolset, a.cfg.Name, err, toolerr.Msgf("The toolset %s failed; the agent continues without its tools.", toolerr.Ident(name)))
		return nil, err
	}
	for i, b := range got.bad {
		t.diags.add(Diagnostic{
			Kind: DiagSchema, Agent: a.cfg.Name, Tool: b.name, Err: badDefinition(got.errs[i]),
			Message: toolerr.Msg("A tool of a toolset cannot be used and is left out."),
		})
	}
	return got.tools, nil
}
