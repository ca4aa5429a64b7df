// Package jsonvalue decodes JSON without losing digits. encoding/json makes every number a
// float64, which holds whole numbers only up to 2^53. The [Scanner] walks over JSON without
// decoding it.
package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"strconv"
	"strings"
)

var errMore = errors.New("there is more behind the JSON value")

// Decode returns the only value in raw, in the form of [Plain].
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

// Plain replaces every json.Number in v, including maps and lists, and returns the new v:
// an int64 if the number is whole and fits, a float64 if that has the same digits when it
// is written, and otherwise the json.Number unchanged. The notation does not matter for the
// first two: 2, 2.0 and 2e0 are one value, so encoding does not change it.
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
	const longest = 400 // no float64 needs more digits in front of its exponent
	f, err := x.Float64()
	if err != nil || f == 0 || len(x) > longest {
		mantissa := string(x)
		if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
			mantissa = mantissa[:i]
		}
		if strings.Trim(mantissa, "-.0") == "" {
			return int64(0)
		}
		return x
	}
	exact, _ := new(big.Rat).SetString(string(x))
	if exact.IsInt() && exact.Num().IsInt64() {
		return exact.Num().Int64()
	}
	if written, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'e', -1, 64)); written.Cmp(exact) == 0 {
		return f
	}
	return x
}
