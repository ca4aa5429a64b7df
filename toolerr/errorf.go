package toolerr

import (
	"errors"
	"fmt"
	"slices"

	"github.com/errand-go/errand/internal/errtree"
)

// Errorf returns the error of a tool that states its reason. It is used in place of
// fmt.Errorf and errors.New: the format must be an untyped constant, whose words are told
// to the model, and the verbs, flags and indexes are those of package fmt. What is told
// of the arguments is:
//
//   - numbers, booleans and durations, but not characters (%c, %q and %U of a number);
//   - a [Message] and an [Arg];
//   - strings, and values with a String method, if they are words of the model's own call
//     or the tool's author allows more (docs/findings.md). That is known once package
//     adapter has adapted the error for the call; until then, and for every other value,
//     the text has "(withheld)" in its place. In a []string this holds for each item;
//   - of an error, what a model may read of it: the message of a [ToolRuntimeError] or
//     [Kind] in it, or of the one that an adapter makes of it. Otherwise the text leaves it
//     out, with the separator before it.
//
// Error returns what may be told. Developers read everything in [DeveloperText], in
// [ToolRuntimeError.DeveloperMessage] and in logs. errors.Is and errors.As find the
// errors among the arguments, those of %v as well.
//
// The error is of [KindToolFatal]: the same call fails in the same way, and the reason
// says what to do about it. If one of the errors among the arguments says more, because
// it is a [ToolRuntimeError] or a Kind or an adapter recognises it, then kind, wait,
// status and everything else are those of the first such error. Its effect is unset, which
// means that nothing is known; change it with [ToolRuntimeError.With].
func Errorf(format literal, args ...any) *ToolRuntimeError {
	s := newStatement(string(format), args)
	for _, p := range s.parts {
		if p.te != nil {
			b := &box{e: *p.te, p: *p.te.priv()}
			b.e.private = b.get
			if r := b.e.resolved(); r.Call != nil {
				r.Message = Message{}
				b.e.resolution = &r
			}
			return b.state(s, string(format), args)
		}
	}
	return build(KindToolFatal, false, Message{}, nil).state(s, string(format), args)
}

// Retryablef returns the error of a call that may succeed once the model has changed
// something, which the text says. The text is that of [Errorf]; the kind is that of
// [Retryable], whatever the errors among the arguments are.
func Retryablef(format literal, args ...any) *ToolRuntimeError {
	return ofKind(KindToolRetry, false, format, args)
}

// ContextRequiredf returns the error of a call that needs something from a person, which
// the text says. The text is that of [Errorf]; the kind is that of [ContextRequired],
// whatever the errors among the arguments are.
func ContextRequiredf(format literal, args ...any) *ToolRuntimeError {
	return ofKind(KindToolContextRequired, false, format, args)
}

// InvalidInputf returns the error of one argument that does not fit the tool. path is the
// JSON pointer of the argument, such as "/limit", and "" for all of them; the text, that of
// [Errorf], says what is wrong with it, as in InvalidInputf("/limit", "must be at most %d",
// maximum). The kind is that of [InvalidInput], whatever the errors among the arguments
// are.
func InvalidInputf(path string, format literal, args ...any) *ToolRuntimeError {
	e := ofKind(KindToolBadInputValue, true, format, args)
	e.problems = fewProblems([]Problem{{Path: path, Problem: e.message}})
	e.message = Message{}
	return e
}

func ofKind(kind Kind, placed bool, format literal, args []any) *ToolRuntimeError {
	s := newStatement(string(format), args)
	s.kept, s.placed = true, placed
	return build(kind, kind.CanRetry(), Message{}, nil).state(s, string(format), args)
}

// state makes b say s.
func (b *box) state(s *statement, format string, args []any) *ToolRuntimeError {
	b.e.message = s.message(nil)
	b.p.said, b.p.logged, b.p.origin = s, false, nil
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

// A formattedError is the cause of an error of [Errorf]: the whole text, and the errors
// in it.
type formattedError struct {
	text string
	errs []error
}

func (f *formattedError) Error() string   { return f.text }
func (f *formattedError) Unwrap() []error { return f.errs }

// States reports whether e is of [Errorf] or one of its relatives, so that it states a
// reason of the tool's own.
func (e *ToolRuntimeError) States() bool { return e.self().private().said != nil }

// Withholds reports whether the text of an error of [Errorf] depends on the call.
func (e *ToolRuntimeError) Withholds() bool {
	s := e.self().private().said
	return s != nil && s.withholds()
}

// Statement returns the text of an error of [Errorf], as a model may read it that knows
// the words that known reports; the zero Message for any other error. Package adapter
// uses it, which has the call.
func (e *ToolRuntimeError) Statement(known func(word string) bool) Message {
	s := e.self().private().said
	if s == nil {
		return Message{}
	}
	return s.message(known)
}

// Unrecognised returns the errors in the arguments of [Errorf] of which nothing is known,
// none if the kind of e does not depend on them. Package adapter uses it, which has the
// adapters.
func (e *ToolRuntimeError) Unrecognised() []error {
	s := e.self().private().said
	if s == nil || s.kept {
		return nil
	}
	var errs []error
	for _, p := range s.parts {
		switch {
		case p.te != nil:
			return nil
		case p.err != nil:
			errs = append(errs, p.err)
		}
	}
	return errs
}

// Because returns e as an error whose reason is answer, which was made of one of the
// errors that [ToolRuntimeError.Unrecognised] returned: with all that answer says, and the
// text of e, in which the message of answer stands for that error.
func (e *ToolRuntimeError) Because(cause error, answer *ToolRuntimeError) *ToolRuntimeError {
	e = e.self()
	p := e.private()
	if p.said == nil {
		return answer
	}
	b := &box{e: *answer.self(), p: *answer.priv()}
	b.e.private = b.get
	b.p.cause, b.p.developer, b.p.logged = p.cause, p.developer, p.logged
	b.p.metadata = slices.Concat(p.metadata, b.p.metadata)
	if b.p.origin = p.origin; b.p.origin == nil {
		b.p.origin = e
	}
	if e.effect != EffectUnset {
		b.e.effect = e.effect
	}
	b.e.aborts = b.e.aborts || e.aborts
	b.p.said = p.said.because(cause, answer)
	b.e.message = b.p.said.message(nil)
	return &b.e
}

// ownMessage returns the message that belongs to no call.
func (e *ToolRuntimeError) ownMessage() Message {
	c := *e.self()
	c.resolution = nil
	return c.Message()
}

// formatted returns what fmt.Errorf makes of a format. An error that has no end stands in it
// as what errtree says of it.
func formatted(format string, args []any) string {
	for i, arg := range args {
		if err, ok := arg.(error); ok && !errtree.Walk(err, func(error) bool { return true }) {
			args = slices.Clone(args)
			args[i] = errors.New(errtree.Text(err))
		}
	}
	return fmt.Errorf(format, args...).Error()
}
