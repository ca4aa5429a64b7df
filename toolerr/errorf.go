package toolerr

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/errand-go/errand/internal/errtree"
)

// Errorf returns the error of a tool that states its reason. Use it in place of fmt.Errorf
// and errors.New. The format must be an untyped constant, and the model reads its words.
// Verbs, flags and indexes are those of package fmt. Of the arguments, the model reads:
//
//   - numbers, booleans and durations, but not characters (%c, %q and %U of a number);
//   - a [Message] and an [Arg];
//   - any other value, if its text, as its verb formats it and without quotation marks, is a
//     word of the model's own call or if the tool's author allows more (docs/findings.md).
//     Package adapter finds out when it adapts the error for the call. Until then, the text
//     has "(withheld)" in its place. In a []string this holds for each item;
//   - the message of an error, if a [ToolRuntimeError] or [Kind] is in its tree or an
//     adapter recognises it. The text leaves out every other error, with the separator
//     before it.
//
// Error returns the text that the model may read. For developers, the whole text is in
// [DeveloperText], in [ToolRuntimeError.DeveloperMessage] and in logs. errors.Is and
// errors.As find the errors among the arguments, also those that are formatted with %v.
//
// If one of the errors among the arguments is a [ToolRuntimeError] or a Kind, or an adapter
// recognises it, then kind, wait, status and all other properties are those of the first
// such error. (An error of Errorf counts if one of its own arguments decides its kind.)
// Otherwise the kind is [KindToolFatal], because the same call would fail in
// the same way, and the effect is unset; change it with [ToolRuntimeError.With].
func Errorf(format literal, args ...any) *ToolRuntimeError {
	s := newStatement(string(format), args)
	first := s.first()
	if first == nil {
		return build(KindToolFatal, Message{}).state(s, string(format), args)
	}
	b := first.clone()
	if r := b.e.resolved(); r.Call != nil {
		r.Message = Message{}
		b.e.resolution = &r
	}
	return b.state(s, string(format), args)
}

// Retryablef returns the error of a call that may succeed after the model has changed
// something, which the text names. The text follows the rules of [Errorf]. The kind is that
// of [Retryable], also if there are errors among the arguments.
func Retryablef(format literal, args ...any) *ToolRuntimeError {
	return ofKind(KindToolRetry, false, format, args)
}

// ContextRequiredf returns the error of a call that needs something from a person, which
// the text names. The text follows the rules of [Errorf]. The kind is that of
// [ContextRequired], also if there are errors among the arguments.
func ContextRequiredf(format literal, args ...any) *ToolRuntimeError {
	return ofKind(KindToolContextRequired, false, format, args)
}

// InvalidInputf returns the error of one argument that does not fit the tool. path is the
// JSON pointer of the argument, such as "/limit"; "" means all arguments. The text
// describes what is wrong with the argument, as in InvalidInputf("/limit", "must be at most
// %d", maximum), and follows the rules of [Errorf]. The kind is that of [InvalidInput],
// also if there are errors among the arguments.
func InvalidInputf(path string, format literal, args ...any) *ToolRuntimeError {
	e := ofKind(KindToolBadInputValue, true, format, args)
	e.problems = fewProblems([]Problem{{Path: path, Problem: e.message}})
	e.message = Message{}
	return e
}

func ofKind(kind Kind, placed bool, format literal, args []any) *ToolRuntimeError {
	s := newStatement(string(format), args)
	s.kept, s.placed = true, placed
	return build(kind, Message{}).state(s, string(format), args)
}

// state sets s as the reason that b states.
func (b *box) state(s *statement, format string, args []any) *ToolRuntimeError {
	b.e.message = s.message(nil, nil)
	s.depth = s.nested()
	b.p.statement, b.p.logged, b.p.origin = s, false, nil
	b.p.cause, b.p.developer = nil, ""
	if len(args) > 0 {
		text := formatted(format, args)
		if errs := s.causes(); len(errs) > 0 {
			b.p.cause = &formattedError{text, errs}
		} else {
			b.p.developer = text
		}
	}
	return &b.e
}

// A formattedError is the cause of an error of [Errorf]. It has the whole text and the
// errors in it.
type formattedError struct {
	text string
	errs []error
}

func (f *formattedError) Error() string   { return f.text }
func (f *formattedError) Unwrap() []error { return f.errs }

// States reports whether e was made by [Errorf] or a similar function, and so has a reason
// in the tool's own words.
func (e *ToolRuntimeError) States() bool { return e.self().private().statement != nil }

// Withholds reports whether e was made by [Errorf] or a similar function and has values
// that may be withheld, so that its text depends on the call.
func (e *ToolRuntimeError) Withholds() bool {
	s := e.self().private().statement
	return s != nil && s.withholds()
}

// Statement returns the text of an error of [Errorf] for the model of a call that may read
// the words for which known returns true. It returns the zero Message for any other
// error. Package adapter uses it, because it has the call.
func (e *ToolRuntimeError) Statement(call any, known func(word string) bool) Message {
	s := e.self().private().statement
	if s == nil {
		return Message{}
	}
	return s.message(call, known)
}

// Unrecognised returns the errors among the arguments of [Errorf], from which an adapter
// may find the kind of e. It returns none if the kind is fixed, or if one of the arguments
// is an error of this package whose kind is. Package adapter uses it, because it has the
// adapters.
func (e *ToolRuntimeError) Unrecognised() []error { return e.self().private().statement.undecided() }

// Because returns a copy of e whose reason is answer, the error that an adapter made of
// cause, one of the errors of [ToolRuntimeError.Unrecognised]. The copy has all properties
// of answer, and the text of e, in which the message of answer replaces cause.
func (e *ToolRuntimeError) Because(cause error, answer *ToolRuntimeError) *ToolRuntimeError {
	e = e.self()
	p := e.private()
	if p.statement == nil {
		return answer
	}
	b := answer.clone()
	b.p.cause, b.p.developer, b.p.logged = p.cause, p.developer, p.logged
	if metadata := maps.Clone(p.metadata); metadata != nil {
		maps.Copy(metadata, b.p.metadata)
		b.p.metadata = metadata
	}
	if b.p.origin = p.origin; b.p.origin == nil {
		b.p.origin = e
	}
	if e.effect != EffectUnset {
		b.e.effect = e.effect
	}
	b.e.aborts = b.e.aborts || e.aborts
	b.p.statement = p.statement.because(cause, answer)
	b.e.message = b.p.statement.message(nil, nil)
	return &b.e
}

// ownMessage returns the message without the resolution of a call.
func (e *ToolRuntimeError) ownMessage() Message {
	c := *e.self()
	c.resolution = nil
	return c.Message()
}

// formatted returns the text of fmt.Errorf. If the tree of an argument is a cycle or too
// large, the text of errtree replaces that error.
func formatted(format string, args []any) (text string) {
	defer func() {
		if recover() != nil { // the value of a method's panic cannot be formatted either
			text = format
		}
	}()
	for i, arg := range args {
		if err, ok := arg.(error); ok && !errtree.Walk(err, func(error) bool { return true }) {
			args = slices.Clone(args)
			args[i] = errors.New(errtree.Text(err))
		}
	}
	return fmt.Errorf(format, args...).Error()
}
