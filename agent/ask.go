package agent

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"reflect"

	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

// Ask asks the agent in a new session in memory, which is not kept, and returns the answer.
// [Runner.Ask] asks in a session that is kept.
func (a *Agent) Ask(ctx context.Context, text string, opts ...RunOption) (string, error) {
	r, err := NewRunner(RunnerConfig{Agent: a, CreateSessions: true})
	if err != nil {
		return "", err
	}
	return r.Ask(ctx, SessionRef{ID: "ask"}, Say(text), opts...)
}

// Ask runs the agent with an input, such as [Say] or [Approve], and returns the text of its
// answer.
//
// If the run fails, the error is its *RunError. If it ends without an answer, the error is
// of [ErrCanceled] if ctx has ended or [Runner.Cancel] was called, and otherwise of
// [ErrNoAnswer]. The text of the latter names the reason: a soft condition (see
// [EventCode]), or calls that wait ([Runner.Pending], [WithConfirmer]). To continue with
// calls that wait, call Ask again with [Approve], [Deny], [SignedIn] or [Deliver]. The text
// beside an error is the answer so far.
func (r *Runner) Ask(ctx context.Context, ref SessionRef, in Input, opts ...RunOption) (string, error) {
	h := r.Start(ctx, ref, in, opts...)
	var answer answerOfAgent
	var code EventCode
	shown := false // a delta of the answer
	for e, err := range h.Events() {
		if err != nil {
			return answer.text, err
		}
		answer.take(ctx, e)
		code = e.ErrorCode
		text := e.Content.Text()
		if h.run.opts.deltas != nil && (e.Partial || e.Author != authorRuntime && !shown) {
			if _, err := io.WriteString(h.run.opts.deltas, text); err != nil {
				return answer.text, err
			}
		}
		shown = e.Partial && (shown || text != "")
	}
	switch {
	case code == CodeCanceled:
		return answer.text, NewRunError(ErrCanceled, toolerr.Message{}, context.Cause(ctx))
	case code != "":
		return answer.text, NewRunError(ErrNoAnswer, code.Message(), nil)
	case !answer.whole:
		return answer.text, NewRunError(ErrNoAnswer, toolerr.Msg("The run waits for calls that need a decision or a result."), nil)
	}
	if out := h.run.output; out != nil {
		if out.keep == nil { // a callback answered
			return answer.text, NewRunError(ErrStructuredOutput, toolerr.Message{}, nil)
		}
		out.keep()
	}
	return answer.text, nil
}

// StreamTo requests deltas from the model, as [WithStreaming] does, and makes Ask write
// each text to w when it arrives, including texts that agents write before calls. Ask does
// not flush w. If a write fails, Ask cancels the run and returns the error.
func StreamTo(w io.Writer) RunOption {
	return func(o *runOptions) { o.stream, o.deltas = true, w }
}

// AnswerTo makes the agent answer with JSON, and makes Ask decode the JSON into answer. The
// model gets the schema of T ([SchemaFor]) in place of the agent's own. If an answer does not
// fit the schema, or cannot be decoded into T, it is sent back to the model as
// [Config].OutputRepairs allows; after that, the error is of [ErrStructuredOutput], as for an answer of a callback. T must be
// a struct or a map, because not every provider accepts other schemas, and must not refer to
// itself.
func AnswerTo[T any](answer *T) RunOption {
	t := reflect.TypeFor[T]()
	return func(o *runOptions) {
		raw, err := toolargs.ObjectSchemaOf(t)
		if err == nil && answer == nil {
			err = errors.New("the answer is a nil pointer")
		}
		var schema *toolargs.Schema
		if err == nil {
			schema, err = toolargs.Compile(raw)
		}
		if err != nil {
			o.err = NewRunError(ErrSchemaInvalid, toolerr.Msgf("The answer cannot be a %s: AnswerTo takes a pointer to a struct that does not refer to itself and has fields that JSON can represent.",
				toolerr.Quote(t.String())), err)
			return
		}
		o.output = &output{raw: raw, schema: schema, decode: func(text string) (func(), error) {
			var got T
			err := json.Unmarshal([]byte(text), &got)
			return func() { *answer = got }, err
		}}
	}
}
