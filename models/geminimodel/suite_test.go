package geminimodel_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/genai"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
)

// bubbled returns a client in a bubble of agenttest, with the SDK's retries enabled.
func bubbled(t *testing.T, client *http.Client, key string, change ...func(*genai.ClientConfig)) *genai.Client {
	t.Helper()
	change = append(change, func(cfg *genai.ClientConfig) {
		cfg.APIKey = key
		cfg.HTTPOptions.RetryOptions = repeats()
	})
	return newClient(t, "https://gemini.test", httpadapter.Transport{Base: client.Transport}, change...)
}

func TestSuite(t *testing.T) {
	modeltest.Suite{
		New: func(t *testing.T, client *http.Client, key string) agent.Model {
			return newModel(bubbled(t, client, key))
		},
		Say: say,
	}.Run(t)
}

// finishReasons are the API's finish reasons.
var finishReasons = map[agent.FinishReason]string{
	agent.FinishStop: "STOP", agent.FinishToolCalls: "STOP", agent.FinishMaxTokens: "MAX_TOKENS", agent.FinishSafety: "SAFETY",
	agent.FinishRecitation: "RECITATION", agent.FinishMalformedCall: "MALFORMED_FUNCTION_CALL", agent.FinishOther: "QUORVEX",
}

// wordOf maps statuses to canonical codes (google/rpc/code.proto).
var wordOf = map[int]string{
	400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
	429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE",
}

// say returns an answer in the form of the API.
func say(a modeltest.Answer, r *http.Request, _ []byte) modeltest.Reply {
	header := http.Header{"Content-Type": {"application/json; charset=UTF-8"}}
	if a.Status != 0 && a.Text == "" {
		return modeltest.Reply{Status: a.Status, Header: header, Pieces: []string{refusal(a)}}
	}
	cost := fmt.Sprintf(`"usageMetadata":{"promptTokenCount":%d,"candidatesTokenCount":%d,"cachedContentTokenCount":%d},"modelVersion":"gemini-test"`,
		a.Usage.InputTokens, a.Usage.OutputTokens, a.Usage.CachedTokens)
	chunks := []string{`{"promptFeedback":{"blockReason":"SAFETY"},` + usage + `}`}
	if a.Finish != agent.FinishPromptBlocked {
		var parts []string
		for word := range strings.SplitAfterSeq(a.Text, " ") {
			parts = append(parts, text(word))
		}
		for _, c := range a.Calls {
			parts = append(parts, call(c.ID, c.Name, string(c.Args), ""))
		}
		chunks = answer(finishReasons[a.Finish], parts...).chunks
	}
	if a.Status != 0 {
		chunks[len(chunks)-1] = refusal(a)
	}
	if !streams(r.URL) {
		return modeltest.Reply{Header: header, Pieces: []string{strings.Replace(together(chunks), usage, cost, 1)}}
	}
	reply := modeltest.Reply{Header: http.Header{"Content-Type": {"text/event-stream"}}}
	for _, c := range chunks {
		reply.Pieces = append(reply.Pieces, framed(strings.Replace(c, usage, cost, 1)))
	}
	return reply
}

func refusal(a modeltest.Answer) string {
	message, err := json.Marshal(a.Message)
	if err != nil {
		panic(err)
	}
	details := ""
	if a.RetryAfter > 0 {
		details = delay(fmt.Sprint(int(a.RetryAfter/time.Second), "s"))
	}
	return fmt.Sprintf(`{"error":{"code":%d,"message":%s,"status":%q,"details":[%s]}}`, a.Status, message, wordOf[a.Status], details)
}
