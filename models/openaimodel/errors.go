package openaimodel

import (
	"context"
	"errors"
	"net/http"

	"github.com/openai/openai-go/v3"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
	"github.com/errand-go/errand/toolerr"
)

// chain recognises the API's errors, and errors of HTTP below it.
var chain = adapter.NewChain(openaiadapter.Adapter, httpadapter.Adapter{})

// failure returns the error for a caller. resp is the response, as far as there is one: the
// SDK's error has no status if the body has an unexpected form.
func failure(ctx context.Context, resp *http.Response, err error) error {
	return provider.Failure(ctx, chain, provider.OfResponse(resp, openaiadapter.Adapter, err))
}

// unfit returns the error of a response with a status from 300 on, and nil for others.
func unfit(resp *http.Response) error {
	if provider.Refused(resp) {
		return httpadapter.CheckResponse(resp)
	}
	return nil
}

// errNoStream is the error of a body that is not a stream of events.
var errNoStream = errors.New("the body is not a stream of events")

// unread returns the error of a body that was not a stream of events, and nil for a stream
// that broke off.
func unread(resp *http.Response) error {
	if resp == nil {
		return nil
	}
	if typ := provider.MediaType(resp.Header.Get("Content-Type")); typ == "text/event-stream" {
		return nil
	}
	return httpadapter.CheckBody(resp, errNoStream)
}

// blocks are the codes by which a prompt is refused for its content. That is not a failure
// but an answer with PROMPT_BLOCKED. The meaning of the codes is in openaiadapter's table.
var blocks = map[string]bool{
	"content_filter":                true,
	"content_policy_violation":      true,
	"moderation_blocked":            true,
	"invalid_prompt":                true,
	"bio_policy":                    true,
	"cyber_policy":                  true,
	"misalignment_policy_violation": true,
}

// blocked reports whether an error of failure means that the prompt was refused for its
// content.
func blocked(err error) bool {
	te, ok := toolerr.Find(err)
	return ok && blocks[te.VendorCode()]
}

// ended returns the end of a failed call: the error, or the answer that the content was
// refused. text is the answer so far.
func ended(err error, text []agent.Part) (*agent.ModelResponse, error) {
	if !blocked(err) {
		return nil, err
	}
	reason := agent.FinishPromptBlocked
	if len(text) > 0 {
		reason = agent.FinishSafety
	}
	return &agent.ModelResponse{
		Content: &agent.Content{Role: agent.RoleModel, Parts: text}, FinishReason: reason,
	}, nil
}

// said returns e as the error in a response with HTTP 200.
func said(e *openai.Error, code, typ, param, message string) error {
	if code == "" && typ == "" {
		code = "unknown"
	}
	e.Code, e.Type, e.Param, e.Message, e.StatusCode = code, typ, param, message, http.StatusOK
	return e
}

// unanswered returns the error of a success without an answer, as gateways send it in place
// of a failure. The next request often succeeds.
func unanswered() error {
	return provider.Undecodable(openaiadapter.Adapter, toolerr.Name("OpenAI"), "a success without choices")
}

// undecodable returns the error of a response that violates the API's own rules.
func undecodable() error { return agent.NewRunError(agent.ErrProviderDecode, toolerr.Message{}, nil) }
