package openaiadapter

import (
	"encoding/json"
	"fmt"
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

// details is what OpenAI said, for developers.
func details(typ, code, param, message string) string {
	var parts []string
	for _, p := range [...][2]string{{"type", typ}, {"code", code}, {"param", param}, {"message", message}} {
		if p[1] != "" {
			parts = append(parts, p[0]+": "+p[1])
		}
	}
	return strings.Join(parts, ", ")
}

// textOf is err.Error(), of an error that may panic: that of a zero Error does
// in openai-go v1.
func textOf(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("%T", err)
		}
	}()
	return err.Error()
}
