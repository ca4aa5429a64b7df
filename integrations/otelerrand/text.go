package otelerrand

import (
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/crash"
	"github.com/errand-go/errand/toolerr"
)

// maxContent is the maximum size of arguments, and of a result, on a span, in bytes.
const maxContent = 16 << 10

const (
	cutMark = "…"
	invalid = "\uFFFD"
)

// valid returns s in valid UTF-8: an exporter that encodes protobuf drops the whole batch
// for one invalid byte.
func valid(s string) string { return strings.ToValidUTF8(s, invalid) }

// content returns the text of raw for a span: at most its first 16 KiB, in valid UTF-8.
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

// words returns the text of an error for a span. The text of a tool or a model may quote
// users, so without WithContent it is that of the error's kind.
func (t *Telemetry) words(te *toolerr.ToolRuntimeError) string {
	if said := te.Error(); t.content || said == crash.Exited().Error() {
		return valid(said)
	}
	opts := []toolerr.Option{toolerr.WithStatus(te.StatusCode())}
	if wait, ok := te.RetryAfter(); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	return toolerr.New(te.Kind(), toolerr.Message{}, opts...).Error()
}

var errUnencodable = errors.New("cannot be encoded as JSON")

// safeJSON is json.Marshal for foreign values.
func safeJSON(v any) (raw []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errUnencodable
		}
	}()
	return json.Marshal(v)
}
