package sqlitestore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/errand-go/errand/agent/stores/internal/record"
	"github.com/errand-go/errand/toolerr"
)

// migrations returns the steps from one schema version to the next: the first turns an
// empty file into a store of version 1. A released step never changes.
//
// Text is ordered and compared by its bytes. Times are nanoseconds since 1970, UTC. State
// values and bodies are JSON.
func migrations() []string {
	return []string{
		// sessions.initial is the session's own state at its creation, and events.delta the
		// changes by an event. Rollback starts with initial and applies the deltas. They
		// are separate columns so that Rollback does not read bodies.
		`CREATE TABLE clock (
			id INTEGER PRIMARY KEY CHECK (id = 1),
			version INTEGER NOT NULL
		) STRICT;
		INSERT INTO clock (id, version) VALUES (1, 0);

		CREATE TABLE sessions (
			id INTEGER PRIMARY KEY,
			app TEXT NOT NULL,
			user TEXT NOT NULL,
			name TEXT NOT NULL,
			version INTEGER NOT NULL,
			created INTEGER NOT NULL,
			updated INTEGER NOT NULL,
			initial TEXT NOT NULL,
			UNIQUE (app, user, name)
		) STRICT;

		CREATE TABLE events (
			id INTEGER PRIMARY KEY,
			session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			invocation TEXT NOT NULL,
			delta TEXT,
			body TEXT NOT NULL
		) STRICT;
		CREATE INDEX events_of_session ON events (session);
		CREATE INDEX events_of_invocation ON events (session, invocation);

		CREATE TABLE session_state (
			session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
			key TEXT NOT NULL,
			value TEXT NOT NULL,
			PRIMARY KEY (session, key)
		) STRICT, WITHOUT ROWID;

		CREATE TABLE user_state (
			app TEXT NOT NULL,
			user TEXT NOT NULL,
			key TEXT NOT NULL,
			value TEXT NOT NULL,
			PRIMARY KEY (app, user, key)
		) STRICT, WITHOUT ROWID;

		CREATE TABLE app_state (
			app TEXT NOT NULL,
			key TEXT NOT NULL,
			value TEXT NOT NULL,
			PRIMARY KEY (app, key)
		) STRICT, WITHOUT ROWID;`,
		// events.keeps of a compaction is the id of the first event that models still see.
		`ALTER TABLE events ADD COLUMN keeps INTEGER;
		CREATE INDEX compactions_of_session ON events (session, id) WHERE keeps IS NOT NULL;`,
		// A version of a file. It belongs to the session with the name, or, if its own name
		// begins with user:, to all sessions of the user: then session is empty.
		`CREATE TABLE artifacts (
			app TEXT NOT NULL,
			user TEXT NOT NULL,
			session TEXT NOT NULL,
			name TEXT NOT NULL,
			version INTEGER NOT NULL,
			mime_type TEXT NOT NULL,
			file_name TEXT NOT NULL,
			data BLOB,
			PRIMARY KEY (app, user, session, name, version)
		) STRICT;`,
	}
}

// applicationID marks a file as a store. SQLite stores it in the header. It spells "errd".
const applicationID = 0x65727264

// foreign returns the error of a database that another program made.
func foreign() error {
	return record.Refused(toolerr.Msg("The session store's file belongs to another program."), "sqlitestore: another program's database")
}

// querier is what reads use: a connection or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// schemaVersion returns the number of applied migrations, or an error if the database is
// not for this package.
func schemaVersion(ctx context.Context, q querier, known int) (int, error) {
	var application, version, objects int
	err := q.QueryRowContext(ctx, `SELECT
		(SELECT application_id FROM pragma_application_id),
		(SELECT user_version FROM pragma_user_version),
		(SELECT count(*) FROM sqlite_schema)`).Scan(&application, &version, &objects)
	switch {
	case err != nil:
		return 0, err
	case application == 0 && version == 0 && objects == 0:
		return 0, nil
	case application != applicationID:
		return 0, foreign()
	case version > known:
		return 0, record.Newer(version, known)
	}
	return version, nil
}

// migrate applies the missing steps in one transaction.
func migrate(ctx context.Context, writer *sql.DB, steps []string) error {
	version, err := schemaVersion(ctx, writer, len(steps))
	if err != nil {
		return err
	}
	// The mode is a property of the file, for every connection.
	if _, err := writer.ExecContext(ctx, `PRAGMA journal_mode = WAL`); err != nil {
		return err
	}
	if version == len(steps) {
		return nil
	}
	tx, err := writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	// Another process may have migrated.
	version, err = schemaVersion(ctx, tx, len(steps))
	if err != nil {
		return err
	}
	for _, step := range steps[version:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return err
		}
	}
	// PRAGMA takes no parameters.
	mark := fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, len(steps))
	if _, err := tx.ExecContext(ctx, mark); err != nil {
		return err
	}
	return tx.Commit()
}
