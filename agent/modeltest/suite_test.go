package modeltest_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
)

func acmeSuite(flaw string) modeltest.Suite {
	return modeltest.Suite{
		New: func(_ *testing.T, client *http.Client, key string) agent.Model {
			return &acme{client: client, key: key, flaw: flaw}
		},
		Say:      sayAcme,
		Adapters: adapter.NewRegistry(httpadapter.Adapter{}),
	}
}

func TestSuiteAcceptsARightModel(t *testing.T) {
	acmeSuite("").Run(t)
	acmeSuite("has no content of its own").Run(t)
	whole := acmeSuite("keeps the deltas back")
	whole.Skip = map[string]string{"deltas": "it yields none", "failure": "it yields none"}
	whole.Run(t)
}

func TestSuiteSkips(t *testing.T) {
	for part, flaw := range map[string]string{
		"answer/usage": "does not count", "secrets/key": "sends no key", "finish/OTHER": "takes a reason it has not heard for the end",
	} {
		s := acmeSuite(flaw)
		law, _, _ := strings.Cut(part, "/")
		assert.NotEmpty(t, modeltest.Findings(t, s, law))
		s.Skip = map[string]string{part: "it is not so here"}
		assert.Empty(t, modeltest.Findings(t, s, law))
	}
	s := acmeSuite("finishes twice")
	s.Skip = map[string]string{}
	for _, l := range modeltest.Laws() {
		s.Skip[l.Name] = "nothing is right"
	}
	s.Run(t)
}

func TestSuiteReportsItsOwnErrors(t *testing.T) {
	s := acmeSuite("")
	s.Say = func(modeltest.Answer, *http.Request, []byte) modeltest.Reply { return modeltest.Reply{} }
	assert.Contains(t, strings.Join(modeltest.Findings(t, s, "answer"), "\n"), "Suite.Say has no words for")
	s.Say = func(modeltest.Answer, *http.Request, []byte) modeltest.Reply { panic("lost for words") }
	assert.Contains(t, strings.Join(modeltest.Findings(t, s, "answer"), "\n"), "Suite.Say panics: lost for words")
	s.New = func(*testing.T, *http.Client, string) agent.Model { return nil }
	assert.Contains(t, strings.Join(modeltest.Findings(t, s, "answer"), "\n"), "Suite.New returns no model")
}

// Each law has a model that breaks it, and reports it.
func TestEveryLawHasABreaker(t *testing.T) {
	breakers := []struct{ law, flaw, says string }{
		{"answer", "drops the last word", `the text is "It is clear over "`},
		{"answer", "does not count", "the usage is <nil>"},
		{"answer", "finishes twice", "something follows the end"},
		{"answer", "never ends", "it does not end"},
		{"deltas", "keeps the deltas back", "nothing was yielded before the end came"},
		{"calls", "gives calls one id", "call 0 is call weather("},
		{"calls", "mixes calls", "there are 1 calls, want 3"},
		{"calls", "reads numbers as floats", `the arguments are {"lines":[{"id":1844674407370955300},-9007199254740996,1,-0,0.1],"order":9007199254740992}`},
		{"request", "forgets the instruction", `"instructionword" does not reach the provider`},
		{"request", "forgets the results", `"resultword" does not reach the provider`},
		{"attachments", "says nothing beforehand", `a blob of type "application/zip" is refused, and not beforehand`},
		{"attachments", "refuses what it sends", `a blob of type "image/png" is refused beforehand, and sent`},
		{"request", "changes the request", "the model changed it"},
		{"finish", "calls every reason the end", "an answer that ended MAX_TOKENS has the codes [], want MAX_TOKENS"},
		{"finish", "takes a reason it has not heard for the end", "an answer that ended OTHER has the codes [], want OTHER"},
		{"status", "forgets the status", `status 400 is "provider_transport", want "provider_http"`},
		{"status", "forgets the wait", "asks to wait for 17s, and the error says 0s"},
		{"status", "takes a refusal for an answer", "status 400 is not a failure of the run"},
		{"status", "makes every failure somebody else's", `status 401 is "provider", want "provider_auth"`},
		{"repeats", "repeats by itself", "an unexpected request"},
		{"repeats", "forgets the wait", "the provider asked to wait for 50s"},
		{"cut", "takes every end for the end", "were taken for an answer"},
		{"cut", "takes a lost connection for the end", "were taken for an answer"},
		{"cut", "makes every failure somebody else's", "the failure is none of the provider's"},
		{"failure", "does not know failures in streams", "a failure like status 429 is"},
		{"failure", "calls every failure one of the network", `want "provider_rate_limit"`},
		{"garbage", "reads anything", "was taken for the answer"},
		{"garbage", "makes every failure somebody else's", "is none of the provider's"},
		{"cancel", "ignores its context", "Generate does not return"},
		{"cancel", "blames the network", "the context ended (context canceled), and the error says"},
		{"cancel", "answers when cancelled", "there is the answer"},
		{"break", "goes on when nobody listens", "Generate panics: "},
		{"break", "goes on behind an error", "Generate panics: "},
		{"break", "leaves the body open", "the request goes on"},
		{"concurrent", "shares a buffer", "was told"},
		{"secrets", "repeats what it was refused with", `"quorvexword" of an answer with status 400 got out: value 0 ([]*agent.Event) holds the canary in its JSON`},
		{"secrets", "sends no key", "does not prove who it is"},
	}
	broken := map[string]bool{}
	for _, b := range breakers {
		broken[b.law] = true
		t.Run(b.law+"/"+b.flaw, func(t *testing.T) {
			found := modeltest.Findings(t, acmeSuite(b.flaw), b.law)
			require.NotEmpty(t, found)
			assert.Contains(t, strings.Join(found, "\n"), b.says)
		})
	}
	for _, l := range modeltest.Laws() {
		assert.True(t, broken[l.Name], "no model breaks the law %q", l.Name)
	}
}

func TestSuiteThatCannotRun(t *testing.T) {
	require.Empty(t, acmeSuite("").Problems())
	s := acmeSuite("")
	s.Say = nil
	s.Skip = map[string]string{"finish/SAFETY": " ", "no such law": "there is none"}
	assert.Equal(t, []string{
		`"finish/SAFETY" is skipped without a reason`, "it has no New or no Say", `there is no "no such law" to skip`,
	}, s.Problems())
}

func TestLawsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/agent_tools.md")
	require.NoError(t, err)
	for _, l := range modeltest.Laws() {
		assert.Contains(t, string(page), "`"+l.Name+"`")
	}
}
