package refusal

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// Limits on the part of a program's text that is read.
const (
	maxLines = 64
	maxCue   = 6 // words of a cue
	maxNouns = 4 // words between a cue and its word
)

// printed returns what the lines of a program or a parser state, up to the program's
// usage.
func printed(text string) (found []toolerr.Finding) {
	lines := strings.Split(apart(unframed.Replace(text[:min(len(text), maxBody)])), "\n")
	lines = lines[:min(len(lines), maxLines)]
	for i := range lines {
		lines[i] = lines[i][:min(len(lines[i]), 1<<10)]
	}
	if end := slices.IndexFunc(lines, isUsage); end > 0 {
		lines = lines[:end]
	}
	at := toolerr.Position{}
	for i, line := range lines {
		if strings.HasPrefix(line, "    at ") || strings.HasPrefix(line, "node:internal") || len(found) >= maxMessages { // Node.js, its own files
			continue
		}
		here, _ := positionIn(strings.ToLower(line))
		for _, f := range printedLine(line, lines[i+1:]) {
			f.At = here
			found = append(found, f)
		}
		if at == (toolerr.Position{}) {
			at = here
		}
	}
	for i := 0; i < len(lines) && len(found) == 0; i++ {
		if f, ok := syntaxError(lines[i]); ok || begins(lines[i]) || isPlaced(lines[i]) {
			found = []toolerr.Finding{f}
			found[0].Rule = parserOr(lines[i])
		}
	}
	found = found[:min(len(found), maxMessages)]
	for i := range found {
		if f := &found[i]; f.At == (toolerr.Position{}) {
			f.At = at
		}
	}
	return found
}

// A programLine is a line with its words.
type programLine struct {
	text, lower string
	words       []word
	after       []string // the lines after it
}

// printedLine returns what a line states about its words.
func printedLine(text string, after []string) (found []toolerr.Finding) {
	text = strings.TrimSpace(text)
	s := programLine{text: text, lower: strings.ToLower(text), after: after}
	if s.words = slices.DeleteFunc(wordsOf(text), func(w word) bool { return w.text == "" }); len(s.lower) != len(text) {
		return nil
	}
	if strings.Contains(s.lower, "required") && strings.HasSuffix(text, ":") { // clap: a line for each
		for _, line := range after {
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			found = append(found, missingArguments([]string{line})...)
		}
		return found
	}
	last, best, cue := -2, -1, problem{}
	for i := range s.words {
		p, ok := s.problem(i)
		listed := !ok && last == i-1 && cue.head && s.gap(i) == ", " && !s.continues(i) && (cue.rule == toolerr.RuleUnknown || cue.rule == toolerr.RuleRequired)
		if listed { // "unknown arguments: a, b"
			p, ok = cue, true
		}
		if !ok {
			continue
		}
		last, cue = i, p
		more, clarity := s.finding(i, p), best
		if !listed {
			clarity = s.clarity(i, p)
		}
		switch {
		case len(more) == 0 || clarity < best || slices.ContainsFunc(found, func(f toolerr.Finding) bool { return f.Word != "" && f.Word == more[0].Word }):
		case clarity > best:
			found, best = more, clarity
		default:
			found = append(found, more...)
		}
	}
	if f, ok := phrase.Find(text, lineTexts); ok && (len(found) == 0 || len(f.Fields) > 0) {
		if more := sure(text); f.Rule == toolerr.RuleBadValue && len(more) == 1 {
			f.Rule, f.Limit, f.Beyond = more[0].Rule, more[0].Limit, more[0].Beyond
		}
		return []toolerr.Finding{f}
	}
	for i := 0; i < len(s.words) && len(found) == 0; i++ { // "option --max-time: expected a number"
		if w := s.words[i]; strings.HasPrefix(w.text, "--") && len(w.text) > 2 {
			found = sure(strings.TrimLeft(text[w.end:], "'\": "))
			for j := range found {
				found[j].Fields, found[j].Word = []string{placeholder(w.text)}, placeholder(w.text)
			}
		}
	}
	return found
}

