package toolerr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsonvalue"
)

// appendString appends s as a JSON string, as encoding/json writes it without the
// escapes that are meant for HTML pages.
func appendString[T ~string | ~[]byte](b []byte, s T) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
		short := strings.IndexRune("\"\\\b\f\n\r\t", r)
		switch {
		case short >= 0:
			b = append(append(b, s[start:i]...), '\\', `"\bfnrt`[short])
		case r < ' ', r == '\u2028', r == '\u2029', r == utf8.RuneError && size == 1:
			b = fmt.Appendf(append(b, s[start:i]...), `\u%04x`, r)
		default:
			i += size
			continue
		}
		i += size
		start = i
	}
	return append(append(b, s[start:]...), '"')
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

// maxNesting is how deep the result of a tool may be nested: encoding/json reads
// no more than 10,000 levels, and whoever sends the payload puts some around it.
const maxNesting = 9_000

var errTooDeep = errors.New("a result nested more than 9,000 levels deep")

// encodeOutput returns the JSON of what a tool returned, without white space; nil
// if it returned nothing, or a zero value beside an error.
func encodeOutput(out any, failed bool) (json.RawMessage, error) {
	if out == nil || failed && zero(reflect.ValueOf(out)) {
		return nil, nil
	}
	raw, err := encodeJSON(out)
	if err != nil {
		return nil, err
	}
	if jsonvalue.Depth(raw) > maxNesting {
		return nil, errTooDeep
	}
	return raw, nil
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

// nests reports whether a tool's result cannot stand beside errand's own keys: it
// is not an object, or it has one of the keys.
func nests(raw json.RawMessage) bool {
	if len(raw) == 0 || raw[0] != '{' {
		return len(raw) > 0
	}
	s := jsonvalue.Scan(raw)
	for s.Step(); s.Next() != '}'; {
		if isReserved(jsonvalue.Unquote(s.Take())) {
			return true
		}
		s.Next()
		s.Take()
	}
	return false
}

// isReserved reports whether key is one of errand's own, in any letter case.
func isReserved(key string) bool {
	for i := range members {
		if strings.EqualFold(members[i].key, key) {
			return true
		}
	}
	return false
}
