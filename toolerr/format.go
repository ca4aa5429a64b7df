package toolerr

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Format makes every verb of package fmt print the message. %v, %+v and %#v are the same,
// and so are verbs that do not apply to errors. %q, %x and %X format the message like a
// string. The receiver is a value, so that a dereferenced error leaks nothing either.
func (e ToolRuntimeError) Format(s fmt.State, verb rune) {
	text := e.Error()
	switch verb {
	case 'q', 'x', 'X':
		_, _ = fmt.Fprintf(s, fmt.FormatString(s, verb), text)
	case 's', 'v':
		_, _ = fmt.Fprintf(s, fmt.FormatString(s, 's'), text)
	default:
		_, _ = io.WriteString(s, text)
	}
}

// MarshalJSON returns the payload, which a model may read.
func (e ToolRuntimeError) MarshalJSON() ([]byte, error) {
	return e.Payload().AppendJSON(nil), nil
}

// MarshalText returns the message, for encoders that use text.
func (e ToolRuntimeError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// LogValue returns the developer's view, for slog. It is the only implicit rendering with
// more than the agent's view. It is a group of kind, class, message, can_retry,
// retry_after, status, effect, service, vendor_code, request_id and reference, with a nested group dev
// (message, types of the causes, endpoint, metadata, the stack of a panic), which a handler
// can drop by its name. Credentials are redacted. [LogAttr] also shows the view for
// errors that wrap e.
func (e ToolRuntimeError) LogValue() slog.Value {
	p := e.priv()
	attrs := make([]slog.Attr, 0, 12)
	attrs = append(attrs,
		slog.String("kind", string(e.Kind())),
		slog.String("class", string(e.Class())),
		slog.String("message", e.Error()),
		slog.Bool("can_retry", e.canRetry),
	)
	if e.hasWait {
		attrs = append(attrs, slog.Duration("retry_after", e.retryAfter))
	}
	if e.status != 0 {
		attrs = append(attrs, slog.Int("status", e.status))
	}
	for _, a := range []struct{ key, value string }{
		{"effect", string(e.Effect())},
		{"service", e.service},
		{"vendor_code", cleanLine(p.vendorCode)},
		{"request_id", cleanLine(p.requestID)},
		{"reference", e.Reference()},
	} {
		if a.value != "" {
			attrs = append(attrs, slog.String(a.key, a.value))
		}
	}
	dev := []any{slog.String("message", e.DeveloperMessage())}
	if types := e.causeTypes(); len(types) > 0 {
		dev = append(dev, slog.Any("cause_types", types))
	}
	if endpoint := e.endpointText(); endpoint != "" {
		dev = append(dev, slog.String("endpoint", endpoint))
	}
	if metadata := p.metadataTexts(); metadata != nil {
		dev = append(dev, slog.Any("metadata", metadata))
	}
	if p.stack != "" {
		dev = append(dev, slog.String("stack", clean(p.stack, maxStack)))
	}
	return slog.GroupValue(append(attrs, slog.Group("dev", dev...))...)
}

// endpointText returns method and URL, as in "GET https://api.example.com/v1/items".
func (e ToolRuntimeError) endpointText() string {
	x := e.Extra()
	return strings.TrimSpace(x.HTTPMethod + " " + x.Endpoint)
}
