package refusal

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

// A stated is a sentence with the limits that it states: "<=", "<", ">=", ">" and a number.
// Without limits, it states none, and no limit may be told of it.
type stated struct {
	sentence string
	limits   []string
	unit     string
}

var inverse = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}

// A source generates sentences.
type source struct{ *rand.Rand }

func (s source) one(list ...string) string { return list[s.IntN(len(list))] }

// comparison returns a comparison with "%s" for the number, and its meaning.
func (s source) comparison() (words, op string) {
	op = s.one("<", ">")
	words = s.one("less than", "fewer than", "lower than", "smaller than", "below", "under", "shorter than")
	if op == ">" {
		words = s.one("greater than", "more than", "higher than", "larger than", "bigger than", "above", "over", "longer than")
	}
	if strings.HasSuffix(words, "than") && s.IntN(2) == 0 {
		return words + s.one(" or equal to", " or equal"), op + "="
	}
	return words, op
}

// generate returns a random sentence about a limit.
func (s source) generate() stated {
	number := 2 + s.IntN(400)
	unit := s.one("", "", "", "characters", "items", "elements", "bytes", "digits", "days", "MB")
	n := strings.TrimSpace(fmt.Sprintf("%d %s", number, unit))
	limit := func(op string) []string { return []string{fmt.Sprintf("%s%d", op, number)} }
	words, op := s.comparison()
	demand := s.one("must", "should", "has to", "needs to", "must")
	denial := s.one("must not", "should not", "cannot", "can't", "can not", "may not", "mustn't", "shouldn't", "must never")
	fact := s.one("is", "was", "is")
	noun, bound := "maximum", "<="
	if op[0] == '<' {
		noun, bound = "minimum", ">="
	}
	text, limits := "", []string(nil)
	switch s.IntN(24) {
	case 0, 1:
		text, limits = demand+" be "+words+" "+n, limit(op)
	case 2, 3:
		text, limits = denial+" be "+words+" "+n, limit(inverse[op])
	case 4:
		text, limits = fact+" "+words+" "+n, limit(inverse[op])
	case 5:
		text, limits = fact+" "+words+" the "+noun+s.one(" of ", " value of ", " allowed value of ", " ")+n, limit(inverse[op])
	case 6: // the length of a limit that the value does not reach
		wrong := map[string]string{"maximum": "minimum", "minimum": "maximum"}[noun]
		text = fact + " " + words + " the " + wrong + " of " + n
	case 7:
		text, limits = s.one("must", "should", "expected to")+" be no "+strings.TrimSuffix(strings.TrimSuffix(words, " or equal to"), " or equal")+" "+n, limit(inverse[op[:1]])
	case 8:
		text, limits = demand+" be at "+map[byte]string{'<': "most ", '>': "least "}[op[0]]+n, limit(op[:1]+"=")
	case 9:
		text, limits = demand+" be "+n+s.one(" or less", " or fewer", " or lower"), limit("<=")
	case 10:
		text, limits = demand+" be "+n+s.one(" or more", " or greater", " or higher"), limit(">=")
	case 11:
		text, limits = s.one("exceeds ", "exceeds the maximum of ", denial+" exceed ")+n, limit("<=")
	case 12:
		text, limits = denial+s.one(" contain more than ", " have more than ")+n, limit("<=")
	case 13:
		text, limits = demand+s.one(" contain no fewer than ", " have no less than ", " contain at least ")+n, limit(">=")
	case 14:
		text, limits = "must be "+s.one("<=", "≤")+" "+n, limit("<=")
	case 15:
		text, limits = denial+" be < "+n, limit(">=")
	case 16:
		text, limits = "is not valid ("+noun+" is "+n+")", limit(bound)
	case 17:
		text, limits = s.one("must be up to ", "can be at most ", "has a maximum of ")+n, limit("<=")
	case 18, 19:
		high := number + 1 + s.IntN(90)
		ends := s.one(fmt.Sprintf("between %d and %d", number, high), fmt.Sprintf("in the range %d to %d", number, high), fmt.Sprintf("within the range [%d, %d]", number, high), fmt.Sprintf("in the range of %d-%d", number, high))
		limits = []string{fmt.Sprintf(">=%d", number), fmt.Sprintf("<=%d", high)}
		text = s.one(demand+" be ", "is not ") + ends
		if s.IntN(3) == 0 {
			text, limits = s.one(denial+" be ", "is ")+ends, nil
		}
		unit = ""
	case 20: // a permission demands nothing
		text = s.one("may be ", "can be ", "does not have to be ", "need not be ", "doesn't need to be ", "is not required to be ") + strings.TrimSuffix(strings.TrimSuffix(words, " or equal to"), " or equal") + " " + n
	case 21: // a doubled negation
		text, limits = denial+" be "+s.one("not ", "no ")+words+" "+n, limit(op)
	case 22:
		text, limits = "is not "+words+" "+n, limit(op)
	default: // alternatives and exceptions
		text = s.one(demand+" be less than "+n+" or greater than 900", demand+" be the default unless it is "+words+" "+n, "is invalid if "+words+" "+n, "is neither "+words+" "+n+" nor valid")
	}
	text += s.one("", "", "", ".", " but received 1500", ", but got 1500", " (got 1500)", " (was 1500)", "; found 1500")
	if s.IntN(4) == 0 {
		text = s.one("Value ", "This value ", "The value ") + text
	}
	return stated{text, limits, unit}
}

