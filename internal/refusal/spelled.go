package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// Validators of every language write a place as a path with several steps: stays[1].nights,
// data['stays'][1]["nights"], stays.1.nights, $.stays. A word with this spelling is the place of
// the sentence beside it, whatever the words around it are.

// stepsIn returns the only place with several steps that a line spells, and its position.
func stepsIn(line string) (place string, start, end int) {
	for i := 0; i < len(line); i++ {
		if i > 0 && (nameByte(line[i-1]) && line[i-1] != '[' || line[i-1] == '<') {
			continue
		}
		n, ok := pathAt(line[i:])
		if !ok {
			continue
		}
		if found := line[i : i+n]; place == "" && !strings.HasPrefix(strings.ToLower(found), "schema") {
			place, start, end = found, i, i+n
		} else if place != "" && found != place {
			return "", 0, 0
		}
		i += n - 1
	}
	return place, start, end
}

// pathAt returns the length of the path at the beginning of a text. Brackets, a number between
// full stops, or "$." show that it is one.
func pathAt(text string) (n int, ok bool) {
	name := func() (length int, number bool) {
		rest := text[n:]
		for length < len(rest) && (inWord(rest[length]|0x20) || isDigit(rest[length]) || rest[length] == '-' && length > 0) {
			length++
		}
		return length, length > 0 && strings.Trim(rest[:length], "0123456789") == ""
	}
	if strings.HasPrefix(text, "$.") {
		n, ok = 1, true
	} else if length, number := name(); number {
		return 0, false
	} else {
		n = length
	}
	numbered := false
	for n < len(text) {
		switch text[n] {
		case '.':
			n++
			length, number := name()
			if n += length; length == 0 {
				return n - 1, ok
			}
			ok, numbered = ok || numbered && !number, number && n > 1
		case '[':
			inner, _, closed := strings.Cut(text[n+1:min(len(text), n+100)], "]")
			bare := strings.Trim(inner, `"'`)
			if !closed || bare == "" || strings.ContainsAny(bare, ", \"'[(") {
				return n, ok
			}
			ok = ok || n > 0 && (bare != inner || strings.Trim(bare, "0123456789") == "")
			n += len(inner) + 2
		default:
			return n, ok
		}
	}
	return n, ok
}

// located returns the findings of the lines that spell a place: by the rest of the line, the line
// after it, or the first line.
func located(text string) (found []toolerr.Finding) {
	if !strings.ContainsAny(text, "[.") {
		return nil
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines[:min(len(lines), maxLines)] {
		place, start, end := stepsIn(line)
		if place == "" || len(found) >= maxMessages {
			continue
		}
		for _, sentence := range [...]string{line[:start] + "it" + line[end:], lines[min(i+1, len(lines)-1)], lines[0]} {
			if stated := sure(strings.TrimLeft(sentence, " \t└─*-:")); len(stated) > 0 {
				for _, f := range stated {
					f.Fields = []string{trimPlace(place)}
					found = append(found, f)
				}
				break
			}
		}
	}
	return found
}

// valueFirst returns the findings of a sentence that begins with the refused value: "'gold' is not
// one of ['basic', 'full']", "12 is greater than the maximum of 8".
func valueFirst(text string) []toolerr.Finding {
	if i := strings.Index(text, "xpected "); i == 0 || i == 1 {
		return claimed(text[i+len("xpected "):])
	}
	value, rest, ok := strings.Cut(text, " ")
	if text[0] == '"' || text[0] == '\'' {
		value, rest, ok = strings.Cut(text[1:], text[:1]+" ")
	}
	if !ok || len(value) > 200 || text[0] != '"' && text[0] != '\'' && strings.Trim(value, "0123456789.-") != "" {
		return nil
	}
	found := sure(rest)
	for i := range found {
		if r := found[i].Rule; r == toolerr.RuleRequired || r == toolerr.RuleUnknown {
			return nil
		}
		found[i].Value = value
	}
	return found
}

// claimed returns the findings of an assertion: "expected 'gold' to be one of ['basic', 'full']",
// "expected property `rooms` to be at most 8".
func claimed(claim string) []toolerr.Finding {
	subject, claim, ok := strings.Cut(claim, " to ")
	words := wordsOf(subject)
	if !ok || len(words) == 0 || words[len(words)-1].end != len(subject) || len(words) > 4 {
		return nil
	}
	last := words[len(words)-1]
	claim, _, _ = strings.Cut(claim, ", got ")
	found := sure("must " + strings.ReplaceAll(claim, "`", ""))
	for i := range found {
		if found[i].Value = last.text; last.name && slices.ContainsFunc(words[:len(words)-1], isNoun) {
			found[i].Value, found[i].Fields = "", []string{last.text}
		}
	}
	return found
}
