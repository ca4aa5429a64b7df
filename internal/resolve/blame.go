package resolve

import (
	"slices"
	"strings"
	"unicode"

	quotation "github.com/errand-go/errand/internal/quoted"
	"github.com/errand-go/errand/internal/wording"
	"github.com/errand-go/errand/toolerr"
)

// Words of an error's text, in lower case.
var (
	// requestWords show that a text is about what a caller sent.
	requestWords = []string{"argument", "arguments", "arg", "args", "parameter", "parameters", "param", "params", "request", "input", "payload", "validation", "400", "422", "unprocessable"}
	// foreignWords show that a text is about something else, unless the call has the word.
	foreignWords = []string{"response", "responses", "reply", "config", "configuration", "env", "environment", "settings", "startup", "scan", "cache", "secret", "credentials", "certificate", "migration"}
	// ownWords do too, unless the call has the word that the finding is about.
	ownWords = []string{"template", "flag"}
)

// Blaming returns the findings in a text that no service wrote which may blame an argument, and
// those that may not. A text about a response, a configuration or the like has neither. A
// finding may blame an argument if the call has the refused value, if the text begins with the
// argument or is a body with a member for it, or if the text is about arguments or a request.
func (c *Call) Blaming(text string, found []toolerr.Finding) (sure, doubtful []toolerr.Finding) {
	found = c.withoutProgram(text, found)
	gist, _ := c.Gist(text, "", true)
	if len(gist)+len(found) == 0 {
		return nil, nil
	}
	rule, _ := wording.Rule(text, c)
	if about := c.about(text, &toolerr.Finding{Rule: rule}, true); about.none >= unrelated {
		return nil, nil
	}
	if len(gist) == 0 && mentionsAny(c, text, foreignWords) {
		return nil, nil
	}
	asked := strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") || hasWord(text, func(w string) bool { return slices.Contains(requestWords, w) })
	own := mentionsAny(c, text, ownWords)
	if sure, doubtful = c.apart(text, found, asked, own); !own && len(sure) > 0 && len(sure) == len(found) && !some(found, func(f *toolerr.Finding) bool { return !c.places(f) }) {
		return sure, nil
	}
	more := func(is func(*toolerr.Finding) bool) bool { return some(gist, is) && !some(found, is) }
	if more(c.names) || more(c.concerns) || len(found) == 0 {
		sure, doubtful = nil, nil
		for i := range gist {
			f := &gist[i]
			if c.guesses(text, f) || c.names(f) || c.concerns(f) && (asked || len(f.Fields) == 0 || !isPlain(f.Fields[0]) || slices.Contains(valueRules, f.Rule) && c.isNamed(text, f.Fields[0])) {
				sure = append(sure, *f)
			} else {
				if len(c.values) == 1 { // the only one, perhaps
					f.Fields = nil
				}
				doubtful = append(doubtful, *f)
			}
		}
	}
	return sure, doubtful
}

// guesses reports whether a text that no service wrote is probably about the place or the word of a
// finding.
func (c *Call) guesses(text string, f *toolerr.Finding) bool {
	about := c.about(text, f, true)
	return about.tells(true) && (len(f.Fields) > 0 && f.Fields[0] == about.path || f.Word == about.word && f.Word != "")
}

// places reports whether the call has all places of a finding.
func (c *Call) places(f *toolerr.Finding) bool {
	return len(f.Fields) > 0 && !slices.ContainsFunc(f.Fields, func(field string) bool { _, ok := c.path(field, ""); return !ok })
}

// apart returns the findings that may blame an argument, and those that may not.
func (c *Call) apart(text string, found []toolerr.Finding, asked, own bool) (sure, doubtful []toolerr.Finding) {
	for i := range found {
		f := &found[i]
		switch named := c.names(f); {
		case own && !named:
		case !named && len(f.Fields) > 0 && f.At.Column+f.At.Offset > 0: // of a parser's text
			doubtful = append(doubtful, *f)
		case !named && len(f.Fields) > 0 && c.isFile(f.Fields[0]):
		case named, asked, len(f.Fields) == 1 && (isOption(f.Fields[0]) && c.contains(f.Fields[0]) || c.quotes(text, f.Fields[0])), len(f.Fields) > 0 && c.proves(f, f.Fields[0]), len(f.Fields) > 0 && strings.HasPrefix(text, f.Fields[0]+" "), f.Rule != toolerr.RuleRequired && c.places(f) && (len(f.Fields) > 1 || isCompound(f.Fields[0])):
			sure = append(sure, *f)
		case len(f.Fields) > 0:
			doubtful = append(doubtful, *f)
		case f.Word == "" && f.Value == "" && f.At == (toolerr.Position{}), c.concerns(f):
			sure = append(sure, *f)
		}
	}
	return sure, doubtful
}

