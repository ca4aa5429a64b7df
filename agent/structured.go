package agent

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// checkOutput returns the value of an answer and its problems. The value is the text, or
// the JSON in it if the agent has an OutputSchema.
func (h *host) checkOutput(a *Agent, text string) (any, []toolerr.Problem) {
	out := h.outputOf(a)
	schema := out.schema
	if schema == nil {
		return text, nil
	}
	value, problem := toolargs.ParseAnswer(text)
	if !problem.IsZero() {
		return nil, []toolerr.Problem{{Problem: problem}}
	}
	problems, err := schema.Check(value, h.apart(nameSchema, ""))
	if err != nil {
		problems = toolargs.TooMuch()
	}
	if len(problems) > 0 {
		return nil, toolerr.InvalidInput(toolerr.Message{}, problems).Problems()
	}
	if out.decode != nil {
		t := task{host: h, name: nameSchema, timeout: h.budget.limits.ToolTimeout}
		h.output.keep, err = bounded(h.ctx, t, func(context.Context) (func(), error) { return out.decode(toolargs.Unfenced(text)) })
		if err != nil {
			return nil, toolargs.DecodeProblems(err)
		}
	}
	return jsonvalue.Plain(value), nil
}

// correction returns the content that asks the model to correct its answer.
func correction(problems []toolerr.Problem) Content {
	var b bytes.Buffer
	b.WriteString(toolerr.Msg("The answer does not fit the output schema. Answer again, with one JSON value and nothing else. The problems:").String())
	list, _ := json.Marshal(problems) // paths and messages can always be encoded
	b.WriteByte('\n')
	b.Write(list)
	return TextContent(RoleUser, b.String())
}

// outputOf returns the required form of an agent's answers. Its schema is nil if they are
// text. An output of the run applies to the agents that can give the last answer.
func (h *host) outputOf(a *Agent) output {
	own := output{raw: a.cfg.OutputSchema, schema: a.output}
	if h.output == nil {
		return own
	}
	for ; a.parent != nil; a = a.parent {
		if s := a.parent.sequence; s != nil && s[len(s)-1] != a {
			return own
		}
	}
	return *h.output
}
