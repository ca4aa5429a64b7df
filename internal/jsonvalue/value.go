package jsonvalue

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"unicode/utf8"
)

// Of returns v as it is after encoding to JSON and decoding; see [Plain].
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

// Text returns s as it is after encoding to JSON and decoding: valid UTF-8.
func Text(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

// Clone returns a copy of a decoded JSON value that shares nothing mutable.
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

// Encode is json.Marshal. It recovers panics of marshalers.
func Encode(v any) (raw json.RawMessage, err error) {
	defer func() {
		if recover() != nil {
			raw, err = nil, errUnencodable
		}
	}()
	return json.Marshal(v)
}
