package shop

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
)

func TestTheModelKeepsTheRules(t *testing.T) {
	const noWord = "the provider has no such word"
	modeltest.Suite{
		New: func(_ *testing.T, client *http.Client, key string) agent.Model {
			return Model{URL: "https://acme.test/v1", Key: key, HTTP: client}
		},
		Say:      acmeSays,
		Adapters: adapters.Default(),
		Skip: map[string]string{
			"deltas": "the model has none", "failure": "the model has no deltas",
			"request/schema": "the model sends no schema", "answer/usage": "the provider says no cost",
			"finish/RECITATION": noWord, "finish/PROMPT_BLOCKED": noWord, "finish/MALFORMED_FUNCTION_CALL": noWord,
		},
	}.Run(t)
}

func acmeSays(a modeltest.Answer, _ *http.Request, _ []byte) modeltest.Reply {
	header := http.Header{"Content-Type": {"application/json"}}
	if a.RetryAfter > 0 {
		header.Set("Retry-After", fmt.Sprint(a.RetryAfter.Seconds()))
	}
	if a.Status != 0 {
		return modeltest.Reply{Status: a.Status, Header: header, Pieces: []string{fmt.Sprintf(`{"error":%q}`, a.Message)}}
	}
	stop := map[agent.FinishReason]string{"STOP": "end", "TOOL_CALLS": "calls", "MAX_TOKENS": "length", "SAFETY": "filter", "OTHER": "?"}
	calls := []map[string]any{}
	for _, c := range a.Calls {
		calls = append(calls, map[string]any{"id": c.ID, "tool": c.Name, "json": c.Args})
	}
	raw, _ := json.Marshal(map[string]any{"text": a.Text, "stop": stop[a.Finish], "calls": calls})
	return modeltest.Reply{Header: header, Pieces: []string{string(raw)}}
}
