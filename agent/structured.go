package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/errand-go/errand/internal/jsonvalue"
	"github.com/errand-go/errand/toolerr"
)

// checkOutput returns the value of an answer: its text, or what it says as JSON
// if the agent has an OutputSchema; and what is wrong with that.
func (r *run) checkOutput(a *Agent, text string) (any, []toolerr.Problem) {
	if a.output == nil {
		return text, nil
	}
	dec := json.NewDecoder(strings.NewReader(unfenced(text)))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, []toolerr.Problem{{Problem: toolerr.Msg("is not valid JSON")}}
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, []toolerr.Problem{{Problem: toolerr.Msg("has text behind the JSON value")}}
	}
	problems, err := r.examine(a.output, value, nameSchema, "")
	if err != nil {
		problems = []toolerr.Problem{tooMuch()}
	}
	if len(problems) > 0 {
		return nil, toolerr.InvalidInput(toolerr.Message{}, problems).Problems()
	}
	return jsonvalue.Plain(value), nil
}

// unfenced takes a Markdown code fence off, which models like to put around
// JSON.
func unfenced(text string) string {
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

// correction asks the model to answer again.
func correction(problems []toolerr.Problem) Content {
	var b bytes.Buffer
	b.WriteString(toolerr.Msg("The answer does not fit the output schema. Answer again, with one JSON value and nothing else. The problems:").String())
	list, _ := json.Marshal(problems) // paths and messages always encode
	b.WriteByte('\n')
	b.Write(list)
	return TextContent(RoleUser, b.String())
}