// clarity returns how clear a line marks a word: by quotation marks, as an option, or by a
// colon.
func (s *programLine) clarity(i int, p problem) int {
	switch w := s.words[i]; {
	case w.quoted:
		return 4
	case w.text[0] == '-':
		return 3
	case i == 0 && s.gap(1) == ": ": // the program
		return 0
	case p.head && i > 0 && strings.ContainsAny(s.gap(i), ":("):
		return 2
	case !p.head && p.rule != toolerr.RuleBadFormat && p.rule != toolerr.RuleUnknown && p.rule != toolerr.RuleSyntax:
		return 2
	}
	return 1
}

// A problem is the cue of a word: its rule, and the words between.
type problem struct {
	rule  toolerr.Rule
	nouns []word
	text  string // of a cue before the word
	head  bool   // it is before the word
}

// problem returns the cue of the word with index i.
func (s *programLine) problem(i int) (problem, bool) {
	w := s.words[i]
	noun := !w.quoted && (isCommon(w.text) || strings.Trim(w.text, "0123456789-]") == "")
	option := w.text[0] == '-' || w.quoted && strings.Contains(w.text, "--")
	if rule := s.behind(i); rule != "" && !noun && (rule != toolerr.RuleBadFormat || !option) {
		return problem{rule: rule}, true
	}
	if !w.quoted && (isDigit(w.text[0]) && !strings.Contains(w.text, ".") && (i == 0 || s.gap(i) != ": ") || s.continues(i) && !option ||
		noun && !isDigit(w.text[0]) && (i == 0 || i+1 < len(s.words) && s.words[i+1].quoted || !strings.Contains(s.gap(i), ":"))) {
		return problem{}, false
	}
	p, ok := s.ahead(i)
	single := len(p.nouns) == 0 && (!strings.Contains(p.text, " ") || p.text == "no such")
	if ok && !w.quoted && s.gap(i) == " " && (single || p.rule == toolerr.RuleSyntax) && p.rule != toolerr.RuleNotFound && !strings.ContainsAny(w.text, "-_.$/@0123456789") {
		return problem{}, false // "invalid reference", "unexpected end"
	}
	return p, ok
}

// isCommon reports whether an unquoted word belongs to the sentence.
func isCommon(text string) bool {
	text = strings.ToLower(text)
	return optionNouns[text] || placeNouns[text] || thingNouns[text] || notNames[text] || breaks[text] || auxiliaries[text] || text == "file" || text == "directory" || text == "no" || text == "open" || text == "stat"
}

// continues reports whether another word of a name without quotation marks follows, as in
// "unknown command: docker foo".
func (s *programLine) continues(i int) bool {
	return i+1 < len(s.words) && !s.words[i+1].quoted && s.gap(i+1) == " " && !breaks[strings.ToLower(s.words[i+1].text)]
}

// gap returns the text before the word with index i, after the word before it.
func (s *programLine) gap(i int) string { return s.text[s.words[i-1].end:s.words[i].start] }

// ahead returns the cue before a word: the nearest one, and the longest of those.
func (s *programLine) ahead(i int) (problem, bool) {
	for j := i - 1; j >= 0 && i-1-j <= maxNouns; j-- {
		if strings.ContainsAny(s.gap(j+1), ",;.<") {
			break
		}
		for k := max(0, j+1-maxCue); k <= j; k++ {
			text := s.lower[s.words[k].start:s.words[j].end]
			if rule, ok := heads[text]; ok {
				return problem{rule, s.words[j+1 : i], text, true}, true
			}
		}
		if s.words[j].quoted || s.words[j].text[0] == '-' || breaks[strings.ToLower(s.words[j].text)] {
			break
		}
	}
	return problem{}, false
}

