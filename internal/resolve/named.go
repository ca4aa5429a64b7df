package resolve

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// A sentence in words that no table has still says what it is about: it repeats names and
// values of the call. The evidence of the call decides between several: a missing argument was
// not sent, an unknown one is not in the schema, and a value that is too long is longer than
// the limit.

// A mention is a part of a message that the call has too.
type mention struct {
	path  string // of the argument with this name, or with this value
	word  string // the word, if it is a part of a text of the call
	named bool   // it is a name
	sure  int
}

// How sure it is that a word of a message is one of the call.
const (
	plain  = 10 * (1 + iota) // a word of English too
	marked                   // by its signs, or by the word or the sign beside it
	inQuotationMarks
	wholePath
)

// beforeNames are the words that a name of the call may follow.
var beforeNames = strings.Fields("field fields column key keys property parameter param argument variable symbol option flag command function identifier name named called attribute member path revision id on of for unknown undefined unrecognized undeclared missing no invalid operator operators options flags fields columns arguments got received given found value type encoder filter format argument")

// indexes are the words before the index of an item.
var indexes = strings.Fields("index item element entry row position")

// beforePositions are the words before the number of a position.
var beforePositions = strings.Fields("line column col char character position pos offset")

// maxMentions is the number of words of a message that are looked for in the call.
const maxMentions = 64

// mentions returns what a message names of the call.
func (c *Call) mentions(message string) (all []mention) {
	left, before := maxMentions*512/max(c.count(), 512), ""
	var chain []string
	for start, end := 0, 0; start < len(message) && left > 0; start = end {
		token, quote, next := nextToken(message[start:])
		end = start + next
		sure, after := plain, strings.TrimLeft(message[end:], `"'`)
		switch first, size := utf8.DecodeRuneInString(token); {
		case token == "", digits(token) && (strings.HasPrefix(after, ":") || slices.Contains(beforePositions, before)): // a position
			continue
		case quote:
			sure = inQuotationMarks
		case slices.Contains(beforeNames, before), strings.HasPrefix(after, ":"), strings.HasSuffix(message[:start], ": "),
			!digits(token) && (!unicode.IsLetter(first) || strings.ContainsFunc(token[size:], func(r rune) bool { return r < 'a' || r > 'z' })):
			sure = marked
		case strings.Trim(after, ".! \n") == "" && !common[token] && c.some(func(p *place) bool { return p.text == token }): // "unknown solver newton"
			sure = marked
		case common[strings.ToLower(token)] && (start == 0 || before == "the" || before == "your"): // the subject
			sure = plain + 1
		}
		left--
		if one, other, ok := strings.Cut(token, "/-"); ok && isOption(token) { // "-j/--jobs"
			if token = one; !c.contains(one) {
				token = "-" + other
			}
		}
		found := c.mentioned(token, sure)
		if path, ok := c.only(func(p *place) bool { return p.isScalar() && !p.secret && p.text == token && isCalled(p.key, before) }); ok && c.mayShowPath(path) { // "sheet Orders"
			found = []mention{{path: path, sure: wholePath}}
		}
		if i := strings.LastIndexByte(token, '.'); len(found) == 0 && i > 0 && !strings.Contains(token, "/") { // a table, or the name of a type, is before it
			found = slices.DeleteFunc(c.mentioned(token[i+1:], sure), func(m mention) bool { return !m.named && m.word == "" })
		}
		if quote && len(found) == 0 && strings.Contains(token, " ") && len(token) <= maxName && !strings.Contains(token, "\n") { // its words
			end = start + 1
		}
		if !quote && beforePosition(after) { // a file, before a line
			found = nil
		}
		if (start == 0 || message[start-1] == '\n') && !quote && strings.HasPrefix(after, ":") { // it can be a program, or a language
			found = slices.DeleteFunc(found, func(m mention) bool { return m.word != "" || strings.ContainsAny(c.textAt(m.path), " \n") })
		}
		for i := range found {
			if m := &found[i]; m.word != "" && !quote && !isOption(token) && strings.HasSuffix(message[:start], " ") && strings.HasPrefix(after, ": ") && !isSentence(strings.TrimSpace(after[1:])) { // what follows is the value
				m.sure--
			}
		}
		quotes := sure == inQuotationMarks && c.some(func(p *place) bool { return p.key == token })
		if quotes || len(found) > 0 && found[0].named && found[0].sure >= marked || len(chain) > 0 && digits(token) && slices.Contains(indexes, before) {
			chain = append(chain, token)
		}
		all, before = append(all, found...), strings.ToLower(token)
	}
	if path := (&view{call: c, message: message}).mentioned(nil); path != "" {
		all = append(all, mention{path: path, sure: inQuotationMarks})
	}
	if path, ok := c.fit(chain); ok && len(chain) > 1 {
		all = append(all, mention{path: path, named: true, sure: wholePath})
	}
	return all
}

