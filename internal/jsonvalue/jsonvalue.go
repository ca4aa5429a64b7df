// Package jsonvalue decodes JSON without losing digits. encoding/json makes every number a
// float64, which holds whole numbers only up to 2^53. The [Scanner] walks over JSON without
// decoding it.
package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
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
	d, ok := decimalOf(string(x))
	switch {
	case !ok:
		return x
	case d.digits == "":
		return int64(0)
	}
	const most = 19 // digits of an int64
	if d.exponent >= 0 && len(d.digits)+d.exponent <= most {
		if n, err := strconv.ParseInt(d.sign+d.digits+strings.Repeat("0", d.exponent), 10, 64); err == nil {
			return n
		}
	}
	f, err := x.Float64()
	if same, _ := decimalOf(strconv.FormatFloat(f, 'e', -1, 64)); err != nil || same != d {
		return x
	}
	return f
}

// decimal is a number without zeros around its digits: digits times ten to the exponent.
type decimal struct {
	sign, digits string
	exponent     int
}

// decimalOf returns a JSON number as a decimal, and false if its exponent is out of range.
func decimalOf(number string) (d decimal, ok bool) {
	mantissa := number
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		const most = 1 << 20
		n, err := strconv.Atoi(number[i+1:])
		if err != nil || n < -most || n > most {
			return decimal{}, false
		}
		mantissa, d.exponent = number[:i], n
	}
	if rest, negative := strings.CutPrefix(mantissa, "-"); negative {
		mantissa, d.sign = rest, "-"
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.exponent -= len(fraction)
	digits := strings.TrimLeft(whole+fraction, "0")
	d.digits = strings.TrimRight(digits, "0")
	d.exponent += len(digits) - len(d.digits)
	if d.digits == "" {
		return decimal{}, true
	}
	return d, true
}