// behind returns the rule of the cue after a word, or "".
func (s *programLine) behind(i int) toolerr.Rule {
	if i+1 == len(s.words) || strings.Trim(s.gap(i+1), " :()-") != "" {
		return ""
	}
	for a := i + 1; a < len(s.words) && a <= i+4; a++ {
		for b := min(len(s.words), a+maxCue) - 1; b >= a; b-- {
			if rule, ok := tailings[s.lower[s.words[a].start:s.words[b].end]]; ok {
				return rule
			}
		}
		word := strings.ToLower(s.words[a].text)
		if word == "not" && a+1 < len(s.words) && s.kindsIn(s.words[a+1:min(len(s.words), a+5)], optionNouns) {
			return toolerr.RuleUnknown // "is not a git command"
		}
		if !auxiliaries[word] && !strings.HasPrefix(word, "argument") && word != "attribute" && word != "type" {
			break
		}
	}
	return ""
}

// kindsIn reports whether one of the words is in a set.
func (s *programLine) kindsIn(words []word, names map[string]bool) bool {
	return slices.ContainsFunc(words, func(w word) bool { return !w.quoted && names[strings.ToLower(w.text)] })
}

// finding returns the findings of a word with its cue.
func (s *programLine) finding(i int, p problem) []toolerr.Finding {
	w := s.words[i]
	name := w.text
	if at := strings.IndexByte(name, '('); at > 0 && strings.HasSuffix(name, ")") {
		name = name[:at]
	}
	if at := strings.LastIndexByte(name, '/'); at > 0 && at+1 < len(name) && strings.Trim(name[at+1:], "0123456789") == "" { // jq: the number of arguments
		name = name[:at]
	}
	if w.text[0] == '-' && strings.ContainsFunc(name, unicode.IsLetter) {
		name = placeholder(w.text)
	}
	f := toolerr.Finding{Rule: s.refined(i, p), Word: name, Value: w.text}
	rest := s.text[w.end:]
	switch f.Rule { //nolint:exhaustive // the others are about the value
	case "":
		return nil
	case toolerr.RuleRequired:
		return missingArguments(strings.Split(w.text, ", "))
	case toolerr.RuleUnknown, toolerr.RuleSyntax, toolerr.RuleAmbiguous, toolerr.RuleUnsupported, toolerr.RuleDepends, toolerr.RuleDuplicate:
		if f.Value = ""; f.Rule == toolerr.RuleUnknown && w.name && (w.text[0] == '-' || p.head && s.kindsIn(p.nouns, placeNouns) || !p.head && s.kindsIn(s.words[i+1:min(i+2, len(s.words))], placeNouns)) {
			f.Fields = []string{name}
		}
		if option := s.option(i); f.Rule == toolerr.RuleDepends && option != "" && w.text[0] != '-' {
			f.Word = option
		}
	case toolerr.RuleBadFormat, toolerr.RuleWrongType, toolerr.RuleNotAllowed:
		if f.Names = s.names(); len(f.Names) > 0 {
			f.Rule = toolerr.RuleNotAllowed
		} else if more := sure(strings.TrimLeft(rest, "\"'):; ")); len(more) == 1 && (isAmount(more[0].Rule) || more[0].Rule == toolerr.RuleWrongType || more[0].Rule == toolerr.RuleNotAllowed) {
			f.Rule, f.Limit, f.Beyond, f.Names = more[0].Rule, more[0].Limit, more[0].Beyond, more[0].Names
		}
		if option := s.option(i); option != "" {
			f.Fields = []string{option}
		} else if p.head && i > 1 && strings.Trim(w.text, "0123456789") == "" { // "invalid level: 7", "invalid level given: 7"
			if f.Fields = []string{s.words[i-1].text}; p.text == "given" {
				f.Fields = []string{s.words[i-2].text}
			}
		}
	case toolerr.RuleNotFound:
		if s.kindsIn(s.words[max(0, i-3):i], codeNouns) {
			f.Rule = toolerr.RuleUnknown
		}
	}
	return []toolerr.Finding{f}
}

// missingArguments returns the findings of missing arguments: of options, only the longest name.
func missingArguments(names []string) (found []toolerr.Finding) {
	if last := names[len(names)-1]; strings.HasPrefix(last, "-") {
		names = names[len(names)-1:]
	}
	for _, name := range names {
		if name = placeholder(strings.TrimSpace(name)); name != "" {
			found = append(found, toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{name}})
		}
	}
	return found
}

