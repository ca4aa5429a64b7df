package pgstore

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
)

// names returns the parameters of a session's name.
func names(ref agent.SessionRef) []any {
	return []any{escape(ref.App), escape(ref.User), escape(ref.ID)}
}

// Get implements agent.Store. It takes one round trip.
func (s *Store) Get(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	return s.read(ctx, ref, readEvents)
}

// Recent implements agent.RecentStore. It takes one round trip, and reads only the rows of
// the events that it returns.
func (s *Store) Recent(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	return s.read(ctx, ref, readRecent)
}

// read reads a session with the events of a query.
func (s *Store) read(ctx context.Context, ref agent.SessionRef, events string) (*agent.Session, error) {
	session := &agent.Session{Ref: ref, State: agent.State{}, Events: []*agent.Event{}}
	err := s.moment(ctx, func(b *pgx.Batch) {
		queueSession(b, session)
		b.Queue(events, names(ref)...).Query(func(rows pgx.Rows) error {
			return each(rows, func() error {
				var body string
				if err := rows.Scan(&body); err != nil {
					return err
				}
				e, err := record.DecodeEvent([]byte(body))
				session.Events = append(session.Events, e)
				return err
			})
		})
	})
	if err != nil {
		return nil, failure(ctx, "get", err)
	}
	return session, nil
}

// queueSession reads a session without its events.
func queueSession(b *pgx.Batch, s *agent.Session) {
	b.Queue(readSession, names(s.Ref)...).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&s.Version, &s.Created, &s.Updated)
		if errors.Is(err, pgx.ErrNoRows) {
			return agent.ErrSessionNotFound
		}
		return err
	})
	b.Queue(readState, names(s.Ref)...).Query(func(rows pgx.Rows) error {
		return each(rows, func() error {
			var key, value string
			if err := rows.Scan(&key, &value); err != nil {
				return err
			}
			return record.DecodeValue(s.State, unescape(key), []byte(value))
		})
	})
}

// List implements agent.Store. It takes one round trip.
func (s *Store) List(ctx context.Context, app, user string) ([]*agent.Session, error) {
	var sessions []*agent.Session
	byID := map[int64]*agent.Session{}
	err := s.moment(ctx, func(b *pgx.Batch) {
		b.Queue(listSessions, escape(app), escape(user)).Query(func(rows pgx.Rows) error {
			return each(rows, func() error {
				one := &agent.Session{Ref: agent.SessionRef{App: app, User: user}, State: agent.State{}}
				var id int64
				if err := rows.Scan(&id, &one.Ref.ID, &one.Version, &one.Created, &one.Updated); err != nil {
					return err
				}
				one.Ref.ID = unescape(one.Ref.ID)
				sessions, byID[id] = append(sessions, one), one
				return nil
			})
		})
		b.Queue(listStates, escape(app), escape(user)).Query(func(rows pgx.Rows) error {
			return each(rows, func() error {
				var id *int64
				var key, value string
				if err := rows.Scan(&id, &key, &value); err != nil {
					return err
				}
				if id != nil {
					return record.DecodeValue(byID[*id].State, unescape(key), []byte(value))
				}
				for _, one := range sessions { // a copy for each session: callers may change it
					if err := record.DecodeValue(one.State, unescape(key), []byte(value)); err != nil {
						return err
					}
				}
				return nil
			})
		})
	})
	if err != nil {
		return nil, failure(ctx, "list", err)
	}
	slices.SortFunc(sessions, func(a, b *agent.Session) int { return cmp.Compare(a.Ref.ID, b.Ref.ID) })
	return sessions, nil
}

// each calls fn for each row.
func each(rows pgx.Rows, fn func() error) error {
	defer rows.Close()
	for rows.Next() {
		if err := fn(); err != nil {
			return err
		}
	}
	return rows.Err()
}
