package toolerr

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Format makes every verb of package fmt print the message: %v, %+v and %#v
// are the same, so are the verbs that make no sense for an error; %q, %x and
// %X do what they do to a string. It has a value receiver, so that a
// dereferenced error is not a leak either.
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

// MarshalJSON returns the payload, which is what a model may see.
func (e ToolRuntimeError) MarshalJSON() ([]byte, error) {
	return e.Payload().AppendJSON(nil), nil
}

// MarshalText returns the message, for the encoders that have no other way.
func (e ToolRuntimeError) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// LogValue is the developer's view, and the one rendering that is more than the
// agent's: a group of kind, class, message, can_retry, retry_after, status, effect,
// service, vendor_code and request_id, with a nested group dev (message, cause types,
// endpoint, metadata, the stack of a panic) that a handler can drop by its name. Credentials
// are redacted in it. [LogHandler] shows it for errors that wrap e as well.
func (e ToolRuntimeError) LogValue() slog.Value {
	p := e.priv()
	attrs := make([]slog.Attr, 0, 11)
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
	if metadata := p.metadataText(); metadata != nil {
		dev = append(dev, slog.Any("metadata", metadata))
	}
	if p.stack != "" {
		dev = append(dev, slog.String("stack", clean(p.stack, maxStack)))
	}
	return slog.GroupValue(append(attrs, slog.Group("dev", dev...))...)
}

// endpointText returns what was called, as "GET https://api.example.com/v1/items".
func (e ToolRuntimeError) endpointText() string {
	x := e.Extra()
	return strings.TrimSpace(x.HTTPMethod + " " + x.Endpoint)
}
