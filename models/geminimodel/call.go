package geminimodel

import (
	"encoding/json"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
)

// maxMalformed is how much is kept of what is not JSON, as the loop does.
const maxMalformed = 8 << 10

// callOf is a call, nil for a piece of the one before it.
//
// Vertex AI sends arguments in pieces if it is asked to
// (genai.FunctionCallingConfig.StreamFunctionCallArguments), which this package
// does not put together: such a call is malformed, and no tool runs without the
// arguments that the model wrote.
func (a *answer) callOf(c *genai.FunctionCall) *agent.FunctionCall {
	more := c.WillContinue != nil && *c.WillContinue
	if a.open != nil && c.Name == "" {
		a.open.Malformed = pieces(a.open.Malformed, c)
		if !more {
			a.open = nil
		}
		return nil
	}
	call := &agent.FunctionCall{ID: c.ID, Name: c.Name}
	if a.open = nil; more {
		a.open = call
	}
	if more || len(c.PartialArgs) > 0 {
		call.Malformed = pieces("", c)
	} else {
		call.Args, call.Malformed = argumentsOf(c, a.mark)
	}
	return call
}

// pieces is what came of a call so far.
func pieces(before string, c *genai.FunctionCall) string {
	raw, err := json.Marshal(c.PartialArgs)
	if err != nil || len(c.PartialArgs) == 0 {
		raw = []byte("…")
	}
	if len(before)+len(raw) > maxMalformed {
		return before
	}
	return before + string(raw)
}
