package pgstore

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
)

// Create implements agent.Store. It takes one round trip.
func (s *Store) Create(ctx context.Context, ref agent.SessionRef, state agent.State) (*agent.Session, error) {
	state, err := state.Checked()
	if err != nil {
		return nil, err
	}
	state = record.Normal(state)
	initial, err := encode(record.Own(state))
	if err != nil {
		return nil, record.Unstorable(err)
	}
	d, err := encodeDelta(state)
	if err != nil {
		return nil, record.Unstorable(err)
	}
	session := &agent.Session{Ref: ref, State: agent.State{}, Events: []*agent.Event{}}
	b := &pgx.Batch{}
	b.Queue(createSession, append(names(ref), d.parts, d.keys, d.values, initial)...).QueryRow(func(row pgx.Row) error {
		var made int
		err := row.Scan(&made)
		if err == nil && made == 0 {
			return agent.ErrAlreadyExists
		}
		return err
	})
	queueSession(b, session)
	if err := s.send(ctx, b); err != nil {
		return nil, failure(ctx, "create", err)
	}
	return session, nil
}

// Delete implements [agent.Store].
func (s *Store) Delete(ctx context.Context, ref agent.SessionRef) error {
	tag, err := s.pool.Exec(ctx, deleteSession, names(ref)...)
	if err == nil && tag.RowsAffected() == 0 {
		err = agent.ErrSessionNotFound
	}
	if err != nil {
		return failure(ctx, "delete", err)
	}
	return nil
}

// Append implements agent.Store. It takes one round trip, and reads no events. If a run of
// this store claimed the session and another store has claimed it since, Append returns
// [agent.ErrStaleSession] for every version, until the run releases its claim.
func (s *Store) Append(ctx context.Context, ref agent.SessionRef, version int64, events ...*agent.Event) (int64, error) {
	rows, err := encodeEvents(events)
	if err != nil {
		return 0, err
	}
	args := append(names(ref), rows.state.parts, rows.state.keys, rows.state.values, version,
		rows.invocations, rows.deltas, rows.bodies, rows.ids, rows.before, rows.places, s.holder(ref))
	var next *int64
	var exists bool
	err = s.pool.QueryRow(ctx, appendEvents, args...).Scan(&next, &exists)
	switch {
	case err != nil:
		return 0, failure(ctx, "append", err)
	case next != nil:
		return *next, nil
	case exists:
		return 0, agent.ErrStaleSession
	}
	return 0, agent.ErrSessionNotFound
}

// Rollback implements [agent.Store]. Claims count as in [Store.Append].
func (s *Store) Rollback(ctx context.Context, ref agent.SessionRef, version int64, invocationID string) (int64, error) {
	var next int64
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
		next, err = rollback(ctx, tx, append(names(ref), s.holder(ref)), version, escape(invocationID))
		return err
	})
	if err != nil {
		return 0, failure(ctx, "roll back", err)
	}
	return next, nil
}

func rollback(ctx context.Context, tx pgx.Tx, session []any, version int64, invocation string) (next int64, err error) {
	var id, current int64
	var initial string
	var ours bool
	err = tx.QueryRow(ctx, lockSession, session...).Scan(&id, &current, &initial, &ours)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return 0, agent.ErrSessionNotFound
	case err != nil:
		return 0, err
	case current != version, !ours:
		return 0, agent.ErrStaleSession
	}
	var gone int
	err = tx.QueryRow(ctx, deleteEvents, id, invocation).Scan(&gone)
	switch {
	case err != nil:
		return 0, err
	case gone == 0:
		return 0, agent.ErrNotFound
	}
	own, err := readOwn(ctx, tx, id, initial)
	if err != nil {
		return 0, err
	}
	d, err := encodeDelta(own)
	if err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, clearState, id); err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, fillState, id, d.keys, d.values); err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, touchSession, id).Scan(&next)
	return next, err
}

// readOwn computes the session's own state from its initial state and its events.
func readOwn(ctx context.Context, tx pgx.Tx, id int64, initial string) (agent.State, error) {
	own, err := record.DecodeState([]byte(initial))
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, readDeltas, id)
	if err != nil {
		return nil, err
	}
	return own, each(rows, func() error {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		changed, err := record.DecodeState([]byte(text))
		record.Apply(own, changed)
		return err
	})
}
