package agent

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// A DiagnosticKind is the subject of a diagnostic.
type DiagnosticKind string

// The kinds of diagnostics.
const (
	DiagNoAdapters      DiagnosticKind = "no_adapters"      // the agent has no adapters of its own
	DiagUnrecognized    DiagnosticKind = "unrecognized"     // no adapter recognised an error
	DiagAdapterPanic    DiagnosticKind = "adapter_panic"    // an adapter panicked
	DiagSchema          DiagnosticKind = "schema"           // a tool of a toolset could not be used
	DiagToolset         DiagnosticKind = "toolset"          // a toolset failed
	DiagContextSource   DiagnosticKind = "context_source"   // something optional for the instruction failed
	DiagRepairedHistory DiagnosticKind = "repaired_history" // calls without a result got one
	DiagAbandoned       DiagnosticKind = "abandoned"        // a function ignored the end of its context, and was left running
	DiagCallback        DiagnosticKind = "callback"         // a callback failed, and the run did not
	DiagModel           DiagnosticKind = "model"            // a model's warning
	DiagModelRetry      DiagnosticKind = "model_retry"      // a model call is retried
	DiagToolRetry       DiagnosticKind = "tool_retry"       // a tool is retried
	DiagState           DiagnosticKind = "state"            // a value cannot be stored
	DiagResume          DiagnosticKind = "resume"           // no call waits for a decision or a result of the input
	DiagToolFailed      DiagnosticKind = "tool_failed"      // a call failed, or was not executed
	DiagTransfer        DiagnosticKind = "transfer"         // a tool named an agent to which its own agent cannot transfer
	DiagAttachment      DiagnosticKind = "attachment"       // an attachment the model cannot read was left out of a request
	DiagStore           DiagnosticKind = "store"            // a write is retried, or the end of the run could not be stored
)

// A Diagnostic reports something for developers that does not end a run.
type Diagnostic struct {
	Kind   DiagnosticKind
	Agent  string
	Tool   string
	CallID string
	// Message is a sentence that is safe to show.
	Message toolerr.Message
	// Err is the failure; nil if there is none.
	Err *toolerr.ToolRuntimeError
}

// diagnostics collects the diagnostics of a run.
type diagnostics struct {
	mu     sync.Mutex
	all    []Diagnostic
	logger *slog.Logger
	runID  string
}

// maxDiagnostics is the maximum number of diagnostics that a run keeps. All are logged.
const maxDiagnostics = 1000

func (d *diagnostics) add(x Diagnostic) {
	d.mu.Lock()
	if len(d.all) < maxDiagnostics {
		d.all = append(d.all, x)
	}
	d.mu.Unlock()
	defer func() { _ = recover() }() // a panic of the logger loses only this record
	ctx := context.Background()
	if d.logger == nil || !d.logger.Enabled(ctx, slog.LevelWarn) {
		return
	}
	attrs := make([]slog.Attr, 0, 6)
	attrs = append(attrs, slog.String("invocation", d.runID), slog.String("diagnostic", string(x.Kind)))
	for _, a := range [...][2]string{{"agent", x.Agent}, {"tool", x.Tool}, {"call", x.CallID}} {
		if a[1] != "" {
			attrs = append(attrs, slog.String(a[0], a[1]))
		}
	}
	if x.Err != nil {
		attrs = append(attrs, slog.Any("error", x.Err))
	}
	d.logger.LogAttrs(ctx, slog.LevelWarn, x.Message.String(), attrs...)
}

func (d *diagnostics) list() []Diagnostic {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.all)
}

// watcher creates diagnostics from observations of adapters.
type watcher struct {
	next  adapter.Observer
	diags *diagnostics
}

// Observed reports whether the agent's registry has an observer.
func (w watcher) Observed(note.Note) bool { return w.next != nil }

// Adapted implements [adapter.Observer].
func (w watcher) Adapted(ctx context.Context, o adapter.Observation) {
	d := Diagnostic{Tool: o.Tool}
	if info := RunFrom(ctx); info != nil {
		d.Agent = info.Agent
	}
	if call := CallFrom(ctx); call != nil {
		d.Agent, d.CallID = call.Agent, call.ID
	}
	switch {
	case o.AdapterPanic != nil:
		d.Kind, d.Err, d.Message = DiagAdapterPanic, o.AdapterPanic, toolerr.Msg("An adapter panicked.")
		w.diags.add(d)
	case o.Adapter == "" && o.Err != nil && o.Err.Extra().GoType != "" && o.Err.Class() == toolerr.ClassFatal:
		d.Kind, d.Err, d.Message = DiagUnrecognized, o.Err, toolerr.Msg("No adapter recognised the error.")
		w.diags.add(d)
	}
	if w.next != nil {
		w.next.Adapted(ctx, o)
	}
}
