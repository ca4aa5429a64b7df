package otelerrand

import (
	"context"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/otel/trace"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// harmless is deferred around whatever a provider does: a span processor, an
// exporter or a reader may be anybody's, and what one panics with must not
// change what the tool did.
func harmless() { _ = recover() } //nolint:revive // it is what is deferred

// nobody is the span of a run that could not have one.
var nobody = trace.SpanFromContext(context.Background())

// maxContent is how many bytes of arguments, and of a result, are put on a span.
const maxContent = 16 << 10

const (
	cutMark = "…"
	invalid = "\uFFFD"
)

// valid is s as UTF-8: an exporter that encodes protobuf drops the whole batch
// for one byte that is none.
func valid(s string) string { return strings.ToValidUTF8(s, invalid) }

// content is what is put on a span of raw: its first 16 KiB at most, in UTF-8.
func content(raw []byte) string {
	s := valid(string(raw[:min(len(raw), maxContent)]))
	if len(raw) <= maxContent && len(s) <= maxContent {
		return s
	}
	if end := maxContent - len(cutMark); len(s) > end {
		for !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end]
	}
	return s + cutMark
}

// words are what a span says of an error. Those of a tool or a model may quote what users said,
// so that without content they are those of the error's kind.
func (t *Telemetry) words(te *toolerr.ToolRuntimeError) string {
	if said := te.Error(); t.content || said == adapter.Exited().Error() {
		return valid(said)
	}
	opts := []toolerr.Option{toolerr.WithStatus(te.StatusCode())}
	if wait, ok := te.RetryAfter(); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	return toolerr.New(te.Kind(), toolerr.Message{}, opts...).Error()
}
