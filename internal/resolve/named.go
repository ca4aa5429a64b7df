package resolve

import (
	"slices"
	"strconv"
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
var beforeNames = strings.Fields("field fields column key keys property parameter param argument variable symbol option flag command function identifier name named called attribute member path revision id on of for unknown undefined unrecognized undeclared missing no invalid operator")

// indexes are the words before the index of an item.
var indexes = strings.Fields("index item element entry row position")

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
		case token == "":
			continue
		case quote:
			sure = inQuotationMarks
		case slices.Contains(beforeNames, before), strings.HasPrefix(after, ":"), strings.HasSuffix(message[:start], ": ") && strings.Trim(after, ". \n") == "",
			strings.ContainsFunc(token[size:], func(r rune) bool { return r < 'a' || r > 'z' }), !unicode.IsLetter(first):
			sure = marked
		}
		left--
		found := c.mentioned(token, sure)
		if start == 0 && !quote && strings.HasPrefix(after, ":") { // it can be a program
			found = slices.DeleteFunc(found, func(m mention) bool { return m.word != "" })
		}
		quotes := sure == inQuotationMarks && slices.ContainsFunc(c.values, func(p place) bool { return p.key == token })
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
		inside := i > 0 && (text[i-1] == '[' || strings.HasPrefix(text[i+1:], "]")) && strings.ContainsRune("\"'", r) // data['a']
		if !inside && (unicode.IsSpace(r) || strings.ContainsRune("\"'`“”‘’«»,;=(){}<>|", r)) {
			end = i
			break
		}
	}
	token = strings.TrimRight(text[:end], ".:!?]")
	if strings.Contains(token, "[") && strings.HasPrefix(text[len(token):], "]") {
		token += "]"
	}
	if token == "" {
		return "", false, max(end, size)
	}
	return strings.TrimPrefix(token, "["), false, len(token)
}

// mentioned returns the mentions that a word of a message can be.
func (c *Call) mentioned(token string, sure int) (all []mention) {
	if path, steps := c.spelledPath(token); path != "" && (steps > 1 || sure > plain || !common[strings.ToLower(token)]) {
		if steps > 1 {
			sure = max(sure, inQuotationMarks)
		}
		all = append(all, mention{path: path, named: true, sure: sure})
	}
	if sure == plain && (len(token) < 4 || common[strings.ToLower(token)]) || !c.mayShow(token) && sure < inQuotationMarks {
		return all
	}
	for i := range c.values {
		switch p := &c.values[i]; {
		case p.secret || !p.isScalar():
		case sure > plain && p.text == token && (len(token) > 2 || sure > marked || digits(token)):
			all = append(all, mention{path: p.path, sure: sure})
		case p.kind == '"' && p.text != token && !digits(token) && len(all) < maxWords && len(occurrences(p, token)) > 0:
			all = append(all, mention{path: p.path, word: token, sure: max(sure, plain+1) - plain/2})
		}
	}
	return all
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
	parts := steps(nil, token)
	if len(parts) == 1 && digits(parts[0]) {
		return "", 0
	}
	if len(parts) == 1 && token != "" && !unicode.IsLetter(rune(token[0])) { // "$gt"
		if path, ok := c.only(func(p *place) bool { return p.key == token }); ok {
			return path, 1
		}
	}
	for drop := 0; drop < len(parts) && drop <= 2; drop++ {
		if path, ok := c.fit(parts[drop:]); ok && c.mayShowPath(path) {
			return path, len(parts)
		}
	}
	if len(parts) > 1 {
		if path, ok := c.inAnyItem(parts[len(parts)-2:]); ok {
			return path, len(parts)
		}
	} else if len(parts) == 1 {
		if path, ok := c.lacking(parts); ok {
			return path, 1
		}
	}
	return "", 0
}

