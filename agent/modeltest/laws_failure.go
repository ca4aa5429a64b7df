package modeltest

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// statuses are the errors of the status codes of a refusal.
var statuses = []struct {
	status int
	kind   agent.ErrorKind
	repeat bool
}{
	{400, agent.ErrProviderHTTP, false},
	{401, agent.ErrProviderAuth, false},
	{403, agent.ErrProviderAuth, false},
	{404, agent.ErrProviderHTTP, false},
	{429, agent.ErrRateLimited, true},
	{500, agent.ErrProviderHTTP, true},
	{503, agent.ErrProviderHTTP, true},
}

func lawStatus(r *trial) {
	for _, tt := range statuses {
		a := refusing(tt.status)
		if tt.repeat {
			a.RetryAfter = 17 * time.Second
		}
		o, _ := r.run(noRepeats, weather(), scene{answer: a})
		failed, ok := go126.AsType[*agent.RunError](o.Err)
		if !ok {
			r.add("status %d is not a failure of the run, but %v and %v", tt.status, o.Err, o.Codes())
			continue
		}
		te := failed.Detail()
		if failed.Kind != tt.kind {
			r.add("status %d is %q, want %q", tt.status, string(failed.Kind), string(tt.kind))
		}
		if te.StatusCode() != tt.status {
			r.add("status %d is told as %d", tt.status, te.StatusCode())
		}
		if te.CanRetry() != tt.repeat {
			r.add("after status %d a repeat is worth it: %t, want %t", tt.status, te.CanRetry(), tt.repeat)
		}
		if wait, _ := te.RetryAfter(); tt.repeat && wait != a.RetryAfter {
			r.add("status %d asks to wait for %s, and the error says %s", tt.status, a.RetryAfter, wait)
		}
	}
}

// lawRepeats lets the loop retry: a model that retries too makes too many requests, or
// makes them too early.
func lawRepeats(r *trial) {
	first, second := refusing(429), refusing(503)
	first.RetryAfter, second.RetryAfter = 30*time.Second, 20*time.Second
	o, p := r.run(agent.Limits{}, weather(), scene{answer: first}, scene{answer: second}, scene{answer: saying(answerText)})
	if n := len(p.Requests()); o.Err != nil || o.Last().Content.Text() != answerText || n != 3 {
		r.add("after two refusals and an answer, the run ended with %q and the error %v, in %d requests", o.Last().Content.Text(), o.Err, n)
	}
	// The loop adds up to a tenth to the wait, so that clients do not retry at the same
	// time.
	if o.took < 50*time.Second || o.took > 60*time.Second {
		r.add("the provider asked to wait for 50s, and the run took %s", o.took)
	}
	o, p = r.run(noRepeats, weather(), scene{answer: refusing(500)})
	if n := len(p.Requests()); n != 1 || o.took > 0 {
		r.add("the loop was told not to repeat, and %d requests were made in %s", n, o.took)
	}
}

func lawCut(r *trial) {
	if r.stream {
		r.endEarly(cut)
		r.endEarly(lost)
		return
	}
	for _, sent := range []int{0, 1} {
		o, _ := r.run(noRepeats, weather(), scene{answer: saying(answerText), end: lost, sent: sent})
		if !isProviders(o.Err) {
			r.add("the connection was lost, and the run ended with %q and the error %v", o.Last().Content.Text(), o.Err)
		}
	}
}

// endEarly ends a stream after each of its pieces. If the run does not fail, the provider
// had sent everything, and the answer is complete.
func (r *trial) endEarly(how ending) {
	const args = `{"city":"Oslo"}`
	whole := calling("Let me see. One moment.", callOf("call_1", "weather", args))
	over := scene{answer: saying("Over.")}
	_, p := r.hear(scene{answer: whole})
	pieces, _ := p.said()
	for sent := range pieces {
		tool := weather()
		o, _ := r.run(noRepeats, tool, scene{answer: whole, end: how, sent: sent}, over)
		switch {
		case o.Err == nil && o.shownWhole(whole.Text) && tool.Count() == 1 && sameJSON(tool.LastArgs(), []byte(args)):
		case o.Err == nil:
			r.add("%d of %d pieces came, and were taken for an answer: the run ended with %q, the codes %v and %d runs of the tool",
				sent, pieces, o.Last().Content.Text(), o.Codes(), tool.Count())
		default:
			r.brokeOff(o, tool)
		}
	}
}

// shownWhole reports whether the first answer has the text.
func (o outcome) shownWhole(text string) bool {
	return len(o.Events) > 0 && o.Events[0].Content.Text() == text
}

// brokeOff checks a run whose model failed in the middle of a stream.
func (r *trial) brokeOff(o outcome, tool *agenttest.Tool) {
	if !isProviders(o.Err) {
		r.add("the failure is none of the provider's: %v", firstLine(o.Err))
	}
	if tool.Count() > 0 {
		r.add("a call of an answer that broke off was run")
	}
	agenttest.AssertBrokenOff(r, o.Collected, o.shown)
}

