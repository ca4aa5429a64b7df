// Package pieces joins the pieces of a streamed answer.
package pieces

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// maxBytes is the maximum size of an answer. Every provider refuses a request of this size,
// but a model may stream without end.
const maxBytes = 32 << 20

// A Piece is one response of a model. P is the type of parts that are not texts.
type Piece[P any] struct {
	// Partial means that further pieces follow.
	Partial bool
	// Reason is why the model finished. The last piece has one, and no other.
	Reason string
	Parts  []Part[P]
	// Call is a piece of a call, or nil.
	Call *Call
	// Bytes is the approximate memory size of the piece.
	Bytes int
}

// A Part is a text, which may continue in later pieces, or another part.
type Part[P any] struct {
	Text      []byte
	Thought   bool
	Signature []byte
	Other     *P // nil for a text
}

// A Call is a call of a tool, whose arguments may continue in later pieces with its index.
type Call struct {
	Index    int
	ID, Name string
	Args     []byte
}

// An Answer is made of pieces. The zero value is empty.
type Answer[P any] struct {
	Parts    []Part[P]
	Calls    []*Call
	Finished bool

	byIndex map[int]*Call
	bytes   int
}

// Add adds the next piece. If the piece breaks a rule, Add returns a message about that, and
// otherwise the zero message.
func (a *Answer[P]) Add(p Piece[P]) toolerr.Message {
	switch {
	case a.Finished && p.Partial:
		return toolerr.Msg("The model yielded a delta after it had finished.")
	case a.Finished:
		return toolerr.Msg("The model finished twice.")
	}
	if a.bytes += p.Bytes; a.bytes > maxBytes {
		return toolerr.Msgf("The model's answer is larger than %s bytes.", toolerr.Int(maxBytes))
	}
	if p.Call != nil {
		if msg := a.addCall(p.Call); !msg.IsZero() {
			return msg
		}
	}
	switch {
	case p.Partial && p.Reason != "":
		return toolerr.Msg("The model put a finish reason on a delta.")
	case !p.Partial && p.Reason == "":
		return toolerr.Msg("The model finished without a reason.")
	}
	for _, part := range p.Parts {
		a.addPart(part)
	}
	a.Finished = !p.Partial
	return toolerr.Message{}
}

func (a *Answer[P]) addCall(p *Call) toolerr.Message {
	call := a.byIndex[p.Index]
	if call == nil {
		if p.Name == "" {
			return toolerr.Msg("The model yielded a piece of a call it had not begun.")
		}
		if a.byIndex == nil {
			a.byIndex = map[int]*Call{}
		}
		call = &Call{Index: p.Index, ID: p.ID, Name: p.Name}
		a.byIndex[p.Index] = call
		a.Calls = append(a.Calls, call)
	}
	if p.Name != "" && p.Name != call.Name {
		return toolerr.Msg("The model began a call twice.")
	}
	call.Args = append(call.Args, p.Args...)
	return toolerr.Message{}
}

// addPart appends a part, or joins it with a text that it continues.
func (a *Answer[P]) addPart(p Part[P]) {
	if n := len(a.Parts); n > 0 && p.Other == nil {
		last := &a.Parts[n-1]
		if last.Other == nil && last.Thought == p.Thought && len(last.Signature) == 0 {
			last.Text = append(last.Text, p.Text...)
			last.Signature = p.Signature
			return
		}
	}
	a.Parts = append(a.Parts, p)
}

// Text returns the answer so far, without thoughts.
func (a *Answer[P]) Text() string {
	var b strings.Builder
	for _, p := range a.Parts {
		if !p.Thought {
			b.Write(p.Text)
		}
	}
	return b.String()
}
