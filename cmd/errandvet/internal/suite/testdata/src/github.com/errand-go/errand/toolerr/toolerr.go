// Package toolerr has the names of errand that the tests need.
package toolerr

import "fmt"

type literal string

type Kind string

func (k Kind) Error() string { return string(k) }

const KindRateLimit, KindFatal Kind = "UPSTREAM_RUNTIME_RATE_LIMIT", "TOOL_RUNTIME_FATAL"

type Arg struct{ s string }

func (a Arg) String() string { return a.s }

func Name(text literal) Arg { return Arg{string(text)} }

type Message struct{ s string }

func Msg(text literal) Message { return Message{string(text)} }

func Msgf(format literal, args ...Arg) Message { return Message{string(format)} }

func UncheckedMessage(text string) Message { return Message{text} }

type Option struct{}

type ToolRuntimeError struct {
	message string
	cause   error
}

func (e *ToolRuntimeError) Error() string { return e.message }

func (e *ToolRuntimeError) Cause() error { return e.cause }

func (e *ToolRuntimeError) With(opts ...Option) *ToolRuntimeError { return e }

func Errorf(format literal, args ...any) *ToolRuntimeError {
	return &ToolRuntimeError{message: string(format)}
}

func InvalidInputf(path string, format literal, args ...any) *ToolRuntimeError {
	return Errorf(format, args...)
}

func Find(err error) (*ToolRuntimeError, bool) {
	e, ok := err.(*ToolRuntimeError)
	if !ok {
		return nil, false
	}
	return e, true
}

func DeveloperText(err error) string { return fmt.Sprint(err) }

type Payload struct{ err *ToolRuntimeError }

func Result(out any, err error) Payload { return Payload{} }

func (p Payload) String() string { return "" }
