package resolve

import (
	"encoding/json"
	"sync"
)

// A Bound is a call in a context, under a [Key]. Its words are collected when the first
// refusal is resolved. The pointer to it identifies the call.
type Bound struct {
	// Arguments and Schema are those of [NewCall].
	Arguments, Schema json.RawMessage
	// Describer, if it is not nil, is called once for both.
	Describer interface {
		Describe() (arguments, schema json.RawMessage)
	}

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
		arguments, schema := b.Arguments, b.Schema
		if b.Describer != nil {
			arguments, schema = b.Describer.Describe()
		}
		b.words = NewCall(arguments, schema)
	})
	return b.words
}
