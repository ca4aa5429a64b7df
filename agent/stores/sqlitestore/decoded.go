package sqlitestore

import (
	"slices"
	"sync"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
)

// maxDecoded limits the size in JSON of the events that a store caches decoded. They use
// about three times as much memory, or less if they are attachments.
const maxDecoded = 32 << 20

// decoded caches the events that [Store.Recent] returned last, so that the next run on a
// session decodes only newer ones. Every change of a session, by any process, gives it a
// new version, which invalidates the entry.
type decoded struct {
	mu       sync.Mutex
	sessions map[agent.SessionRef]*decodedSession
	bytes    int // of all sessions
	uses     int64
}

type decodedSession struct {
	version int64
	events  []*agent.Event
	since   []string // the bodies of events that were appended since
	bytes   int      // of the bodies of all events
	used    int64
}

// get returns the recent events of a version of a session, and nil if they are not cached.
// The caller may change the slice.
func (d *decoded) get(ref agent.SessionRef, version int64) []*agent.Event {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.sessions[ref]
	if s == nil {
		return nil
	}
	if s.version != version {
		d.drop(ref)
		return nil
	}
	for _, body := range s.since {
		e, err := record.DecodeEvent([]byte(body))
		if err != nil { // the caller reads it again and reports the error
			d.drop(ref)
			return nil
		}
		s.events = append(s.events, e)
	}
	s.since = nil
	d.uses++
	s.used = d.uses
	return slices.Clone(s.events)
}

// put caches the recent events of a version of a session, with their size in bytes, and
// evicts the least recently used sessions.
func (d *decoded) put(ref agent.SessionRef, version int64, events []*agent.Event, bytes int) {
	if len(events) == 0 || bytes > maxDecoded {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop(ref)
	if d.sessions == nil {
		d.sessions = map[agent.SessionRef]*decodedSession{}
	}
	d.uses++
	d.sessions[ref] = &decodedSession{version: version, events: slices.Clone(events), bytes: bytes, used: d.uses}
	d.bytes += bytes
	d.bound()
}

// extend adds the events of an append. A compaction changes which events are recent.
func (d *decoded) extend(ref agent.SessionRef, version, next int64, rows []record.Event) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.sessions[ref]
	if s == nil {
		return
	}
	if s.version != version || slices.ContainsFunc(rows, func(r record.Event) bool { return r.Before != "" }) {
		d.drop(ref)
		return
	}
	s.version = next
	for _, row := range rows {
		s.since = append(s.since, row.Body)
		s.bytes += len(row.Body)
		d.bytes += len(row.Body)
	}
	d.bound()
}

// forget removes a session.
func (d *decoded) forget(ref agent.SessionRef) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.drop(ref)
}

func (d *decoded) drop(ref agent.SessionRef) {
	if s := d.sessions[ref]; s != nil {
		d.bytes -= s.bytes
		delete(d.sessions, ref)
	}
}

func (d *decoded) bound() {
	for d.bytes > maxDecoded {
		var oldest agent.SessionRef
		first := d.uses + 1
		for ref, s := range d.sessions {
			if s.used < first {
				oldest, first = ref, s.used
			}
		}
		d.drop(oldest)
	}
}
