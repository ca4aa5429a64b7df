package agenthttp

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

func (x *exchange) run() error    { return x.start(x.answerWhole) }
func (x *exchange) runSSE() error { return x.start(x.answerStream) }

// start begins the run that the body asks for.
func (x *exchange) start(answer func(*agent.Run) error) error {
	var q runRequest
	if err := x.decode(&q); err != nil {
		return err
	}
	if q.UserID == "" || q.SessionID == "" {
		return invalid(toolerr.Msg("appName, userId and sessionId are required."))
	}
	if delta := string(bytes.TrimSpace(q.StateDelta)); delta != "" && delta != "null" && delta != "{}" {
		return invalid(toolerr.Msg("A run cannot be given a stateDelta: the state is changed by tools alone."))
	}
	in, err := inputOf(q.NewMessage)
	if err != nil {
		return err
	}
	runner, err := x.h.app(q.AppName)
	if err != nil {
		return err
	}
	return answer(x.ready(runner, agent.SessionRef{App: q.AppName, User: q.UserID, ID: q.SessionID}, in, q.Streaming))
}

// resume goes on with calls that wait. It streams if the client accepts that.
func (x *exchange) resume() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	var q resumeRequest
	if err := x.decode(&q); err != nil {
		return err
	}
	in, err := q.input()
	if err != nil {
		return err
	}
	run := x.ready(runner, ref, in, q.Streaming)
	if acceptsStream(x.r) {
		return x.answerStream(run)
	}
	return x.answerWhole(run)
}

func acceptsStream(r *http.Request) bool {
	for accepted := range strings.SplitSeq(r.Header.Get("Accept"), ",") {
		if t, _, err := mime.ParseMediaType(accepted); err == nil && t == "text/event-stream" {
			return true
		}
	}
	return false
}

// ready makes the run. It is bounded by the request: a client that goes away
// cancels it, and what it did is written down.
func (x *exchange) ready(runner *agent.Runner, ref agent.SessionRef, in agent.Input, stream bool) *agent.Run {
	var opts []agent.RunOption
	if stream {
		opts = append(opts, agent.WithStreaming())
	}
	run := runner.Start(x.r.Context(), ref, in, opts...)
	x.Header().Set("X-Invocation-Id", run.InvocationID())
	return run
}

// answerWhole answers with the events that are stored.
func (x *exchange) answerWhole(run *agent.Run) error {
	events := []*wireEvent{}
	for e, err := range run.Events() {
		if err != nil {
			return err
		}
		if e.Partial {
			continue
		}
		more, err := eventToWire(e)
		if err != nil {
			return err
		}
		events = append(events, more...)
	}
	if err := x.r.Context().Err(); err != nil {
		return context.Cause(x.r.Context())
	}
	return x.reply(http.StatusOK, events)
}

func (x *exchange) cancel() error {
	runner, err := x.h.app(x.r.PathValue("app"))
	if err != nil {
		return err
	}
	if !runner.Cancel(x.r.PathValue("invocation")) {
		return errNoRun
	}
	return x.reply(http.StatusOK, nil)
}
