package agenthttp

import (
	"context"
	"mime"
	"net/http"
	"strings"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

func (x *exchange) run() error    { return x.runBody(false) }
func (x *exchange) runSSE() error { return x.runBody(true) }

// runBody starts the run in the body.
func (x *exchange) runBody(stream bool) error {
	var q runRequest
	if err := x.decode(&q, formOfRun); err != nil {
		return err
	}
	if q.UserID == "" || q.SessionID == "" {
		return invalid(toolerr.Msg("appName, userId and sessionId are required."))
	}
	if refused := checkState(q.StateDelta); refused != nil {
		return refused
	}
	in, err := inputOf(q.NewMessage)
	if err != nil {
		return err
	}
	in.State = q.StateDelta
	runner, err := x.h.app(q.AppName)
	if err != nil {
		return err
	}
	ref := agent.SessionRef{App: q.AppName, User: q.UserID, ID: q.SessionID}
	if refused := checkRef(ref); refused != nil {
		return refused
	}
	return x.start(runner, ref, in, q.Streaming, stream)
}

// resume continues pending calls. It streams if the client accepts a stream.
func (x *exchange) resume() error {
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	var q resumeRequest
	if err := x.decode(&q, formOfResume); err != nil {
		return err
	}
	in, err := q.input()
	if err != nil {
		return err
	}
	return x.start(runner, ref, in, q.Streaming, acceptsStream(x.r))
}

func acceptsStream(r *http.Request) bool {
	for accepted := range strings.SplitSeq(r.Header.Get("Accept"), ",") {
		if t, _, err := mime.ParseMediaType(accepted); err == nil && t == "text/event-stream" {
			return true
		}
	}
	return false
}

// start starts a run, if the number of runs allows another one, and no reconnecting client
// asks for the rest of an earlier one. If the client disconnects, the run is canceled, and
// its results are stored.
func (x *exchange) start(runner *agent.Runner, ref agent.SessionRef, in agent.Input, deltas, stream bool) error {
	if last := x.r.Header.Get("Last-Event-ID"); last != "" && stream {
		return x.rejoin(runner, ref, last)
	}
	if !x.h.runs.take(1) {
		return errRuns
	}
	defer x.h.runs.give(1)
	opts := []agent.RunOption{agent.WithResumeCheck(x.resumeCheck(ref))}
	if deltas {
		opts = append(opts, agent.WithStreaming())
	}
	ctx := x.r.Context()
	if stream && x.h.cfg.KeepRuns {
		kept, cancel := context.WithCancel(context.WithoutCancel(ctx))
		if server, ok := ctx.Value(serverKey{}).(context.Context); ok {
			defer context.AfterFunc(server, cancel)()
		}
		defer cancel()
		ctx = kept
	}
	run := runner.Start(ctx, ref, in, opts...)
	x.Header().Set("X-Invocation-Id", run.InvocationID())
	if stream {
		return x.answerStream(run, ref)
	}
	return x.answerWhole(run)
}

// answerWhole responds with the stored events of the run.
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
	runner, ref, err := x.session()
	if err != nil {
		return err
	}
	if !runner.Cancel(ref, x.r.PathValue("invocation")) {
		return errNoRun
	}
	return x.reply(http.StatusOK, nil)
}
