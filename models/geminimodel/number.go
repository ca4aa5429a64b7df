package geminimodel

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"google.golang.org/genai"
)

// maxMalformed is the maximum stored size of arguments that are not JSON, equal to the
// loop's.
const maxMalformed = 8 << 10

// argumentsOf returns the arguments of a call. The SDK decodes every number as a float64
// (google.golang.org/genai v1.77.0). If that may have changed a whole number, the arguments
// are malformed, so that no tool runs with a different number. So are those that Vertex AI
// sends in pieces (genai.FunctionCallingConfig.StreamFunctionCallArguments), which this
// package does not assemble.
func argumentsOf(call *genai.FunctionCall) (args json.RawMessage, malformed string) {
	lost := len(call.PartialArgs) > 0 || call.WillContinue != nil && *call.WillContinue
	if call.Args == nil && !lost {
		return json.RawMessage("{}"), ""
	}
	each(call.Args, func(item any) any {
		f, ok := item.(float64)
		lost = lost || ok && math.Abs(f) >= 1<<53 && f == math.Trunc(f) // a float64 skips others
		return item
	})
	raw, err := json.Marshal(call.Args)
	if err != nil || lost {
		return nil, strings.ToValidUTF8(string(raw[:min(len(raw), maxMalformed)]), "") + "…" // marks the text as incomplete
	}
	return raw, ""
}

// each replaces each value that is not an object or array by the result of change.
func each(v any, change func(any) any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, item := range x {
			x[k] = each(item, change)
		}
	case []any:
		for i, item := range x {
			x[i] = each(item, change)
		}
	default:
		return change(v)
	}
	return v
}

// fits reports whether a float64 can hold a number: whole numbers up to 2^53, and numbers
// with a fraction or exponent in its range.
func fits(number string) bool {
	if strings.ContainsAny(number, ".eE") {
		_, err := strconv.ParseFloat(number, 64)
		return err == nil
	}
	n, err := strconv.ParseInt(number, 10, 64)
	const largest = 1 << 53
	return err == nil && -largest <= n && n <= largest
}
