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

// A statement is the text of [Errorf], in which the parts that not every reader may see are
// separate.
type statement struct {
	parts  []part
	kept   bool // errors in it do not change the kind
	placed bool // it is the text of the error's only problem
	depth  int  // number of statements below each other, of which the last has an unknown error
}

// maxNested is the number of errors of [Errorf] inside each other in which the kind is
// looked for.
const maxNested = 16

// undecided returns the errors in the statement that may decide its kind once they are
// adapted: those without an error of this package, and those whose first error of this
// package has such an error. It returns none if one of the errors decides the kind.
func (s *statement) undecided() (errs []error) {
	if s == nil || s.kept {
		return nil
	}
	for _, p := range s.parts {
		switch {
		case p.err == nil:
		case p.te != nil && !p.te.undecided():
			return nil
		default:
			errs = append(errs, p.err)
		}
	}
	return errs
}

// nested returns the depth of a statement: 0 if its kind is decided.
func (s *statement) nested() (depth int) {
	if len(s.undecided()) == 0 {
		return 0
	}
	for _, p := range s.parts {
		if p.te != nil && p.te.undecided() {
			depth = max(depth, p.te.self().private().statement.depth)
		}
	}
	return depth + 1
}

// first returns the error of this package that has the properties of the statement's error:
// the first one whose kind is decided, or else the first one, or nil.
func (s *statement) first() (te *ToolRuntimeError) {
	for _, p := range s.parts {
		if p.te == nil {
			continue
		}
		if !p.te.undecided() {
			return p.te
		}
		if te == nil {
			te = p.te
		}
	}
	return te
}

// undecided reports whether the kind of e may depend on an error that was not adapted.
func (e *ToolRuntimeError) undecided() bool {
	s := e.self().private().statement
	return s != nil && s.depth > 0 && s.depth <= maxNested
}

// A part is a piece of a statement: text that is always shown, a value that is shown if it
// is known, or an error.
type part struct {
	text  string            // the text to show
	value bool              // shown only if word is known
	word  string            // the word that must be known
	err   error             // an error, or nil
	te    *ToolRuntimeError // the adapted form of err, or nil
}

// newStatement parses a format of package fmt into parts.
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

// directives parses the directives of a format.
type directives struct {
	args []any
	at   int // index of the next argument
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

// next parses a directive after its percent sign. It returns the directive with its flags,
// width and precision, its verb, or 0 if there is none, and the rest of the format.
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

// index parses the index of an argument, such as "[2]".
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

// maxWidth is the maximum width and precision.
const maxWidth = 256

// number parses a width or a precision.
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

// text adds text that is always shown.
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

// add adds an argument, formatted with a directive.
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

// plain reports whether a value is a number, a boolean or a duration that is formatted as
// such.
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

// render formats one value. It uses %v if the verb does not fit.
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

// withholds reports whether the text depends on which words are known.
func (s *statement) withholds() bool {
	return slices.ContainsFunc(s.parts, func(p part) bool { return p.value || p.te != nil && p.te.Withholds() })
}

// because returns the statement with te as the adapted form of one of its errors.
func (s *statement) because(cause error, te *ToolRuntimeError) *statement {
	c := *s
	c.parts = append([]part(nil), s.parts...)
	for i := range c.parts {
		if c.parts[i].err != nil && same(c.parts[i].err, cause) {
			c.parts[i].te = te
			break
		}
	}
	c.depth = c.nested()
	return &c
}

// same returns a == b, and true for errors that cannot be compared.
func same(a, b error) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = true
		}
	}()
	return a == b //nolint:errorlint // itself
}

// message returns the text for a reader of the words for which known returns true.
func (s *statement) message(known func(word string) bool) Message {
	var b builder
	for _, p := range s.parts {
		switch {
		case p.err != nil:
			b.cause(p.shownText(known))
		case !p.value || known != nil && known(p.word):
			b.text(p.text)
		default:
			b.text(withheld)
		}
	}
	return Message{text: strings.ToValidUTF8(string(b.out), "\uFFFD")}
}

// shownText returns the text for an error, or "" if it was not adapted.
func (p part) shownText(known func(word string) bool) string {
	switch {
	case p.te == nil:
		return ""
	case p.te.priv().statement != nil && !p.te.priv().statement.placed:
		return p.te.Statement(known).text
	}
	return p.te.ownMessage().text
}

// A builder joins the parts of a statement.
type builder struct {
	out   []byte
	close byte // closes a bracket or quotation mark before an error without text
	start bool // only such errors came before
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

// cause adds the text of an error. If there is none, it removes the separator before it.
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
