package openaiadapter

import (
	"encoding/json"
	"strconv"
	"strings"
)

// maxEvent is how much of an event is decoded. An error is never longer.
const maxEvent = 64 << 10

// ofStream reads the event that the SDK keeps of an error inside a stream. Its
// text is the whole error object already.
func ofStream(e error) answer {
	data, _ := eventOf.Of(e)
	return ofEvent(data)
}

func ofEvent(data []byte) (a answer) {
	a.stream = true
	if len(data) > maxEvent {
		return a
	}
	var event struct {
		Error json.RawMessage `json:"error"`
	}
	var said struct {
		Code json.RawMessage `json:"code"`
		Type string          `json:"type"`
	}
	if json.Unmarshal(data, &event) != nil || json.Unmarshal(event.Error, &said) != nil {
		return a // a plain sentence, or nothing that can be read
	}
	a.typ = said.Type
	a.code, a.number = codeWord(said.Code)
	return a
}

// streamText is how the text of an error inside a stream begins, before the error
// object, where it has no type (openai-go v1.12.0 and v2.7.1, packages/ssestream).
const streamText = "received error while streaming: "

// ofText reads an error that is a text alone. Other SDKs begin theirs in the same
// way: what follows has to be an error object of OpenAI's, not a whole event.
func ofText(e error) (a answer) {
	object, ok := strings.CutPrefix(e.Error(), streamText)
	if !ok || len(object) > maxEvent {
		return a
	}
	var said struct {
		Message *string         `json:"message"`
		Code    json.RawMessage `json:"code"`
		Type    *string         `json:"type"`
	}
	if json.Unmarshal([]byte(object), &said) != nil || said.Message == nil || said.Code == nil && said.Type == nil {
		return a
	}
	return ofEvent([]byte(`{"error":` + object + `}`))
}

// codeWord reads a code: OpenAI's are words, those of compatible servers may be
// the status that an upstream of theirs had (OpenRouter API, errors in streams;
// vLLM's ErrorInfo).
func codeWord(raw json.RawMessage) (word string, number int) {
	if json.Unmarshal(raw, &word) != nil {
		word = strings.TrimSpace(string(raw))
	}
	if n, err := strconv.Atoi(word); err == nil {
		return word, n
	}
	if word == "null" {
		word = ""
	}
	return word, 0
}

// maxPart is how much of a text is kept for developers, in bytes: more than is
// ever shown, so that what is cut through here is cut off there.
const maxPart = 8<<10 + 1

// details is what OpenAI said, for developers.
func details(typ, code, param, message string) string {
	var parts []string
	for _, p := range [...][2]string{{"type", typ}, {"code", code}, {"param", param}, {"message", message}} {
		if p[1] != "" {
			parts = append(parts, p[0]+": "+part(p[1]))
		}
	}
	return strings.Join(parts, ", ")
}

func part(text string) string { return text[:min(len(text), maxPart)] }
