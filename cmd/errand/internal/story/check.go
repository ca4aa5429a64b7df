package story

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A Summary has the figures of the run, and the checks.
type Summary struct {
	// Turns, Requests, Calls and Runs are the numbers of turns with tool calls, of requests
	// to the model, of calls, and of tool runs.
	Turns    int `json:"turns"`
	Requests int `json:"requests"`
	Calls    int `json:"calls"`
	Runs     int `json:"runs"`
	// Shows lists the planted words in the requests to the model and in the
	// events; LogShows lists the credentials in the log.
	Shows    Showing  `json:"shows"`
	LogShows []string `json:"log_shows"`
	// Without has the figures of the other loop.
	Without WithoutSummary `json:"without_errand"`
	// Checks are the checks; Failed is the number of failed ones.
	Checks []Check `json:"checks"`
	Failed int     `json:"failed"`
	TookMS int64   `json:"took_ms"`
}

// A WithoutSummary has the figures of the loop that passes err.Error() on.
type WithoutSummary struct {
	// Shows lists the planted words in the requests to the model, and Leaks
	// counts the results that put some there.
	Shows Showing `json:"shows"`
	Leaks int     `json:"leaks"`
	// Died counts the calls that end the process, Hung those that never return.
	Died int `json:"died"`
	Hung int `json:"hung"`
	// Unasked counts the calls that ran without the required approval.
	Unasked int64 `json:"unasked"`
	// Unretried counts the failures that were passed on although a retry after a wait
	// succeeds.
	Unretried int `json:"unretried"`
}

// A Check is a condition, and the measured value.
type Check struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	// Text describes the result.
	Text string `json:"text"`
}

// differs returns the differences between a call and its expected result. failures are
// those of its runs, in order; the last is nil if the call succeeded.
func (row call) differs(c *Call, runs []run, failures []*toolerr.ToolRuntimeError) (all []string) {
	differ := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if c.Outcome != row.outcome {
		differ("outcome %s, want %s", c.Outcome, row.outcome)
	}
	if c.Runs != row.runs {
		differ("%d runs, want %d", c.Runs, row.runs)
	}
	for i, te := range failures {
		if te == nil {
			continue
		}
		want := row.want
		if want == nil {
			if i >= len(runs) || runs[i].step.fault == "" {
				differ("failed with %s, where nothing is wrong", te.Kind())
				continue
			}
			fault, _ := faults.Lookup(runs[i].step.fault)
			closest := fault.WantFor(runs[i].step.client)
			want = &closest
		}
		if _, ok := want.Accepts(te); !ok {
			all = append(all, want.Diff(te)...)
		}
	}
	te := failures[len(failures)-1]
	if te == nil {
		return all
	}
	if te.Code() != row.code {
		differ("code %s, want %s", te.Code(), row.code)
	}
	if told := fixes(te); row.want == nil && told != row.fix {
		differ("told to fix %q, want %q", told, row.fix)
	}
	return all
}

// fixes returns the corrections in a payload.
func fixes(te *toolerr.ToolRuntimeError) string {
	var all []string
	for _, p := range te.Problems() {
		all = append(all, p.Path+" "+p.Problem.String())
	}
	return strings.Join(all, "; ")
}

// summarize returns the figures of the run, with the checks.
func (p *play) summarize(others *nakedRun) Summary {
	requests := p.model.Requests()
	s := Summary{
		Turns: p.turn, Requests: len(requests), Calls: len(p.calls),
		Shows:    shows(text(requests) + text(p.events) + strings.Join(p.ended, " ")),
		LogShows: shows(p.log.String()).Credentials,
		Without:  others.summarize(p.calls),
		TookMS:   p.took.Milliseconds(),
	}
	for _, c := range p.calls {
		s.Runs += c.Runs
	}
	s.Checks = []Check{
		secrets(s), p.logged(s), p.failures(), p.executions(s), p.effects(), p.waits(), p.contained(), p.history(), p.ending(s),
	}
	for _, c := range s.Checks {
		if !c.OK {
			s.Failed++
		}
	}
	return s
}

