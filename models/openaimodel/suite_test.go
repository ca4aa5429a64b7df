package openaimodel_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
)

// bubbled returns a client in a bubble of agenttest, with the SDK's retries enabled.
func bubbled(client *http.Client, key string, opts ...option.RequestOption) openai.Client {
	all := []option.RequestOption{
		option.WithBaseURL("https://api.openai.test/v1"), option.WithAPIKey(key), option.WithMaxRetries(5),
		option.WithHTTPClient(&http.Client{Transport: httpadapter.Transport{Base: client.Transport}}),
	}
	return openai.NewClient(append(all, opts...)...)
}

func TestSuite(t *testing.T) {
	const noWord = "the API has no such word"
	for _, responses := range []bool{false, true} {
		t.Run(dialect{responses: responses}.String(), func(t *testing.T) {
			modeltest.Suite{
				New: func(_ *testing.T, client *http.Client, key string) agent.Model {
					return dialect{responses: responses}.model(bubbled(client, key))
				},
				Say: func(a modeltest.Answer, _ *http.Request, body []byte) modeltest.Reply {
					return dialect{responses, strings.Contains(string(body), `"stream":true`)}.say(a)
				},
				Skip: map[string]string{"finish/RECITATION": noWord, "finish/MALFORMED_FUNCTION_CALL": noWord},
			}.Run(t)
		})
	}
}

// finishReasons are the finish reasons of Chat Completions.
var finishReasons = map[agent.FinishReason]string{
	agent.FinishMaxTokens: "length", agent.FinishSafety: "content_filter", agent.FinishOther: "quorvex",
}

// codeOf maps statuses to error codes.
var codeOf = map[int]string{
	400: "invalid_type", 401: "invalid_api_key", 403: "unsupported_country_region_territory", 404: "model_not_found",
	429: "rate_limit_exceeded", 500: "server_error", 503: "server_error",
}

// say returns an answer in the form of the API.
func (d dialect) say(a modeltest.Answer) modeltest.Reply {
	header := http.Header{"Content-Type": {"application/json"}}
	if a.RetryAfter > 0 {
		header.Set("Retry-After", fmt.Sprint(a.RetryAfter.Seconds()))
	}
	switch {
	case a.Finish == agent.FinishPromptBlocked:
		return modeltest.Reply{Status: 400, Header: header, Pieces: []string{errorBody("blocked", "invalid_request_error", "content_filter")}}
	case a.Status != 0 && a.Text == "":
		return modeltest.Reply{Status: a.Status, Header: header, Pieces: []string{errorBody(a.Message, "", codeOf[a.Status])}}
	}
	said := words{text: a.Text, finish: finishReasons[a.Finish], usage: a.Usage}
	for _, c := range a.Calls {
		said.calls = append(said.calls, call{c.ID, c.Name, string(c.Args)})
	}
	if !d.stream {
		return modeltest.Reply{Header: header, Pieces: []string{encode(d.object(said))}}
	}
	all := d.pieces(said)
	if a.Status != 0 {
		all = append(all[:len(all)-3], errorBody(a.Message, "", codeOf[a.Status]))
	}
	r := modeltest.Reply{Header: http.Header{"Content-Type": {"text/event-stream"}}}
	for _, e := range all {
		r.Pieces = append(r.Pieces, framed(e))
	}
	return r
}
