package adapter

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/nearest"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// WithLogger returns a copy that writes one log record for every error that it adapts, and
// for the other errors that [Observer] describes. With a nil logger it writes none. The
// record has the tool's name and the developer's view of the error (see
// [toolerr.ToolRuntimeError.LogValue]): kind, class, wait, status, effect, request id, the
// developer message and the types of the causes, with credentials redacted. The logger gets
// the context of the call, for handlers that read a trace from it.
//
// If an error passes several chains with a logger, only the innermost one writes a record.
// Adapt marks the error for this (toolerr.WithLogged). The levels are:
//
//   - Debug: the call was canceled;
//   - Info: the model has to change the call: invalid input, context required, an error
//     with a hint, and a service that refuses the call as invalid or does not have what was
//     asked for;
//   - Warn: a rate limit, a refused access, a timeout of the tool, and a reason that the
//     tool states with toolerr.Errorf;
//   - Error: everything else.
//
// A panic in an adapter has a record of its own, with level Error. If errors of HTTP
// clients lack information that httpadapter.Transport would have recorded, a single record
// with level Info says what is missing: the transport, or the context. With the first
// error, a record with level Warn reports a name given to [Registry.With] or
// [Registry.WithDisclosure] that seems to be misspelt.
func (r Registry) WithLogger(l *slog.Logger) Registry {
	if r.journal = nil; l != nil {
		r.journal = &journal{Logger: l}
	}
	return r
}

// A journal is a logger that remembers what it wrote once.
type journal struct {
	*slog.Logger
	hinted   atomic.Bool
	ungated  atomic.Bool
	compared atomic.Bool
	asked    sync.Map // the names given to [Registry.For] before they are compared
}

// log writes the record of an error that reached the model without [Chain.Adapt], and
// returns it marked as logged. It does nothing for a logged error, or without a logger; see
// [Registry.WithLogger].
func (c Chain) log(ctx context.Context, te *toolerr.ToolRuntimeError) (logged *toolerr.ToolRuntimeError) {
	if c.journal == nil || te.Logged() {
		return te
	}
	if ctx == nil {
		ctx = context.Background()
	}
	logged = te
	defer func() { _ = recover() }() // the logger's handler may panic
	if l := level(te); c.journal.Enabled(ctx, l) {
		logged = te.With(toolerr.WithLogged())
		c.journal.LogAttrs(ctx, l, "tool call failed", slog.String("tool", c.tool), slog.Any("error", te))
	}
	return logged
}

// hint writes a record, once, if an error lacks data that a transport would have recorded.
func (c Chain) hint(ctx context.Context, err error, a adapted) {
	if c.journal == nil || c.journal.hinted.Load() {
		return
	}
	known := evidenceFrom(ctx)
	if len(known.all) > 0 || !incomplete(err, a) && !c.statesStatus(err, a) || c.journal.hinted.Swap(true) {
		return
	}
	if ctx == nil {
		ctx = context.Background()
	}
	missing := "no HTTP request with the tool's context was seen: pass that context to the client, and put httpadapter.Transport under it"
	switch {
	case !wire.Recorded(ctx):
		missing = "HTTP requests are recorded only in a call of Wrap, Do or Serve"
	case known.others:
		missing = "an HTTP request of the tool was not recorded: put httpadapter.Transport under its client"
	}
	defer func() { _ = recover() }() // of the logger's handler
	c.journal.LogAttrs(ctx, slog.LevelInfo,
		"the error may come from an HTTP response and has no status; "+missing+", or return the error of httpadapter.CheckResponse, see docs/adopting.md",
		slog.String("tool", c.tool))
}

// compare writes a record, once, for each name that a registry got and that no chain has,
// if a chain has a similar one.
func (c Chain) compare(ctx context.Context) {
	if c.journal == nil || len(c.named) == 0 || c.journal.compared.Swap(true) {
		return
	}
	var others []string
	for name := range c.journal.asked.Range {
		if name, _ := name.(string); !slices.Contains(c.named, name) {
			others = append(others, name)
		}
	}
	if ctx == nil {
		ctx = context.Background()
	}
	defer func() { _ = recover() }() // of the logger's handler
	for _, name := range c.named {
		if _, asked := c.journal.asked.Load(name); asked {
			continue
		}
		if like := nearest.Names(name, others, 1); len(like) > 0 {
			c.journal.LogAttrs(ctx, slog.LevelWarn, "adapters or a disclosure are registered for a tool that has not been called, and none for one with a similar name",
				slog.String("registered", name), slog.String("tool", like[0]))
		}
	}
}

// incomplete reports whether an error may come from an HTTP exchange and lacks its status:
// a decoder refused a body, or the error of a service's client has no status.
func incomplete(err error, a adapted) bool {
	te := a.err
	if te.StatusCode() != 0 || te.Answered() || te.States() || te.Class() == toolerr.ClassInvalidInput {
		return false
	}
	if a.http && a.slug != "" {
		return te.Class() == toolerr.ClassUpstream || te.Kind() == toolerr.KindNetworkTransportUnmapped
	}
	refused, _ := Refused(err)
	return refused || a.slug == "" && te.Kind() == toolerr.KindNetworkTransportUnmapped && endedEarly(err)
}

// statesStatus reports whether an unrecognised error has a status in its text.
func (c Chain) statesStatus(err error, a adapted) bool {
	if _, own := toolerr.Find(err); own || a.slug != "" || a.err.Kind() != toolerr.KindToolFatal {
		return false
	}
	te := c.ask(words(errtree.Text(err))).err
	return te != nil && fromUpstream(te)
}

// level returns the level of an error's record.
func level(te *toolerr.ToolRuntimeError) slog.Level {
	switch te.Class() {
	case toolerr.ClassCanceled:
		return slog.LevelDebug
	case toolerr.ClassInvalidInput, toolerr.ClassContextRequired:
		return slog.LevelInfo
	case toolerr.ClassRateLimit:
		return slog.LevelWarn
	case toolerr.ClassRetryable:
		if te.Kind() == toolerr.KindToolTimeout {
			return slog.LevelWarn
		}
		return slog.LevelInfo
	case toolerr.ClassFatal:
		if te.States() {
			return slog.LevelWarn
		}
	case toolerr.ClassUpstream:
		switch te.Kind() { //nolint:exhaustive // the others are failures of the service
		case toolerr.KindUpstreamBadRequest, toolerr.KindUpstreamValidationError, toolerr.KindUpstreamNotFound:
			return slog.LevelInfo
		case toolerr.KindUpstreamAuthError:
			return slog.LevelWarn
		}
	case toolerr.ClassInvalidOutput, toolerr.ClassNetworkTransport:
	}
	return slog.LevelError
}
