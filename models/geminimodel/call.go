package geminimodel

import (
	"encoding/json"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
)

// maxMalformed is the maximum stored size of arguments that are not JSON, equal to the
// loop's.
const maxMalformed = 8 << 10

// callOf returns a call, and nil for a piece of the previous one.
//
// Vertex AI can send arguments in pieces
// (genai.FunctionCallingConfig.StreamFunctionCallArguments). This package does not assemble
// them: such a call is malformed, so that no tool runs without the model's arguments.
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

// pieces returns the received parts of a call.
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
