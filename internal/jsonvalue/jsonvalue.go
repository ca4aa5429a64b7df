// Package jsonvalue reads JSON without losing digits, since encoding/json makes
// every number a float64, which holds whole numbers up to 2^53 alone. Its
// [Scanner] walks over JSON without decoding it.
package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
)

var errMore = errors.New("there is more behind the JSON value")

// Decode returns the one value that raw holds, as [Plain] makes it.
func Decode(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errMore
	}
	return Plain(v), nil
}

// Plain replaces every json.Number in v, maps and lists included, and returns
// the new v: an int64 if the number is whole and fits, else a float64; the
// digits, a string, if it is out of range. How the number was written makes no
// difference: 2, 2.0 and 2e0 are one value, so that it survives being encoded.
func Plain(v any) any {
	switch x := v.(type) {
	case json.Number:
		return number(x)
	case map[string]any:
		for k, e := range x {
			x[k] = Plain(e)
		}
	case []any:
		for i, e := range x {
			x[i] = Plain(e)
		}
	}
	return v
}

func number(x json.Number) any {
	if n, err := x.Int64(); err == nil {
		return n
	}
	f, err := x.Float64()
	if err != nil {
		return x.String()
	}
	if f == math.Trunc(f) && f >= math.MinInt64 && f < math.MaxInt64 {
		return int64(f)
	}
	return f
}
