// Package mcpresult is what the integrations of the Model Context Protocol have in
// common, whatever SDK a server is built with: how a call of a tool is guarded, what is
// read of a result that the tool marked as an error itself, and how a failure is written
// into a result. It imports no SDK.
package mcpresult

import (
	"context"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/toolerr"
)

// A Guard is the options of a middleware, and the count of the calls that it left
// running. Its fields are set before its first call.
type Guard struct {
	Registry adapter.Registry
	// Timeout limits a call, unless Timeouts has its name.
	Timeout  time.Duration
	Timeouts map[string]time.Duration
	// Structured puts the payload into structuredContent as well.
	Structured bool
	// PlainText writes sentences for the model, in place of the payload's JSON.
	PlainText bool

	kept    map[string]bool // tools whose marked results stay
	keepAll bool
	stuck   adapter.Bulkhead
}

// KeepMarked leaves results that the given tools marked as errors themselves as they
// are, or those of all tools if none is given.
func (g *Guard) KeepMarked(tools ...string) {
	if len(tools) == 0 {
		g.keepAll = true
		return
	}
	if g.kept == nil {
		g.kept = map[string]bool{}
	}
	for _, tool := range tools {
		g.kept[tool] = true
	}
}

// KeepsMarked reports whether the results that the tool marked itself stay.
func (g *Guard) KeepsMarked(tool string) bool { return g.keepAll || g.kept[tool] }

// SetTimeout limits the calls of one name.
func (g *Guard) SetTimeout(name string, d time.Duration) {
	if g.Timeouts == nil {
		g.Timeouts = map[string]time.Duration{}
	}
	g.Timeouts[name] = d
}

// Do runs fn, which serves a call of the given name, and returns its error adapted; nil
// if it has none. describe returns what the model knows of the call.
func Do[T any](
	ctx context.Context, g *Guard, name string, describe func() adapter.Call, fn func(context.Context) (T, error),
) (T, *toolerr.ToolRuntimeError) {
	timeout, ok := g.Timeouts[name]
	if !ok {
		timeout = g.Timeout
	}
	out, err := adapter.Do(adapter.WithCallFunc(ctx, describe), g.Registry.For(name), fn,
		adapter.WithEvidence(), adapter.Bounded{Timeout: timeout, Bulkhead: &g.stuck})
	if err == nil {
		return out, nil
	}
	te, ok := toolerr.Find(err)
	if !ok { // the boundary returns no other error
		te = toolerr.New(toolerr.KindToolFatal, toolerr.Message{}, toolerr.WithCause(err))
	}
	return out, te
}

// Said is the error of a result in which the tool wrote a text for the client. Its text is
// the tool's, and is read as a service's; the error that the tool kept beside it may be
// nil.
type Said struct {
	Text string
	Err  error
}

// Error returns what the tool said.
func (s *Said) Error() string { return s.Text }

// DeveloperMessage returns the text of the tool's error.
func (s *Said) DeveloperMessage() string {
	if s.Err == nil {
		return ""
	}
	return errtree.Text(s.Err)
}

// Unwrap returns the tool's error.
func (s *Said) Unwrap() error { return s.Err }

// MarkedText returns what the tool said. By this method chains and package httpadapter know
// a result that was marked: they read more of its text than of that of other errors, since
// nothing else is left of the failure.
func (s *Said) MarkedText() string { return s.Text }

// Argued returns the error of a text that is one of the SDK's own sentences about an
// argument, nil for any other text.
func Argued(text string, sentences []phrase.Pattern) error {
	f, ok := phrase.Find(text, sentences)
	if !ok {
		return nil
	}
	return toolerr.New(toolerr.KindToolBadInputValue, toolerr.Message{}, toolerr.WithCause(&Said{Text: text}),
		toolerr.WithRefusal(toolerr.Refusal{Findings: []toolerr.Finding{f}, Message: text}))
}