// refined returns the rule of a cue with the nouns beside it, or "" if the word is not known
// to be the one that the cue is about.
func (s *programLine) refined(i int, p problem) toolerr.Rule {
	named := s.kindsIn(p.nouns, optionNouns) || s.kindsIn(p.nouns, placeNouns)
	parsing := s.option(i) == "" && slices.ContainsFunc([]string{"error parsing", "parse error", "syntax error", "lexical error"}, func(c string) bool { return strings.Contains(s.lower, c) })
	switch w := s.words[i]; {
	case p.rule == toolerr.RuleNotFound && !strings.ContainsFunc(w.text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return toolerr.RuleSyntax // "token ']' not found"
	case p.rule == toolerr.RuleNotFound:
		if _, last, ok := cutLast(s.lower, ": "); ok { // "cannot open x: Permission denied"
			return cmp.Or(tailings[strings.TrimRight(last, ".")], p.rule)
		}
	case p.rule == toolerr.RuleSyntax && p.head && named:
		return toolerr.RuleUnknown
	case parsing && (p.rule == toolerr.RuleRequired || p.rule == toolerr.RuleDepends || p.rule == toolerr.RuleBadFormat), p.rule == toolerr.RuleRequired && !strings.ContainsFunc(w.text, unicode.IsLetter):
		return toolerr.RuleSyntax // "missing ']' in host"
	case p.rule == toolerr.RuleRequired && !named && w.text[0] != '-' && !s.kindsIn(s.words[:i], optionNouns):
		return ""
	case p.rule == toolerr.RuleBadFormat && p.head && s.kindsIn(p.nouns, optionNouns) && !s.kindsIn(p.nouns, set("argument arguments")):
		return toolerr.RuleUnknown
	case p.rule == toolerr.RuleBadFormat:
		if p.text == "but got" {
			p.nouns = s.words[:i]
		}
		for _, n := range p.nouns {
			if rule, ok := kinds[strings.ToLower(n.text)]; ok {
				return rule
			}
		}
	}
	return p.rule
}

// option returns the option of a command line that a line names besides the word with index i,
// or what it names as the place of a value.
func (s *programLine) option(i int) string {
	for k, w := range s.words {
		if k == i {
			continue
		}
		before := ""
		if k > 0 {
			before = strings.ToLower(s.words[k-1].text)
		}
		at := strings.Index(w.text, "--")
		switch {
		case at >= 0 && (w.quoted || at == 0), len(w.text) > 1 && w.text[0] == '-' && (w.text[1] < '0' || w.text[1] > '9'):
			return placeholder(w.text)
		case w.quoted && w.name && (before == "for" || before == "argument" || before == "parameter"):
			return w.text
		}
	}
	return ""
}

// placeholder returns the name in the form of a missing argument: "--name <n>", "<NAME>",
// "'--name=<name>'", "--name/-n", "-c, --cheese".
func placeholder(text string) string {
	if i := strings.Index(text, "--"); i > 0 {
		text = text[i:]
	}
	dashes := len(text) - len(strings.TrimLeft(text, "-"))
	name := strings.TrimLeft(text, "-<[")
	if i := strings.IndexAny(name, " =/,<>[].:"); i >= 0 {
		name = name[:i]
	}
	return text[:dashes] + name
}

// names returns the allowed values that a line, or one after it, lists.
func (s *programLine) names() []string {
	text := s.text
	if len(s.after) > 0 {
		text += "\n" + s.after[0]
	}
	lower := strings.ToLower(text)
	for _, cue := range listCues {
		if i := strings.Index(lower, cue); i >= 0 && len(lower) == len(text) {
			list := text[i+len(cue):]
			if end := strings.IndexAny(list, ")]\n"); end >= 0 {
				list = list[:end]
			}
			list, _, _ = strings.Cut(list, " but got ")
			return phrase.Names(strings.TrimRight(list, ". "))
		}
	}
	return nil
}
