package agent

import (
	"context"
	"encoding/json"
	"io"
	"slices"

	"github.com/errand-go/errand/agent/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// Ask asks the agent in a new session in memory, which is not kept, and returns the answer.
// [Runner.Ask] asks in a session that is kept.
func (a *Agent) Ask(ctx context.Context, text string, opts ...RunOption) (string, error) {
	r, err := NewRunner(RunnerConfig{Agent: a, CreateSessions: true})
	if err != nil {
		return "", err
	}
	return r.Ask(ctx, SessionRef{ID: "ask"}, text, opts...)
}

// Ask runs the agent with a text of the user, and returns the text of its answer.
//
// If the run fails, the error is its *RunError. If it ends without an answer, the error is
// of [ErrCanceled] if ctx has ended, and otherwise of [ErrNoAnswer]. Its text names the
// reason: a soft condition (see [EventCode]), or calls that wait ([Runner.Pending],
// [WithConfirmer]). The text beside an error is the answer so far.
func (r *Runner) Ask(ctx context.Context, ref SessionRef, text string, opts ...RunOption) (string, error) {
	h := r.Start(ctx, ref, Say(text), opts...)
	var heard answerOfAgent
	var code EventCode
	shown := false // deltas of the answer
	for e, err := range h.Events() {
		if err != nil {
			return heard.text, err
		}
		heard.take(ctx, e)
		code = e.ErrorCode
		if h.opts.deltas != nil && (e.Partial || e.Author != authorRuntime && !shown) {
			if _, err := io.WriteString(h.opts.deltas, e.Content.Text()); err != nil {
				return heard.text, err
			}
		}
		shown = e.Partial
	}
	switch {
	case code == CodeCanceled:
		return heard.text, NewRunError(ErrCanceled, toolerr.Message{}, context.Cause(ctx))
	case code != "":
		return heard.text, NewRunError(ErrNoAnswer, code.Message(), nil)
	case !heard.whole:
		return heard.text, NewRunError(ErrNoAnswer, toolerr.Msg("The run waits for calls that somebody has to decide about or deliver results of."), nil)
	}
	return heard.text, nil
}

// AskAs asks the agent as [Agent.Ask] does, and returns the answer as a T. The model gets
// the schema of T ([SchemaFor]) in place of the agent's own. If an answer does not fit, it
// is sent back to the model as [Config].OutputRepairs allows; after that, the error is of
// [ErrStructuredOutput]. T must be a struct, because not every provider accepts other
// schemas.
func AskAs[T any](ctx context.Context, a *Agent, text string, opts ...RunOption) (answer T, err error) {
	var schema *toolargs.Schema
	raw, err := SchemaFor[T]()
	if err == nil {
		schema, err = toolargs.CompileOwn(raw)
	}
	if err != nil {
		return answer, NewRunError(ErrSchemaInvalid, toolerr.Message{}, err)
	}
	said, err := a.Ask(ctx, text, append(slices.Clip(opts), func(o *runOptions) { o.output = &output{raw, schema} })...)
	if err != nil {
		return answer, err
	}
	if err := json.Unmarshal([]byte(toolargs.Unfenced(said)), &answer); err != nil {
		return answer, NewRunError(ErrStructuredOutput, toolerr.Message{}, err)
	}
	return answer, nil
}

// StreamTo makes the model yield deltas, as [WithStreaming] does, and makes Ask write the
// text to w as it arrives, including texts that agents write before calls. If a write
// fails, Ask cancels the run and returns the error.
func StreamTo(w io.Writer) RunOption {
	return func(o *runOptions) { o.stream, o.deltas = true, w }
}

// output is what the last answer of a run has to fit.
type output struct {
	raw    json.RawMessage
	schema *toolargs.Schema
}

// outputOf is what answers of an agent have to fit; its schema is nil if they are text. What
// the run asks for is for the agents that may have the last word.
func (h *host) outputOf(a *Agent) output {
	own := output{a.cfg.OutputSchema, a.output}
	if h.output == nil {
		return own
	}
	for ; a.parent != nil; a = a.parent {
		if s := a.parent.sequence; s != nil && s[len(s)-1] != a {
			return own
		}
	}
	return *h.output
}
