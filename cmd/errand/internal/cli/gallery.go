package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/cmd/errand/internal/scene"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
)

// A gallery is what `errand demo --faults --json` prints, and with --fault and
// --all. It is stable.
type gallery struct {
	Calls   []scene.Outcome `json:"calls"`
	Summary scene.Summary   `json:"summary"`
}

// runGallery plays faults one by one.
func (a *app) runGallery(o demoOptions) int {
	scenes := scene.Program()
	switch {
	case o.fault != "":
		s, near, needs, ok := scene.Lookup(o.fault)
		if !ok {
			return a.unknownFault(o.fault, near, fmt.Sprint(needs), len(needs) > 0)
		}
		scenes = []scene.Scene{s}
	case o.all:
		scenes = scene.All()
	}
	p := &player{app: a, options: o, screen: screen.New(a.stdout, a.env), total: len(scenes)}
	if o.json {
		p.screen = screen.New(a.stderr, a.env)
	}
	return p.play(scenes)
}

func (a *app) unknownFault(name string, near []string, needs string, needy bool) int {
	switch {
	case needy:
		return a.refuse("the fault %s needs more than net/http: %s", name, strings.Trim(needs, "[]"))
	case len(near) > 0:
		return a.refuse("no fault is called %q; did you mean %s?", name, strings.Join(near, ", "))
	}
	return a.refuse("no fault is called %q; %s demo --list has them all", name, a.self)
}

// A player plays scenes and prints each as soon as it is over.
type player struct {
	app     *app
	options demoOptions
	screen  *screen.Screen
	total   int
}

func (p *player) play(scenes []scene.Scene) int {
	// Before anything is started: whoever waits should know for what.
	p.opening()
	stage, err := scene.NewStage(p.app.registry())
	if err != nil {
		return p.app.complain(ExitFailed, "the server could not be started: %v", err)
	}
	defer stage.Close()
	ctx, cancel := context.WithTimeout(context.Background(), demoTimeout)
	defer cancel()

	start := time.Now()
	outcomes := []scene.Outcome{}
	for i, s := range scenes {
		o := stage.Play(ctx, s)
		outcomes = append(outcomes, o)
		p.outcome(i+1, o)
	}
	summary := scene.Summarize(outcomes, time.Since(start))
	code := p.closing(outcomes, summary)
	if slices.ContainsFunc(outcomes, func(o scene.Outcome) bool { return !o.OK() }) {
		return ExitFailed
	}
	return code
}

func (p *player) opening() {
	p.screen.Line(p.screen.Paint(screen.Strong, "errand demo: "),
		fmt.Sprintf("%d tool %s for real, on this machine only, in seconds", p.total, oneOrMore(p.total, "call that fails", "calls that fail")))
	if p.options.json {
		return
	}
	s := p.screen
	s.Blank()
	s.Text(screen.Faint, "A server on the loopback misbehaves; tools call it with net/http, and make errors of statuses as SDKs do: "+
		"URL, status, and what the service said. Everything below is measured. The secrets are made up and planted (qv7x…, quorvex…), so that leaks can be counted.")
	s.Blank()
	item := func(label, text string) { s.Item(pad("  "+label, cardLabel), screen.Strong, screen.Faint, text) }
	item("raw error", "what a host that passes err.Error() on sends to the model")
	item("payload", "what the model gets through errand")
	item("decision", "what the program does next")
}

func (p *player) outcome(n int, o scene.Outcome) {
	switch {
	case p.options.json:
	case p.options.all:
		p.line(o)
	default:
		p.card(n, o)
	}
}

func (p *player) closing(outcomes []scene.Outcome, summary scene.Summary) int {
	if p.options.json {
		return p.app.writeJSON(gallery{Calls: outcomes, Summary: summary})
	}
	p.summary(outcomes, summary)
	if p.options.fault == "" && summary.Failed == 0 {
		p.next()
	}
	return p.app.written(p.screen.Err())
}

// listed is a row of `errand demo --list --json`. It is stable.
type listed struct {
	Name    string `json:"name"`
	Happens string `json:"happens"`
	Default bool   `json:"default"`
}

func (a *app) listFaults(asJSON bool) int {
	byDefault := len(scene.Program())
	rows := []listed{}
	for i, s := range scene.All() {
		rows = append(rows, listed{Name: s.Name, Happens: s.Happens, Default: i < byDefault})
	}
	if asJSON {
		return a.writeJSON(rows)
	}
	s := screen.New(a.stdout, a.env)
	for i, heading := range []string{"IN DEMO --FAULTS", "ONLY BY NAME"} {
		if i > 0 {
			s.Blank()
		}
		t := screen.Table{Heading: []string{heading, "WHAT HAPPENS"}, Styles: []screen.Style{screen.Accent}}
		for _, r := range rows {
			if r.Default == (i == 0) {
				t.Rows = append(t.Rows, []string{r.Name, r.Happens})
			}
		}
		s.Table(t)
	}
	return a.written(s.Err())
}
