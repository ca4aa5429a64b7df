package toolerr

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/errtree"
)

// A statement is the text of [Errorf] with what may not be told to everybody apart.
type statement struct {
	parts  []part
	kept   bool // the kind does not depend on the errors in it
	placed bool // it is the text of the error's only problem
}

// A part is a piece of a statement: text that is told, a value that is told to whoever
// knows it, or an error.
type part struct {
	text  string            // as it is told
	value bool              // told if word is known
	word  string            // what has to be known
	err   error             // an error, nil for the others
	te    *ToolRuntimeError // what is known of err, nil if nothing is
}

// newStatement takes a format of package fmt apart.
func newStatement(format string, args []any) *statement {
	s := &statement{parts: make([]part, 0, 2*len(args)+1)}
	f := directives{args: args}
	for format != "" {
		text, rest, ok := strings.Cut(format, "%")
		s.text(text)
		if !ok {
			break
		}
		var spec string
		var verb rune
		if spec, verb, rest = f.next(rest); verb == '%' {
			s.text("%")
		} else if arg, ok := f.arg(); verb == 0 {
			s.text("%")
		} else if !ok {
			s.text("(missing)")
		} else {
			s.add(spec, verb, arg)
		}
		format = rest
	}
	return s
}

// directives reads the directives of a format.
type directives struct {
	args []any
	at   int // of the next argument
}

// arg returns the next argument.
func (f *directives) arg() (any, bool) {
	i := f.at
	f.at++
	if i < 0 || i >= len(f.args) {
		return nil, false
	}
	return f.args[i], true
}

// next reads a directive behind its percent sign, and returns it with its flags, width and
// precision, its verb, 0 if there is none, and what is behind it.
func (f *directives) next(format string) (spec string, verb rune, rest string) {
	n := len(format) - len(strings.TrimLeft(format, "+-# 0"))
	spec, format = "%"+format[:n], format[n:]
	format = f.index(format)
	number, format := f.number(format)
	spec += number
	if strings.HasPrefix(format, ".") {
		number, format = f.number(f.index(format[1:]))
		spec += "." + number
	}
	format = f.index(format)
	if format == "" {
		return spec, 0, ""
	}
	verb, size := utf8.DecodeRuneInString(format)
	return spec, verb, format[size:]
}

// index reads the index of an argument, such as "[2]".
func (f *directives) index(format string) string {
	if !strings.HasPrefix(format, "[") {
		return format
	}
	end := strings.IndexByte(format, ']')
	if end < 0 {
		return format
	}
	n, err := strconv.Atoi(format[1:end])
	if err != nil || n < 1 || n > len(f.args) {
		n = len(f.args) + 1
	}
	f.at = n - 1
	return format[end+1:]
}

// maxWidth is the largest width and precision.
const maxWidth = 256

// number reads a width or a precision.
func (f *directives) number(format string) (number, rest string) {
	if strings.HasPrefix(format, "*") {
		arg, _ := f.arg()
		n, ok := arg.(int)
		if !ok {
			return "", format[1:]
		}
		return strconv.Itoa(max(min(n, maxWidth), -maxWidth)), format[1:]
	}
	digits := len(format) - len(strings.TrimLeft(format, "0123456789"))
	if n, _ := strconv.Atoi(format[:digits]); n > maxWidth {
		return strconv.Itoa(maxWidth), format[digits:]
	}
	return format[:digits], format[digits:]
}

// text adds text that is told.
func (s *statement) text(text string) {
	if text == "" {
		return
	}
	if n := len(s.parts) - 1; n >= 0 && s.parts[n].err == nil && !s.parts[n].value {
		s.parts[n].text += text
		return
	}
	s.parts = append(s.parts, part{text: text})
}

// add adds an argument that a directive formats.
func (s *statement) add(spec string, verb rune, arg any) {
	switch x := arg.(type) {
	case nil:
		s.text("<nil>")
	case Message:
		s.text(x.text)
	case Arg:
		s.text(x.String())
	case error:
		s.cause(x)
	case []string:
		s.list(spec, verb, x)
	case string:
		text := x
		if spec != "%" || verb != 's' && verb != 'v' {
			text = render(spec, verb, arg)
		}
		if x == "" {
			s.text(text)
			return
		}
		s.parts = append(s.parts, part{text: text, value: true, word: x})
	default:
		if plain(arg, verb) {
			s.text(render(spec, verb, arg))
			return
		}
		word := render("%", 'v', arg)
		if word == "" {
			s.text(render(spec, verb, arg))
			return
		}
		s.parts = append(s.parts, part{text: render(spec, verb, arg), value: true, word: word})
	}
}

