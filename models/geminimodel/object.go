package geminimodel

import (
	"bytes"
	"encoding/json"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// object decodes a JSON object for the SDK, which treats every number as a float64
// (google.golang.org/genai v1.77.0). Whole numbers that do not fit, such as the ids of many
// services, and numbers outside the range of a float64 become strings: the model reads the
// same digits.
func object(raw json.RawMessage) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		return nil, agent.NewRunError(agent.ErrInvalidInput,
			toolerr.Msg("The conversation contains a call or a result that is not a JSON object."), nil)
	}
	each(m, func(item any) any {
		if n, ok := item.(json.Number); ok && !fits(n.String()) {
			return n.String()
		}
		return item
	})
	return m, nil
}
