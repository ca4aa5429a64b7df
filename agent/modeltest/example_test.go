package modeltest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
)

// acmeWords are Acme's for why it stopped.
var acmeWords = map[agent.FinishReason]string{
	agent.FinishStop: "end", agent.FinishToolCalls: "calls", agent.FinishMaxTokens: "length", agent.FinishSafety: "filter",
	agent.FinishRecitation: "recited", agent.FinishPromptBlocked: "prompt", agent.FinishMalformedCall: "call",
	agent.FinishOther: "quorvex",
}

// sayAcme is how Acme says an answer: a JSON object per line, whether the request
// asks for a stream or not.
func sayAcme(a modeltest.Answer, _ *http.Request, _ []byte) modeltest.Reply {
	var lines []string
	say := func(l line) { lines = append(lines, encode(l)) }
	if a.Status != 0 && a.Text == "" {
		say(line{Error: &acmeError{a.Status, a.Message}})
		header := http.Header{"Content-Type": {"application/json"}}
		if a.RetryAfter > 0 {
			header.Set("Retry-After", fmt.Sprint(a.RetryAfter.Seconds()))
		}
		return modeltest.Reply{Status: a.Status, Header: header, Pieces: lines}
	}
	for word := range strings.SplitAfterSeq(a.Text, " ") {
		if word != "" {
			say(line{Text: word})
		}
	}
	for i, c := range a.Calls {
		half := len(c.Args) / 2
		say(line{Call: &acmeCall{c.ID, c.Name}})
		say(line{More: &acmeMore{i, string(c.Args[:half])}})
		say(line{More: &acmeMore{i, string(c.Args[half:])}})
	}
	if a.Status != 0 {
		say(line{Error: &acmeError{a.Status, a.Message}})
	} else {
		u := a.Usage
		say(line{Stop: acmeWords[a.Finish], Usage: &acmeUsage{u.InputTokens, u.OutputTokens, u.CachedTokens}})
	}
	return modeltest.Reply{Header: http.Header{"Content-Type": {"application/x-ndjson"}}, Pieces: lines}
}

func encode(l line) string {
	raw, err := json.Marshal(l)
	if err != nil {
		panic(err)
	}
	return string(raw) + "\n"
}

// A suite needs the wire format of the model's provider.
func ExampleSuite() {
	suite := modeltest.Suite{
		New: func(_ *testing.T, client *http.Client, key string) agent.Model {
			return &acme{client: client, key: key}
		},
		Say:      sayAcme,
		Adapters: adapter.NewRegistry(httpadapter.Adapter{}),
	}
	_ = func(t *testing.T) { suite.Run(t) } // the body of a test

	for _, law := range modeltest.Laws()[:3] {
		fmt.Printf("%s: %s\n", law.Name, law.Promise)
	}
	// Output:
	// answer: An answer comes as it was said: its text, its reason, its usage.
	// deltas: A delta is yielded when it comes, if the request asks for a stream.
	// calls: Calls keep their ids, names and arguments, and stay apart; a number is the one that was written, or its call is malformed.
}
