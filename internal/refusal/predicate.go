package refusal

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// predicate returns the findings of a sentence about one value: one, or two for a range, or
// none if no row matches.
func predicate(text string) []toolerr.Finding {
	if found := sure(text); len(found) > 0 || text == "" {
		return found
	}
	f, ok := phrase.Find(plain(text), vague)
	if !ok {
		return nil
	}
	return []toolerr.Finding{f}
}

// sure is predicate without the sentences that only state that the value is wrong.
func sure(text string) []toolerr.Finding {
	if text == "" {
		return nil
	}
	whole := text
	text = plain(text)
	found, unclear := limitsIn(text, whole)
	if len(found) > 0 {
		return found
	}
	if names := union(whole); len(names) > 0 {
		return []toolerr.Finding{{Rule: toolerr.RuleNotAllowed, Names: names}}
	}
	if f, ok := phrase.Find(text, pairs); ok && !unclear && (len(f.Fields) == 0 || !strings.ContainsAny(f.Fields[0], "'\",;") && (!strings.Contains(f.Fields[0], " ") || f.Rule != toolerr.RuleConflict && !strings.ContainsAny(f.Fields[0], "0123456789"))) {
		for i, name := range f.Fields { // which is spelled for people
			f.Fields[i] = strings.ReplaceAll(strings.Trim(name, " .'\""), " ", "_")
		}
		return []toolerr.Finding{f}
	}
	f := toolerr.Finding{Rule: saidBy(text, strings.ContainsAny(text, "0123456789")).rule}
	switch {
	case f.Rule == "" || f.Rule == toolerr.RuleSyntax, f.Rule != toolerr.RuleRequired && !strings.Contains(text, " "): // a code
		return nil
	case f.Rule == toolerr.RuleNotAllowed:
		if f.Names = listed(whole, text); len(f.Names) > 1 && strings.HasPrefix(f.Names[0], "--") { // flags
			f = toolerr.Finding{Rule: toolerr.RuleRequired}
		}
	case f.Rule == toolerr.RuleCountMismatch:
		f.Limit = rightNumber(text)
	case isAmount(f.Rule):
		if unclear {
			return nil
		}
		count(&f, withoutSubject(whole))
	}
	return []toolerr.Finding{f}
}

// wants are words before the right number of values.
var wants = set("expected expects expect expecting want wants requires require required takes accepts needs need uses match")

// rightNumber returns the number of values that a sentence in the normalized spelling expects, or "".
func rightNumber(text string) string {
	var buffer [64]term
	from := -1
	for i, t := range termsOf(buffer[:0], strings.ToLower(text)) {
		switch {
		case wants[t.text]:
			from = i
		case gotWords[t.text]:
			from = -1
		case t.kind == '0' && from >= 0 && i-from <= 8:
			return t.text
		}
	}
	return ""
}

// pairs are sentences about two fields, and about a factor.
var pairs = rowsOf(`
# conflict rails laravel dotnet symfony joi
does not match {field}$
simultaneously with [{field}]
# too_small laravel
date after {field}$
must be after {field}$
must be greater than {field}$
must be later than {field}$
must not be before {field}$
must not be earlier than {field}$
must not be less than {field}$
# too_large laravel
date before {field}$
must be before {field}$
must be less than {field}$
must be earlier than {field}$
must not be after {field}$
must not be later than {field}$
must not be greater than {field}$
# bad_value valibot
xpected %{limit}
`)

// beforeLists are the words before a list of allowed values without quotation marks.
var beforeLists = [...]string{"one of the following values", "one of the following", "one of the allowed values", "one of", "any of", "among", "either", "choose from", "choices are", "values are", "options are", "formats are", "values", "options", "choices", "list", "enumeration", "Enum class", "permitted", "expected", "arguments are", "must be"}

// listed returns the allowed values that a sentence lists: in quotation marks, or after words
// for such a list. normal is the sentence in the normalized spelling.
func listed(text, normal string) (names []string) {
	if strings.Contains(normal, "must not ") {
		return nil
	}
	if names = quotedList(text); len(names) > 1 || len(names) == 1 && strings.Contains(normal, "must be ") {
		return names
	}
	for _, cue := range beforeLists {
		_, list, ok := strings.Cut(text, cue)
		if certain := strings.HasSuffix(cue, "of") || strings.HasSuffix(cue, " are") || cue == "either"; !ok || list == "" || !certain && !strings.ContainsAny(list, ":[({") || !certain && strings.IndexAny(list, ":[({") > 1 {
			continue
		}
		list = strings.TrimLeft(list, " :[({")
		if end := strings.IndexAny(list, ")]}\n"); end >= 0 {
			list = list[:end]
		}
		for _, end := range [...]string{", received", ", but", ", got", " but ", " in schema", " for "} {
			list, _, _ = strings.Cut(list, end)
		}
		if !strings.HasPrefix(list, "the ") {
			return phrase.Names(strings.TrimRight(list, ". "))
		}
	}
	return nil
}

// quotedList returns the first texts in quotation marks that are joined, besides the refused value.
func quotedList(text string) (names []string) {
	var buffer [maxMarkedWords]word
	words := appendWords(buffer[:0], text)
	var run []string
	for i, w := range words {
		switch {
		case !w.quoted || i > 0 && gotWords[strings.ToLower(words[i-1].text)] || i+1 < len(words) && (words[i+1].text == "given" || words[i+1].text == "received"):
			continue
		case len(run) > 0 && (strings.Trim(text[words[i-1].end:w.start], " ,|[]({:/") == "" && words[i-1].quoted || words[i-1].text == "or" || words[i-1].text == "and"):
			run = append(run, w.text)
		default:
			run = append(make([]string, 0, 4), w.text)
		}
		if len(run) > len(names) {
			names = run
		}
	}
	if len(names) == 1 && strings.Contains(names[0], ",") {
		return phrase.Names(names[0])
	}
	return names
}

// union returns the values of a union of literals in the notation of TypeScript: "a" | "b".
func union(text string) (names []string) {
	if !strings.Contains(text, " | ") {
		return nil
	}
	for _, part := range strings.Split(text, "|") {
		part = strings.TrimSpace(part)
		if part == "" || strings.IndexByte("\"'`", part[len(part)-1]) < 0 && len(names) == 0 {
			return nil
		}
		mark := part[len(part)-1]
		if len(names) > 0 {
			mark = part[0]
			part, _, _ = strings.Cut(part[1:], string(mark))
		} else {
			part = strings.TrimRight(part, "\"'`")
			part = part[strings.LastIndexByte(part, mark)+1:]
		}
		if strings.IndexByte("\"'`", mark) < 0 || part == "" {
			break
		}
		names = append(names, part)
	}
	if len(names) < 2 {
		return nil
	}
	return names
}