// inAnyItem returns the place with the given steps in an item of a list that the steps do not
// count: the only one, or the only one whose value has another kind than the others.
func (c *Call) inAnyItem(parts []string) (string, bool) {
	count := map[byte]int{}
	is := func(p *place) bool {
		if p.depth != len(parts)+1 || !sameName(p.key, parts[len(parts)-1]) {
			return false
		}
		item := c.nth(p.parent)
		return item.item && sameName(c.nth(item.parent).key, parts[0])
	}
	for i := range c.values {
		if is(&c.values[i]) {
			count[c.values[i].kind]++
		}
	}
	if len(count) == 0 {
		return c.lacking(parts)
	}
	return c.only(func(p *place) bool {
		return is(p) && (len(count) == 1 || count[p.kind] == 1 && (p.kind == '"' || count['"'] != 1))
	})
}

// lacking returns the place that the schema describes in the items of a list, in the only item
// without it.
func (c *Call) lacking(parts []string) (string, bool) {
	last := parts[len(parts)-1]
	for i := range c.shown.places {
		p := &c.shown.places[i]
		if !sameText(p.key, last) || p.parent < 0 || !c.nth(p.parent).any {
			continue
		}
		around := c.nth(p.parent).path
		path, ok := c.only(func(o *place) bool {
			return o.kind == '{' && inItems(around, o.path) && !c.has([]byte(o.path+"/"+step(last)))
		})
		return path + "/" + step(last), ok
	}
	return "", false
}

// Read is [Call.Resolve] for an answer to the call: if that shows no place and no word, the whole
// message states the rule, and the call shows the place. With names, the findings may show
// identifiers of the service, but not the whole message, which has no slots for them.
func (c *Call) Read(r toolerr.Refusal, names bool) []toolerr.Problem {
	problems := c.Resolve(r, names)
	if len(problems) > 1 {
		return problems
	}
	done := decided(problems)
	if done && !c.holds(problems[0].Path) {
		return problems
	}
	gist := c.Gist(r.Message, len(problems) == 0)
	if len(gist) == 0 || done && (len(gist[0].Fields) == 0 || strings.Contains(problems[0].Problem.String(), `"`) || !strings.HasPrefix(gist[0].Fields[0], problems[0].Path+"/")) {
		return problems
	}
	r.Findings = gist
	if better := c.Resolve(r, false); decided(better) || len(problems) == 0 {
		return better
	}
	return problems
}

// decided reports whether problems show a place and more than that its value is invalid, or a
// word.
func decided(problems []toolerr.Problem) bool {
	return slices.ContainsFunc(problems, func(p toolerr.Problem) bool {
		text := p.Problem.String()
		return p.Path != "" && text != invalid || p.Path == "" && strings.Contains(text, `"`) && !strings.HasPrefix(text, naming) && !strings.HasSuffix(text, invalid)
	})
}

const naming = "The error's text names the value of "

var invalid = toolerr.RuleBadValue.Message(toolerr.Detail{}).String()

// Gist returns what a text as a whole states of the call, and nothing if the call has nothing
// that the text names. With alone, the text may be about the only argument without its name.
func (c *Call) Gist(text string, alone bool) []toolerr.Finding {
	found := refusal.Gist(text)
	if len(found) == 0 || about(c, text, foreignWords) {
		return nil
	}
	v := &view{call: c, message: text}
	for i := range found {
		f := &found[i]
		if v.place(f); len(f.Fields) == 0 && f.Value == "" && !v.mayShow(f.Word) && !c.concerns(*f) {
			if !alone || len(c.values) != 1 || f.Rule == toolerr.RuleRequired || f.Rule == toolerr.RuleUnknown {
				return nil
			}
			f.Fields = []string{c.values[0].path} // which else
		}
	}
	return found
}

// place adds to a finding without a place what the message names of the call.
func (v *view) place(f *toolerr.Finding) {
	if len(f.Fields) > 0 || f.Value != "" || f.Word != "" || f.Rule == toolerr.RuleStale || f.Rule == toolerr.RuleNotPermitted {
		return
	}
	best, sure, tie := mention{}, 0, false
	for _, m := range v.call.mentions(v.message[:min(len(v.message), maxMessage)]) {
		if m.word == "" && slices.Contains(f.Names, v.call.textAt(m.path)) || slices.Contains(f.Names, m.word) {
			continue
		}
		switch s := m.sure + v.call.weigh(m, f); {
		case s > sure:
			best, sure, tie = m, s, false
		case s == sure && (m.path != best.path || m.word != best.word):
			tie = true
		}
	}
	if sure < plain/2 || tie {
		return
	}
	if f.Word = best.word; best.word == "" {
		if f.Value = v.call.textAt(best.path); best.named || v.valued(f.Value) == "" {
			f.Fields, f.Value = []string{best.path}, ""
		}
	}
}

