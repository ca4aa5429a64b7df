package refusal

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

// means reports whether findings say nothing but one of the meanings of a sentence. A rule
// without its limit says less, and bad_value says nothing. A finding about a field that the
// call does not have is not told.
func means(meanings string, found []toolerr.Finding) bool {
	for meaning := range strings.SplitSeq(meanings, " or ") {
		all := true
		for _, line := range told(found) {
			field, line, _ := strings.Cut(line, " ")
			all = all && (strings.Trim(field, "/") != "width" || line == "bad_value" || strings.Contains(", "+meaning+",", ", "+line+",") ||
				!strings.Contains(line, " ") && line != "bad_value" && strings.Contains(", "+meaning, ", "+line))
		}
		if all {
			return true
		}
	}
	return false
}

// Sentences of validators and of services, and variants of them, in several bodies.
func TestMeanings(t *testing.T) {
	text, err := os.ReadFile("testdata/meanings.txt")
	require.NoError(t, err)
	ruled, rows := 0, 0
	for line := range strings.Lines(string(text)) {
		meanings, sentence, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if !ok || line[0] == '#' {
			continue
		}
		for _, body := range bodies {
			found := readAbout(t, body, sentence)
			assert.True(t, means(meanings, found), "%s %q means %s, and errand says %v", body, sentence, meanings, told(found))
			if meanings == "-" || body == bodies[len(bodies)-1] {
				continue
			}
			if rows++; len(found) > 0 && found[0].Rule != toolerr.RuleBadValue {
				ruled++
			}
		}
	}
	assert.Greater(t, ruled*100, rows*75, "%d of %d sentences have a rule", ruled, rows)
}
