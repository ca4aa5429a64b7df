package resolve

import (
	"encoding/json"
	"sync"
)

// A Bound is a call in a context, under a [Key]. Its words are collected when the first
// refusal is resolved. The pointer to it identifies the call.
type Bound struct {
	// Arguments and Schema are those of [NewCall]. Members is a map of arguments, for a call
	// without Arguments.
	Arguments, Schema json.RawMessage
	Members           map[string]any
	// Sent identifies the arguments as the model sent them. If they have changed, the call
	// has no words of theirs.
	Sent Sent
	// Describe, if it is not nil, is called once and returns the schema.
	Describe func() json.RawMessage

	collect sync.Once
	words   *Call
}

// A Key is the key of a [Bound] in a context. A nil pointer means no call.
type Key struct{}

// Call returns the words of the call.
func (b *Bound) Call() *Call {
	b.collect.Do(func() {
		defer func() {
			if recover() != nil { // code of another package
				b.words = NewCall(nil, nil)
			}
		}()
		schema := b.Schema
		if b.Describe != nil {
			schema = b.Describe()
		}
		b.words = NewCall(b.arguments(), schema)
	})
	return b.words
}

// arguments returns the arguments as the model sent them, and nil if they have changed.
func (b *Bound) arguments() json.RawMessage {
	if b.Members == nil && b.Sent.isText(b.Arguments) {
		return b.Arguments
	}
	if text := Encoded(b.Members); b.Members != nil && b.Sent.isMembers(b.Members) {
		return text
	}
	return nil
}
