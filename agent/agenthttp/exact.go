package agenthttp

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// Limits of a body, so that decoding it cannot cost many times its size.
const (
	maxItems  = 1000    // of one list; also names of one object
	maxValues = 100_000 // in the whole body, including state and results
)

// A form has the allowed names in a body. encoding/json accepts USERID for userId, and the
// last of two equal names, while a proxy in front of this handler may use the first. So a
// name must match exactly and occur once.
type form struct {
	names map[string]*form // of an object; a nil form is a value of any kind, which is not checked
	items *form            // of a list
}

// formOf returns the form of a type for decoding.
func formOf(t reflect.Type) *form {
	switch t.Kind() { //nolint:exhaustive // the others hold no names
	case reflect.Pointer:
		return formOf(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return nil
		}
		return &form{items: formOf(t.Elem())}
	case reflect.Struct:
		f := &form{names: map[string]*form{}}
		for _, field := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			f.names[name] = formOf(field.Type)
		}
		return f
	}
	return nil
}

// checkForm returns the refusal of a valid JSON text, and nil if the form allows it.
func checkForm(raw []byte, f *form) *refusal {
	if values(raw) > maxValues {
		return invalid(toolerr.Msgf("The body has more than %s values.", toolerr.Int(maxValues)))
	}
	if raw = bytes.TrimSpace(raw); len(raw) == 0 {
		return nil
	}
	c := formChecker{Scanner: jsonvalue.Scan(raw)}
	return c.value(f)
}

// values returns an upper estimate of the number of values in a valid JSON text.
func values(raw []byte) int {
	n, quoted := 1, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '{' || c == '['):
			n++
		}
	}
	return n
}

type formChecker struct{ jsonvalue.Scanner }

func (c *formChecker) value(f *form) *refusal {
	first := c.Next()
	switch {
	case f != nil && f.names != nil && first == '{':
		return c.object(f)
	case f != nil && f.names == nil && first == '[':
		return c.list(f)
	}
	c.Take()
	return nil
}

func (c *formChecker) object(f *form) *refusal {
	var seen map[string]bool
	for c.Step(); c.Next() != '}'; {
		name := jsonvalue.Unquote(c.Take())
		if seen == nil {
			seen = map[string]bool{}
		}
		switch {
		case seen[name]:
			return invalid(toolerr.Msgf("The name %s occurs twice in one object of the body.", toolerr.Quote(name)))
		case len(seen) == maxItems:
			return invalid(toolerr.Msgf("An object in the body has more than %s names.", toolerr.Int(maxItems)))
		}
		seen[name] = true
		inner, known := f.names[name]
		if !known {
			for exact := range f.names {
				if strings.EqualFold(name, exact) {
					return invalid(toolerr.Msgf("The name %s in the body differs from %s in case only.", toolerr.Quote(name), toolerr.Quote(exact)))
				}
			}
		}
		if refused := c.value(inner); refused != nil {
			return refused
		}
	}
	c.Step()
	return nil
}

func (c *formChecker) list(f *form) *refusal {
	n := 0
	for c.Step(); c.Next() != ']'; n++ {
		if n == maxItems {
			return invalid(toolerr.Msgf("A list in the body has more than %s items.", toolerr.Int(maxItems)))
		}
		if refused := c.value(f.items); refused != nil {
			return refused
		}
	}
	c.Step()
	return nil
}

// The forms of request bodies.
var (
	formOfRun        = formOf(reflect.TypeFor[runRequest]())
	formOfResume     = formOf(reflect.TypeFor[resumeRequest]())
	formOfSession    = &form{names: map[string]*form{"sessionId": nil, "state": nil, "events": nil}}
	formOfPatch      = &form{names: map[string]*form{"stateDelta": nil}}
	formOfConfirming = formOf(reflect.TypeFor[confirmation]())
)

// decodeExactly decodes a part of a body, after a check of its names.
func decodeExactly(raw json.RawMessage, f *form, v any) bool {
	return len(raw) == 0 || json.Valid(raw) && checkForm(raw, f) == nil && json.Unmarshal(raw, v) == nil
}
