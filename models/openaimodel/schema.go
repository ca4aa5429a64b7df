package openaimodel

import (
	"encoding/json"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// answerFormat is the name of a format, which the API requires but never shows.
const answerFormat = "answer"

// schemaOf returns a schema as the map that the SDK requires. Nested values stay raw JSON:
// numbers keep their digits, and properties their order. An empty schema becomes that of a
// tool without parameters.
func schemaOf(raw json.RawMessage) (map[string]any, error) {
	if len(raw) == 0 {
		return map[string]any{"type": "object", "properties": map[string]any{}}, nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		return nil, agent.NewRunError(agent.ErrSchemaInvalid, toolerr.Msg("A schema is not a JSON object."), err)
	}
	schema := make(map[string]any, len(fields))
	for name, value := range fields {
		schema[name] = value
	}
	return schema, nil
}
