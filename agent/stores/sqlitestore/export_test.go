package sqlitestore

import (
	"context"
	"database/sql"
)

// Migrations are the steps to the newest schema.
var Migrations = migrations

// ReadRecent reads the events that models see.
const ReadRecent = readRecent

// ApplicationID is what marks a file as a store.
const ApplicationID = applicationID

// Migrate applies steps to the store's database.
func (s *Store) Migrate(ctx context.Context, steps []string) error {
	return migrate(ctx, s.writer, steps)
}

// Writer is the pool with the one connection that writes.
func (s *Store) Writer() *sql.DB { return s.writer }

// Queries are all statements that look for rows, with as many parameters as
// they take.
var Queries = map[string]int{
	findSession: 3, sessionRow: 3, listSession: 2, readEvents: 1, readRecent: 1, findEvent: 2, deleteKeeps: 2, deleteSession: 3,
	touchSession: 3, deleteEvents: 2, readInitial: 1, readDeltas: 1,
	readState: 4, readStates: 2, clearState: 1,
	ofSession.unset: 2, ofUser.unset: 3, ofApp.unset: 2, saveArtifact: 7, loadArtifact: 5, deleteArtifact: 4, forgetArtifacts: 3,
}

// Reading begins to read a moment of the store, which lasts until end is called.
func (s *Store) Reading(ctx context.Context) (end func(), err error) {
	tx, err := s.reader.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	var n int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM events`).Scan(&n); err != nil {
		return nil, err
	}
	return func() { _ = tx.Rollback() }, nil
}
