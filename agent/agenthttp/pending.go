package agenthttp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// A wirePending is a call that waits, in the form for clients.
type wirePending struct {
	CallID   string             `json:"callId"`
	Agent    string             `json:"agent"`
	Tool     string             `json:"tool"`
	Args     json.RawMessage    `json:"args"`
	ArgsHash string             `json:"argsHash,omitempty"`
	Waits    agent.Waits        `json:"waits"`
	Since    float64            `json:"since"`
	Auth     *agent.AuthRequest `json:"auth,omitempty"`
}

func (x *exchange) listPending() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	pending, err := runner.Pending(x.r.Context(), ref)
	if err != nil {
		return err
	}
	list := make([]wirePending, len(pending))
	for i, p := range pending {
		list[i] = wirePending{
			CallID: p.CallID, Agent: p.Agent, Tool: p.Tool, Args: p.Args, Waits: p.Waits, Since: seconds(p.Since), Auth: p.Auth,
		}
		if p.Confirmation != nil {
			list[i].ArgsHash = p.Confirmation.ArgsHash
		}
	}
	return x.reply(http.StatusOK, list)
}

// resumeCheck returns the check of the calls that a request resumes, or nil if there is
// none.
func (x *exchange) resumeCheck(session agent.SessionRef) func(context.Context, agent.PendingCall) error {
	check := x.h.cfg.CheckResume
	if check == nil {
		return nil
	}
	return func(ctx context.Context, call agent.PendingCall) (err error) {
		refused := &refusal{status: http.StatusForbidden, code: string(agent.ErrResumeRefused), text: toolerr.Msg("This client may not continue the call.")}
		defer func() {
			if p := recover(); p != nil {
				err = toolerr.New(toolerr.KindToolFatal, refused.text, toolerr.WithCause(refused), toolerr.WithNote(note.Stack(debug.Stack())),
					toolerr.WithDeveloperMessage(fmt.Sprintf("CheckResume panicked with a %T", p)))
			}
		}()
		if err = check(x.r.WithContext(ctx), session, call); err == nil {
			return nil
		}
		te, ok := toolerr.Find(err)
		if !ok {
			te = toolerr.New(toolerr.KindToolFatal, refused.text)
		}
		refused.text = te.Message()
		return te.With(toolerr.WithCause(refused), toolerr.WithDeveloperMessage(toolerr.DeveloperText(err)))
	}
}