// textAt returns the text of the value at a path, or "".
func (c *Call) textAt(path string) string {
	if i := slices.IndexFunc(c.values, func(p place) bool { return p.path == path }); i >= 0 {
		return c.values[i].text
	}
	return ""
}

// weigh returns what the evidence of the call adds to a mention, below 0 if it is against it.
func (c *Call) weigh(m mention, f *toolerr.Finding) int {
	sent := c.has([]byte(m.path))
	switch f.Rule { //nolint:exhaustive // the others are about a value
	case toolerr.RuleRequired:
		if m.named && !c.answers(m.path) {
			return plain / 2
		}
		return -wholePath
	case toolerr.RuleUnknown:
		if described := slices.ContainsFunc(c.shown.places, func(p place) bool { return p.path == m.path }); m.named && described {
			return -wholePath
		} else if m.named {
			return plain / 2
		}
		return 1
	}
	if m.named && !sent || !c.breaks(m.path, f) {
		return -wholePath
	}
	if !m.named && m.word == "" {
		return 1
	}
	return 0
}

// breaks reports whether the value at a path can break a limit.
func (c *Call) breaks(path string, f *toolerr.Finding) bool {
	limit, err := strconv.ParseFloat(f.Limit, 64)
	i := slices.IndexFunc(c.values, func(p place) bool { return p.path == path })
	if i < 0 || err != nil {
		return true
	}
	p := &c.values[i]
	number, err := strconv.ParseFloat(p.text, 64)
	length := float64(utf8.RuneCountInString(p.text))
	switch f.Rule { //nolint:exhaustive // those with a limit
	case toolerr.RuleTooLarge:
		return err != nil || number >= limit
	case toolerr.RuleTooSmall:
		return err != nil || number <= limit
	case toolerr.RuleTooLong:
		return p.kind == '"' && length >= limit
	case toolerr.RuleTooShort:
		return p.kind == '"' && length <= limit
	}
	return true
}

// measured returns the rule about an amount that fits the kind of the value at a path: a number
// is too large where a text is too long and a list has too many items.
func (c *Call) measured(path string, rule toolerr.Rule) toolerr.Rule {
	i := slices.IndexFunc(c.values, func(p place) bool { return path != "" && p.path == path })
	if i < 0 {
		return rule
	}
	high := slices.Index(tooMuch[:], rule)
	low := slices.Index(tooLittle[:], rule)
	kind := strings.IndexByte(`0"[`, c.values[i].kind)
	if kind < 0 || kind == 1 { // a text can have too many words
		return rule
	}
	switch {
	case high >= 0:
		return tooMuch[kind]
	case low >= 0:
		return tooLittle[kind]
	}
	return rule
}

// The rules about the amount of a number, a text and a list.
var (
	tooMuch   = [...]toolerr.Rule{toolerr.RuleTooLarge, toolerr.RuleTooLong, toolerr.RuleTooMany}
	tooLittle = [...]toolerr.Rule{toolerr.RuleTooSmall, toolerr.RuleTooShort, toolerr.RuleTooFew}
)

// choices returns the values that the schema allows at a path and that a message names.
func (c *Call) choices(path, message string) (names []string) {
	for i := range c.shown.places {
		if c.shown.places[i].depth != strings.Count(path, "/") || !c.at(i, path) {
			continue
		}
		for start, end := 0, 0; start < len(message) && len(names) < maxWords; start = end {
			token, _, next := nextToken(message[start:])
			if end = start + next; token != "" && c.shown.allows(i, token) && !slices.Contains(names, token) {
				names = append(names, token)
			}
		}
	}
	return names
}
