// Package toolargs parses and validates the arguments of calls: JSON of a model, by the
// schema of a tool. Its problems are texts for a model. A schema of a third party is
// measured before a value is validated, so that no check takes too long.
package toolargs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

const (
	maxBytes     = 1 << 20 // of the arguments of a call
	maxDepth     = 64      // of nested objects and arrays
	maxMalformed = 8 << 10 // bytes of an invalid text that are kept
)

// Errors of arguments that are not one JSON object.
var (
	errTooLarge  = errors.New("larger than the limit")
	errTooDeep   = errors.New("nested too deep")
	errNoObject  = errors.New("not one JSON object")
	errTruncated = errors.New("ends in the middle of JSON")
)

// An Object is a strictly parsed JSON object.
type Object struct {
	Value map[string]any // numbers are json.Number
	// Twice has the keys that occur twice, or differ from another key in case only, which
	// encoding/json would treat as equal.
	Twice []toolerr.Problem
}

// Parse parses raw as one JSON object and keeps the digits of its numbers. An empty text
// and null are an empty object. The error is for [Refusal].
func Parse(raw []byte) (Object, error) {
	if len(raw) > maxBytes {
		return Object{}, errTooLarge
	}
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return Object{Value: map[string]any{}}, nil
	}
	switch {
	case !json.Valid(raw):
		return Object{}, invalidJSON(raw)
	case raw[0] != '{':
		return Object{}, noObject(raw[0])
	case jsonvalue.Depth(raw) > maxDepth:
		return Object{}, errTooDeep
	}
	p := objectParser{Scanner: jsonvalue.Scan(raw)}
	value, _ := p.value().(map[string]any)
	if !jsonvalue.InRange(raw) {
		return Object{}, outOfRange(unreasonable(value, nil, nil))
	}
	return Object{Value: value, Twice: p.twice}, nil
}

// noObject is the first byte of JSON that is not an object.
type noObject byte

func (noObject) Error() string { return errNoObject.Error() }

// outOfRange is the error of an object with numbers outside the range of a float64. Every
// provider refuses them in a history.
type outOfRange []toolerr.Problem

func (outOfRange) Error() string { return "a number is out of range" }

// invalidJSON returns the reason why raw is not JSON.
func invalidJSON(raw []byte) error {
	var v json.RawMessage
	if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&v); errors.Is(err, io.ErrUnexpectedEOF) {
		return errTruncated
	}
	return errNoObject
}

// objectParser parses valid JSON.
type objectParser struct {
	jsonvalue.Scanner
	path  []string
	twice []toolerr.Problem
}

func (p *objectParser) value() any {
	switch p.Next() {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return jsonvalue.Unquote(p.Take())
	}
	switch word := string(p.Take()); word {
	case "null":
		return nil
	case "true", "false":
		return word == "true"
	default:
		return json.Number(word)
	}
}

func (p *objectParser) object() any {
	object := map[string]any{}
	for p.Step(); p.Next() != '}'; {
		key := jsonvalue.Unquote(p.Take())
		p.path = append(p.path, key)
		p.checkKey(object, key)
		object[key] = p.value()
		p.path = p.path[:len(p.path)-1]
	}
	p.Step()
	return object
}

func (p *objectParser) array() any {
	list := []any{}
	for p.Step(); p.Next() != ']'; {
		p.path = append(p.path, strconv.Itoa(len(list)))
		list = append(list, p.value())
		p.path = p.path[:len(p.path)-1]
	}
	p.Step()
	return list
}

func (p *objectParser) checkKey(object map[string]any, key string) {
	if len(p.twice) >= maxFound {
		return
	}
	if _, same := object[key]; same {
		p.twice = append(p.twice, toolerr.Problem{Path: jsontree.Pointer(p.path), Problem: toolerr.Msg("is given twice")})
		return
	}
	const few = 256 // keys of one object; above it, only exact duplicates are detected
	if len(object) > few {
		return
	}
	for other := range object {
		if strings.EqualFold(other, key) {
			p.twice = append(p.twice, toolerr.Problem{
				Path: jsontree.Pointer(p.path), Problem: toolerr.Msg("differs from another name in case only"),
			})
			return
		}
	}
}

// Normal returns a model's arguments in a form that can be stored and sent back: as a JSON
// object, or an empty object and the original text.
func Normal(raw json.RawMessage) (args json.RawMessage, malformed string) {
	raw = bytes.TrimSpace(raw)
	if object(raw) {
		if !utf8.Valid(raw) {
			raw = bytes.ToValidUTF8(raw, []byte("\uFFFD"))
		}
		return jsonvalue.WellFormed(raw), ""
	}
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage("{}"), ""
	}
	malformed = strings.ToValidUTF8(string(raw), "\uFFFD")
	if len(malformed) > maxMalformed {
		malformed = strings.ToValidUTF8(malformed[:maxMalformed], "")
	}
	if _, again := Parse([]byte(malformed)); again == nil {
		malformed += "…" // marks the text as incomplete
	}
	return json.RawMessage("{}"), malformed
}

// Canonical returns a JSON object with sorted keys and no white space. It returns anything
// else unchanged.
func Canonical(raw json.RawMessage) []byte {
	p, err := Parse(raw)
	if err != nil {
		return raw
	}
	out, err := json.Marshal(canonical(p.Value))
	if err != nil {
		return raw
	}
	return out
}

// canonical returns a value with one notation of each number.
func canonical(value any) any {
	switch x := value.(type) {
	case map[string]any:
		for name, v := range x {
			x[name] = canonical(v)
		}
	case []any:
		for i, v := range x {
			x[i] = canonical(v)
		}
	case json.Number:
		if r, ok := new(big.Rat).SetString(string(x)); ok && reasonable(string(x)) {
			digits, _ := r.FloatPrec()
			return json.Number(r.FloatString(digits))
		}
	}
	return value
}

// Hash returns a hash of arguments that does not depend on key order and white space.
func Hash(args json.RawMessage) string {
	sum := sha256.Sum256(Canonical(args))
	return hex.EncodeToString(sum[:])
}

// object reports whether raw is one JSON object that Parse accepts.
func object(raw []byte) bool {
	return len(raw) > 0 && len(raw) <= maxBytes && raw[0] == '{' && json.Valid(raw) &&
		jsonvalue.Depth(raw) <= maxDepth && jsonvalue.InRange(raw)
}
