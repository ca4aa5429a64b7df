package bench

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/internal/choice"
)

// A Provider makes models of a provider.
type Provider struct {
	Default string // the name of a model
	New     func(ctx context.Context, name string) (agent.Model, error)
}

// A Job is one run of the bench. Set the flags, and call Run.
type Job struct {
	// Providers are the providers of --model, by name.
	Providers map[string]Provider

	groups, entrants, model, name, out, replay string
	sample                                     int
	names, dry                                 bool
}

// Flags defines the flags.
func (j *Job) Flags(fs *flag.FlagSet) {
	fs.StringVar(&j.groups, "groups", "", "`names` of groups of cases, separated by commas (default: all)")
	fs.StringVar(&j.entrants, "entrants", "", "`names` of entrants, separated by commas (default: all; with --model raw,masked,known)")
	fs.BoolVar(&j.names, "names", false, "judge as for tools whose authors allow names of the service")
	fs.StringVar(&j.model, "model", "", "`provider` of a model, which is asked for its next step: anthropic, openai or gemini")
	fs.StringVar(&j.name, "model-name", "", "`name` of the model at its provider")
	fs.IntVar(&j.sample, "sample", 54, "with --model, how many cases are played, spread over all")
	fs.BoolVar(&j.dry, "dry-run", false, "with --model, print the number of requests and tokens, and end")
	fs.StringVar(&j.out, "out", "transcript.jsonl", "with --model, `file` to which the transcript is written")
	fs.StringVar(&j.replay, "replay", "", "`file` of a transcript to grade again, without a model")
}

// Run runs the bench, and writes the figures to w.
func (j *Job) Run(ctx context.Context, w io.Writer) error {
	groups, err := choice.Of("group", j.groups, Groups())
	if err != nil {
		return err
	}
	if j.entrants == "" && j.model != "" {
		j.entrants = "raw,masked,known"
	}
	var names []string
	for _, e := range Entrants() {
		names = append(names, e.Name)
	}
	chosen, err := choice.Of("entrant", j.entrants, names)
	if err != nil {
		return err
	}
	entrants := slices.DeleteFunc(Entrants(), func(e Entrant) bool { return !slices.Contains(chosen, e.Name) })
	all, err := Load(ctx, groups...)
	switch {
	case err != nil:
		return err
	case j.replay != "":
		transcript, err := os.ReadFile(j.replay)
		if err != nil {
			return err
		}
		turns, err := Replay(transcript, all)
		if err != nil {
			return fmt.Errorf("%s: %w", j.replay, err)
		}
		return results(w, turns)
	case j.model != "":
		return j.ask(ctx, all, entrants, w)
	}
	return Table(w, Run(all, entrants, j.names))
}

// ask plays a sample with a model.
func (j *Job) ask(ctx context.Context, all []Refused, entrants []Entrant, w io.Writer) error {
	provider, ok := j.Providers[j.model]
	if !ok && !j.dry {
		return fmt.Errorf("no provider is called %q; %s", j.model, choice.Offer(j.model, slices.Sorted(maps.Keys(j.Providers)), "the program that has them is go run ./models/bench"))
	}
	all = slices.DeleteFunc(all, func(r Refused) bool { return len(r.Facts) == 0 })
	var sample []Refused
	for i := range min(j.sample, len(all)) {
		sample = append(sample, all[i*len(all)/min(j.sample, len(all))])
	}
	grades, size := 0, 0
	for _, r := range sample {
		_, determined := GradeByRule(r.Case, Turn{})
		for _, e := range entrants {
			text, err := json.Marshal(stepOf(r.Case, e.View(r.Refusal).Raw))
			if err != nil {
				return err
			}
			if size += len(text); !determined {
				grades, size = grades+1, size+len(text) // about as long
			}
		}
	}
	_, err := fmt.Fprintf(w, "%d cases, %d entrants: %d requests for next steps and %d for grades, about %d tokens in all, and answers of about 100 tokens\n",
		len(sample), len(entrants), len(sample)*len(entrants), grades, size/bytesOfToken)
	if err != nil || j.dry {
		return err
	}
	model, err := provider.New(ctx, cmp.Or(j.name, provider.Default))
	if err != nil {
		return err
	}
	file, err := os.OpenFile(j.out, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644) // an older transcript has cost money
	if err != nil {
		return err
	}
	turns, err := Play(ctx, model, sample, entrants, file)
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	return results(w, turns)
}

// Play plays every case with every entrant, and writes the turns to w, a line for each.
func Play(ctx context.Context, m agent.Model, sample []Refused, entrants []Entrant, w io.Writer) ([]Turn, error) {
	var turns []Turn
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	for _, r := range sample {
		for _, e := range entrants {
			turns = append(turns, play(ctx, m, r, e))
			if err := lines.Encode(turns[len(turns)-1]); err != nil {
				return turns, err
			}
		}
	}
	return turns, nil
}

// Replay reads a transcript, and grades its turns again where rules determine the right step.
func Replay(transcript []byte, all []Refused) (turns []Turn, err error) {
	lines := json.NewDecoder(bytes.NewReader(transcript))
	for lines.More() {
		var t Turn
		if err := lines.Decode(&t); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(all, func(r Refused) bool { return r.Group == t.Group && r.ID == t.Case })
		if i < 0 {
			return nil, fmt.Errorf("no case is called %s in group %s", t.Case, t.Group)
		}
		if right, determined := GradeByRule(all[i].Case, t); determined && t.Error == "" {
			t.Right, t.By = right, "rule"
		}
		turns = append(turns, t)
	}
	return turns, nil
}

// A tally sums up the turns of a model with an entrant.
type tally struct{ turns, right, byRule, byModel, failed, in, out int }

// results writes a row for each model and entrant.
func results(w io.Writer, turns []Turn) error {
	tallies := map[[2]string]tally{}
	for _, t := range turns {
		n := tallies[[2]string{t.Model, t.Entrant}]
		n.turns++
		n.in += t.Usage.InputTokens
		n.out += t.Usage.OutputTokens
		switch {
		case t.Error != "":
			n.failed++
		case t.By == "rule":
			n.byRule++
		default:
			n.byModel++
		}
		if t.Right {
			n.right++
		}
		tallies[[2]string{t.Model, t.Entrant}] = n
	}
	rows := [][]string{{"model", "entrant", "right step", "graded by rule", "by the model", "no answer", "tokens in", "tokens out"}}
	for key, n := range tallies {
		right := fmt.Sprintf("%d of %d", n.right, n.turns-n.failed)
		rows = append(rows, []string{key[0], key[1], right, fmt.Sprint(n.byRule), fmt.Sprint(n.byModel), fmt.Sprint(n.failed), fmt.Sprint(n.in), fmt.Sprint(n.out)})
	}
	slices.SortFunc(rows[1:], slices.Compare)
	_, err := io.WriteString(w, markdown(rows))
	return err
}
