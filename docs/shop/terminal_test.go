package shop

import (
	"context"
	"fmt"
	"io"

	"github.com/errand-go/errand/agent"
)

// Terminal asks the person at the terminal.
func Terminal(w io.Writer, r io.Reader) agent.Confirmer {
	return agent.Confirmer(func(_ context.Context, req agent.ConfirmationRequest) (agent.Decision, error) {
		fmt.Fprintf(w, "%s %s? [yes/no]\n", req.Tool, req.Args)
		var answer string
		if _, err := fmt.Fscanln(r, &answer); err != nil {
			return agent.Decision{}, err // an error denies
		}
		return agent.Decision{CallID: req.CallID, Approved: answer == "yes", ArgsHash: req.ArgsHash}, nil
	})
}

// Waiting returns the calls of an event that wait for approval.
func Waiting(e *agent.Event) (calls []agent.ConfirmationRequest) {
	for _, req := range e.Actions.RequestedToolConfirmations {
		calls = append(calls, req)
	}
	return calls
}
