package openaimodel

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/openai/openai-go/v3"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// chain knows what the API says, and what lies below it.
var chain = adapter.NewChain(openaiadapter.Adapter{}, httpadapter.Adapter{})

// failure is what a caller gets for the SDK's error. resp is the response, as
// far as there is one: the SDK forgets its status where the body is not what it
// expects.
func failure(ctx context.Context, resp *http.Response, err error) error {
	if resp != nil && (openaiadapter.Adapter{}).FromError(err) == nil {
		err = ofResponse(resp, err)
	}
	te, ok := toolerr.Find(chain.Adapt(ctx, err))
	switch {
	case !ok:
		return err
	case te.Kind() == toolerr.KindToolTimeout && ctx.Err() == nil:
		// The SDK's own deadline, which it reports bare.
		return te.WithKind(toolerr.KindNetworkTransportTimeout)
	case te.Service() == "" && !errors.Is(te, toolerr.ClassCanceled) && ctx.Err() == nil:
		return err
	}
	return te
}

// ofResponse says of an error that it came from a response. One of the client's
// own (a redirect that it does not follow) did not, though the response before
// it is there.
func ofResponse(resp *http.Response, err error) error {
	if _, own := errors.AsType[*url.Error](err); own {
		return err
	}
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return httpadapter.CheckBody(resp, err)
	}
	return errors.Join(httpadapter.CheckResponse(resp), err)
}

// unfit is the error of a response that the SDK took for a success: it does so
// with every status below 400. It is nil for one that is.
func unfit(resp *http.Response) error {
	if resp == nil || resp.StatusCode < 300 {
		return nil
	}
	return httpadapter.CheckResponse(resp)
}

// errNoStream is the error of a body that was to be a stream of events.
var errNoStream = errors.New("the body is not a stream of events")

// unread is the error of a stream that ended without an answer because it was
// none, nil if it was one and broke off.
func unread(resp *http.Response) error {
	if resp == nil {
		return nil
	}
	if typ := mediaType(resp.Header.Get("Content-Type")); typ == "text/event-stream" {
		return nil
	}
	return httpadapter.CheckBody(resp, errNoStream)
}

// blocks are the codes by which a prompt is refused for what it says, which is
// no failure but an answer: the loop's PROMPT_BLOCKED. What they mean is in
// openaiadapter's table.
var blocks = map[string]bool{
	"content_filter":                true,
	"content_policy_violation":      true,
	"moderation_blocked":            true,
	"invalid_prompt":                true,
	"bio_policy":                    true,
	"cyber_policy":                  true,
	"misalignment_policy_violation": true,
}

// blocked reports whether an error, as failure returned it, says that the prompt
// was refused for its content.
func blocked(err error) bool {
	te, ok := toolerr.Find(err)
	return ok && blocks[te.VendorCode()]
}

// ended is how a call ends that failed: with a failure, or with the answer that
// the content was refused. text is what came before.
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

// said is the error of an answer that came with HTTP 200 and is a failure.
func said(code, typ, param, message string) error {
	if code == "" && typ == "" {
		code = "unknown"
	}
	return &openai.Error{Code: code, Type: typ, Param: param, Message: message, StatusCode: http.StatusOK}
}

// undecodable is the failure of an answer that does not follow the API's own
// rules.
func undecodable() error { return agent.NewRunError(agent.ErrProviderDecode, toolerr.Message{}, nil) }
