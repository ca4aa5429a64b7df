package refusal

import (
	"slices"
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
	if f, ok := phrase.Find(text, pairs); ok && (f.Rule != toolerr.RuleConflict || !strings.ContainsAny(f.Fields[0], " '\"")) {
		return []toolerr.Finding{f}
	}
	f := toolerr.Finding{Rule: saidBy(text, strings.ContainsAny(text, "0123456789")).rule}
	switch {
	case f.Rule == "" || f.Rule == toolerr.RuleSyntax:
		return nil
	case f.Rule == toolerr.RuleNotAllowed:
		f.Names = listed(whole, text)
	case isAmount(f.Rule):
		if unclear {
			return nil
		}
		count(&f, withoutSubject(whole))
	}
	return []toolerr.Finding{f}
}

// pairs are sentences about two fields, and about a factor.
var pairs = rowsOf(`
# conflict rails laravel dotnet symfony joi
does not match {field}$
# too_small laravel
date after {field}$
# too_large laravel
date before {field}$
# bad_value valibot
xpected %{limit}
`)

// beforeLists are the words before a list of allowed values without quotation marks.
var beforeLists = [...]string{"one of the following values", "one of the following", "one of the allowed values", "one of", "any of", "either", "choose from", "choices are", "values are", "options are", "formats are", "values", "options", "choices", "list", "enumeration", "permitted", "expected", "arguments are", "must be"}

// listed returns the allowed values that a sentence lists: in quotation marks, or after words
// for such a list. normal is the sentence in the normalized spelling.
func listed(text, normal string) (names []string) {
	if strings.Contains(normal, "must not ") {
		return nil
	}
	var buffer [maxMarkedWords]word
	words := appendWords(buffer[:0], text)
	names = make([]string, 0, 4)
	for i, w := range words {
		if i == 0 || !w.quoted || gotWords[strings.ToLower(words[i-1].text)] {
			continue
		}
		joined := strings.Trim(text[words[i-1].end:w.start], " ,|[]({:/") == "" && (words[i-1].quoted || len(names) == 0)
		if joined || words[i-1].text == "or" || words[i-1].text == "and" {
			names = append(names, w.text)
		}
	}
	if len(names) == 1 && strings.Contains(names[0], ", ") {
		return phrase.Names(names[0])
	}
	if len(names) > 1 || len(names) == 1 && strings.Contains(normal, "must be ") {
		return names
	}
	for _, cue := range beforeLists {
		_, list, ok := strings.Cut(text, cue)
		if certain := strings.HasSuffix(cue, "of") || strings.HasSuffix(cue, " are") || cue == "either"; !ok || list == "" || !certain && strings.IndexAny(list, ":[({") < 0 || !certain && strings.IndexAny(list, ":[({") > 1 {
			continue
		}
		list = strings.TrimLeft(list, " :[({")
		if end := strings.IndexAny(list, ")]}\n"); end >= 0 {
			list = list[:end]
		}
		for _, end := range [...]string{", received", ", but", ", got", " but got"} {
			list, _, _ = strings.Cut(list, end)
		}
		if !strings.HasPrefix(list, "the ") {
			return phrase.Names(strings.TrimRight(list, ". "))
		}
	}
	return nil
}

// Gist returns what a text as a whole states: a rule, limits, the allowed values and a position.
// It does not say of which place, which the call must show.
func Gist(text string) (found []toolerr.Finding) {
	text = strings.TrimSpace(text[:min(len(text), 1<<10)])
	rule := said(plain(text))
	if !strings.Contains(text, " ") {
		rule = RuleOf(text)
	}
	if _, ok := syntaxError(text); (ok || isPlaced(text)) && !slices.Contains(exactRules, rule) {
		rule = toolerr.RuleSyntax
	}
	if found = sure(text); len(found) == 0 && rule != "" {
		found = []toolerr.Finding{{Rule: rule}}
	}
	at, _ := positionIn(strings.ToLower(text))
	for i := range found {
		f := &found[i]
		f.Fields, f.Word, f.Value, f.At = nil, caret(text), "", at
		if len(found) == 1 && (rule == "" || f.Limit == "" && len(f.Names) == 0) {
			f.Rule = rule
		}
		if isAmount(f.Rule) && f.Limit == "" {
			f.Limit = numberIn(text)
		}
	}
	return slices.DeleteFunc(found, func(f toolerr.Finding) bool { return f.Rule == "" })
}

// kinds are the names of types and formats in sentences.
var kinds = func() map[string]toolerr.Rule {
	m := map[string]toolerr.Rule{}
	for _, k := range [...]struct {
		rule  toolerr.Rule
		words string
	}{
		{toolerr.RuleWrongType, "string str text integer int number numeric numerical float double decimal boolean bool array list object dict dictionary map mapping set tuple bigint " +
			"int32 int64 uint32 uint64 whole sequence iterable model bytes plain flat primitive record symbol nan"},
		{toolerr.RuleBadFormat, "email e-mail url uri uuid guid date datetime date-time time timestamp ip ipv4 ipv6 hostname host domain iso rfc base64 base64-encoded base32 hex hexadecimal phone " +
			"credit card jwt json slug regex regular ulid cuid cuid2 nanoid mac locale currency country language timezone postal port isbn issn iban bic uppercase lowercase " +
			"alphanumeric alpha-numeric duration period color colour format mongodb mongo semver semantic latitude longitude mime emoji pattern path byte cron css rgb hsl barcode hash xid ksuid e.164 cidr"},
	} {
		for word := range strings.FieldsSeq(k.words) {
			m[word] = k.rule
		}
	}
	return m
}()
