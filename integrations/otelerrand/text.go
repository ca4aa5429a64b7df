package otelerrand

import (
	"strings"

	"github.com/errand-go/errand/internal/crash"
	"github.com/errand-go/errand/toolerr"
)

// valid returns s in valid UTF-8: an exporter that encodes protobuf drops the whole batch
// for one invalid byte.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// words returns the text of an error for a span: that of its kind, because the text of a
// tool or a model may quote users.
func words(te *toolerr.ToolRuntimeError) string {
	if said := te.Error(); said == crash.Exited().Error() {
		return said
	}
	opts := []toolerr.Option{toolerr.WithStatus(te.StatusCode())}
	if wait, ok := te.RetryAfter(); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	return toolerr.New(te.Kind(), toolerr.Message{}, opts...).Error()
}
