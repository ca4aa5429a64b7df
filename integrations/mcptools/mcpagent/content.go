package mcpagent

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// value returns the part of a result that a model reads: the structured content, unless it
// has lost digits; else a
// single text, as an object if it is a JSON object; else a list of the blocks, in which
// images and other data are named and omitted.
func value(res *mcp.CallToolResult) any {
	text, single := singleText(res.Content)
	if res.StructuredContent != nil {
		if single && sameJSON(text, res.StructuredContent) {
			return json.RawMessage(text) // keeps all digits of numbers
		}
		if rounded(res.StructuredContent) {
			return noted{blocks(res.Content).Content, noteDigits}
		}
		return res.StructuredContent
	}
	switch {
	case single && isObject(text):
		return json.RawMessage(text)
	case single:
		return text
	case len(res.Content) == 0:
		return struct{}{}
	}
	return blocks(res.Content)
}

// A noted result replaces a structured result that has lost digits.
type noted struct {
	Content []block `json:"content,omitempty"`
	Note    string  `json:"note"`
}

const noteDigits = "The structured result is left out: it has a number with more digits than this client can read."

// rounded reports whether decoded JSON has a whole number from 2 to the 53rd on. The SDK
// decodes numbers as float64, so that such a number, which is mostly an id, may be another
// one (go-sdk v1.8.0, issue 1236).
func rounded(v any) bool {
	switch v := v.(type) {
	case float64:
		const exact, longest = 1 << 53, 1e21
		return math.Abs(v) >= exact && math.Abs(v) < longest
	case []any:
		return slices.ContainsFunc(v, rounded)
	case map[string]any:
		for _, member := range v {
			if rounded(member) {
				return true
			}
		}
	}
	return false
}

// singleText returns the text of content that is one text block.
func singleText(content []mcp.Content) (string, bool) {
	if len(content) != 1 {
		return "", false
	}
	t, ok := content[0].(*mcp.TextContent)
	if !ok || t == nil {
		return "", false
	}
	return t.Text, true
}

func sameJSON(text string, v any) bool {
	var parsed any
	return json.Unmarshal([]byte(text), &parsed) == nil && reflect.DeepEqual(parsed, v)
}

func isObject(text string) bool {
	raw := bytes.TrimSpace([]byte(text))
	return len(raw) > 0 && raw[0] == '{' && json.Valid(raw)
}

// A block is the form of a content block for a model.
type block struct {
	Type        string `json:"type"`
	Text        string `json:"text,omitempty"`
	MIMEType    string `json:"mime_type,omitempty"`
	URI         string `json:"uri,omitempty"`
	Name        string `json:"name,omitempty"`
	Description string `json:"description,omitempty"`
	// Bytes is the size of the omitted data.
	Bytes int `json:"bytes_left_out,omitempty"`
}

type contentList struct {
	Content []block `json:"content"`
}

func blocks(content []mcp.Content) contentList {
	all := make([]block, 0, len(content))
	for _, c := range content {
		switch c := c.(type) {
		case *mcp.TextContent:
			all = append(all, block{Type: "text", Text: c.Text})
		case *mcp.ImageContent:
			all = append(all, block{Type: "image", MIMEType: c.MIMEType, Bytes: len(c.Data)})
		case *mcp.AudioContent:
			all = append(all, block{Type: "audio", MIMEType: c.MIMEType, Bytes: len(c.Data)})
		case *mcp.ResourceLink:
			all = append(all, block{Type: "resource_link", URI: c.URI, Name: c.Name, Description: c.Description, MIMEType: c.MIMEType})
		case *mcp.EmbeddedResource:
			b := block{Type: "resource"}
			if r := c.Resource; r != nil {
				b.URI, b.MIMEType, b.Text, b.Bytes = r.URI, r.MIMEType, r.Text, len(r.Blob)
			}
			all = append(all, b)
		}
	}
	return contentList{all}
}
