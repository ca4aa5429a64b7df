package shop

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/errand-go/errand/agent"
)

// Talk runs one turn of a conversation and writes down what happens.
func Talk(ctx context.Context, w io.Writer, r *agent.Runner, ref agent.SessionRef, in agent.Input) error {
	for e, err := range r.Run(ctx, ref, in) {
		if err != nil { // a hard failure; always the last item
			var failed *agent.RunError
			if errors.As(err, &failed) {
				fmt.Fprintln(w, "failed:", string(failed.Kind), failed.Guidance)
			}
			return err // its text is safe to show
		}
		for _, call := range e.FunctionCalls() {
			fmt.Fprintf(w, "call    %s %s\n", call.Name, call.Args)
		}
		for _, result := range e.FunctionResponses() {
			fmt.Fprintf(w, "%-7s %s\n", result.Outcome, result.Response)
		}
		switch {
		case e.IsError(): // a soft condition: the run did not end normally
			fmt.Fprintln(w, "ended: ", e.ErrorCode, e.ErrorMessage)
		case e.IsFinalResponse() && e.Content.Text() != "":
			fmt.Fprintln(w, "answer ", e.Content.Text())
		}
	}
	return nil
}
