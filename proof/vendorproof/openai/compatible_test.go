package openai_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/openaimodel"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// The pages of the rows, read 2026-11-26.
const (
	deepSeek   = "DeepSeek API, Error Codes"
	groq       = "Groq, API Error Codes and Responses, Rate Limits, Spend Limits and Tool Use"
	openRouter = "OpenRouter, Errors and Debugging, and Limits (api_reference)"
	vllm       = "vLLM, vllm/entrypoints/utils.py, create_error_response"
	azure      = "Microsoft Learn, Azure OpenAI quotas and limits, content filtering, and answers of Microsoft"
	liteLLM    = "LiteLLM, Error Reference (docs/proxy/error_reference.md)"
	together   = "Together AI, Error codes"
	fireworks  = "Fireworks AI, Inference error codes"
	mistral    = "Mistral AI, Error glossary"
	ollama     = "Ollama, openai/openai.go, NewError"
)

// A verdict is what is right for a failure, by its page. Statuses of money have the kind of
// the status or that of access.
type verdict struct {
	kinds         []toolerr.Kind
	retry, person bool
	wait          time.Duration
}

func (v verdict) again(wait time.Duration) verdict { v.retry, v.wait = true, wait; return v }

var (
	refusedCall = verdict{kinds: []toolerr.Kind{toolerr.KindUpstreamBadRequest}}
	invalid     = verdict{kinds: []toolerr.Kind{toolerr.KindUpstreamValidationError}}
	denied      = verdict{kinds: []toolerr.Kind{toolerr.KindUpstreamAuthError}}
	absent      = verdict{kinds: []toolerr.Kind{toolerr.KindUpstreamNotFound}}
	limit       = verdict{kinds: []toolerr.Kind{toolerr.KindUpstreamRateLimit}}
	broken      = verdict{kinds: []toolerr.Kind{toolerr.KindUpstreamServerError}}
	money       = verdict{kinds: []toolerr.Kind{toolerr.KindUpstreamAuthError, toolerr.KindUpstreamBadRequest}, person: true}
)

