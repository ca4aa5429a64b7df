package toolerr

import "log/slog"

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

// LogAttr is for [slog.HandlerOptions.ReplaceAttr]: it shows the developer's view of errors
// of this package (see [ToolRuntimeError.LogValue]) also if other errors wrap them, which
// slog prints by their text. It changes no other attribute.
//
//	slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{ReplaceAttr: toolerr.LogAttr})
func LogAttr(_ []string, a slog.Attr) slog.Attr {
	if err, ok := a.Value.Any().(error); ok {
		if te, found := developed(err); found {
			return slog.Any(a.Key, te)
		}
	}
	return a
}
