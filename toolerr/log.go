package toolerr

import (
	"context"
	"log/slog"
	"slices"
)

// DeveloperText returns the whole text of err for developers who read logs, with
// credentials redacted: the text of err, and the developer messages
// ([ToolRuntimeError.DeveloperMessage]) of the errors of this package in its tree. Use it
// with loggers other than log/slog, which write only err.Error(), and so only the text that
// a model may read: zap.String("error", toolerr.DeveloperText(err)).
//
// If no error in the tree is of this package, the text is err.Error(), unchanged. The text
// of nil is "".
func DeveloperText(err error) string {
	if err == nil {
		return ""
	}
	te, ok := developed(err)
	if !ok {
		return err.Error()
	}
	return te.DeveloperMessage()
}

// developed returns the error of this package in err. If err wraps it, the result has err
// as its cause, so that its developer's view covers all of err.
func developed(err error) (*ToolRuntimeError, bool) {
	te, ok := Find(err)
	if ok && err != error(te) { //nolint:errorlint // itself
		te = te.With(WithCause(err), WithDeveloperMessage(""))
	}
	return te, ok
}

// LogHandler returns a handler that passes records on to h, and shows the developer's view
// of errors of this package (see [ToolRuntimeError.LogValue]) also if other errors wrap
// them, which slog prints by their text. It looks at the attributes of a record and of a
// logger, at groups, and at the values of LogValuers, and changes nothing else. Give it to
// slog.New once:
//
//	logger := slog.New(toolerr.LogHandler(slog.NewJSONHandler(os.Stderr, nil)))
func LogHandler(h slog.Handler) slog.Handler { return logHandler{h} }

type logHandler struct{ slog.Handler }

// Handle passes on the record, as a copy if it has a wrapped error.
func (h logHandler) Handle(ctx context.Context, r slog.Record) error {
	changes := false
	r.Attrs(func(a slog.Attr) bool {
		_, changes = develop(a)
		return !changes
	})
	if !changes {
		return h.Handler.Handle(ctx, r)
	}
	changed := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	r.Attrs(func(a slog.Attr) bool {
		a, _ = develop(a)
		changed.AddAttrs(a)
		return true
	})
	return h.Handler.Handle(ctx, changed)
}

// WithAttrs returns the handler of a logger with attributes.
func (h logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return logHandler{h.Handler.WithAttrs(developAll(attrs))}
}

// WithGroup returns the handler of a logger with a group.
func (h logHandler) WithGroup(name string) slog.Handler {
	return logHandler{h.Handler.WithGroup(name)}
}

// developAll returns attributes with the developer's views of errors.
func developAll(attrs []slog.Attr) []slog.Attr {
	all := slices.Clone(attrs)
	for i := range all {
		all[i], _ = develop(all[i])
	}
	return all
}

// develop returns an attribute with the developer's views of errors, and whether it
// differs.
func develop(a slog.Attr) (changed slog.Attr, ok bool) {
	switch a.Value.Kind() { //nolint:exhaustive // the others hold no error
	case slog.KindGroup:
		for _, member := range a.Value.Group() {
			if _, ok = develop(member); ok {
				return slog.Attr{Key: a.Key, Value: slog.GroupValue(developAll(a.Value.Group())...)}, true
			}
		}
	case slog.KindLogValuer:
		if _, mine := a.Value.Any().(*ToolRuntimeError); mine {
			return a, false // handlers resolve it
		}
		return develop(slog.Attr{Key: a.Key, Value: a.Value.Resolve()})
	case slog.KindAny:
		err, is := a.Value.Any().(error)
		if !is {
			return a, false
		}
		if te, found := developed(err); found {
			return slog.Any(a.Key, te), true
		}
	}
	return a, false
}
