package toolerr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// encode returns the JSON of a value of this package's own, without the
// escapes that are meant for HTML pages.
func encode(v any) json.RawMessage {
	raw, err := encodeJSON(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return raw
}

// encodeJSON is json.Marshal without HTML escapes and without panics.
func encodeJSON(v any) (raw json.RawMessage, err error) {
	defer func() {
		if r := recover(); r != nil {
			raw, err = nil, fmt.Errorf("encoding a %T panicked", v)
		}
	}()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// encodeResult returns the members that a tool's result adds to the payload.
func encodeResult(out any, failed bool) ([]member, error) {
	if out == nil {
		return nil, nil
	}
	v := reflect.ValueOf(out)
	if failed && zero(v) {
		return nil, nil
	}
	raw, err := encodeJSON(withoutNilSlices(v))
	if err != nil {
		return nil, err
	}
	if nesting(raw) > maxNesting {
		return nil, errTooDeep
	}
	if members, ok := split(raw); ok {
		return members, nil
	}
	return []member{{keyData, raw}}, nil
}

// maxNesting is how deep a result may be nested: encoding/json reads no more
// than 10,000 levels, and whoever sends the payload puts some around it.
const maxNesting = 9_000

var errTooDeep = errors.New("a result nested more than 9,000 levels deep")

// nesting returns how deep valid JSON is nested.
func nesting(raw []byte) (deepest int) {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}

// zero reports whether v, or what it points to, is a zero value.
func zero(v reflect.Value) bool {
	for range maxDepth {
		if !v.IsValid() || v.IsZero() {
			return true
		}
		if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
			return false
		}
		v = v.Elem()
	}
	return false
}

// split takes a JSON object apart; it declines anything else, and an object
// that has a key of the contract.
func split(raw json.RawMessage) ([]member, bool) {
	if len(raw) == 0 || raw[0] != '{' {
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return nil, false
	}
	members := []member{}
	for dec.More() {
		token, err := dec.Token()
		key, ok := token.(string)
		if err != nil || !ok || usesReserved(key) {
			return nil, false
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, false
		}
		members = append(members, member{key, value})
	}
	return members, true
}

// decode is the value of JSON for a map: json.Number as int64 where it is
// whole and fits, else as float64.
func decode(raw json.RawMessage) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil
	}
	return numbers(v)
}

func numbers(v any) any {
	switch x := v.(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil {
			return n
		}
		f, err := x.Float64()
		if err != nil { // out of range: the digits are all there is to give
			return x.String()
		}
		return f
	case map[string]any:
		for k, e := range x {
			x[k] = numbers(e)
		}
	case []any:
		for i, e := range x {
			x[i] = numbers(e)
		}
	}
	return v
}