// right reports whether findings state only the limits of a sentence, and whether they
// state them all.
func (s stated) right(found []toolerr.Finding) (right, whole bool) {
	rules := map[byte][]toolerr.Rule{'>': {toolerr.RuleTooSmall}, '<': {toolerr.RuleTooLarge}}
	switch s.unit {
	case "characters", "bytes", "digits":
		rules = map[byte][]toolerr.Rule{'>': {toolerr.RuleTooShort}, '<': {toolerr.RuleTooLong}}
	case "items", "elements":
		rules = map[byte][]toolerr.Rule{'>': {toolerr.RuleTooFew}, '<': {toolerr.RuleTooMany}}
	case "":
		rules['>'], rules['<'] = append(rules['>'], toolerr.RuleTooShort), append(rules['<'], toolerr.RuleTooLong) // "longer"
	}
	told := 0
	for _, f := range found {
		if f.Rule == toolerr.RuleBadValue && f.Limit == "" {
			continue
		}
		same := false
		for _, limit := range s.limits {
			number := strings.TrimLeft(limit, "<>=")
			known := f.Limit == number && f.Beyond != strings.Contains(limit, "=") && s.unit != "bytes" && s.unit != "digits" && s.unit != "MB"
			same = same || (known || f.Limit == "") && assert.ObjectsAreEqual(true, f.Rule == rules[limit[0]][0] || f.Rule == rules[limit[0]][len(rules[limit[0]])-1])
		}
		if told++; !same {
			return false, false
		}
	}
	return true, told == len(s.limits) && told > 0
}

// bodies are shapes of bodies with a sentence about "width".
var bodies = []string{`{"errors":{"width":[%s]}}`, `{"width":%s}`, `{"title":"x","status":422,"errors":[{"detail":%s,"pointer":"#/width"}]}`, `{"detail":[{"loc":["body","width"],"msg":%s,"type":"value_error"}]}`, `{"message":[%s]}`}

// predicative are first words of sentences that follow their subject.
var predicative = set("must is has does isn't doesn't should may can cannot can't may shouldn't mustn't was were contains exceeds have cannot requires needs fails")

