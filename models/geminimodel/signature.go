package geminimodel

import (
	"bytes"
	"slices"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
)

// mark is the prefix of this provider's signatures: a session may have signatures of
// several providers.
const mark = "gemini:"

// signatureOf returns an API signature in the form for a part.
func signatureOf(signature []byte) []byte {
	if len(signature) == 0 {
		return nil
	}
	return append([]byte(mark), signature...)
}

// signatureFor returns the API signature of a part; ours is false if the part has none.
func signatureFor(p *agent.Part) (signature []byte, ours bool) {
	signature, ours = bytes.CutPrefix(p.Signature, []byte(mark))
	if !ours {
		return nil, false
	}
	return signature, true
}

// whole adds an empty text to parts that have only a signature. The SDK omits it
// (google.golang.org/genai v1.77.0), but the API requires data in a part.
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

// objects returns the objects of an array of the SDK.
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