var compatible = []struct {
	page   string
	status int
	header string // Retry-After
	object string
	want   verdict
	not    string // the clients and forms that it is not tried with
}{
	{deepSeek, 401, "", `{"message":"Authentication Fails, Your api key: ****1234 is invalid","type":"authentication_error","param":null,"code":"invalid_request_error"}`, denied, ""},
	{deepSeek, 402, "", `{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}`, money, ""},
	{deepSeek, 503, "", `{"message":"Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.","type":"service_unavailable_error","param":null,"code":"service_unavailable_error"}`, broken.again(0), ""},
	{groq, 403, "", `{"message":"The model is blocked at the project level","type":"permissions_error","code":"model_permission_blocked_project"}`, denied, ""},
	{groq, 404, "", `{"message":"The model x does not exist or you do not have access to it.","type":"invalid_request_error","code":"model_not_found"}`, absent, ""},
	{groq, 413, "", `{"message":"Request too large for model x in organization org_1 service tier on_demand on tokens per minute (TPM): Limit 6000, Requested 7411, please reduce your message size and try again.","type":"tokens","code":"rate_limit_exceeded"}`, limit, ""},
	{groq, 429, "", `{"message":"Rate limit reached for model x in organization org_1 service tier on_demand on tokens per minute (TPM): Limit 6000, Used 5800, Requested 500. Please try again in 3s.","type":"tokens","code":"rate_limit_exceeded"}`, limit.again(3 * time.Second), ""},
	{groq, 429, "", `{"message":"Rate limit reached for model x in organization org_1 on tokens per day (TPD): Limit 100000, Used 99800, Requested 700. Please try again in 7m12s.","type":"tokens","code":"rate_limit_exceeded"}`, limit.again(432 * time.Second), ""},
	{groq, 400, "", `{"message":"API access is blocked: the spend limit is reached","type":"invalid_request_error","code":"blocked_api_access"}`, money, ""},
	{groq, 400, "", `{"message":"Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"<function>"}`, refusedCall, ""},
	{groq, 498, "", `{"message":"Flex tier capacity exceeded","type":"server_error","code":"capacity_exceeded"}`, broken.again(0), ""},
	{openRouter, 400, "", `{"code":400,"message":"Too long","metadata":{"error_type":"context_length_exceeded"}}`, invalid, "go-openai"},
	{openRouter, 402, "", `{"code":402,"message":"Insufficient credits. Add more credits and retry the request."}`, money, ""},
	{openRouter, 402, "7", `{"code":402,"message":"This request would exceed your available credits given your current in-flight requests. Retry after in-flight requests settle, or add credits.","metadata":{"reason":"in_flight_budget_exhausted","limit_source":"openrouter_in_flight_budget"}}`, limit.again(7 * time.Second), "go-openai, events"},
	{openRouter, 402, "", `{"code":402,"message":"The request is too expensive","metadata":{"reason":"weight_exceeds_budget","limit_source":"openrouter_credits"}}`, money, ""},
	{openRouter, 403, "", `{"code":403,"message":"Request blocked: prompt injection patterns detected","metadata":{"patterns":["x"]}}`, denied, ""},
	{openRouter, 408, "", `{"code":408,"message":"Request timed out","metadata":{"error_type":"timeout"}}`, refusedCall.again(0), ""},
	{openRouter, 429, "30", `{"code":429,"message":"Rate limit exceeded","metadata":{"error_type":"rate_limit_exceeded","provider_code":"rate_limited"}}`, limit.again(30 * time.Second), ""},
	{openRouter, 503, "60", `{"code":503,"message":"Provider overloaded","metadata":{"error_type":"provider_overloaded"}}`, broken.again(time.Minute), ""},
	{vllm, 400, "", `{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens in the messages, Please reduce the length of the messages.","type":"BadRequestError","param":null,"code":400}`, invalid, ""},
	{vllm, 400, "", `{"message":"Input length (5000) exceeds model's maximum context length (4096).","type":"BadRequestError","param":"input_text","code":400}`, invalid, ""},
	{vllm, 404, "", "{\"message\":\"The model `x` does not exist.\",\"type\":\"NotFoundError\",\"param\":\"model\",\"code\":404}", absent, ""},
	{vllm, 500, "", `{"message":"Internal server error","type":"InternalServerError","param":null,"code":500}`, broken.again(0), ""},
	{vllm, 501, "", `{"message":"Not implemented","type":"NotImplementedError","param":null,"code":501}`, broken, ""},
	{azure, 400, "", `{"message":"The response was filtered due to the prompt triggering the content management policy.","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}`, invalid, "openaimodel"}, // an answer with PROMPT_BLOCKED
	{azure, 401, "", `{"code":"401","message":"Access denied due to invalid subscription key or wrong API endpoint."}`, denied, ""},
	{azure, 404, "", `{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}`, verdict{kinds: absent.kinds, person: true}, ""},
	{azure, 429, "6", `{"code":"429","message":"Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-10-21 have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 6 seconds."}`, limit.again(6 * time.Second), ""},
	{azure, 429, "", `{"code":"too_many_requests","message":"Too many requests"}`, limit.again(0), ""},
	{azure, 429, "", `{"code":"NoCapacity","message":"The system is currently experiencing high demand and cannot process your request."}`, broken.again(0), ""},
	{liteLLM, 400, "", `{"message":"litellm.ContextWindowExceededError: OpenAIException - This model's maximum context length is 8192 tokens.","type":null,"param":null,"code":"400"}`, invalid, ""},
	{liteLLM, 401, "", `{"message":"Authentication Error, Invalid proxy server token passed","type":"token_not_found_in_db","param":"key","code":"401"}`, denied, ""},
	{liteLLM, 403, "", `{"message":"key not allowed to access model","type":"key_model_access_denied","param":"model","code":"403"}`, denied, ""},
	{liteLLM, 429, "", `{"message":"Budget has been exceeded! Key=team (sk-...W8TA) Current cost: 0.06, Max budget: 0.05","type":"budget_exceeded","param":null,"code":"429"}`, money, ""},
	{liteLLM, 429, "", `{"message":"litellm.RateLimitError: RateLimitError: OpenAIException - Rate limit reached for x in organization org-abc on requests per min (RPM): Limit 3, Used 3.","type":"throttling_error","param":null,"code":"429"}`, limit.again(0), ""},
	{liteLLM, 429, "12", `{"message":"Rate limit exceeded for api_key: b2f1. Limit type: requests. Current limit: 1, Remaining: 0.","type":"throttling_error","param":null,"code":"429"}`, limit.again(12 * time.Second), ""},
	{liteLLM, 429, "5", `{"message":"No deployments available for selected model, Try again in 5 seconds.","type":"None","param":"None","code":"429"}`, limit.again(5 * time.Second), ""},
	{liteLLM, 500, "", `{"message":"litellm.InternalServerError: AnthropicException - Overloaded.","type":"internal_server_error","param":null,"code":"500"}`, broken.again(0), ""},
	{together, 402, "", `{"message":"Credit limit exceeded, please add a credit card","type":"credit_limit","param":null,"code":null}`, money, "events"},
	{together, 403, "", `{"message":"Input token count + max_tokens parameter must be less than the context length of the model being queried.","type":"invalid_request_error","param":null,"code":null}`, invalid, ""},
	{together, 503, "", `{"message":"The engine is currently overloaded, please try again later","type":"server_error","param":null,"code":"overloaded"}`, broken.again(0), ""},
	{fireworks, 412, "", `{"object":"error","type":"invalid_request_error","code":"PRECONDITION_FAILED","message":"Account x is suspended, possibly due to reaching the monthly spending limit or failure to pay past invoices."}`, money, ""},
	{mistral, 429, "", `{"object":"error","message":"Rate limit exceeded","type":"rate_limited","param":null,"code":"1300"}`, limit.again(0), ""},
	{mistral, 429, "", `{"object":"error","message":"Service tier capacity exceeded for this model.","type":"service_tier_capacity_exceeded","param":null,"code":"3505"}`, broken.again(0), ""},
	{ollama, 404, "", `{"message":"model 'x' not found","type":"not_found_error","param":null,"code":null}`, absent, ""},
	// The type beside the error is the exact one, and no retry helps.
	{openRouter, 401, "", `{"code":"server_error","message":"Invalid credentials"},"error_type":"authentication"`, denied, "go-openai, chat, status, first, error"},
}

