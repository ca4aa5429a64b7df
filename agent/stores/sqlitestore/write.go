package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
)

// Create implements [agent.Store].
func (s *Store) Create(ctx context.Context, ref agent.SessionRef, state agent.State) (*agent.Session, error) {
	state, err := state.Checked()
	if err != nil {
		return nil, err
	}
	state = record.Normal(state)
	initial, err := record.Encode(record.Own(state))
	if err != nil {
		return nil, record.Unstorable(err)
	}
	var session *agent.Session
	defer s.wipe(ctx)
	err = s.write(ctx, "create", func(tx *sql.Tx) error {
		now := time.Now().UnixNano()
		var id int64
		err := tx.QueryRowContext(ctx, insertSession, ref.App, ref.User, ref.ID, now, now, initial).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return agent.ErrAlreadyExists
		}
		if err != nil {
			return err
		}
		if err := change(ctx, tx, ref, id, state); err != nil {
			return err
		}
		if _, err := advance(ctx, tx, id, now); err != nil {
			return err
		}
		session, err = readSession(ctx, tx, ref, readEvents)
		return err
	})
	if err != nil {
		return nil, err
	}
	return session, nil
}

// Delete implements [agent.Store].
func (s *Store) Delete(ctx context.Context, ref agent.SessionRef) error {
	err := s.write(ctx, "delete", func(tx *sql.Tx) error {
		if err := remove(ctx, tx, agent.ErrSessionNotFound, deleteSession, ref.App, ref.User, ref.ID); err != nil {
			return err
		}
		return remove(ctx, tx, nil, forgetArtifacts, ref.App, ref.User, ref.ID)
	})
	if err != nil {
		return err
	}
	s.log.soil()
	s.wipe(ctx)
	return nil
}

// Append implements [agent.Store].
func (s *Store) Append(ctx context.Context, ref agent.SessionRef, version int64, events ...*agent.Event) (int64, error) {
	rows, delta, err := record.Events(events)
	if err != nil {
		return 0, err
	}
	defer s.wipe(ctx)
	return s.update(ctx, "append", ref, version, func(tx *sql.Tx, id int64) error {
		insert, err := tx.PrepareContext(ctx, insertEvent)
		if err != nil {
			return err
		}
		defer func() { _ = insert.Close() }()
		for _, row := range rows {
			var keeps *int64
			if row.Before != "" {
				err := tx.QueryRowContext(ctx, findEvent, id, row.Before).Scan(&keeps)
				if err != nil && !errors.Is(err, sql.ErrNoRows) {
					return err
				}
			}
			if _, err := insert.ExecContext(ctx, id, row.Invocation, row.Delta, row.Body, keeps); err != nil {
				return err
			}
		}
		return change(ctx, tx, ref, id, delta)
	})
}

// Rollback implements [agent.Store].
func (s *Store) Rollback(ctx context.Context, ref agent.SessionRef, version int64, invocationID string) (int64, error) {
	next, err := s.update(ctx, "roll back", ref, version, func(tx *sql.Tx, id int64) error {
		if err := remove(ctx, tx, nil, deleteKeeps, id, invocationID); err != nil {
			return err
		}
		if err := remove(ctx, tx, agent.ErrNotFound, deleteEvents, id, invocationID); err != nil {
			return err
		}
		own, err := readOwn(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := remove(ctx, tx, nil, clearState, id); err != nil {
			return err
		}
		return change(ctx, tx, ref, id, own)
	})
	if err != nil {
		return 0, err
	}
	s.log.soil()
	s.wipe(ctx)
	return next, nil
}

// update changes a session that still has the version, and returns its new one.
func (s *Store) update(ctx context.Context, op string, ref agent.SessionRef, version int64, fn func(tx *sql.Tx, id int64) error) (int64, error) {
	var next int64
	err := s.write(ctx, op, func(tx *sql.Tx) error {
		var id, current int64
		err := tx.QueryRowContext(ctx, findSession, ref.App, ref.User, ref.ID).Scan(&id, &current)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return agent.ErrSessionNotFound
		case err != nil:
			return err
		case current != version:
			return agent.ErrStaleSession
		}
		if err := fn(tx, id); err != nil {
			return err
		}
		next, err = advance(ctx, tx, id, time.Now().UnixNano())
		return err
	})
	if err != nil {
		return 0, err
	}
	return next, nil
}

// advance gives the session its next version.
func advance(ctx context.Context, tx *sql.Tx, id, now int64) (next int64, err error) {
	if err := tx.QueryRowContext(ctx, tick).Scan(&next); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, touchSession, next, now, id)
	return next, err
}

// change writes the changes of delta to the parts of the state.
func change(ctx context.Context, tx *sql.Tx, ref agent.SessionRef, id int64, delta agent.State) error {
	for key, value := range delta {
		part, args := ofSession, []any{id, key}
		switch {
		case strings.HasPrefix(key, agent.AppPrefix):
			part, args = ofApp, []any{ref.App, key}
		case strings.HasPrefix(key, agent.UserPrefix):
			part, args = ofUser, []any{ref.App, ref.User, key}
		}
		query := part.unset
		if value != nil {
			text, err := record.Encode(value)
			if err != nil {
				return err
			}
			query, args = part.set, append(args, text)
		}
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes rows, and returns none if there are none.
func remove(ctx context.Context, tx *sql.Tx, none error, query string, args ...any) error {
	result, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		return none
	}
	return err
}
