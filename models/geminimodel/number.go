package geminimodel

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"

	"google.golang.org/genai"
)

// marked returns a response in which the numbers in arguments of calls that a float64 would
// change are strings: the mark, and the original number. The SDK decodes every number as a
// float64 (google.golang.org/genai v1.77.0), so a tool would run with a different number.
func marked(raw []byte, mark string) []byte {
	if !bytes.Contains(raw, []byte(`"args"`)) {
		return raw
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var answer map[string]any
	if dec.Decode(&answer) != nil {
		return raw
	}
	if _, err := dec.Token(); err != io.EOF {
		return raw
	}
	found := false
	for _, args := range argsIn(answer) {
		found = markIn(args, mark) || found
	}
	if !found {
		return raw
	}
	changed, err := json.Marshal(answer)
	if err != nil {
		return raw
	}
	return changed
}

// argsIn returns the arguments of the calls in a response.
func argsIn(answer map[string]any) (all []map[string]any) {
	candidates, _ := answer["candidates"].([]any)
	for _, candidate := range candidates {
		parts, _ := field(field(candidate, "content"), "parts").([]any)
		for _, part := range parts {
			if args, ok := field(field(part, "functionCall"), "args").(map[string]any); ok {
				all = append(all, args)
			}
		}
	}
	return all
}

func field(of any, name string) any {
	object, _ := of.(map[string]any)
	return object[name]
}

// markIn marks the numbers in a value, and reports whether it marked any.
func markIn(v any, mark string) (found bool) {
	each(v, func(item any) any {
		if n, ok := item.(json.Number); ok && !keeps(n) {
			found = true
			return mark + n.String()
		}
		return item
	})
	return found
}

// keeps reports whether a float64 is encoded like the number.
func keeps(n json.Number) bool {
	f, err := n.Float64()
	if err != nil || large(f) {
		return false
	}
	raw, err := json.Marshal(f)
	return err == nil && string(raw) == n.String()
}

// large reports whether a number is whole and so large (2^53) that a float64 skips others.
func large(f float64) bool { return math.Abs(f) >= 1<<53 && f == math.Trunc(f) }

// argumentsOf returns the model's original arguments of a call. If a number in them is
// lost, they are malformed, so that no tool runs with a different number.
func argumentsOf(call *genai.FunctionCall, mark string) (args json.RawMessage, malformed string) {
	if call.Args == nil {
		return json.RawMessage("{}"), ""
	}
	lost := false
	each(call.Args, func(item any) any {
		switch x := item.(type) {
		case string:
			if n, ok := strings.CutPrefix(x, mark); ok && mark != "" {
				return json.Number(n)
			}
		case float64:
			lost = lost || large(x)
		}
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
