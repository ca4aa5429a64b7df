package agent

import (
	"bytes"
	"encoding/json"

	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// checkOutput returns the value of an answer and its problems. The value is the text, or
// the JSON in it if the agent has an OutputSchema.
func (h *host) checkOutput(a *Agent, text string) (any, []toolerr.Problem) {
	if a.output == nil {
		return text, nil
	}
	value, problem := toolargs.ParseAnswer(text)
	if !problem.IsZero() {
		return nil, []toolerr.Problem{{Problem: problem}}
	}
	problems, err := a.output.Check(value, h.apart(nameSchema, ""))
	if err != nil {
		problems = toolargs.TooMuch()
	}
	if len(problems) > 0 {
		return nil, toolerr.InvalidInput(toolerr.Message{}, problems).Problems()
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
