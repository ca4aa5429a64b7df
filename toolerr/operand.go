package toolerr

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
)

// ownVerb is added to the verbs for which package fmt calls no method of an operand.
const ownVerb = '\uE000'

// ownVerbs returns a format in valid UTF-8, with %T and %p as verbs that an operand formats.
func ownVerbs(format string) string {
	inside := false
	return strings.Map(func(r rune) rune {
		switch {
		case !inside:
			inside = r == '%'
		case !strings.ContainsRune("+-# 0123456789.*[]", r):
			inside = false
			if r == 'T' || r == 'p' {
				return r | ownVerb
			}
		}
		return r
	}, format)
}

// An operand is an argument of a statement. Package fmt calls its method for every verb, so
// that the text that decides whether a reader may see the argument is the text that the
// reader sees. It is an error, because fmt formats only errors with %w.
type operand struct {
	of  *statement
	arg any
}

// Error is not called.
func (*operand) Error() string { return withheld }

// Format adds the argument to the statement.
func (o *operand) Format(f fmt.State, verb rune) {
	parts := len(o.of.parts)
	o.of.add(f, verb&^ownVerb, o.arg)
	for range len(o.of.parts) - parts {
		_, _ = io.WriteString(f, mark)
	}
}

// A number is an argument of type int, as which fmt also accepts it for a width.
type number int

// Error is not called.
func (number) Error() string { return withheld }

// Format writes the number, but not as a character.
func (n number) Format(f fmt.State, verb rune) {
	text := withheld
	if verb &^= ownVerb; plain(int(n), verb) {
		text, _ = render(f, verb, int(n))
	}
	_, _ = io.WriteString(f, text)
}

// plain reports whether a value is a number, a boolean or a duration that is formatted as
// such.
func plain(arg any, verb rune) bool {
	if strings.ContainsRune("cqUTp", verb) {
		return false
	}
	switch arg.(type) {
	case time.Duration:
		return true
	case fmt.Formatter:
		return false
	case fmt.Stringer, fmt.GoStringer:
		if strings.ContainsRune("vsxX", verb) { // the verbs that call the method
			return false
		}
	}
	switch reflect.TypeOf(arg).Kind() { //nolint:exhaustive // the others are not numbers
	case reflect.Bool, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return true
	}
	return false
}

// maxWidth is the maximum width and precision.
const maxWidth = 256

// render formats one value, and returns the verb that it used: %v if the given one does not
// fit. It uses no flags if the text would be too wide.
func render(f fmt.State, verb rune, arg any) (text string, used rune) {
	defer func() {
		if recover() != nil { // the value of a method's panic cannot be formatted either
			text, used = "(panicked)", verb
		}
	}()
	width, _ := f.Width()
	precision, _ := f.Precision()
	spec := "%" + string(verb)
	if max(width, precision) <= maxWidth {
		spec = fmt.FormatString(f, verb)
	}
	text = fmt.Sprintf(spec, arg)
	if strings.HasPrefix(text, "%!") && verb != 'v' {
		text, verb = fmt.Sprintf("%v", arg), 'v'
	}
	return text, verb
}
