// Package journal writes the log records of chains; see adapter.Registry.WithLogger.
package journal

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/errand-go/errand/internal/nearest"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A Journal is a logger that remembers what it wrote once.
type Journal struct {
	*slog.Logger
	hinted   atomic.Bool
	ungated  atomic.Bool
	called   atomic.Bool
	declared atomic.Bool
	compared atomic.Bool
	asked    sync.Map // the names given to adapter.Registry.For before they are compared
}

// Ask notes the name of a tool until the names are compared, and reports whether they still
// have to be.
func (j *Journal) Ask(tool string) bool {
	if j == nil || j.compared.Load() {
		return false
	}
	j.asked.Store(tool, nil)
	return true
}

// Record writes the record of an error, and returns it marked as logged, with a reference to
// the record. It does nothing for a logged error, or without a logger; see adapter.Registry.WithLogger.
func (j *Journal) Record(ctx context.Context, tool string, te *toolerr.ToolRuntimeError) (logged *toolerr.ToolRuntimeError) {
	if j == nil || te.Logged() {
		return te
	}
	if ctx == nil {
		ctx = context.Background()
	}
	logged = te
	defer func() { _ = recover() }() // the logger's handler may panic
	if l := level(te); j.Enabled(ctx, l) {
		logged = te.With(toolerr.WithNote(note.Logged()), toolerr.WithReference())
		j.LogAttrs(ctx, l, "tool call failed", slog.String("tool", tool), slog.Any("error", logged))
	}
	return logged
}

// tell writes a record of another event.
func (j *Journal) tell(ctx context.Context, l slog.Level, message string, attrs ...slog.Attr) {
	if ctx == nil {
		ctx = context.Background()
	}
	defer func() { _ = recover() }() // the logger's handler may panic
	j.LogAttrs(ctx, l, message, attrs...)
}

// Hints reports whether the hint has not been written.
func (j *Journal) Hints() bool { return j != nil && !j.hinted.Load() }

// Hint writes a record, once, about an error that is incomplete: what a transport would have
// recorded.
func (j *Journal) Hint(ctx context.Context, tool string) {
	v := wire.EvidenceOf(ctx)
	if len(v.All) > 0 || j.hinted.Swap(true) {
		return
	}
	missing := "no HTTP request with the tool's context was seen: pass that context to the client, and put httpadapter.Transport under it"
	switch {
	case ctx == nil || !wire.Recorded(ctx):
		missing = "HTTP requests are recorded only in a call of Wrap, Do or Serve"
	case v.Others:
		missing = "an HTTP request of the tool was not recorded: put httpadapter.Transport under its client"
	}
	j.tell(ctx, slog.LevelInfo, "the error may come from an HTTP response and has no status; "+missing+
		", or return the error of httpadapter.CheckResponse, see docs/adopting.md", slog.String("tool", tool))
}

// TellCall writes a record, once, if the function of a tool attached a call to a context
// that its chain does not see, so that no refusal is resolved.
func (j *Journal) TellCall(ctx context.Context, tool string) {
	if j == nil || ctx == nil || !wire.CallInside(ctx) || j.called.Swap(true) {
		return
	}
	j.tell(ctx, slog.LevelWarn, "the tool called WithCall inside of its function: its errors are not compared with that call; "+
		"give the context of WithCall to the wrapped function, or use Serve", slog.String("tool", tool))
}

// TellUndeclared writes a record, once, about an error whose retry a model is not offered,
// because neither the request's method nor the tool shows that it does no harm.
func (j *Journal) TellUndeclared(ctx context.Context, tool string, te *toolerr.ToolRuntimeError) {
	if j == nil || !te.CanRetry() || te.Repeats() || te.HTTPMethod() != "" || j.declared.Swap(true) {
		return
	}
	j.tell(ctx, slog.LevelInfo, "the model is not offered a retry, because the call may have had an effect; "+
		"if a second call of the tool does no harm, declare it with Registry.WithRepeatable, or as ReadOnly or Idempotent in an agent", slog.String("tool", tool))
}

// TellUngated writes a record, once, if a wait for a host begins and the requests of the
// call do not go through a transport, which would hold them back.
func (j *Journal) TellUngated(ctx context.Context, tool string) {
	if j == nil || !wire.Recorded(ctx) || len(wire.EvidenceOf(ctx).All) > 0 || j.ungated.Swap(true) {
		return
	}
	j.tell(ctx, slog.LevelWarn, "a Cooldown without a Key holds back only requests through httpadapter.Transport, and the tool's requests do not use one",
		slog.String("tool", tool))
}

// TellStoreFailed writes a record of a store that is left out for a while.
func (j *Journal) TellStoreFailed(ctx context.Context, tool string, pause time.Duration, err error) {
	if j == nil {
		return
	}
	te := toolerr.Fatal(toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(err))
	j.tell(ctx, slog.LevelWarn, "the cooldown's store failed, and is left out for a while",
		slog.String("tool", tool), slog.Duration("pause", pause), slog.Any("error", te))
}

// Compare writes a record, once, for each name that a registry got and that no chain has,
// if a chain has a similar one.
func (j *Journal) Compare(ctx context.Context, named []string) {
	if j == nil || len(named) == 0 || j.compared.Swap(true) {
		return
	}
	var others []string
	for name := range j.asked.Range {
		if name, _ := name.(string); !slices.Contains(named, name) {
			others = append(others, name)
		}
	}
	for _, name := range named {
		if _, asked := j.asked.Load(name); asked {
			continue
		}
		if like := nearest.Names(name, others, 1); len(like) > 0 {
			j.tell(ctx, slog.LevelWarn, "adapters or a disclosure are registered for a tool that has not been called, and none for one with a similar name",
				slog.String("registered", name), slog.String("tool", like[0]))
		}
	}
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
