package adapter

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/internal/nearest"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// A journal is a logger that remembers what it wrote once.
type journal struct {
	*slog.Logger
	hinted   atomic.Bool
	ungated  atomic.Bool
	called   atomic.Bool
	compared atomic.Bool
	asked    sync.Map // the names given to [Registry.For] before they are compared
}

// record writes the record of an error, and returns it marked as logged. It does nothing
// for a logged error, or without a logger; see [Registry.WithLogger].
func (j *journal) record(ctx context.Context, tool string, te *toolerr.ToolRuntimeError) (logged *toolerr.ToolRuntimeError) {
	if j == nil || te.Logged() {
		return te
	}
	if ctx == nil {
		ctx = context.Background()
	}
	logged = te
	defer func() { _ = recover() }() // the logger's handler may panic
	if l := level(te); j.Enabled(ctx, l) {
		logged = te.With(toolerr.WithLogged())
		j.LogAttrs(ctx, l, "tool call failed", slog.String("tool", tool), slog.Any("error", te))
	}
	return logged
}

// tell writes a record of another event.
func (j *journal) tell(ctx context.Context, l slog.Level, message string, attrs ...slog.Attr) {
	if ctx == nil {
		ctx = context.Background()
	}
	defer func() { _ = recover() }() // the logger's handler may panic
	j.LogAttrs(ctx, l, message, attrs...)
}

// hints reports whether the hint has not been written.
func (j *journal) hints() bool { return j != nil && !j.hinted.Load() }

// hint writes a record, once, about an error that is incomplete: what a transport would have
// recorded.
func (j *journal) hint(ctx context.Context, tool string) {
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

// tellCall writes a record, once, if the function of a tool attached a call to a context
// that its chain does not see, so that no refusal is resolved.
func (j *journal) tellCall(ctx context.Context, tool string) {
	if j == nil || callOf(ctx) != nil || ctx == nil || !wire.CallInside(ctx) || j.called.Swap(true) {
		return
	}
	j.tell(ctx, slog.LevelWarn, "the tool called WithCall inside of its function: its errors are not compared with that call; "+
		"give the context of WithCall to the wrapped function, or use Serve", slog.String("tool", tool))
}

// tellUngated writes a record, once, if a wait for a host begins and the requests of the
// call do not go through a transport, which would hold them back.
func (j *journal) tellUngated(ctx context.Context, tool string) {
	if j == nil || !wire.Recorded(ctx) || len(wire.EvidenceOf(ctx).All) > 0 || j.ungated.Swap(true) {
		return
	}
	j.tell(ctx, slog.LevelWarn, "a Cooldown without a Key holds back only requests through httpadapter.Transport, and the tool's requests do not use one",
		slog.String("tool", tool))
}

// tellStoreFailed writes a record of a store that is left out for a while.
func (j *journal) tellStoreFailed(ctx context.Context, tool string, pause time.Duration, err error) {
	if j == nil {
		return
	}
	te := toolerr.Fatal(toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(err))
	j.tell(ctx, slog.LevelWarn, "the cooldown's store failed, and is left out for a while",
		slog.String("tool", tool), slog.Duration("pause", pause), slog.Any("error", te))
}

// compare writes a record, once, for each name that a registry got and that no chain has,
// if a chain has a similar one.
func (j *journal) compare(ctx context.Context, named []string) {
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

// incomplete reports whether an error may come from an HTTP exchange and lacks its status:
// a decoder refused a body, the error of a service's client has no status, or only the text
// of an unrecognised error has one.
func incomplete(t *tree, a *answer, te *toolerr.ToolRuntimeError) bool {
	switch {
	case te.StatusCode() != 0, te.Answered(), te.States(), te.Class() == toolerr.ClassInvalidInput:
		return false
	case a.http && a.slug != "":
		return te.Class() == toolerr.ClassUpstream || te.Kind() == toolerr.KindNetworkTransportUnmapped
	case a.fromText && a.slug == "" && te.Kind() == toolerr.KindToolFatal:
		return a.te.Class() == toolerr.ClassUpstream || a.te.Class() == toolerr.ClassRateLimit
	}
	return t.format != decoder.None || t.ended && a.slug == "" && te.Kind() == toolerr.KindNetworkTransportUnmapped
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