// list adds the items of a list.
func (s *statement) list(spec string, verb rune, items []string) {
	more := max(len(items)-maxItems, 0)
	s.text("[")
	for i, item := range items[:len(items)-more] {
		if i > 0 {
			s.text(" ")
		}
		s.add(spec, verb, item)
	}
	if more > 0 {
		s.text(" and " + strconv.Itoa(more) + " more")
	}
	s.text("]")
}

// cause adds an error.
func (s *statement) cause(err error) {
	if errtree.IsNil(err) {
		s.text("<nil>")
		return
	}
	te, ok := Find(err)
	if kind := KindOf(err); !ok && kind != KindUnknown {
		te = New(kind, Message{})
	}
	s.parts = append(s.parts, part{err: err, te: te})
}

// plain reports whether a value is a number, a boolean or a duration, and is formatted as
// one.
func plain(arg any, verb rune) bool {
	switch arg.(type) {
	case time.Duration:
		return true
	case fmt.Formatter:
		return false
	case fmt.Stringer, fmt.GoStringer:
		if strings.ContainsRune("vsqxX", verb) { // the verbs that call the method
			return false
		}
	}
	switch reflect.TypeOf(arg).Kind() { //nolint:exhaustive // the others are not numbers
	case reflect.Bool, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return !strings.ContainsRune("cqUT", verb)
	}
	return false
}

// render formats one value. A verb that does not fit it counts as %v.
func render(spec string, verb rune, arg any) string {
	if verb == 'w' {
		verb = 'v'
	}
	text := fmt.Sprintf(spec+string(verb), arg)
	if strings.HasPrefix(text, "%!") && verb != 'v' {
		text = fmt.Sprintf("%v", arg)
	}
	return text
}

// causes returns the errors among the arguments.
func (s *statement) causes() []error {
	var errs []error
	for _, p := range s.parts {
		if p.err != nil {
			errs = append(errs, p.err)
		}
	}
	return errs
}

// withholds reports whether the text depends on what is known.
func (s *statement) withholds() bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return p.value || p.te != nil && p.te.Withholds() })
}

// because returns the statement with what is known of one of its errors.
func (s *statement) because(cause error, te *ToolRuntimeError) *statement {
	c := *s
	c.parts = append([]part(nil), s.parts...)
	for i := range c.parts {
		if c.parts[i].err != nil && same(c.parts[i].err, cause) {
			c.parts[i].te = te
			break
		}
	}
	return &c
}

// same is a == b; errors that cannot be compared are the same.
func same(a, b error) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = true
		}
	}()
	return a == b //nolint:errorlint // itself
}

// message returns the text that is told to whoever knows the words that known reports.
func (s *statement) message(known func(word string) bool) Message {
	var b builder
	for _, p := range s.parts {
		switch {
		case p.err != nil:
			b.cause(p.told(known))
		case !p.value || known != nil && known(p.word):
			b.text(p.text)
		default:
			b.text(withheld)
		}
	}
	return Message{text: strings.ToValidUTF8(string(b.out), "\uFFFD")}
}

// told returns what is told of an error, "" if nothing is known of it.
func (p part) told(known func(word string) bool) string {
	switch {
	case p.te == nil:
		return ""
	case p.te.priv().said != nil && !p.te.priv().said.placed:
		return p.te.Statement(known).text
	}
	return p.te.ownMessage().text
}

// A builder joins the parts of a statement.
type builder struct {
	out   []byte
	close byte // a bracket or quotation mark that was opened before an error that says nothing
	start bool // nothing but such errors came before
}

const separators = " :;,=>-\t\n"

// text adds a text.
func (b *builder) text(text string) {
	if b.close != 0 && text != "" && text[0] == b.close {
		text = text[1:]
	}
	b.close = 0
	if b.start {
		text = strings.TrimLeft(text, separators)
	}
	b.start = b.start && text == ""
	b.out = append(b.out, text...)
}

// cause adds what is told of an error, or takes back the separator in front of it.
func (b *builder) cause(text string) {
	if text != "" {
		b.text(text)
		return
	}
	if n := len(b.out); n > 0 {
		if i := strings.IndexByte("(['\"`", b.out[n-1]); i >= 0 {
			b.close = ")]'\"`"[i]
			b.out = b.out[:n-1]
		}
	}
	b.out = []byte(strings.TrimRight(string(b.out), separators))
	b.start = len(b.out) == 0
}
