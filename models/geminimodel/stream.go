package geminimodel

import (
	"context"
	"iter"

	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
)

// stream requests an answer as a stream. The sequence ends with the stream, because usage
// may follow the last piece. Errors after the finish are ignored. If the stream ends
// without a finish, the sequence ends without one.
func (m *Model) stream(ctx context.Context, q question, yield func(*agent.ModelResponse, error) bool) {
	var x exchange
	var a answer
	next, stop := iter.Pull2(m.client.Models.GenerateContentStream(x.watch(ctx), m.name, q.contents, q.config))
	defer stop()
	for more := true; more; {
		resp, err := guarded(func() (resp *genai.GenerateContentResponse, err error) {
			resp, err, more = next()
			return resp, err
		})
		if err != nil {
			if a.reason == "" || ctx.Err() != nil {
				yield(nil, x.failure(ctx, err))
				return
			}
			break
		}
		calls := a.calls
		for _, part := range a.add(resp) {
			if delta := deltaOf(part, &calls); delta != nil && !yield(delta, nil) {
				return
			}
		}
	}
	switch {
	case a.reason != "":
		yield(a.response(), nil)
	case !a.begun:
		yield(nil, undecodable(nil)) // the body is a page or empty
	}
}

// deltaOf returns a piece of the answer, and nil for a call that cannot be shown: a piece
// needs a name. The API sends complete calls; of one that comes in pieces, which is
// malformed, only the name is shown.
func deltaOf(part agent.Part, calls *int) *agent.ModelResponse {
	if call := part.FunctionCall; call != nil {
		if call.Name == "" {
			return nil
		}
		delta := &agent.CallDelta{Index: *calls, ID: call.ID, Name: call.Name, Args: string(call.Args)}
		*calls++
		return &agent.ModelResponse{Partial: true, CallDelta: delta}
	}
	if part.Text == "" && part.Blob == nil && part.File == nil {
		return nil // a signature
	}
	return &agent.ModelResponse{Partial: true, Content: &agent.Content{Role: agent.RoleModel, Parts: []agent.Part{part}}}
}
