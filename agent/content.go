package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// A Role is the side of the conversation to which a content belongs.
type Role string

// The roles. Results of tools have RoleUser, as the providers want them.
const (
	RoleUser  Role = "user"
	RoleModel Role = "model"
)

// Content is one turn of a conversation.
type Content struct {
	Role  Role   `json:"role,omitempty"`
	Parts []Part `json:"parts,omitempty"`
}

// A Part is one piece of a content. One of Text, FunctionCall,
// FunctionResponse, Blob and File is set.
type Part struct {
	Text string `json:"text,omitempty"`
	// Thought marks Text as the model's reasoning, which is not an answer.
	Thought bool `json:"thought,omitempty"`
	// Signature is data that a provider requires back unchanged with a part.
	Signature        []byte            `json:"signature,omitempty"`
	FunctionCall     *FunctionCall     `json:"functionCall,omitempty"`
	FunctionResponse *FunctionResponse `json:"functionResponse,omitempty"`
	Blob             *Blob             `json:"blob,omitempty"`
	File             *File             `json:"file,omitempty"`
}

// A FunctionCall is a call of a tool, as the model wrote it.
type FunctionCall struct {
	// ID is unique in the part of a session that models see, and has at most 40 bytes of
	// [A-Za-z0-9_-]. The loop replaces empty, invalid and repeated ids before it stores
	// them.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Args is a JSON object in every stored event. If a model writes anything else, the
	// loop moves it to Malformed.
	Args json.RawMessage `json:"args"`
	// Malformed is the model's text in place of a JSON object, cut at 8 KiB. A call with
	// such a text is never run.
	Malformed string `json:"malformed,omitempty"`
}

// A FunctionResponse is the result of a call, as the model reads it.
type FunctionResponse struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Response is the payload of package toolerr: a JSON object that begins with success
	// and error.
	Response json.RawMessage `json:"response"`
	// IsError reports whether the call failed, for providers that have a flag for it.
	IsError bool `json:"isError,omitempty"`
	// Outcome is how the call ended.
	Outcome Outcome `json:"outcome,omitempty"`
	// Attempts is how often the tool was run, if the loop retried it.
	Attempts int `json:"attempts,omitempty"`
	// Waits is what a pending call waits for.
	Waits Waits `json:"waits,omitempty"`
	// Reconciled is what the function of [Reconcile] found out, if that is the result.
	Reconciled adapter.Outcome `json:"reconciled,omitempty"`

	failure *toolerr.ToolRuntimeError
}

// Failure returns the error of a failed call. It is nil after a success, and after the
// event was read from a store that encodes it.
func (f *FunctionResponse) Failure() *toolerr.ToolRuntimeError { return f.failure }

// A Blob is data with a type.
type Blob struct {
	MIMEType string `json:"mimeType"`
	Data     []byte `json:"data"`
	Name     string `json:"name,omitempty"`
}

// A File refers to data that the provider reads itself.
type File struct {
	URI      string `json:"uri"`
	MIMEType string `json:"mimeType,omitempty"`
}

// remote reports whether a provider could read the file.
func (f *File) remote() bool {
	u, err := url.Parse(f.URI)
	return err == nil && u.Scheme != "" && u.Scheme != "file"
}

// TextContent returns a content with one text.
func TextContent(role Role, text string) Content {
	return Content{Role: role, Parts: []Part{{Text: text}}}
}

// Text returns the texts of c without thoughts, which is the answer.
func (c *Content) Text() string {
	if c == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range c.Parts {
		if !p.Thought {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// pick returns the values of one kind in the parts of c, which may be nil.
func pick[T any](c *Content, of func(*Part) *T) (all []*T) {
	if c == nil {
		return nil
	}
	for i := range c.Parts {
		if v := of(&c.Parts[i]); v != nil {
			all = append(all, v)
		}
	}
	return all
}

// answers reports whether c has a part other than thoughts and white space.
func (c *Content) answers() bool {
	return c != nil && slices.ContainsFunc(c.Parts, func(p Part) bool {
		return p.FunctionCall != nil || p.Blob != nil || p.File != nil ||
			!p.Thought && strings.TrimSpace(p.Text) != ""
	})
}

// sendable returns c in a form that providers accept: valid UTF-8, and no text that is only
// white space, which some reject.
func (c Content) sendable() Content {
	c.Parts = slices.DeleteFunc(slices.Clone(c.Parts), Part.blank)
	for i := range c.Parts {
		c.Parts[i].Text = strings.ToValidUTF8(c.Parts[i].Text, "\uFFFD")
	}
	return c
}

// encodable returns the content of a model's answer in a form that JSON can represent: the
// arguments of calls are objects. It removes results, which only the loop creates.
func (c Content) encodable() Content {
	c = c.sendable()
	for i := range c.Parts {
		p := &c.Parts[i]
		p.FunctionResponse = nil
		if call := p.FunctionCall; call != nil {
			args, malformed := toolargs.Normal(call.Args)
			call.Args, call.Malformed = args, cmp.Or(call.Malformed, malformed)
		}
	}
	c.Parts = slices.DeleteFunc(c.Parts, Part.blank)
	return c
}

// clone returns a deep copy.
func (c *Content) clone() *Content {
	if c == nil {
		return nil
	}
	d := &Content{Role: c.Role, Parts: slices.Clone(c.Parts)}
	for i := range d.Parts {
		p := &d.Parts[i]
		p.Signature, p.File = bytes.Clone(p.Signature), copied(p.File)
		if p.FunctionCall = copied(p.FunctionCall); p.FunctionCall != nil {
			p.FunctionCall.Args = bytes.Clone(p.FunctionCall.Args)
		}
		if p.FunctionResponse = copied(p.FunctionResponse); p.FunctionResponse != nil {
			p.FunctionResponse.Response = bytes.Clone(p.FunctionResponse.Response)
		}
		if p.Blob = copied(p.Blob); p.Blob != nil {
			p.Blob.Data = bytes.Clone(p.Blob.Data)
		}
	}
	return d
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// blank reports whether nothing of the part can be sent.
func (p Part) blank() bool {
	return p.FunctionCall == nil && p.FunctionResponse == nil && p.Blob == nil && p.File == nil &&
		strings.TrimSpace(p.Text) == "" && len(p.Signature) == 0
}

// attached reports whether the part is an attachment.
func (p Part) attached() bool { return p.Blob != nil || p.File != nil }
