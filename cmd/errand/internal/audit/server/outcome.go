package server

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The ways in which a call can end.
const (
	EndResult   = "result"   // a result, whether or not it is marked as an error
	EndProtocol = "protocol" // an error of the protocol
	EndHang     = "hang"     // no answer in time
	EndDeath    = "death"    // the server's process ended, or its connection
)

// An Outcome is the result of a call: everything that a model can read.
type Outcome struct {
	// End is how the call ended.
	End string `json:"end"`
	// IsError is the member of the result.
	IsError bool `json:"is_error,omitempty"`
	// Text is the text of the result's contents, or of the protocol's error.
	Text string `json:"text,omitempty"`
	// Structured is the result's structuredContent.
	Structured string `json:"structured,omitempty"`
	// Meta is the result's _meta.
	Meta string `json:"meta,omitempty"`
	// Bytes is the total size before the texts were cut.
	Bytes int `json:"bytes"`
}

// textLimit is the number of bytes that are kept of each text.
const textLimit = 64 << 10

// Reads returns everything a model can read.
func (o Outcome) Reads() string {
	return strings.Join([]string{o.Text, o.Structured, o.Meta}, "\n")
}

// Failed reports whether the call is marked as failed.
func (o Outcome) Failed() bool { return o.End != EndResult || o.IsError }

// Call calls a tool. It returns when the tool does, or after timeout.
func (s *Server) Call(ctx context.Context, tool string, arguments map[string]any, timeout time.Duration) Outcome {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	result, err := s.Session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	var wire *jsonrpc.Error
	switch {
	case err == nil:
		return resultOutcome(result)
	case errors.As(err, &wire):
		text := wire.Message
		if len(wire.Data) > 0 {
			text += "\n" + string(wire.Data)
		}
		return cut(Outcome{End: EndProtocol, Text: text})
	case ctx.Err() != nil:
		return Outcome{End: EndHang}
	default:
		return Outcome{End: EndDeath, Text: err.Error()}
	}
}

// noSuchTool is a name that no server has.
const noSuchTool = "errand_asks_whether_the_server_answers"

// Answers reports whether the server answers a call of a tool that does not exist. Later
// versions of the protocol have no ping.
func (s *Server) Answers(ctx context.Context) bool {
	var wire *jsonrpc.Error
	_, err := s.Session.CallTool(ctx, &mcp.CallToolParams{Name: noSuchTool})
	return err == nil || errors.As(err, &wire)
}

func resultOutcome(r *mcp.CallToolResult) Outcome {
	o := Outcome{End: EndResult, IsError: r.IsError}
	var texts []string
	for _, c := range r.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			texts = append(texts, t.Text)
		} else if b, err := c.MarshalJSON(); err == nil {
			texts = append(texts, string(b))
		}
	}
	o.Text = strings.Join(texts, "\n")
	o.Structured = encoded(r.StructuredContent, r.StructuredContent == nil)
	meta := maps.Clone(r.Meta)
	maps.DeleteFunc(meta, func(key string, _ any) bool { return strings.HasPrefix(key, protocolKeys) })
	o.Meta = encoded(meta, len(meta) == 0)
	return cut(o)
}

// protocolKeys is the prefix of the protocol's own members of _meta.
const protocolKeys = "io.modelcontextprotocol/"

func encoded(v any, none bool) string {
	if none {
		return ""
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// cut counts the bytes of an outcome, and shortens its texts.
func cut(o Outcome) Outcome {
	for _, text := range []*string{&o.Text, &o.Structured, &o.Meta} {
		o.Bytes += len(*text)
		*text = strings.ToValidUTF8((*text)[:min(len(*text), textLimit)], "\uFFFD")
	}
	return o
}
