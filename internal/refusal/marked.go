package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// Services without a member for the place mark it in their sentence: by quotation marks, or
// by a noun such as "parameter" beside it. The functions below read such sentences if no
// table has them.

// Words beside a name in a sentence.
var (
	placeNouns = set("field fields property properties parameter parameters param params argument arguments arg args attribute attributes key keys path input header variable option element member pointer setting location ")
	// thingNouns name parts of a statement, or objects.
	thingNouns = set("column columns table relation identifier function operator index collection measurement dimension metric view columnname")
	// fillers may be between a noun and the name.
	fillers = set("name named called the query path body header form url request required input is")
	// notNames are words beside a noun that are not a name.
	notNames = set("a an the this that these those each every some any no all one of at is are was be must should may can cannot not has have for in on to with and or but by from as if it its only more than too " +
		"following required same request input query path body form missing unknown invalid additional extra unexpected unrecognized duplicate mandatory optional first last primary foreign unique custom supported unsupported other another " +
		"name named called value values field fields property parameter argument attribute error errors list object array string number set given provided specified present empty wrong bad valid correct your which used does do did failed type found variant literal keyword token validation match matches")
	// valueCues are words before a quoted value.
	valueCues = set("value got received string found provided given input to be was expected than got:")
)

// marked returns the findings of a sentence for the places, or the value, that it marks.
func marked(text string) []toolerr.Finding {
	text = replaced(plurals, text)
	words := wordsOf(text)
	tries := maxTries
	for _, certain := range [...]bool{true, false} { // those with a noun first
		for i := range words {
			if !canName(text, words, i) {
				continue
			}
			if noun, ok := beside(text, words, i); ok && certain == (noun != "") && tries > 0 {
				tries--
				if found := placed(text, words, i, noun); len(found) > 0 {
					return found
				}
			}
		}
	}
	return nil
}

// maxTries is the maximum number of names whose problem is looked for.
const maxTries = 6

// plurals replaces "parameter(s): " and similar forms, outside names.
var plurals = strings.NewReplacer("(s): ", "s: ", "(s) ", "s ")

// canName reports whether a word can be the name of a place at its position.
func canName(text string, words []word, i int) bool {
	w, next := words[i], word{}
	if i+1 < len(words) {
		next = words[i+1]
	}
	switch {
	case w.quoted || !w.name:
		return w.name
	case next.quoted && next.name && text[w.end:next.start] == " ": // the name follows
		return false
	case modals[next.text] && i > 0 && isNoun(words[i-1]): // "parameter type must be"
		return true
	case notNames[strings.ToLower(w.text)]: // "missing argument name"
		return i > 0 && i == len(words)-1 && isNoun(words[i-1]) && leads[strings.ToLower(w.text)].rule == ""
	}
	return !isNoun(w) || !strings.HasSuffix(w.text, "s") || modals[next.text]
}

// modals are verbs after the name of a place.
var modals = set("must should is cannot can has")

// isNoun reports whether a word is a noun for places.
func isNoun(w word) bool {
	l := strings.ToLower(w.text[strings.LastIndexByte(w.text, '/')+1:])
	return !w.quoted && placeNouns[l]
}

