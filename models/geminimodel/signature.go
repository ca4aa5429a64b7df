package geminimodel

import (
	"bytes"

	"github.com/errand-go/errand/agent"
)

// mark stands in front of a signature and says whose it is: a session may hold the
// signatures of several providers.
const mark = "gemini:"

// signatureOf is how a part keeps a signature of the API's.
func signatureOf(signature []byte) []byte {
	if len(signature) == 0 {
		return nil
	}
	return append([]byte(mark), signature...)
}

// signatureFor is the signature that goes back with a part; ours is false if the
// part has none of the API's.
func signatureFor(p *agent.Part) (signature []byte, ours bool) {
	signature, ours = bytes.CutPrefix(p.Signature, []byte(mark))
	if !ours {
		return nil, false
	}
	return signature, true
}
