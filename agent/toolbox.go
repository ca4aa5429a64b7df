package agent

import (
	"context"
	"errors"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// toolbox returns the tools of a in the run. The first call lists the tools of its toolsets.
func (h *host) toolbox(a *Agent) *toolbox {
	if box, ok := h.boxes[a]; ok {
		return box
	}
	registry := h.registry(a)
	box := &toolbox{}
	for _, b := range a.tools {
		box.add(b, registry)
	}
	if hand, ok := a.transferTool(); ok {
		box.add(hand, registry)
	}
	for _, set := range a.cfg.Toolsets {
		opened, err := h.open(a, set, registry)
		box.away = box.away || err != nil
		for _, o := range opened {
			if o.err == nil && box.find(o.name) != nil {
				o.err = errNameTaken
			}
			if o.err != nil {
				h.diags.add(Diagnostic{
					Kind: DiagSchema, Agent: a.cfg.Name, Tool: o.name, Err: badDefinition(o.err),
					Message: toolerr.Msg("A tool of a toolset cannot be used and is left out."),
				})
				continue
			}
			box.add(o.boundTool, registry)
		}
	}
	h.boxes[a] = box
	return box
}

var errNameTaken = errors.New("the name of the tool is taken")

// opened is a tool of a toolset, and why it cannot be used.
type opened struct {
	boundTool
	err error
}

// open returns the tools of a toolset.
func (h *host) open(a *Agent, set Toolset, registry adapter.Registry) ([]opened, error) {
	opening := task{host: h, chain: registry.For(""), name: nameToolset, timeout: h.budget.limits.ToolTimeout}
	all, err := bounded(h.agentContext(a), opening, func(ctx context.Context) (all []opened, err error) {
		tools, err := set.Tools(ctx)
		for _, tool := range tools {
			if tool != nil {
				b, bad := bind(tool)
				all = append(all, opened{b, bad})
			}
		}
		return all, err
	})
	if err != nil {
		name, _ := safely(func() (string, error) { return set.Name(), nil }) // a panic leaves it empty
		h.note(DiagToolset, a.cfg.Name, err, toolerr.Msgf("The toolset %s failed; the agent continues without its tools.", toolerr.Ident(name)))
		return nil, err
	}
	return all, nil
}
