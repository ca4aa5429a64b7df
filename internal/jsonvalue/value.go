package jsonvalue

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"unicode/utf8"
)

// Of returns v as JSON returns it after v was encoded and decoded: see [Plain].
func Of(v any) (any, error) {
	switch x := v.(type) {
	case nil, bool, int64:
		return v, nil
	case string:
		return Text(x), nil
	}
	raw, err := Encode(v)
	if err != nil {
		return nil, err
	}
	return Decode(raw)
}

// Text returns s as JSON returns it: valid UTF-8.
func Text(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// Clone returns a copy of a value that JSON was decoded to, which shares nothing that
// changes.
func Clone(v any) any {
	switch x := v.(type) {
	case map[string]any:
		c := maps.Clone(x)
		for k, e := range c {
			c[k] = Clone(e)
		}
		return c
	case []any:
		c := slices.Clone(x)
		for i, e := range c {
			c[i] = Clone(e)
		}
		return c
	}
	return v
}

var errUnencodable = errors.New("cannot be encoded as JSON")

// Encode is json.Marshal for values that may panic when they encode themselves.
func Encode(v any) (raw json.RawMessage, err error) {
	defer func() {
		if recover() != nil {
			raw, err = nil, errUnencodable
		}
	}()
	return json.Marshal(v)
}
