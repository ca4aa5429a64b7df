package toolerr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsonvalue"
)

// encode returns the JSON of a value of this package's own, without the
// escapes that are meant for HTML pages.
func encode(v any) json.RawMessage {
	if s, ok := v.(string); ok && plainText(s) {
		return append(append(append(make([]byte, 0, len(s)+2), '"'), s...), '"')
	}
	raw, err := encodeJSON(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return raw
}

// plainText reports whether s stands in JSON as it is.
func plainText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return false
		}
	}
	return true
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
	raw, err := encodeJSON(out)
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

// maxPointers is how many pointers zero follows: a pointer can point to itself.
const maxPointers = 64

// zero reports whether v, or what it points to, is a zero value.
func zero(v reflect.Value) bool {
	for range maxPointers {
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
// that has a key of the contract. raw is what encoding/json wrote: valid, and
// without white space.
func split(raw json.RawMessage) ([]member, bool) {
	if len(raw) == 0 || raw[0] != '{' {
		return nil, false
	}
	members := make([]member, 0, 4)
	for at := 1; raw[at] != '}'; {
		end := textEnd(raw, at)
		key, ok := keyText(raw[at:end])
		if !ok || usesReserved(key) {
			return nil, false
		}
		at = valueEnd(raw, end+1)
		members = append(members, member{key, raw[end+1 : at : at]})
		if raw[at] == ',' {
			at++
		}
	}
	return members, true
}

// keyText is the text of a key in JSON.
func keyText(quoted []byte) (string, bool) {
	if bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) {
		return string(quoted[1 : len(quoted)-1]), true
	}
	var key string
	err := json.Unmarshal(quoted, &key)
	return key, err == nil
}

// textEnd returns where the string ends that begins at at.
func textEnd(raw []byte, at int) int {
	for at++; raw[at] != '"'; at++ {
		if raw[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// valueEnd returns where the value ends that begins at at.
func valueEnd(raw []byte, at int) int {
	depth := 0
	for {
		switch raw[at] {
		case '"':
			at = textEnd(raw, at)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at
			}
			depth--
		case ',':
			if depth == 0 {
				return at
			}
		}
		at++
	}
}

// decode is the value of JSON for a map; nil if it is none.
func decode(raw json.RawMessage) any {
	v, _ := jsonvalue.Decode(raw)
	return v
}
