package modelsink

import (
	"fmt"
	"go/types"
)

// A summary is the fact about a function's use of text.
type summary struct {
	Results []resultFlow
	Sinks   []paramSink
}

// AFact marks a fact.
func (*summary) AFact() {}

func (s *summary) String() string {
	if len(s.Sinks) > 0 {
		return fmt.Sprintf("sink(%d, %s)", s.Sinks[0].Param, s.Sinks[0].To.Name)
	}
	for i, r := range s.Results {
		if r.Own.Err != "" {
			return fmt.Sprintf("text(%d, %s)", i, r.Own.Err)
		}
	}
	return "summary"
}

func (s *summary) trivial() bool {
	for _, r := range s.Results {
		if !r.Own.empty() || !r.Parts.empty() {
			return false
		}
	}
	return len(s.Sinks) == 0
}

// resultFlow is a state without positions.
type resultFlow struct{ Own, Parts flow }

type flow struct {
	Err, Body string // the reason; "" for none
	Answer    bool
	From      []label // the receiver is parameter 0
}

func (f flow) empty() bool { return f.Err == "" && f.Body == "" && len(f.From) == 0 }

// paramSink is the fact that a parameter reaches a sink.
type paramSink struct {
	Param int
	To    reached
}

// read marks a package whose functions were analyzed: a function without a summary
// does not use text.
type read struct{}

// AFact marks a fact.
func (*read) AFact() {}

func (*read) String() string { return "read" }

// tainted is the fact about a field with text of others.
type tainted struct{ Err, Body string }

// AFact marks a fact.
func (*tainted) AFact() {}

func (t *tainted) String() string { return "tainted(" + t.Err + t.Body + ")" }

// errorType is the interface error.
var errorType = types.Universe.Lookup("error").Type()

func isError(t types.Type) bool { return types.Identical(t, errorType) }

var errorInterface, _ = errorType.Underlying().(*types.Interface)

// carries reports whether a value of the type can carry text.
func carries(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0 || t.Kind() == types.UnsafePointer
	case *types.Slice:
		if b, ok := t.Elem().Underlying().(*types.Basic); ok {
			return b.Info()&types.IsString != 0 || b.Kind() == types.Byte || b.Kind() == types.Rune
		}
	case *types.Signature:
		return false
	}
	return true
}

// isText reports whether the type is one of text: strings, bytes, and types that contain
// them.
func isText(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0
	case *types.Slice:
		b, ok := t.Elem().Underlying().(*types.Basic)
		return ok && (b.Info()&types.IsString != 0 || b.Kind() == types.Byte)
	case *types.Interface:
		return true
	}
	return false
}
