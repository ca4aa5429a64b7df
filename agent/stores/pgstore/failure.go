package pgstore

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
	"github.com/errand-go/errand/toolerr"
)

// failure returns the error for a caller: the agent's own error, the context's, or the
// backend's, with sqladapter's facts and a fixed text.
func failure(ctx context.Context, op string, err error) error {
	if given := record.Given(ctx, err); given != nil {
		return given
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "54000" { // program_limit_exceeded: too large for an index
		return agent.NewRunError(agent.ErrInvalidInput, toolerr.Msg("A name is too long for the session store."), fmt.Errorf("pgstore: %s: %w", op, err))
	}
	var message toolerr.Message
	if _, ok := errors.AsType[*VersionError](err); ok {
		message = record.NewerVersion
	}
	chain := adapter.NewChain(sqladapter.Adapter{EOF: true}, httpadapter.Adapter{}, stdadapter.Adapter{})
	return agent.NewRunError(agent.ErrBackend, message, chain.Adapt(ctx, fmt.Errorf("pgstore: %s: %w", op, err)))
}
