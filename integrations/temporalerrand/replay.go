package temporalerrand

import (
	"context"
	"errors"
	"log/slog"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
	"go.temporal.io/sdk/workflow"
)

// replayAware returns a logger that logs nothing during a replay of the workflow.
func replayAware(ctx workflow.Context, l *slog.Logger) *slog.Logger {
	if l == nil {
		return nil
	}
	return slog.New(onceHandler{l.Handler(), ctx})
}

type onceHandler struct {
	slog.Handler
	ctx workflow.Context
}

func (h onceHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return !workflow.IsReplaying(h.ctx) && h.Handler.Enabled(ctx, level)
}

// runErrorOf returns the error of a run, which is always a *agent.RunError.
func runErrorOf(err error) *agent.RunError {
	var hard *agent.RunError
	if errors.As(err, &hard) {
		return hard
	}
	return agent.NewRunError(agent.ErrProvider, toolerr.Message{}, err)
}

// noArtifacts is the artifact store of the loop in a workflow. It has none, because they
// may differ in a replay. The tools use those of the runner.
type noArtifacts struct{}

var errNoArtifacts = agent.NewRunError(agent.ErrTemplate, toolerr.Msg("An instruction in a workflow cannot name an artifact."), nil)

func (noArtifacts) SaveArtifact(context.Context, agent.SessionRef, string, agent.Blob) (int, error) {
	return 0, errNoArtifacts
}

func (noArtifacts) LoadArtifact(context.Context, agent.SessionRef, string, int) (agent.Blob, error) {
	return agent.Blob{}, errNoArtifacts
}

func (noArtifacts) ListArtifacts(context.Context, agent.SessionRef) ([]string, error) {
	return nil, errNoArtifacts
}

func (noArtifacts) DeleteArtifact(context.Context, agent.SessionRef, string) error {
	return errNoArtifacts
}
