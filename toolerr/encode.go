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

// appendString appends s as a JSON string, like encoding/json without the escapes for HTML.
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

// encodeJSON is json.Marshal without HTML escapes. It recovers panics.
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

// maxNesting limits the nesting of a tool's result: encoding/json reads at most 10,000
// levels, and the sender of the payload adds some.
const maxNesting = 9_000

var errTooDeep = errors.New("a result nested more than 9,000 levels deep")

// encodeOutput returns the compact JSON of a tool's result. It returns nil if there is no
// result, or if the result is a zero value and the tool failed.
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

// maxPointers limits the pointers that zero follows, because a pointer can point to itself.
const maxPointers = 64

// zero reports whether v, or the value it points to, is a zero value.
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

// nests reports whether a tool's result needs a key of its own beside errand's keys: it is
// not an object, or has one of these keys.
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

// isReserved reports whether key is one of errand's keys, in any letter case.
func isReserved(key string) bool {
	for i := range members {
		if strings.EqualFold(members[i].key, key) {
			return true
		}
	}
	return false
}
