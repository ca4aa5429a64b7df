package refusals_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	corpus "github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/conformance/refusals/bench"
	"github.com/errand-go/errand/proof/vendorproof/refusals"
	"github.com/errand-go/errand/toolerr"
)

// A bar is what the figures of a group must reach, in percent. Better figures raise it, and
// nothing is tuned to a case.
type bar struct {
	clean float64 // cases that are fixable and clean, at least
	wrong float64 // arguments blamed, of the paths told, at most
}

var bars = map[string]bar{
	"open":    {clean: 92.5, wrong: 1},
	"fresh":   {clean: 96.5, wrong: 1},
	"further": {clean: 93, wrong: 1},
	"unseen":  {clean: 90, wrong: 1},
	"sealed":  {clean: 82, wrong: 2.5},
	"held":    {clean: 90, wrong: 1},
	"kept":    {clean: 84.5, wrong: 1},
	"last":    {clean: 88, wrong: 1},
	"next":    {clean: 74, wrong: 1},
	"late":    {clean: 70.5, wrong: 1},
	"blind":   {clean: 71.5, wrong: 1},
	"final":   {clean: 67, wrong: 2},
	"sight":   {clean: 70.5, wrong: 1},
	"novel":   {clean: 64.5, wrong: 2.5},
	"trained": {clean: 73, wrong: 1},
}

func TestModelsReadWhatToCorrect(t *testing.T) {
	for _, group := range corpus.Groups() {
		t.Run(group, func(t *testing.T) {
			figures, err := refusals.Run(group)
			require.NoError(t, err)
			t.Log(figures)
			for _, f := range figures.Failures {
				t.Log(f)
			}
			require.Contains(t, bars, group)
			assert.GreaterOrEqual(t, figures.Percent(), bars[group].clean)
			assert.LessOrEqual(t, 100*float64(figures.Blamed), bars[group].wrong*float64(figures.Paths), "wrong paths")
			assert.Zero(t, figures.Leaks)
		})
	}
}

// viewOf returns the view of the problems alone: of their sentences, or of their parts. A
// program that reads parts has its own words for a rule.
func viewOf(p toolerr.Payload, parts bool) corpus.View {
	var text strings.Builder
	for _, problem := range p.Err().Problems() {
		if !parts {
			fmt.Fprintf(&text, "%s: %s\n", problem.Path, problem.Problem)
			continue
		}
		told, d := problem.Parts(), toolerr.Detail{Unplaced: strings.HasPrefix(problem.Problem.String(), "A value ")}
		if told.Limit != "" {
			d.Limit, d.Beyond = toolerr.Ident(told.Limit), told.Beyond
		}
		words := slices.Concat([]string{told.Word, told.Field, told.Beside}, told.Allowed, told.DidYouMean)
		fmt.Fprintf(&text, "%s: %s %q line %d, column %d, character %d; line %d, column %d, character %d\n", problem.Path, told.Rule.Message(d), words, told.At.Line, told.At.Column, told.At.Offset, told.Stated.Line, told.Stated.Column, told.Stated.Offset)
	}
	return corpus.View{Raw: text.String(), Text: text.String()}
}

// The parts of the problems alone tell the facts that their sentences tell, and leak nothing.
func TestPartsTellWhatSentencesTell(t *testing.T) {
	cases, err := corpus.Load()
	require.NoError(t, err)
	met := 0
	for _, c := range cases {
		p := bench.Payload(adapters.Default(), refusals.Refusal(c))
		told, parts := corpus.Judge(c, viewOf(p, false)), corpus.Judge(c, viewOf(p, true))
		assert.Subset(t, parts.Met, told.Met, "%s: %s", c.ID, p.WithParts())
		assert.Empty(t, parts.Leaked, c.ID)
		met += len(parts.Met)
	}
	assert.Greater(t, met, 1000)
}

// Names add facts and leak nothing else.
func TestNames(t *testing.T) {
	registry := adapters.Default().WithDisclosure(adapter.DisclosureNames)
	cases, err := corpus.Load()
	require.NoError(t, err)
	var figures corpus.Figures
	for _, c := range cases {
		figures.Add(c.WithNames(), refusals.View(registry, c))
	}
	t.Log(figures)
	assert.Zero(t, figures.Leaks)
	assert.LessOrEqual(t, 100*figures.Blamed, figures.Paths, "wrong paths")
}

// The stand-ins of package bench are read as the errors of the real clients: the verdicts are the
// same, and of drivers the answers too.
func TestStandInsAreReadAsRealErrors(t *testing.T) {
	entrants := bench.Entrants()
	known := entrants[slices.IndexFunc(entrants, func(e bench.Entrant) bool { return e.Name == "known" })].View
	refused, err := bench.Load(t.Context(), corpus.Groups()...)
	require.NoError(t, err)
	plain := []string{"gemini-nested", "github-assignee", "slack-attach", "slack-missing", "x-slack-msgs"} // by its SDK errand knows whose response it is
	for _, r := range refused {
		if slices.Contains(plain, r.ID) {
			continue
		}
		ours, theirs := known(r.Refusal), refusals.View(adapters.Default(), r.Case)
		assert.Equal(t, corpus.Judge(r.Case, theirs), corpus.Judge(r.Case, ours), "%s, by %s:\n%s\n%s", r.ID, r.Client, theirs.Raw, ours.Raw)
		if r.Upstream.Driver != "" {
			assert.Equal(t, theirs.Raw, ours.Raw, r.ID)
		}
	}
}
