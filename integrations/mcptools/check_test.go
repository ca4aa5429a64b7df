package mcptools_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
)

// Arguments that the SDK refuses by the keywords of a schema. The SDK's own validator
// decides; the texts name what to correct.
func TestSchemaKeywords(t *testing.T) {
	tests := map[string]struct {
		schema, args string
		want         []string // paths and problems
	}{
		"a definition":            {`{"properties":{"a":{"$ref":"#/$defs/n"}},"$defs":{"n":{"type":"integer","minimum":1}}}`, `{"a":0}`, []string{"/a", "must be at least 1"}},
		"a schema in itself":      {`{"properties":{"next":{"$ref":"#/$defs/n"}},"$defs":{"n":{"required":["id"],"properties":{"next":{"$ref":"#/$defs/n"}}}}}`, `{"next":{"id":1,"next":{}}}`, []string{"/next/next/id", "is required"}},
		"items":                   {`{"properties":{"a":{"minItems":3,"items":{"maximum":2.5}}}}`, `{"a":[1,3]}`, []string{"/a", "must have at least 3 items", "/a/1", "must be at most 2.5"}},
		"alternatives":            {`{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`, `{"a":1}`, []string{"/a", "has an invalid value"}},
		"a form that fits":        {`{"properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["b"]}`, `{"a":null}`, []string{"/b", "is required"}},
		"a default":               {`{"properties":{"a":{"default":1}},"required":["a","b"]}`, `{}`, []string{"/b", "is required"}},
		"a pattern":               {`{"properties":{"a":{"pattern":"^[a-z]+$"}}}`, `{"a":"A1"}`, []string{"/a", "does not have the required format"}},
		"values of other types":   {`{"properties":{"a":{"enum":[1,null]},"b":{"type":["integer","boolean"]}}}`, `{"a":2,"b":1.5}`, []string{"/a", "must be one of 1 or null", "/b", "has the wrong type; it must be integer or boolean, not number"}},
		"values with 19 digits":   {`{"properties":{"a":{"enum":[1844674407370955161]},"b":{"maximum":9007199254740993}}}`, `{"a":2,"b":9007199254740999}`, []string{"/a", "is not one of the allowed values", "/b", "is too large"}},
		"other members":           {`{"properties":{"name":{}},"additionalProperties":{"type":"string"}}`, `{"x":1}`, []string{"/x", "has the wrong type; it must be string, not number"}},
		"a name that is near":     {`{"properties":{"name":{}},"additionalProperties":false}`, `{"nmae":1}`, []string{"/nmae", `is not known; did you mean "name"?`}},
		"another keyword":         {`{"properties":{"a":{"not":{"const":1}}}}`, `{"a":1}`, []string{"/a", "has an invalid value"}},
		"another keyword for all": {`{"minProperties":1}`, `{}`, []string{"", "does not fit the tool's input schema"}},
		"patterns of names":       {`{"patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}`, `{"x1":1}`, []string{"", "does not fit the tool's input schema"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			schema := json.RawMessage(`{"type":"object",` + tt.schema[1:])
			s := bare(middleware(adapter.Registry{}))
			mcp.AddTool(s, &mcp.Tool{Name: "x", InputSchema: schema}, func(context.Context, *mcp.CallToolRequest, map[string]any) (*mcp.CallToolResult, any, error) {
				return nil, nil, nil
			})
			assert.Equal(t, invalid(tt.want...), payloadOf(t, call(t, inMemory(t, s), "x", tt.args)))
		})
	}
}
