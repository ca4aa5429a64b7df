package agenthttp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/errand-go/errand/agent"
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

// checkIDs refuses the id of a question to a person in place of the id of the call that
// waits.
func (x *exchange) checkIDs(runner *agent.Runner, ref agent.SessionRef, in input) error {
	for _, id := range slices.Sorted(maps.Keys(in.at)) {
		callID := strings.TrimPrefix(strings.TrimPrefix(id, confirmPrefix), signInPrefix)
		if callID == id {
			continue
		}
		pending, err := runner.Pending(x.r.Context(), ref)
		if err != nil {
			return err
		}
		waits := func(id string) bool {
			return slices.ContainsFunc(pending, func(p agent.PendingCall) bool { return p.CallID == id })
		}
		if !waits(id) && waits(callID) {
			return invalid(toolerr.Msgf("The id is that of a question about the call. The id of the call is %s.", toolerr.Ident(callID))).
				at(in.at[id], toolerr.RuleNotFound, toolerr.Detail{})
		}
	}
	return nil
}

// resumeCheck returns the check of the calls that a request resumes, or nil if there is
// none.
func (x *exchange) resumeCheck(session agent.SessionRef, in input) func(context.Context, agent.PendingCall) error {
	check := x.h.cfg.CheckResume
	if check == nil {
		return nil
	}
	return func(ctx context.Context, call agent.PendingCall) (err error) {
		refused := &refusal{status: http.StatusForbidden, code: string(agent.ErrResumeRefused), text: toolerr.Msg("This client may not continue the call.")}
		refused = refused.at(in.at[call.CallID], toolerr.RuleNotPermitted, toolerr.Detail{})
		defer func() {
			if p := recover(); p != nil {
				err = toolerr.New(toolerr.KindToolFatal, refused.text, toolerr.WithCause(refused), toolerr.WithStack(debug.Stack()),
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
