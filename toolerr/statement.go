package toolerr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// newStatement formats a text with package fmt and returns its parts.
func newStatement(format string, args []any) *statement {
	s := &statement{}
	operands, wrapped := make([]operand, len(args)), make([]any, len(args))
	for i, arg := range args {
		if n, ok := arg.(int); ok {
			wrapped[i] = number(n)
			continue
		}
		operands[i] = operand{s, arg}
		wrapped[i] = &operands[i]
	}
	text := fmt.Errorf(ownVerbs(format), wrapped...).Error()
	formatted := s.parts
	s.parts = make([]part, 0, 2*len(formatted)+1)
	for i, between := range strings.Split(text, mark) {
		if i > 0 {
			s.parts = append(s.parts, formatted[i-1])
		}
		between, _, extra := strings.Cut(between, "%!(EXTRA ")
		s.text(between)
		if extra { // arguments without a verb
			break
		}
	}
	return s
}

// mark is written by an operand in place of its part. No text contains it, because it is not
// UTF-8.
const mark = "\xff"

// text adds text that is always shown.
func (s *statement) text(text string) {
	if text != "" {
		s.parts = append(s.parts, part{text: text})
	}
}

// add adds an argument, formatted with a verb.
func (s *statement) add(f fmt.State, verb rune, arg any) {
	switch x := arg.(type) {
	case nil:
		s.text("<nil>")
		return
	case Message:
		s.text(x.text)
		return
	case Arg:
		s.text(x.String())
		return
	case error:
		s.cause(x)
		return
	case []string:
		s.list(f, verb, x)
		return
	}
	text, verb := render(f, verb, arg)
	word := text
	if _, wide := f.Width(); wide {
		word = strings.Trim(text, " ")
	}
	if verb == 'q' || f.Flag('#') {
		if inside, err := strconv.Unquote(word); err == nil {
			word = inside
		}
	}
	if word == "" || plain(arg, verb) {
		s.text(text)
		return
	}
	s.parts = append(s.parts, part{text: text, value: true, word: word})
}

// list adds the items of a list.
func (s *statement) list(f fmt.State, verb rune, items []string) {
	more := max(len(items)-maxItems, 0)
	s.text("[")
	for i, item := range items[:len(items)-more] {
		if i > 0 {
			s.text(" ")
		}
		s.add(f, verb, item)
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

// message returns the text for a reader of the call who may read the words for which known
// returns true.
func (s *statement) message(call any, known func(word string) bool) Message {
	var b builder
	for _, p := range s.parts {
		switch {
		case p.err != nil:
			b.cause(p.shownText(call, known))
		case !p.value || known != nil && known(p.word):
			b.text(p.text)
		default:
			b.text(withheld)
		}
	}
	return Message{text: strings.ToValidUTF8(string(b.out), "\uFFFD")}
}

// shownText returns the text for an error, or "" if it was not adapted. The text of an error
// of another call has no words.
func (p part) shownText(call any, known func(word string) bool) string {
	switch {
	case p.te == nil:
		return ""
	case p.te.priv().statement != nil && !p.te.priv().statement.placed:
		if of := p.te.resolved().Call; of != nil && of != call {
			known = nil
		}
		return p.te.Statement(call, known).text
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
