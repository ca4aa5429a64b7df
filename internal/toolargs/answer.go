package toolargs

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// ParseAnswer returns the one JSON value in the text of an answer, with numbers as
// json.Number, or a message about the text.
func ParseAnswer(text string) (any, toolerr.Message) {
	dec := json.NewDecoder(strings.NewReader(Unfenced(text)))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, toolerr.Msg("is not valid JSON")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, toolerr.Msg("has text behind the JSON value")
	}
	return value, toolerr.Message{}
}

// Unfenced removes a Markdown code fence, which models often put around JSON.
func Unfenced(text string) string {
	text = strings.TrimSpace(text)
	body, ok := strings.CutPrefix(text, "```")
	if !ok {
		return text
	}
	body, ok = strings.CutSuffix(body, "```")
	if !ok {
		return text
	}
	if i := strings.IndexByte(body, '\n'); i >= 0 && !strings.ContainsAny(body[:i], "{[\"") {
		body = body[i+1:]
	}
	return strings.TrimSpace(body)
}