// isProviders reports whether a run failed with an error of the provider.
func isProviders(err error) bool {
	failed, ok := go126.AsType[*agent.RunError](err)
	return ok && slices.Contains([]agent.ErrorKind{
		agent.ErrProviderStream, agent.ErrProviderTransport, agent.ErrProviderDecode, agent.ErrProviderHTTP, agent.ErrRateLimited,
	}, failed.Kind)
}

func lawFailure(r *trial) {
	if !r.stream {
		return
	}
	for _, tt := range []struct {
		status int
		kind   agent.ErrorKind
	}{{429, agent.ErrRateLimited}, {503, agent.ErrProviderHTTP}} {
		a := refusing(tt.status)
		a.Text = "It is cle"
		tool := weather()
		o, p := r.run(noRepeats, tool, scene{answer: a})
		failed, ok := go126.AsType[*agent.RunError](o.Err)
		if !ok || failed.Kind != tt.kind || !failed.Detail().CanRetry() {
			r.add("a failure like status %d is: %v; want %q, which is worth a repeat", tt.status, firstLine(o.Err), string(tt.kind))
			continue
		}
		if o.shown != a.Text {
			r.add("%q was shown of %q before the failure", o.shown, a.Text)
		}
		r.brokeOff(o, tool)
		if n := len(p.Requests()); n != 1 {
			r.add("%d requests were made of one", n)
		}
	}
}

// garbage are responses that no provider sends.
var garbage = []struct{ mediaType, body string }{
	{"text/html", "<html><body>" + vendorWord + "</body></html>"},
	{"application/json", ""},
	{"application/json", "{"},
	{"application/json", "[]"},
	{"application/json", "null"},
	{"application/json", `{"` + vendorWord + `":1}`},
	{"text/event-stream", ""},
	{"text/event-stream", "data: {\n\n"},
	{"text/event-stream", "event: " + vendorWord + "\ndata: {\"" + vendorWord + "\":1}\n\n"},
}

func lawGarbage(r *trial) {
	for _, g := range garbage {
		raw := Reply{Header: http.Header{"Content-Type": {g.mediaType}}, Pieces: []string{g.body}}
		o, _ := r.run(noRepeats, weather(), scene{raw: &raw})
		if o.Err == nil && len(o.Codes()) == 0 {
			r.add("the %s %q was taken for the answer %q", g.mediaType, g.body, o.Last().Content.Text())
		}
		if o.Err != nil && !isProviders(o.Err) {
			r.add("the failure of the %s %q is none of the provider's: %v", g.mediaType, g.body, firstLine(o.Err))
		}
	}
}

func lawSecrets(r *trial) {
	answers := []Answer{saying(answerText)}
	for _, tt := range statuses {
		answers = append(answers, refusing(tt.status))
	}
	if r.stream {
		failing := refusing(503)
		failing.Text = "It is cle"
		answers = append(answers, failing)
	}
	for _, a := range answers {
		o, p := r.run(noRepeats, weather(), scene{answer: a})
		if all := p.Requests(); len(all) > 0 && !r.skips("secrets/key") && !strings.Contains(all[0].URL.String()+httpText(all[0].Header)+string(all[0].Body), modelKey) {
			r.add("the model does not prove who it is with the key")
		}
		r.silentAbout(o, a.Status)
	}
	// A body in no provider's format, and a connection that breaks.
	raw := Reply{Header: http.Header{"Content-Type": {"application/json"}}, Pieces: []string{`{"` + vendorWord + modelKey}}
	o, _ := r.run(noRepeats, weather(), scene{raw: &raw})
	r.silentAbout(o, http.StatusOK)
	o, _ = r.run(noRepeats, weather(), scene{answer: saying(answerText), end: lost})
	r.silentAbout(o, http.StatusOK)
}

func (r *trial) silentAbout(o outcome, status int) {
	told := []any{slices.Concat(o.Partial, o.Events)}
	if o.Err != nil {
		told = append(told, o.Err)
	}
	for _, secret := range []string{vendorWord, modelKey} {
		agenttest.AssertNoCanary(about{r, secret, status}, secret, told...)
	}
	if te, ok := toolerr.Find(o.Err); ok && strings.Contains(te.DeveloperMessage(), modelKey) {
		r.add("the key is in what developers are told of an answer with status %d", status)
	}
}

// about reports the findings about one answer to its trial.
type about struct {
	*trial
	secret string
	status int
}

// Errorf adds a finding.
func (a about) Errorf(format string, args ...any) {
	a.add("%q of an answer with status %d got out: "+format, append([]any{a.secret, a.status}, args...)...)
}

func httpText(h http.Header) string {
	var b strings.Builder
	_ = h.Write(&b) // a builder never fails
	return b.String()
}
