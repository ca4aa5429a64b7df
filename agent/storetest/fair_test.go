package storetest_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/storetest"
)

// A freeStore differs from an [agent.MemoryStore] where the rules leave a choice: it returns
// empty lists and nil states, has times of its own zone, refuses names that a text column of
// a database cannot store, and makes no new version if nothing is appended.
type freeStore struct {
	memory *agent.MemoryStore

	mu      sync.Mutex
	claimed map[agent.SessionRef]*int
}

func newFreeStore(*testing.T) agent.Store {
	return &freeStore{memory: agent.NewMemoryStore(), claimed: map[agent.SessionRef]*int{}}
}

func TestAStoreThatIsFree(t *testing.T) { storetest.Run(t, newFreeStore) }

func (s *freeStore) free(session *agent.Session, err error) (*agent.Session, error) {
	if err != nil {
		return nil, err
	}
	zone := time.FixedZone("here", 3600)
	session.Created, session.Updated = session.Created.In(zone), session.Updated.In(zone)
	for _, e := range session.Events {
		e.Timestamp = e.Timestamp.In(zone)
	}
	if len(session.State) == 0 {
		session.State = nil
	}
	return session, nil
}

func refused(ref agent.SessionRef) error {
	for _, name := range []string{ref.App, ref.User, ref.ID} {
		if !utf8.ValidString(name) || strings.Contains(name, "\x00") {
			return agent.ErrInvalidInput
		}
	}
	return nil
}

func (s *freeStore) Create(ctx context.Context, ref agent.SessionRef, state agent.State) (*agent.Session, error) {
	if err := refused(ref); err != nil {
		return nil, err
	}
	return s.free(s.memory.Create(ctx, ref, state))
}

func (s *freeStore) Get(ctx context.Context, ref agent.SessionRef) (*agent.Session, error) {
	return s.free(s.memory.Get(ctx, ref))
}

func (s *freeStore) List(ctx context.Context, app, user string) ([]*agent.Session, error) {
	got, err := s.memory.List(ctx, app, user)
	list := []*agent.Session{}
	for _, session := range got {
		session, _ = s.free(session, nil)
		list = append(list, session)
	}
	return list, err
}

func (s *freeStore) Delete(ctx context.Context, ref agent.SessionRef) error {
	return s.memory.Delete(ctx, ref)
}

func (s *freeStore) Append(ctx context.Context, ref agent.SessionRef, version int64, events ...*agent.Event) (int64, error) {
	if session, err := s.memory.Get(ctx, ref); err == nil && len(events) == 0 && session.Version == version {
		return version, nil
	}
	return s.memory.Append(ctx, ref, version, events...)
}

func (s *freeStore) Rollback(ctx context.Context, ref agent.SessionRef, version int64, invocationID string) (int64, error) {
	return s.memory.Rollback(ctx, ref, version, invocationID)
}

// Claim implements [agent.Claimer]. The context that it returns ends on another goroutine.
func (s *freeStore) Claim(ctx context.Context, ref agent.SessionRef) (held context.Context, release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.claimed[ref] != nil {
		return nil, nil, agent.ErrSessionBusy
	}
	own := new(int)
	s.claimed[ref] = own
	if session, err := s.memory.Get(ctx, ref); err == nil {
		if _, err := s.memory.Append(ctx, ref, session.Version); err != nil { // which makes a new version
			return nil, nil, err
		}
	}
	held, cancel := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, cancel)
	return held, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.claimed[ref] == own {
			delete(s.claimed, ref)
		}
		go cancel()
	}, nil
}