func readAbout(t *testing.T, body, sentence string) []toolerr.Finding {
	t.Helper()
	if first, _, _ := strings.Cut(sentence, " "); body == bodies[len(bodies)-1] && predicative[first] {
		sentence = "width " + sentence
	}
	text, err := json.Marshal(sentence)
	require.NoError(t, err)
	return Read(fmt.Appendf(nil, body, text)).Findings
}

func TestGeneratedLimits(t *testing.T) {
	s := source{rand.New(rand.NewPCG(1, 105))}
	whole, stating := 0, 0
	for range 2000 {
		sentence := s.generate()
		for i, body := range bodies {
			found := readAbout(t, body, sentence.sentence)
			right, all := sentence.right(found)
			assert.True(t, right, "%s %q states %v of %q, and errand says %v", body, sentence.sentence, sentence.limits, sentence.unit, told(found))
			if len(sentence.limits) > 0 && i < len(bodies)-1 {
				if stating++; all {
					whole++
				}
			}
		}
	}
	assert.Greater(t, whole*100, stating*85, "%d of %d sentences are told", whole, stating)
}

// Sentences whose meaning a negation changes, and rules that a type hides.
func TestMeaningOfSentences(t *testing.T) {
	for sentence, want := range map[string]string{
		"Expected a integer less than or equal to 50 but received 500": "too_large 50",
		"Expected a string with a length between 5 and 50, got 500":    "too_short 5, too_long 50",
		"must be a multiple of 5":                                      "bad_value 5",
		"is not a multiple of 5":                                       "bad_value 5",
		"must not be a multiple of 5":                                  "bad_value",
		"must not be divisible by 5":                                   "bad_value",
		"must not exist":                                               "bad_value",
		"no longer exists":                                             "not_found",
		"is no longer supported":                                       "unsupported",
		"is not read-only":                                             "bad_value",
		"is not immutable":                                             "bad_value",
		"is not a duplicate":                                           "bad_value",
		"is not too long":                                              "bad_value",
		"must not be too long":                                         "too_long",
		"does not already exist":                                       "bad_value",
		"must not be a valid email":                                    "bad_value",
		"must not be a negative number":                                "bad_value",
		"expected string to be RFC 5322 email: mail: missing '@'":      "bad_format",
		"expected string to be an IPv4 address":                        "bad_format",
		"Expected string to be a valid UUID":                           "bad_format",
		"expected string to match the rules of the shop":               "bad_format",
		"expected integer":                                             "wrong_type",
		`expected value to be one of "low, normal, high"`:              "not_allowed low|normal|high",
		`must be "high", "low" or "normal" (was "urgent")`:             "not_allowed high|low|normal",
		"must contain at least 1 uppercase letter":                     "bad_value",
		"must be at least 5 and at most 50":                            "too_small 5, too_large 50",
		"2024-05-01 is not a number that is less than 50":              "wrong_type",
		"must be less than 1,000 (was 5,000)":                          "too_large 1000 beyond",
		"must be at most -5":                                           "too_large -5",
	} {
		var rules []string
		for _, line := range told(readAbout(t, bodies[0], sentence)) {
			rules = append(rules, strings.TrimPrefix(line, "width "))
		}
		assert.Equal(t, want, strings.Join(rules, ", "), sentence)
	}
}

// The refinement of Superstruct is the rule, and its type is that of the value.
func TestRefinements(t *testing.T) {
	for body, want := range map[string]string{
		`{"failures":[{"type":"integer","refinement":"max","key":"n","path":["n"],"message":"Expected a integer less than or equal to 50 but received 500"}]}`: "/n too_large 50",
		`{"failures":[{"type":"string","refinement":"nonempty","key":"n","path":["n"],"message":"Expected a nonempty string but received an empty one"}]}`:     "/n too_short",
		`{"failures":[{"type":"string","key":"n","path":["n"],"message":"Expected a string, but received: 5"}]}`:                                               "/n wrong_type",
	} {
		assert.Equal(t, []string{want}, told(Read([]byte(body)).Findings), body)
	}
}
