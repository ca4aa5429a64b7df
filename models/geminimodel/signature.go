package geminimodel

import (
	"bytes"
	"slices"

	"google.golang.org/genai"

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

// whole writes the empty text into parts that hold nothing but a signature, which
// the SDK leaves out (google.golang.org/genai v1.77.0): the API wants a part to hold
// something.
func (m *Model) whole(q question) {
	if !slices.ContainsFunc(q.contents, func(c *genai.Content) bool { return slices.ContainsFunc(c.Parts, bare) }) {
		return
	}
	change := q.config.HTTPOptions.ExtrasRequestProvider
	if change == nil {
		change = m.client.ClientConfig().HTTPOptions.ExtrasRequestProvider
	}
	q.config.HTTPOptions.ExtrasRequestProvider = func(body map[string]any) map[string]any {
		for _, content := range objects(body["contents"]) {
			for _, part := range objects(content["parts"]) {
				if len(part) == 1 && part["thoughtSignature"] != nil {
					part["text"] = ""
				}
			}
		}
		if change != nil {
			return change(body)
		}
		return body
	}
}

func bare(p *genai.Part) bool {
	return len(p.ThoughtSignature) > 0 && p.Text == "" && p.FunctionCall == nil && p.InlineData == nil && p.FileData == nil
}

// objects are the objects of an array, of the SDK's making.
func objects(array any) (all []map[string]any) {
	switch x := array.(type) {
	case []map[string]any:
		return x
	case []any:
		for _, item := range x {
			if object, ok := item.(map[string]any); ok {
				all = append(all, object)
			}
		}
	}
	return all
}
