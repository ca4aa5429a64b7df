package geminimodel

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// object decodes a JSON object for the SDK, which takes every number for a
// float64 (google.golang.org/genai v1.77.0). A whole number that does not fit one,
// as the ids of many services do not, becomes a text: the model reads the same
// digits, not others.
func object(raw json.RawMessage) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		return nil, agent.NewRunError(agent.ErrInvalidInput,
			toolerr.Msg("The conversation holds a call or a result that is no JSON object."), nil)
	}
	for k, v := range m {
		m[k] = exact(v)
	}
	return m, nil
}

func exact(v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, item := range x {
			x[k] = exact(item)
		}
	case []any:
		for i, item := range x {
			x[i] = exact(item)
		}
	case json.Number:
		if !fits(x.String()) {
			return x.String()
		}
	}
	return v
}

// fits reports whether a number, as it is written, is no whole one or one that a
// float64 holds.
func fits(number string) bool {
	if strings.ContainsAny(number, ".eE") {
		return true
	}
	n, err := strconv.ParseInt(number, 10, 64)
	const largest = 1 << 53
	return err == nil && -largest <= n && n <= largest
}
