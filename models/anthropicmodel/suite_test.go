package anthropicmodel_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
)

// bubbled returns a client in a bubble of agenttest, with the SDK's retries enabled.
func bubbled(client *http.Client, key string) anthropic.Client {
	return anthropic.NewClient(
		option.WithBaseURL("https://api.anthropic.test"), option.WithAPIKey(key), option.WithMaxRetries(5),
		option.WithHTTPClient(&http.Client{Transport: httpadapter.Transport{Base: client.Transport}}),
	)
}

func TestSuite(t *testing.T) {
	const noWord = "the API has no such word"
	modeltest.Suite{
		New: func(_ *testing.T, client *http.Client, key string) agent.Model { return newModel(bubbled(client, key)) },
		Say: say,
		Skip: map[string]string{
			"finish/RECITATION": noWord, "finish/PROMPT_BLOCKED": noWord, "finish/MALFORMED_FUNCTION_CALL": noWord,
		},
	}.Run(t)
}

// stopReasons are the API's stop reasons.
var stopReasons = map[agent.FinishReason]string{
	agent.FinishStop: "end_turn", agent.FinishToolCalls: "tool_use", agent.FinishMaxTokens: "max_tokens",
	agent.FinishSafety: "refusal", agent.FinishOther: "quorvex",
}

// typeOfStatus maps statuses to error types. 503 is not one of the API's.
var typeOfStatus = map[int]string{
	400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
	429: "rate_limit_error", 500: "api_error", 503: "overloaded_error",
}

// say returns an answer in the form of the API.
func say(a modeltest.Answer, _ *http.Request, body []byte) modeltest.Reply {
	if a.Status != 0 && a.Text == "" {
		header := http.Header{"Content-Type": {"application/json"}, "Request-Id": {"req_1"}}
		if a.RetryAfter > 0 {
			header.Set("Retry-After", fmt.Sprint(a.RetryAfter.Seconds()))
		}
		return modeltest.Reply{Status: a.Status, Header: header, Pieces: []string{refusal(a)}}
	}
	var blocks []string
	if a.Text != "" {
		blocks = append(blocks, text(a.Text))
	}
	for _, c := range a.Calls {
		blocks = append(blocks, toolUse(c.ID, c.Name, string(c.Args)))
	}
	whole := strings.Replace(message(stopReasons[a.Finish], blocks...), usage,
		fmt.Sprintf(`"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d}`,
			a.Usage.InputTokens-a.Usage.CachedTokens, a.Usage.CachedTokens, a.Usage.OutputTokens), 1)
	if !streams(body) {
		return modeltest.Reply{Header: http.Header{"Content-Type": {"application/json"}}, Pieces: []string{whole}}
	}
	events := eventsOf(whole)
	if a.Status != 0 {
		events = append(events[:len(events)-2], refusal(a))
	}
	r := modeltest.Reply{Header: http.Header{"Content-Type": {"text/event-stream; charset=utf-8"}}}
	for _, e := range events {
		r.Pieces = append(r.Pieces, framed(e))
	}
	return r
}

func refusal(a modeltest.Answer) string {
	message, err := json.Marshal(a.Message)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%s},"request_id":"req_2"}`, typeOfStatus[a.Status], message)
}
