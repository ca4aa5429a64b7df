package refusal

import (
	"strings"
)

// Sentences about one value are similar in all frameworks: "must be at least 3", "Ensure
// this value is greater than or equal to 3.", "should be 3 or more". The spelling of the
// verbs is normalized, and the rows below have the normalized spelling.
var spelling = strings.NewReplacer(
	"should not ", "must not ", "should NOT ", "must not ", "must NOT ", "must not ", "cannot ", "must not ", "can't ", "must not ", "can’t ", "must not ",
	"can not ", "must not ", "may not ", "must not ", "shouldn't ", "must not ", "mustn't ", "must not ", "should ", "must ", "has to ", "must ", "have to ", "must ",
	"needs to ", "must ", "need to ", "must ", "needs at ", "must have at ", "is limited to ", "must be at most ", "are limited to ", "must be at most ", "is capped at ", "must be at most ", "shall ", "must ", "isn't ", "is not ", "isn’t ", "is not ", "aren't ", "are not ", "doesn't ", "does not ", "doesn’t ", "does not ",
	"wasn't ", "was not ", "couldn't ", "could not ", "didn't ", "did not ", "won't ", "must not ", "is required to ", "must ", " (inclusive)", "", "≤", "<=", "≥", ">=", "–", "-", " two ", " 2 ", " three ", " 3 ", " four ", " 4 ", " five ", " 5 ", " six ", " 6 ", " eight ", " 8 ", " ten ", " 10 ",
	" query parameter", " parameter", " path parameter", " parameter", "type(s)", "types", " && ", " and ", "maxInclusive", "maximum", "minInclusive", "minimum", "maxLength", "max length", "minLength", "min length", "maxItems", "max items", "minItems", "min items", "than '", "than ", "equal to '", "equal to ", "length of '", "length of ", "is '", "is ", "`", "'",
)

// plain returns a sentence in the normalized spelling.
func plain(text string) string {
	text = strings.TrimSpace(text[:min(len(text), 1<<10)])
	if text != "" && 'A' <= text[0] && text[0] <= 'Z' {
		text = string(text[0]+'a'-'A') + text[1:]
	}
	for i := 2; i < len(text); i++ { // the sentences after the first
		if c := text[i]; 'A' <= c && c <= 'Z' && text[i-1] == ' ' && (text[i-2] == '.' || text[i-2] == ':') {
			text = text[:i] + string(c+'a'-'A') + text[i+1:]
		}
	}
	return replaced(spelling, english(text))
}

// vague are sentences that only state that a value is wrong, unless they name a type or a
// format.
var vague = rowsOf(`
# bad_value rails common
is invalid
valid value
# bad_format symfony joi class
not a valid·
·format
must be a valid·
must be valid·
must contain {} char
strong enough
# bad_value zod symfony class pydantic1
invalid·
not valid
must be·
must not·
must contain·
ensure·
`)
