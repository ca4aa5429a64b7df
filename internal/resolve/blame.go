package resolve

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// Words of an error's text, in lower case.
var (
	// requestWords show that a text is about what a caller sent.
	requestWords = []string{"argument", "arguments", "arg", "args", "parameter", "parameters", "param", "params", "request", "input", "payload", "validation", "400", "422", "unprocessable"}
	// foreignWords show that a text is about something else, unless the call has the word.
	foreignWords = []string{"response", "responses", "reply", "config", "configuration", "env", "environment", "settings", "startup", "scan", "cache", "secret", "credentials", "certificate", "migration", "template", "flag"}
)

// Blaming returns the findings in a text that no service wrote which may blame an argument, and
// those that may not. A text about a response, a configuration or the like has neither. A
// finding may blame an argument if the call has the refused value, if the text begins with the
// argument, or if the text is about arguments or a request.
func (c *Call) Blaming(text string, found []toolerr.Finding) (sure, doubtful []toolerr.Finding) {
	if len(found) == 0 || hasWord(text, func(w string) bool { return slices.Contains(foreignWords, w) && !c.mayShow(w) }) {
		return nil, nil
	}
	asked := hasWord(text, func(w string) bool { return slices.Contains(requestWords, w) })
	for _, f := range found {
		if asked || len(f.Fields) == 0 || c.contains(f.Value) || c.contains(f.Word) || strings.HasPrefix(text, f.Fields[0]+" ") {
			sure = append(sure, f)
		} else {
			doubtful = append(doubtful, f)
		}
	}
	return sure, doubtful
}

// hasWord reports whether a word of a text, in lower case, meets a condition.
func hasWord(text string, is func(word string) bool) bool {
	for _, token := range tokens(strings.ToLower(text)) {
		if is(bare(token)) {
			return true
		}
	}
	return false
}

// contains reports whether a value of the call is a word or has it as a token.
func (c *Call) contains(word string) bool {
	for i := range c.values {
		p := &c.values[i]
		if p.secret || word == "" {
			continue
		}
		if p.text == word {
			return true
		}
		for _, token := range tokens(p.text) {
			if token == word || bare(token) == word {
				return true
			}
		}
	}
	return false
}

// answers reports whether the call has a value at a path that cannot count as missing: a text
// that is not blank, a number other than 0, or true.
func (c *Call) answers(path string) bool {
	for i := range c.values {
		if p := &c.values[i]; p.path == path {
			return p.isScalar() && p.text != "null" && p.text != "false" && strings.Trim(p.text, " \t\r\n0.-") != ""
		}
	}
	return false
}