// beside returns the noun next to a name, and whether this or another word shows that it is
// the name of a place.
func beside(text string, words []word, i int) (noun string, ok bool) {
	w := words[i]
	// "parameter 'x'", "property x", "query parameter: x", "field named x"
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		p := strings.ToLower(words[j].text)
		if words[j].quoted || !joins(text[words[j].end:words[j+1].start]) {
			break
		}
		if isNoun(words[j]) || thingNouns[p] {
			if !w.quoted && j == i-1 && strings.HasPrefix(text[words[j].end:], " ") && i+1 < len(words) && (placeNouns[strings.ToLower(words[i+1].text)] && !strings.HasSuffix(p, "s")) {
				break // "the input x field"
			}
			return p, true
		}
		if !fillers[p] && p != "property" || p == "is" {
			break
		}
	}
	// "the x parameter", "'x' query parameter"
	for j := i + 1; j < len(words) && j <= i+2; j++ {
		n := strings.ToLower(words[j].text)
		if words[j].quoted || text[words[j-1].end:words[j].start] != " " {
			break
		}
		if isNoun(words[j]) || thingNouns[n] {
			if !w.quoted && (j+1 < len(words) && words[j+1].quoted || i > 0 && !determiners[strings.ToLower(words[i-1].text)] || !surer[strings.TrimSuffix(n, "s")]) {
				break
			}
			return n, true
		}
		if !fillers[n] || n == "is" || !w.quoted {
			break
		}
	}
	if strings.HasPrefix(w.text, "/") && len(w.text) > 2 { // a JSON pointer
		return "", true
	}
	if i == 0 {
		return "", false
	}
	p := strings.ToLower(words[i-1].text)
	gap := text[words[i-1].end:w.start]
	switch {
	case words[i-1].quoted || !joins(gap):
	case (w.quoted || strings.ContainsAny(w.text, "_[")) && leads[p].rule != "":
		return "", true
	case i == 1 && leads[p].rule != "" && !isNoun(w) && !thingNouns[strings.ToLower(w.text)] && (w.end == len(text) || strings.IndexByte(".,;!", text[w.end]) >= 0 || text[w.end] == ':' && strings.Contains(strings.TrimSpace(text[w.end+1:]), " ")):
		return "", true // "Invalid region, please …"
	case p == "for" && i > 1 && strings.HasPrefix(strings.ToLower(words[i-2].text), "value") && (w.end == len(text) || strings.IndexByte(":.,;", text[w.end]) >= 0):
		return "", true // "Invalid value for x: …"
	case (p == "for" || p == "at" || p == "on" || p == "of") && (w.quoted || strings.ContainsAny(w.text, "_.[")):
		return "", slices.ContainsFunc(words[:i-1], func(x word) bool {
			l := strings.ToLower(x.text)
			return !x.quoted && (l == "value" || l == "invalid" || l == "type" || l == "validation" || l == "format")
		})
	}
	return "", false
}

// surer are nouns that follow a name without quotation marks.
var surer = set("field property parameter param argument attribute column")

var determiners = set("the for required missing unknown invalid of your")

// joins reports whether the gap between a noun and its name is only punctuation.
func joins(gap string) bool {
	return gap == " " || gap == ": " || gap == "" || gap == " (" || gap == " : " || gap == "="
}

// placed returns the findings of a sentence for the place that is one of its words, and for
// the places listed after it.
func placed(text string, words []word, i int, noun string) []toolerr.Finding {
	w, last := words[i], i
	names := []string{trimPlace(strings.TrimLeft(w.text, "."))}
	if w.quoted || strings.HasSuffix(noun, "s") {
		names, last = run(text, words, i)
	}
	if names[0] == "" || isAside(names[0]) && (!w.quoted || noun == "") {
		return nil
	}
	rest := strings.TrimLeft(text[words[last].end:], " )")
	found := sure(rest)
	if len(found) == 0 || found[0].Rule == toolerr.RuleNotFound || found[0].Rule == toolerr.RuleNotAllowed {
		if whole := around(text, w.start, words[last].end); len(whole) > 0 {
			found = whole
		}
	}
	lead, led := code{}, false
	for j := i - 1; j >= 0 && j >= i-5 && !led; j-- {
		lead, led = leads[strings.ToLower(words[j].text)]
		led = led && !words[j].quoted
	}
	if led && lead != badValue && (len(found) == 0 || lead.rule != toolerr.RuleRequired) {
		found = []toolerr.Finding{{Rule: lead.rule}}
	}
	if len(found) == 0 && (led || w.quoted && noun != "") {
		found = []toolerr.Finding{{Rule: toolerr.RuleBadValue}}
	}
	if len(found) == 0 {
		return nil
	}
	missing := found[0].Rule == toolerr.RuleNotFound || found[0].Rule == toolerr.RuleUnknown
	for j := range found {
		f := &found[j]
		if missing && thingNouns[noun] {
			if f.Word = names[0]; strings.HasPrefix(noun, "col") || noun == "identifier" || noun == "function" {
				f.Rule = toolerr.RuleUnknown
			}
			f.Fields = nil
			continue
		}
		if missing && (strings.HasPrefix(noun, "field") || strings.HasPrefix(noun, "propert") || strings.HasPrefix(noun, "attribute")) {
			f.Rule = toolerr.RuleUnknown
		}
		f.Fields = append(names[:1:1], f.Fields...)
		if v := valueIn(words, i); v != "" && f.Value == "" {
			f.Value = v
		}
	}
	if len(found) == 1 && len(names) > 1 {
		return spread(found[0], names)
	}
	return found
}