func text(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func secrets(s Summary) Check {
	return Check{"secrets", s.Shows.None(), fmt.Sprintf(
		"%d planted words in %d requests to the model and all events", len(s.Shows.Words()), s.Requests)}
}

// logged checks that the log is safe and useful: it has the facts that the model does not
// get.
func (p *play) logged(s Summary) Check {
	missing := []string{}
	for _, part := range [][2]string{
		{"a cause", "connection reset by peer"}, {"a request id", faults.CanaryRequestID}, {"the panic's stack", "story.crash("},
	} {
		if !strings.Contains(p.log.String(), part[1]) {
			missing = append(missing, part[0])
		}
	}
	if len(missing) > 0 {
		return Check{"log", false, "not in the log: " + strings.Join(missing, ", ")}
	}
	return Check{"log", len(s.LogShows) == 0, fmt.Sprintf(
		"%d credentials in it; it has causes, request ids and the panic's stack", len(s.LogShows))}
}

// failures checks that every call got its expected result.
func (p *play) failures() Check {
	right, ok := 0, len(p.calls) == Calls()
	for _, c := range p.calls {
		if c.OK() {
			right++
		}
		ok = ok && c.OK()
	}
	return Check{"results", ok, fmt.Sprintf("%d of %d say what happened, and whether to retry the call", right, Calls())}
}

// executions checks that no tool ran too often.
func (p *play) executions(s Summary) Check {
	retries, unsafe, ran := 0, 0, 0
	for _, c := range p.calls {
		if c.Runs == 0 {
			continue
		}
		ran++
		retries += c.Runs - 1
		if c.Runs > 1 && c.Decision.Action != Retried {
			unsafe++
		}
	}
	return Check{"runs", unsafe == 0 && s.Runs == ran+retries, fmt.Sprintf(
		"%d calls ran their tool once, and %d of them a second time: reads that had failed", ran, retries)}
}

// effects checks the side effects of the services.
func (p *play) effects() Check {
	booked, closed, asked := p.world.booked.Load(), p.world.closed.Load(), p.world.asked.Load()
	return Check{"effects", booked == 1 && closed == 0 && asked == 1, fmt.Sprintf(
		"the order was refunded %s, the account closed %s, a person asked %s", times(booked), times(closed), times(asked))}
}

func times(n int64) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// waits checks that the loop waited as long as the services requested.
func (p *play) waits() Check {
	ok, named, others := true, []string{}, []string{}
	for _, c := range p.calls {
		for _, w := range c.Waits {
			ok = ok && w.honored()
			if w.AskedMS == nil {
				others = append(others, seconds(w.WaitedMS))
				continue
			}
			named = append(named, fmt.Sprintf("%s where the service asked for %s", seconds(w.WaitedMS), seconds(*w.AskedMS)))
		}
	}
	return Check{"waits", ok && len(named) > 0, fmt.Sprintf(
		"%s; %s where no wait was named", strings.Join(named, ", "), strings.Join(others, " and "))}
}

// contained checks that a panic and a hang ended only their own calls.
func (p *play) contained() Check {
	count := func(a Action) (n int64) {
		for _, c := range p.calls {
			if c.Decision.Action == a {
				n++
			}
		}
		return n
	}
	panics, hangs := count(Contained), count(LeftBehind)
	return Check{"process", panics == 1 && hangs == 1, fmt.Sprintf(
		"a panic was caught %s, a tool that hangs was left behind %s", times(panics), times(hangs))}
}

// history checks the stored session, after the abandoned tool has ended.
func (p *play) history() Check {
	session, err := p.store.Get(context.Background(), ref)
	if err != nil {
		return Check{"history", false, err.Error()}
	}
	results := 0
	for _, e := range session.Events {
		results += len(e.FunctionResponses())
	}
	if problems := agenttest.HistoryProblems(session.Events); len(problems) > 0 {
		return Check{"history", false, strings.Join(problems, "; ")}
	}
	return Check{"history", results == len(p.calls), fmt.Sprintf(
		"%d calls, %d results, in an order that Anthropic, OpenAI and Gemini accept", len(p.calls), results)}
}

// ending checks that the run ended with an answer.
func (p *play) ending(s Summary) Check {
	if p.answer == "" || len(p.ended) > 0 {
		return Check{"ending", false, "the run did not end with an answer: " + strings.Join(p.ended, ", ")}
	}
	return Check{"ending", true, fmt.Sprintf("an answer after %d requests to the model, in %s", s.Requests, seconds(s.TookMS))}
}
