package bench

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/errand-go/errand/conformance/refusals"
)

// A Score is the figures of one entrant in one group.
type Score struct {
	Entrant string `json:"entrant"`
	Group   string `json:"group"`
	refusals.Figures
}

// A Refused is a case of a group, with its error.
type Refused struct {
	Group string
	Refusal
}

// Groups returns the names of all groups.
func Groups() []string { return append(refusals.Groups(), refusals.Reports) }

// Load returns the refusals of the groups.
func Load(ctx context.Context, groups ...string) ([]Refused, error) {
	var all []Refused
	for _, group := range groups {
		cases, err := refusals.Load(group)
		if err != nil {
			return nil, err
		}
		for _, c := range cases {
			all = append(all, Refused{group, Refusal{c, ErrorOf(ctx, c)}})
		}
	}
	return all, nil
}

// Run judges the entrants with the refusals: a score for each entrant and group, and one for all
// groups, whose Group is empty. With names, the judge allows identifiers of the service, and asks
// for facts that need them.
func Run(all []Refused, entrants []Entrant, names bool) []Score {
	var scores []Score
	for _, e := range entrants {
		whole := len(scores)
		scores = append(scores, Score{Entrant: e.Name})
		for i, r := range all {
			if i == 0 || r.Group != all[i-1].Group {
				scores = append(scores, Score{Entrant: e.Name, Group: r.Group})
			}
			c := r.Case
			if names {
				c = c.WithNames()
			}
			view := e.View(r.Refusal)
			verdict := refusals.Judge(c, view)
			scores[len(scores)-1].Count(c, view, verdict)
			scores[whole].Count(c, view, verdict)
		}
	}
	return scores
}

// Table writes the scores as two Markdown tables: what each entrant told and leaked in all
// groups, and the share of right and of clean answers by group.
func Table(w io.Writer, scores []Score) error {
	heading := []string{"right/clean, %"}
	for _, s := range scores {
		if s.Group != "" && !slices.Contains(heading, s.Group) {
			heading = append(heading, s.Group)
		}
	}
	counts := []string{"entrant", fmt.Sprintf("right of %d", scores[0].Cases), "clean", fmt.Sprintf("facts of %d", scores[0].Facts), "misleading"}
	whole := [][]string{slices.Concat(counts, classes, []string{"bytes", "tokens"})}
	by := [][]string{heading}
	for _, s := range scores {
		if s.Group != "" {
			by[len(by)-1] = append(by[len(by)-1], fmt.Sprintf("%.0f/%.0f", share(s.Fixable, s.Cases), share(s.Clean, s.Cases)))
			continue
		}
		row := []string{s.Entrant, fmt.Sprint(s.Fixable), fmt.Sprint(s.Clean), fmt.Sprint(s.Met), fmt.Sprint(s.Blamed + s.Misled)}
		for _, class := range classes {
			row = append(row, fmt.Sprint(s.Leaked[class]))
		}
		mean := share(s.Bytes, s.Views) / 100
		whole = append(whole, append(row, fmt.Sprintf("%.0f", mean), fmt.Sprintf("%.0f", mean/bytesOfToken)))
		by = append(by, []string{s.Entrant})
	}
	_, err := io.WriteString(w, markdown(whole)+"\n"+markdown(by))
	return err
}

// classes are those of forbidden strings.
var classes = []string{"secret", "injection", "order_ident", "value", "host", "name", "prose", "advice"}

// bytesOfToken is how many bytes count as a token: a rule of thumb for English and JSON, as no
// tokenizer is right for every model.
const bytesOfToken = 4

func share(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// markdown returns a table whose first row is the heading.
func markdown(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	rows = slices.Insert(rows, 1, slices.Repeat([]string{"---"}, len(rows[0])))
	for _, row := range rows {
		_, _ = fmt.Fprintf(w, "| %s\t|\n", strings.Join(row, "\t| ")) // into memory
	}
	_ = w.Flush()
	return b.String()
}
