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
				b.words = newCall("", nil)
			}
		}()
		schema := b.Schema
		if b.Describe != nil {
			schema = b.Describe()
		}
		b.words = newCall(b.arguments(), schema)
	})
	return b.words
}

// Has reports whether the model sent a value, alone or as a token of a longer one. It is
// false for a nil Bound.
func (b *Bound) Has(value string) bool {
	return b != nil && (b.Call().contains(value) || b.Call().some(func(p *place) bool { return p.text == value }))
}

// arguments returns a copy of the arguments as the model sent them, and "" if they have
// changed. The copy is what is compared: code of others may change them at any time, and
// values may encode themselves in another way each time.
func (b *Bound) arguments() string {
	if b.Members == nil {
		if text := string(b.Arguments[:min(len(b.Arguments), maxText+1)]); b.Sent.isText(text) {
			return text
		}
		return ""
	}
	if !b.Sent.isMembers(b.Members) {
		return ""
	}
	members, _ := frozen(b.Members).(map[string]any)
	if !b.Sent.isMembers(members) {
		return ""
	}
	return string(Encoded(members))
}
