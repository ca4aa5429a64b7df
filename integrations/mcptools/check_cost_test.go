package mcptools

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each schema is made ready once, whatever the number of values that it is for.
func TestCheckOfManyItems(t *testing.T) {
	schema := json.RawMessage(`{"properties":{"a":{"items":{"properties":{"x":{"enum":[1,2]},"y":{"pattern":"^a+$"}}}}}}`)
	cost := func(items int) float64 {
		args := json.RawMessage(`{"a":[` + strings.Repeat(`{"x":1,"y":"aa"},`, items) + `{"x":"z"}]}`)
		return testing.AllocsPerRun(3, func() { assert.Len(t, problems(schema, args), 1) })
	}
	assert.Less(t, (cost(300)-cost(100))/200, 200.0)
}
