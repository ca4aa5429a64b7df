package sqlitestore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
)

// Get implements [agent.Store].
func (s *Store) Get(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	return s.get(ctx, ref, readEvents)
}

// Recent implements [agent.RecentStore].
func (s *Store) Recent(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	return s.get(ctx, ref, readRecent)
}

// get reads a session with the events of a query.
func (s *Store) get(ctx context.Context, ref agent.SessionRef, events string) (session *agent.Session, err error) {
	err = s.read(ctx, "get", func(tx *sql.Tx) (err error) {
		session, err = readSession(ctx, tx, ref, events)
		return err
	})
	if err != nil {
		return nil, err
	}
	return session, nil
}

// List implements [agent.Store].
func (s *Store) List(ctx context.Context, app, user string) ([]*agent.Session, error) {
	var sessions []*agent.Session
	err := s.read(ctx, "list", func(tx *sql.Tx) (err error) {
		sessions, err = readList(ctx, tx, app, user)
		return err
	})
	if err != nil {
		return nil, err
	}
	return sessions, nil
}

// readSession reads a session with its state, and with the events of a query.
func readSession(ctx context.Context, q querier, ref agent.SessionRef, events string) (*agent.Session, error) {
	s := &agent.Session{Ref: ref, State: agent.State{}, Events: []*agent.Event{}}
	var id, created, updated int64
	err := q.QueryRowContext(ctx, sessionRow, ref.App, ref.User, ref.ID).Scan(&id, &s.Version, &created, &updated)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, agent.ErrSessionNotFound
	}
	if err != nil {
		return nil, err
	}
	s.Created, s.Updated = moment(created), moment(updated)
	if err := readStateInto(ctx, q, s.State, ref.App, ref.User, id); err != nil {
		return nil, err
	}
	return s, each(ctx, q, func(rows *sql.Rows) error {
		var body sql.RawBytes
		if err := rows.Scan(&body); err != nil {
			return err
		}
		e, err := record.DecodeEvent(body)
		s.Events = append(s.Events, e)
		return err
	}, events, id)
}

// readList reads the sessions of a user with their state.
func readList(ctx context.Context, q querier, app, user string) ([]*agent.Session, error) {
	var sessions []*agent.Session
	byID := map[int64]*agent.Session{}
	err := each(ctx, q, func(rows *sql.Rows) error {
		s := &agent.Session{Ref: agent.SessionRef{App: app, User: user}, State: agent.State{}}
		var id, created, updated int64
		if err := rows.Scan(&id, &s.Ref.ID, &s.Version, &created, &updated); err != nil {
			return err
		}
		s.Created, s.Updated = moment(created), moment(updated)
		sessions, byID[id] = append(sessions, s), s
		return nil
	}, listSession, app, user)
	if err != nil || len(sessions) == 0 {
		return nil, err
	}
	for _, s := range sessions {
		// A copy for each session: callers may change it.
		if err := readStateInto(ctx, q, s.State, app, user, 0); err != nil {
			return nil, err
		}
	}
	err = each(ctx, q, func(rows *sql.Rows) error {
		var id int64
		var key string
		var value sql.RawBytes
		if err := rows.Scan(&id, &key, &value); err != nil {
			return err
		}
		return record.DecodeValue(byID[id].State, key, value)
	}, readStates, app, user)
	return sessions, err
}

// readStateInto adds the session's view of the state to state. No session has the id 0.
func readStateInto(ctx context.Context, q querier, state agent.State, app, user string, session int64) error {
	return each(ctx, q, func(rows *sql.Rows) error {
		var key string
		var value sql.RawBytes
		if err := rows.Scan(&key, &value); err != nil {
			return err
		}
		return record.DecodeValue(state, key, value)
	}, readState, app, app, user, session)
}

// readOwn computes the session's own state from its initial state and its events.
func readOwn(ctx context.Context, q querier, session int64) (agent.State, error) {
	var initial []byte
	if err := q.QueryRowContext(ctx, readInitial, session).Scan(&initial); err != nil {
		return nil, err
	}
	own, err := record.DecodeState(initial)
	if err != nil {
		return nil, err
	}
	err = each(ctx, q, func(rows *sql.Rows) error {
		var raw sql.RawBytes
		if err := rows.Scan(&raw); err != nil {
			return err
		}
		delta, err := record.DecodeState(raw)
		record.Apply(own, delta)
		return err
	}, readDeltas, session)
	return own, err
}

// each calls fn for each row.
func each(ctx context.Context, q querier, fn func(*sql.Rows) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := fn(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func moment(nanoseconds int64) time.Time { return time.Unix(0, nanoseconds).UTC() }