// isCompound reports whether a place has several steps, or a name of several words.
func isCompound(field string) bool {
	return strings.ContainsAny(strings.Trim(field, "._[]"), "._[") || strings.IndexFunc(field, unicode.IsUpper) > 0 && strings.IndexFunc(field, unicode.IsLower) == 0
}

// some reports whether a finding meets a condition.
//
//go:noinline
func some(found []toolerr.Finding, is func(*toolerr.Finding) bool) bool {
	for i := range found {
		if is(&found[i]) {
			return true
		}
	}
	return false
}

// quotes reports whether a text has the value at a path, which has several words.
func (c *Call) quotes(text, path string) bool {
	if p, ok := c.path(path, ""); ok {
		path = p
	}
	return c.some(func(p *place) bool {
		return p.path == path && !p.secret && p.text != "" && (quoted(text, p.text) || isSentence(p.text) && mentionable(p.text) && strings.Contains(text, p.text))
	})
}

// isNamed reports whether a text has the last name of a path, in either number, and gives the
// call's value there if it quotes one.
func (c *Call) isNamed(text, path string) bool {
	full := path[strings.LastIndexByte(path, '/')+1:]
	name := strings.TrimSuffix(full, "s")
	marked, _ := quotation.Texts(text)
	return (quoted(text, full) || hasWord(text, func(w string) bool { return strings.TrimSuffix(w, "s") == name })) && !slices.ContainsFunc(marked, func(q string) bool { return !c.mayShow(q) && !strings.Contains(q, name) })
}

// isPlain reports whether the last name of a path can be a word of English.
func isPlain(path string) bool {
	return strings.Trim(path[strings.LastIndexByte(path, '/')+1:], "abcdefghijklmnopqrstuvwxyz") == ""
}

// mentionsAny reports whether a text has one of the words, and the call has not.
//
//go:noinline
func mentionsAny(c *Call, text string, words []string) bool {
	return hasWord(text, func(w string) bool { return slices.Contains(words, w) && !c.mayShow(w) })
}

// concerns reports whether a finding in a text that is not an answer to the call is about the
// call: about a word, a value or a path of it, about an argument that it can have, or about a
// position in one of its texts.
func (c *Call) concerns(f *toolerr.Finding) bool {
	if c.names(f) || c.tail(f.Value) != "" {
		return true
	}
	if len(f.Fields) > 0 && f.Value == "" {
		_, ok := c.path(f.Fields[0], "")
		return ok || isOption(f.Fields[0]) && c.contains(f.Fields[0])
	}
	return f.At != (toolerr.Position{}) && c.some(func(p *place) bool {
		return p.has(f.At)
	})
}

// has reports whether a text has a position, of which an error may be at the end.
func (p *place) has(at toolerr.Position) bool {
	_, ok := byteAt(p.text+" ", at.Line, max(at.Column, 1), at.Offset)
	return ok && p.kind == '"' && !p.secret && at != (toolerr.Position{})
}

// isFile reports whether the place of a finding is a path of the system, which the call does not
// have, as in "open /var/exports: disk quota exceeded".
func (c *Call) isFile(field string) bool {
	field = field[strings.LastIndexByte(field, ' ')+1:]
	_, ok := c.path(field, "")
	return strings.HasPrefix(field, "/") && !ok
}

// names reports whether the call has the value or the word of a finding.
func (c *Call) names(f *toolerr.Finding) bool { return c.contains(f.Value) || c.contains(f.Word) }

// hasWord reports whether a word of a text, in lower case and not in quotation marks, meets a condition.
func hasWord(text string, is func(word string) bool) bool {
	text = strings.ToLower(text)
	for i, token := range tokens(text) {
		if (i == 0 || strings.IndexByte("\"'`", text[i-1]) < 0) && is(bare(token)) {
			return true
		}
	}
	return false
}

// contains reports whether a value of the call is a word or has it as a token.
//
//go:noinline
func (c *Call) contains(word string) bool {
	return word != "" && c.some(func(p *place) bool {
		if p.secret || p.text == word || p.key == word && !unicode.IsLetter(rune(word[0])) {
			return !p.secret
		}
		for _, token := range tokens(p.text) {
			if _, ok := within(token, word); ok {
				return true
			}
		}
		return len(spelled(p.text, word)) > 0
	})
}

// answers reports whether the call has a value at a path that cannot count as missing: a text
// that is not blank, a number other than 0, or true.
func (c *Call) answers(path string) bool {
	p := c.valueAt(path)
	return p != nil && p.isScalar() && p.text != "null" && p.text != "false" && strings.Trim(p.text, " \t\r\n0.-") != ""
}
