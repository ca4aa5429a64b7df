package graphqladapter

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
)

// statusTexts are the texts of clients without an error type for a status other than 200.
// They contain the status and the body. They are a last resort.
var statusTexts = [...]struct {
	begin, body string
	quoted      bool // the body is quoted
}{
	// shurcooL/graphql, including that of githubv4, and hasura's client before v0.9
	// (shurcooL/graphql 2024-09-15 graphql.go); the second before 2022.
	{begin: "non-200 OK status code: ", body: " body: ", quoted: true},
	{begin: "unexpected status: ", body: " body: ", quoted: true},
	// genqlient v0.5.0 to v0.7.0, graphql/client.go.
	{begin: "returned error ", body: ": "},
}

// statusText reads status and body from the text of a client's error.
func statusText(e error) *spec.Answer {
	text := e.Error()
	for _, t := range statusTexts {
		rest, ok := strings.CutPrefix(text, t.begin)
		if !ok {
			continue
		}
		line, body, ok := strings.Cut(rest, t.body)
		code, phrase, _ := strings.Cut(line, " ")
		status, err := strconv.Atoi(code)
		if !ok || err != nil || status < 300 || status > 599 || spec.Wraps(e) {
			return nil
		}
		if t.quoted {
			if body, err = strconv.Unquote(body); err != nil {
				return nil
			}
		} else if phrase != http.StatusText(status) {
			return nil // the beginning alone does not identify genqlient
		}
		a := &spec.Answer{Status: status}
		readBody(a, body)
		a.Refuser = &httpadapter.Response{Status: status, Body: []byte(body), Refused: refusalIn}
		return a
	}
	return nil
}
