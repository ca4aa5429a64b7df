package pgstore

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
	"github.com/errand-go/errand/toolerr"
)

// failure returns the error for a caller.
func failure(ctx context.Context, op string, err error) error {
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "54000" { // program_limit_exceeded: too large for an index
		return agent.NewRunError(agent.ErrInvalidInput, toolerr.Msg("A name is too long for the session store."), fmt.Errorf("pgstore: %s: %w", op, err))
	}
	return record.Failure(ctx, "pgstore: "+op, err)
}
