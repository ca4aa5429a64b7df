//go:build !race && go1.26

package adapters_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

// ordering is a call with a schema of typical size.
var ordering = adapter.Call{
	Arguments: json.RawMessage(`{"customer":"c-17","items":[{"sku":"A-1","quantity":0},{"sku":"B-2","quantity":2}],"email":"joe.example","note":"please send it on Monday"}`),
	Schema: json.RawMessage(`{"type":"object","properties":{"customer":{"type":"string"},"email":{"type":"string"},"items":{"type":"array",
		"items":{"type":"object","properties":{"sku":{"type":"string"},"quantity":{"type":"integer"}}}},"note":{"type":"string"},"shipping":{"enum":["post","courier"]}},"required":["customer","items"]}`),
}

// refusedFields is a 422 with three errors, in FastAPI's format.
const refusedFields = `{"detail":[{"type":"greater_than_equal","loc":["body","items",0,"quantity"],"msg":"Input should be greater than or equal to 1","input":0,"ctx":{"ge":1}},
	{"type":"value_error","loc":["body","email"],"msg":"value is not a valid email address","input":"joe.example"},{"type":"missing","loc":["body","shipping"],"msg":"Field required","input":{}}]}`

// problemDetails is the example of RFC 9457, section 3, and its call.
const problemDetails = `{"type":"https://example.net/validation-error","title":"Your request is not valid.","errors":[
	{"detail":"must be a positive integer","pointer":"#/age"},{"detail":"must be 'green', 'red' or 'blue'","pointer":"#/profile/color"}]}`

var profile = adapter.Call{
	Arguments: json.RawMessage(`{"age":-5,"profile":{"color":"pink"}}`),
	Schema: json.RawMessage(`{"type":"object","properties":{"age":{"type":"integer"},"profile":{"type":"object","properties":{
		"color":{"enum":["green","red","blue"]}}}}}`),
}

// unprocessable has FastAPI's errors of a number and an enum (pydantic v2), and its call.
const unprocessable = `{"detail":[{"type":"int_parsing","loc":["body","item_id"],"msg":"Input should be a valid integer, unable to parse string as an integer","input":"foo"},
	{"type":"enum","loc":["body","model_name"],"msg":"Input should be 'alexnet', 'resnet' or 'lenet'","input":"foo","ctx":{"expected":"'alexnet', 'resnet' or 'lenet'"}}]}`

var predicting = adapter.Call{
	Arguments: json.RawMessage(`{"item_id":"foo","model_name":"foo"}`),
	Schema:    json.RawMessage(`{"properties":{"item_id":{"type":"integer"},"model_name":{"enum":["alexnet","resnet","lenet"]}}}`),
}

// The race detector makes a sync.Pool forget at random, so that no bound holds there. Go 1.25
// takes one allocation more for two of the bodies.
func TestRefusalTakesLittleMemory(t *testing.T) {
	chain := adapters.Default().For("tool")
	for name, tt := range map[string]struct {
		body string
		call adapter.Call
		want int
	}{"three errors": {refusedFields, ordering, 3}, "RFC 9457": {problemDetails, profile, 2}, "FastAPI": {unprocessable, predicting, 2}} {
		err, problems := plain(http.MethodPost, "https://api.example.com/v1/orders", 422, http.Header{"Content-Type": {"application/json"}}, tt.body), 0
		assert.LessOrEqual(t, testing.AllocsPerRun(100, func() {
			te, _ := toolerr.Find(chain.Adapt(adapter.WithCall(t.Context(), tt.call), err))
			problems = len(te.Problems())
		}), 38.0, name)
		assert.Equal(t, tt.want, problems, name)
	}
}

// An error that no adapter knows is read for what it says about the call.
func TestReadingAnUnknownErrorTakesLittleMemory(t *testing.T) {
	chain, ctx := adapters.Default().For("tool"), adapter.WithCall(t.Context(), ordering)
	err := fmt.Errorf("while: %w", errors.New("vendor failed"))
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { sinkErr = chain.Adapt(ctx, err) }), 11.0)
}
