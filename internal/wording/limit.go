package wording

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

// amounts are the rules that a limit can belong to.
var amounts = []toolerr.Rule{
	toolerr.RuleTooLarge, toolerr.RuleTooSmall, toolerr.RuleTooLong, toolerr.RuleTooShort, toolerr.RuleTooMany, toolerr.RuleTooFew, toolerr.RuleOutOfRange, toolerr.RuleCountMismatch,
}

// maxNumbers is the maximum number of numbers that are read, beside how many characters of a text
// on both sides.
const maxNumbers, beside = 32, 48

// Limit returns the limit that a text most probably gives for a rule about an amount, and the
// probability, from 0 to 1. A number that the call has is none.
func Limit(text string, rule toolerr.Rule, call Call) (limit string, sure float64) {
	if !slices.Contains(amounts, rule) {
		return "", 0
	}
	var s Scores
	all := numbers(text, rule, call, s.Note)
	for i, n := range all {
		if p := s.Probability(i); p > sure && call.Sort(n) != "<value>" {
			limit, sure = n, p
		}
	}
	return limit, sure
}

// numbers returns the numbers of a text, and notes what speaks for each being the limit of a rule.
func numbers(text string, rule toolerr.Rule, call Call, note Note) (all []string) {
	text = text[:min(len(text), maxText)]
	note(-1, "limit none", "", "")
	note(-1, "limit none ", string(rule), "")
	for start := 0; start < len(text) && len(all) < maxNumbers; {
		i := strings.IndexAny(text[start:], "0123456789")
		if i < 0 {
			break
		}
		i += start
		end := i + digits(text[i:])
		if last, _ := utf8.DecodeLastRuneInString(text[:i]); last != '-' && inWord(last) && last != utf8.RuneError {
			word := strings.IndexFunc(text[end:], func(r rune) bool { return !inWord(r) })
			if word < 0 {
				break
			}
			start = end + word
			continue
		}
		start = end
		number := strings.NewReplacer(",", "", "_", "").Replace(text[i:end])
		if whole, fraction, ok := strings.Cut(number, "."); ok && strings.Trim(fraction, "0") == "" {
			number = whole
		}
		if strings.HasSuffix(text[:i], " -") {
			number = "-" + number
		}
		n := len(all)
		all = append(all, number)
		before, after := around(text[:i], text[end:])
		for k := range 3 {
			if k < len(before) {
				note(n, "limit after ", Few(k), before[len(before)-1-k])
			}
			if k < len(after) {
				note(n, "limit before ", Few(k), after[k])
			}
		}
		if len(before) > 0 {
			note(n, "limit ", string(rule), before[len(before)-1])
		}
		note(n, "limit sent ", call.Sort(number), "")
	}
	for i := range all {
		note(i, "limit of ", Few(len(all)), "")
		if i == 0 {
			note(i, "limit first", "", "")
		}
		if i == len(all)-1 {
			note(i, "limit last", "", "")
		}
		if slices.Index(all, all[i]) != i {
			note(i, "limit again", "", "")
		}
	}
	return all
}

// digits returns the number of bytes of the decimal number that a text begins with.
func digits(text string) (n int) {
	isDigit := func(i int) bool { return i < len(text) && '0' <= text[i] && text[i] <= '9' }
	for isDigit(n) || n > 0 && n < len(text) && strings.IndexByte(".,_", text[n]) >= 0 && isDigit(n+1) {
		n++
	}
	return n
}

// around returns the stems of words, and the signs, before and after a part of a text.
func around(before, after string) (a, b []string) {
	a = appendWords(nil, before[max(0, len(before)-beside):], Nobody{})
	b = appendWords(nil, after[:min(len(after), beside)], Nobody{})
	return a, b
}

// Nobody is a call without words.
type Nobody struct{}

// Sort returns "".
func (Nobody) Sort(string) string { return "" }