// nextToken returns the first word of a text, or what is in quotation marks there, and the
// offset after it.
func nextToken(text string) (token string, quoted bool, end int) {
	first, size := utf8.DecodeRuneInString(text)
	if strings.ContainsRune("\"'`“‘«", first) {
		if n := strings.IndexAny(text[size:], "\"'`”’»"); n > 0 && n <= maxUpstream {
			_, closing := utf8.DecodeRuneInString(text[size+n:])
			return text[size : size+n], true, size + n + closing
		}
		return "", false, size
	}
	end = len(text)
	for i, r := range text {
		inside := i > 0 && r == '\'' && isLetter(text[i-1]) && i+1 < len(text) && isLetter(text[i+1]) || // don't
			i > 0 && (text[i-1] == '[' || strings.HasPrefix(text[i+1:], "]")) && strings.ContainsRune("\"'", r) // data['a']
		if !inside && (unicode.IsSpace(r) || strings.ContainsRune("\"'`“”‘’«»,;=(){}<>|", r)) {
			end = i
			break
		}
	}
	token = strings.TrimRight(text[:end], ".:!?]")
	if n := len(token); n > 1 && token[0] == ':' {
		return token[1:], false, n
	}
	if strings.Contains(token, "[") && strings.HasPrefix(text[len(token):], "]") {
		token += "]"
	}
	if token == "" {
		return "", false, max(end, size)
	}
	end = len(token)
	if i := strings.LastIndexByte(token, '/'); i > 0 && digits(token[i+1:]) { // a function and the number of its arguments
		token = token[:i]
	}
	return strings.TrimPrefix(token, "["), false, end
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// mentioned returns the mentions that a word of a message can be.
func (c *Call) mentioned(token string, sure int) (all []mention) {
	if lower := strings.ToLower(token); sure > plain && !c.mayShow(token) && c.mayShow(lower) { // databases change the case of names
		token = lower
	}
	named := sure
	path, steps := c.spelledPath(token)
	if path == "" && len(token) > minMentioned { // in the other number
		if path, steps = c.spelledPath(token + "s"); path == "" {
			path, steps = c.spelledPath(strings.TrimSuffix(token, "s"))
		}
		named = plain
	}
	if path != "" && (steps > 1 || named > plain || !common[strings.ToLower(token)]) {
		if steps > 1 {
			all = append(all, mention{path: path, named: true, sure: wholePath})
		} else {
			all = append(all, mention{path: path, named: true, sure: named})
		}
	}
	if sure == plain && (len(token) < 4 || common[strings.ToLower(token)]) || !c.mayShow(token) && sure < inQuotationMarks && !c.hasIn(token, spelled) {
		return all
	}
	for i := range c.values {
		switch p := &c.values[i]; {
		case p.secret || !p.isScalar():
		case sure > plain && p.text == token && (len(token) > 2 || sure > marked || digits(token)):
			all = append(all, mention{path: p.path, sure: sure})
		case p.kind == '"' && p.text != token && (!digits(token) || sure > plain) && (sure == inQuotationMarks || strings.ContainsFunc(token, inWord)) && len(all) < maxWords && len(occurrences(p, token)) > 0:
			all = append(all, mention{path: p.path, word: token, sure: max(sure, plain+1) - plain/2})
		}
	}
	return all
}

// isCalled reports whether a word of a sentence is the name of an argument, or ends with it.
func isCalled(key, word string) bool {
	return sameName(key, word) || len(key) > minMentioned && strings.HasSuffix(word, strings.ToLower(key))
}

// common are names of arguments that sentences in English have as well.
var common = map[string]bool{
	"a": true, "an": true, "at": true, "body": true, "data": true, "error": true, "field": true, "from": true, "id": true, "in": true, "input": true, "is": true, "key": true, "message": true, "name": true, "path": true,
	"query": true, "request": true, "status": true, "text": true, "to": true, "type": true, "value": true, "values": true, "code": true, "column": true, "line": true, "table": true, "command": true, "parameter": true, "arguments": true,
}

// spelledPath returns the path of the place that a word spells, and the number of its steps. The
// name of a type may be before it.
func (c *Call) spelledPath(token string) (path string, n int) {
	token = strings.TrimPrefix(token, "@")
	if strings.Contains(token, "/") && !strings.HasPrefix(token, "/") && !strings.HasPrefix(token, "#") {
		token = "/" + token
	}
	if strings.Count(token, "[") != strings.Count(token, "]") {
		return "", 0
	}
	parts := steps(nil, strings.TrimPrefix(token, "$."))
	if len(parts) == 1 && digits(parts[0]) {
		return "", 0
	}
	if len(parts) == 1 && token != "" && !unicode.IsLetter(rune(token[0])) { // "$gt"
		if path, ok := c.only(func(p *place) bool { return p.key == token }); ok {
			return path, 1
		}
		parts[0] = strings.TrimPrefix(parts[0], "$")
	}
	for drop := 0; drop < len(parts) && drop <= 2; drop++ {
		if path, ok := c.fit(parts[drop:]); ok && c.mayShowPath(path) {
			return path, len(parts)
		}
	}
	return "", 0
}

// reading returns the findings of a reading with what it names of the call, and how sure that is.
func (c *Call) reading(r refusal.Reading, plain bool) (found []toolerr.Finding, sure int) {
	v := &view{call: c, message: r.Text, plain: plain}
	found = r.Findings
	for i := range found {
		if sure = max(sure, v.place(&found[i])); found[i].Rule != toolerr.RuleBadValue && found[i].Rule != toolerr.RuleSyntax {
			sure++
		}
		if at := found[i].At; at.Column+at.Offset > 0 {
			sure += 1 + min(at.Line, 1)
		}
	}
	for i := range found { // of a range, only one limit is broken
		if f, other := &found[i], found[len(found)-1-i]; len(found) == 2 && len(f.Fields) == 0 && f.Value == "" && f.Word == "" {
			f.Fields, f.Value = other.Fields, other.Value
		}
		if f := &found[i]; len(found) == 1 && f.Rule == toolerr.RuleRequired {
			if several := c.missing(r.Text, plain); len(several) > 1 {
				return several, max(sure, marked)
			}
		}
		if f := &found[i]; len(f.Fields) == 0 && f.Value == "" && !v.mayShow(f.Word) && !c.concerns(f) {
			return nil, 0
		}
	}
	return found, sure
}

// place adds to a finding without a place what the message names of the call, and returns how sure
// that is.
func (v *view) place(f *toolerr.Finding) (sure int) {
	message := v.message[:min(len(v.message), maxMessage)]
	if f.Rule == toolerr.RuleConflict && len(f.Fields) < 2 {
		if fields := v.call.pair(message); fields != nil {
			f.Fields, f.Word, f.Value = fields, "", ""
			return marked
		}
	}
	if len(f.Fields) > 0 || f.Value != "" || f.Word != "" || f.Rule == toolerr.RuleStale || f.Rule == toolerr.RuleNotPermitted {
		return 0
	}
	best, tie := mention{}, false
	rule, member := f.Rule, refusal.MissesMember(v.message)
	for _, m := range v.call.mentions(message) {
		if f.Rule == toolerr.RuleCountMismatch && !m.named && digits(v.call.textAt(m.path)) { // a count
			continue
		}
		if !m.named && f.Limit != "" && v.call.textAt(m.path) == f.Limit { // that is valid
			continue
		}
		if m.word == "" && slices.Contains(f.Names, v.call.textAt(m.path)) || slices.Contains(f.Names, m.word) {
			continue
		}
		f.Rule = v.call.meant(rule, m, member)
		switch s := m.sure + v.call.weigh(m, f); {
		case s > sure || s == sure && isOption(v.call.textAt(best.path)):
			best, sure, tie = m, s, false
		case s == sure && (m.path != best.path || m.word == "" != (best.word == "")):
			tie = true
		}
	}
	exact := f.At.Column+f.At.Offset > 0 && v.call.concerns(f)
	hidden := (rule == toolerr.RuleBadValue || rule == toolerr.RuleBadFormat) && v.call.some(func(p *place) bool { return p.secret && p.path == best.path })
	f.Rule = rule
	if sure < plain/2 || tie || hidden || exact && (sure < marked-plain/2 || rule == toolerr.RuleSyntax && best.word != "") || rule == toolerr.RuleUnknown && best.named && f.At.Column+f.At.Offset > 0 {
		return v.guess(f)
	}
	if about := v.call.about(v.message, f, v.plain); about.tells(v.plain) && about.denies(best) {
		if sure := v.guess(f); sure > 0 {
			return sure
		}
	}
	f.Rule = v.call.meant(rule, best, member)
	if f.Word = best.word; best.word == "" {
		if f.Value = v.call.textAt(best.path); best.named || isSentence(f.Value) && f.Rule != toolerr.RuleNotFound || v.valued(f.Value) == "" {
			f.Fields, f.Value = []string{best.path}, ""
		}
	}
	return sure
}

// guess adds to a finding the place that the message is most probably about.
func (v *view) guess(f *toolerr.Finding) (sure int) {
	if f.Rule == toolerr.RuleStale || f.Rule == toolerr.RuleNotPermitted {
		return 0 // of an object, or of whoever calls
	}
	about := v.call.about(v.message, f, v.plain)
	if v.listed { // what a vendor's adapter did not read as the word is another table, or a key
		about.word = ""
	}
	at := v.call.valueAt(about.path)
	whole := about.word == "" && at != nil
	switch amount := f.Rule == toolerr.RuleTooSmall || f.Rule == toolerr.RuleTooLarge; {
	case !about.tells(v.plain), whole && slices.Contains(f.Names, at.text): // that is valid
		return 0
	case whole && f.Rule == toolerr.RuleRequired && v.call.answers(about.path) && !isComposed(at.text): // it is there
		return 0
	case whole && f.Rule == toolerr.RuleUnknown && (!at.isScalar() || hasParts(at.text) || !v.call.answers(about.path)): // a name in it is not
		return 0
	case !whole || !amount || at.isScalar():
	case f.Limit != "" && (at.kind != '[' || !v.call.breaks(about.path, f)): // of something in it
		return 0
	case f.Limit != "":
	default:
		f.Rule = toolerr.RuleOutOfRange
	}
	switch f.Word = about.word; {
	case whole && v.isInside(f, at):
		f.Fields = []string{about.path, inside}
	case f.Word == "":
		f.Fields = []string{about.path}
	}
	return plain
}

// isInside reports whether what a finding states of a list, of an object or of a text with a syntax can
// only be said of something in it.
func (v *view) isInside(f *toolerr.Finding, at *place) bool {
	if !at.isScalar() {
		return !slices.Contains(wholeRules, f.Rule)
	}
	statement := isSentence(at.text) && (v.listed || isComposed(at.text) && f.Limit == "")
	return statement && f.Rule != toolerr.RuleSyntax && f.Rule != toolerr.RuleRequired
}

// inside is the second field of a finding about something in the list or the object at the first.
const inside = ""

// wholeRules are those that a list or an object breaks as a whole.
var wholeRules = []toolerr.Rule{toolerr.RuleTooMany, toolerr.RuleTooFew, toolerr.RuleTooLarge, toolerr.RuleTooSmall, toolerr.RuleTooLong, toolerr.RuleTooShort, toolerr.RuleCountMismatch, toolerr.RuleDuplicate, toolerr.RuleConflict, toolerr.RuleSyntax}

// meant returns the rule for a mention: what is missing although the call has it does not exist,
// unless it is the member of an object, of which the call can have another one.
func (c *Call) meant(rule toolerr.Rule, m mention, member bool) toolerr.Rule {
	switch {
	case rule == toolerr.RuleUnknown && m.named && c.described(m.path) && c.answers(m.path): // its value is not
		return toolerr.RuleNotFound
	case m.named && m.sure >= marked && c.readAsAnother(m.path, rule):
		return toolerr.RuleRequired
	case rule != toolerr.RuleRequired || m.named || member || m.sure < marked-plain/2 || isOption(c.textAt(m.path)):
		return rule
	case m.word != "":
		return toolerr.RuleUnknown
	}
	return toolerr.RuleNotFound
}

// textAt returns the text of the value at a path, or "".
func (c *Call) textAt(path string) string {
	if p := c.valueAt(path); p != nil {
		return p.text
	}
	return ""
}