const (
	chatPiece     = `{"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"It"},"finish_reason":null}]}`
	responsePiece = `{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"It"}`
)

// places are the forms in which a server sends an error object, by API. Those with events
// have status 200.
var places = map[string]string{
	"chat, status": `{"error":%s}`, "responses, status": `{"error":%s}`, "chat stream, status": `{"error":%s}`, "responses stream, status": `{"error":%s}`,
	"chat stream, events, first":       "data: {\"error\":%s}\n\ndata: [DONE]\n\n",
	"chat stream, events, middle":      "data: " + chatPiece + "\n\ndata: {\"error\":%s}\n\n",
	"chat stream, events, beside":      "data: " + chatPiece + "\n\ndata: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}],\"error\":%s}\n\n",
	"responses stream, events, first":  "event: error\ndata: {\"type\":\"error\",\"error\":%s}\n\n",
	"responses stream, events, middle": "event: response.output_text.delta\ndata: " + responsePiece + "\n\nevent: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{\"id\":\"r\",\"status\":\"failed\",\"output\":[],\"error\":%s}}\n\n",
	"responses, events in a success":   `{"id":"r","status":"failed","output":[],"error":%s}`,
	"responses stream, events, error":  "event: response.output_text.delta\ndata: " + responsePiece + "\n\nevent: response.error\ndata: {\"type\":\"response.error\",\"error\":%s}\n\n",
}

// askModel asks a server through the loop's model.
func askModel(ctx context.Context, hc *http.Client, url, place string) error {
	client := openai.NewClient(option.WithBaseURL(url+"/v1"), option.WithHTTPClient(hc), option.WithAPIKey("k"))
	var m agent.Model = openaimodel.New(client, "m")
	if strings.HasPrefix(place, "responses") {
		m = openaimodel.NewResponses(client, "m")
	}
	req := &agent.ModelRequest{Stream: strings.Contains(place, "stream"), Contents: []agent.Content{agent.TextContent(agent.RoleUser, "How warm is it?")}}
	for _, err := range m.Generate(ctx, req) {
		if err != nil {
			return err
		}
	}
	return nil
}

// go-openai has no Responses, and ignores an error beside choices.
var asking = map[string]func(ctx context.Context, hc *http.Client, url, place string) error{
	"openaimodel": askModel,
	"go-openai": func(ctx context.Context, hc *http.Client, url, place string) error {
		return othersCalls[map[bool]string{true: ", streaming"}[strings.Contains(place, "stream")]](ctx, hc, url)
	},
}

var without, waitInText = regexp.MustCompile("go-openai, (responses|.*beside)"), regexp.MustCompile(`again in|retry after \d`)

// The failures that compatible servers document are understood in both APIs, before a stream,
// as its first event and within it.
func TestCompatible(t *testing.T) {
	for _, row := range compatible {
		for place, body := range places {
			for client, ask := range asking {
				how := client + ", " + place
				if without.MatchString(how) || slices.ContainsFunc(strings.Split(row.not, ", "), func(word string) bool { return word != "" && strings.Contains(how, word) }) {
					continue
				}
				status, header, want := row.status, http.Header{"Retry-After": {row.header}}, row.want
				if strings.Contains(place, "events") {
					status, header = http.StatusOK, http.Header{}
					if strings.Contains(place, "stream") {
						header.Set("Content-Type", "text/event-stream")
					}
					if !waitInText.MatchString(row.object) {
						want.wait = 0
					}
				}
				s := proof.Serve(t, proof.Answer{Status: status, Header: header, Body: fmt.Sprintf(body, row.object)})
				hc := &http.Client{Transport: httpadapter.Transport{Base: s.Client().Transport}}
				_, err := adapter.Do(t.Context(), adapters.Default().For("call"), func(ctx context.Context) (struct{}, error) { return struct{}{}, ask(ctx, hc, s.URL, place) })
				name := fmt.Sprint(row.page, " ", row.status, " ", row.object, ": ", how)
				te, ok := toolerr.Find(err)
				require.True(t, ok, "%s: %v", name, err)
				wait, _ := te.RetryAfter()
				assert.Contains(t, want.kinds, te.Kind(), name)
				assert.Equal(t, []any{want.retry, want.wait}, []any{te.CanRetry(), wait}, name)
				assert.True(t, te.RequiresUserAction() || !want.person, name)
				assert.False(t, te.RequiresUserAction() && want.retry, name)
				assert.True(t, te.Effect() == toolerr.EffectNone || te.Kind() == toolerr.KindUpstreamServerError, name)
			}
		}
	}
}