// spread returns the findings of a sentence about several places.
func spread(f toolerr.Finding, names []string) (found []toolerr.Finding) {
	if f.Rule == toolerr.RuleConflict || f.Rule == toolerr.RuleDepends {
		f.Fields = names[:2:2]
		return []toolerr.Finding{f}
	}
	for _, name := range names {
		if name != "" {
			f.Fields = []string{name}
			found = append(found, f)
		}
	}
	return found
}

// run returns the places in a list that begins at a word, and its last word.
func run(text string, words []word, i int) (names []string, last int) {
	names, last = []string{trimPlace(strings.TrimLeft(words[i].text, "."))}, i
	for next := i + 1; next < len(words) && len(names) < 8; next = last + 1 {
		gap := strings.TrimSpace(text[words[last].end:words[next].start])
		if joined := grammarParts[words[next].text]; joined == join || joined == either {
			next++
		} else if gap == "" {
			break
		}
		if gap != "" && gap != "," || next == len(words) || !nameable(words[next]) {
			break
		}
		names, last = append(names, trimPlace(strings.TrimLeft(words[next].text, "."))), next
	}
	return names, last
}

// nameable reports whether a word can be a name in a list without a noun.
func nameable(w word) bool {
	return w.name && !strings.HasPrefix(w.text, "-") && (w.quoted || !notNames[strings.ToLower(w.text)] && grammarParts[strings.ToLower(w.text)] == noPart && !isNoun(w))
}

// lone returns the finding of a sentence that marks a single word, or has a single flag.
func lone(text string) []toolerr.Finding {
	words := slices.DeleteFunc(wordsOf(text), func(w word) bool { return !w.quoted && !strings.HasPrefix(w.text, "--") })
	if len(words) != 1 {
		return nil
	}
	found := around(text, words[0].start, words[0].end)
	if len(found) != 1 {
		return nil
	}
	switch found[0].Rule { //nolint:exhaustive // the rules about one word
	case toolerr.RuleUnknown, toolerr.RuleAmbiguous:
		found[0].Word = words[0].text
	case toolerr.RuleNotFound, toolerr.RuleExistsAlready, toolerr.RuleDuplicate, toolerr.RuleBadFormat, toolerr.RuleUnsupported, toolerr.RuleWrongState:
		found[0].Value = words[0].text
	default:
		return nil
	}
	return found
}

// around returns the findings of a sentence without the text from start to end.
func around(text string, start, end int) []toolerr.Finding {
	const hidden = "\x00"
	found := sure(text[:start] + hidden + text[end:])
	for i := range found {
		f := &found[i]
		without := func(s string) bool { return strings.Contains(s, hidden) }
		f.Fields, f.Names = slices.DeleteFunc(f.Fields, without), slices.DeleteFunc(f.Names, without)
		if without(f.Word) || without(f.Value) {
			f.Word, f.Value = "", ""
		}
	}
	return found
}

// valueIn returns the value that a sentence quotes besides the place.
func valueIn(words []word, place int) string {
	for j, w := range words {
		if j != place && w.quoted && j > 0 && valueCues[strings.ToLower(words[j-1].text)] {
			return w.text
		}
	}
	return ""
}
