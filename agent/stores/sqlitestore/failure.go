package sqlitestore

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
	"github.com/errand-go/errand/toolerr"
)

// A meaning is the explanation of a SQLite result code for the operator.
type meaning struct {
	name    string // SQLite's name, for the report
	message toolerr.Message
	retry   bool
}

// meanings returns the meanings by primary result code. Other codes have the fixed text of
// agent.ErrBackend.
func meanings() map[int]meaning {
	var (
		busy     = toolerr.Msg("The session store is in use by another writer.")
		full     = toolerr.Msg("The session store has no space left.")
		damaged  = toolerr.Msg("The session store is damaged, or is not a session store.")
		readonly = toolerr.Msg("The session store is read-only.")
		absent   = toolerr.Msg("The session store cannot be opened.")
		disk     = toolerr.Msg("The disk under the session store failed.")
		large    = toolerr.Msg("The data to store is too large.")
	)
	return map[int]meaning{
		sqlite3.SQLITE_BUSY:     {name: "SQLITE_BUSY", message: busy, retry: true},
		sqlite3.SQLITE_LOCKED:   {name: "SQLITE_LOCKED", message: busy, retry: true},
		sqlite3.SQLITE_PROTOCOL: {name: "SQLITE_PROTOCOL", message: busy, retry: true},
		sqlite3.SQLITE_FULL:     {name: "SQLITE_FULL", message: full},
		sqlite3.SQLITE_CORRUPT:  {name: "SQLITE_CORRUPT", message: damaged},
		sqlite3.SQLITE_NOTADB:   {name: "SQLITE_NOTADB", message: damaged},
		sqlite3.SQLITE_READONLY: {name: "SQLITE_READONLY", message: readonly},
		sqlite3.SQLITE_PERM:     {name: "SQLITE_PERM", message: readonly},
		sqlite3.SQLITE_CANTOPEN: {name: "SQLITE_CANTOPEN", message: absent},
		sqlite3.SQLITE_IOERR:    {name: "SQLITE_IOERR", message: disk},
		sqlite3.SQLITE_TOOBIG:   {name: "SQLITE_TOOBIG", message: large},
	}
}

// failure returns the error for a caller: the agent's own error, the context's, or the
// backend's. effect states whether op may have been done.
func failure(ctx context.Context, op string, effect toolerr.Effect, err error) error {
	if given := record.Given(ctx, err); given != nil {
		return given
	}
	opts := []toolerr.Option{
		toolerr.WithCause(fmt.Errorf("sqlitestore: %s: %w", op, err)),
		toolerr.WithEffect(effect),
	}
	var means meaning
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		means = meanings()[primary(e)]
		opts = append(opts, toolerr.WithVendorCode(means.name), toolerr.WithVendorType(e))
	}
	switch {
	case errors.Is(err, ErrForeignFile):
		means.message = toolerr.Msg("The session store's file belongs to another program.")
	case isNewer(err):
		means.message = record.NewerVersion
	}
	kind := toolerr.KindToolFatal
	if means.retry {
		kind = toolerr.KindToolRetry
		opts = append(opts, toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff))
	}
	return agent.NewRunError(agent.ErrBackend, means.message, toolerr.New(kind, means.message, opts...))
}

func isNewer(err error) bool {
	_, ok := errors.AsType[*VersionError](err)
	return ok
}
