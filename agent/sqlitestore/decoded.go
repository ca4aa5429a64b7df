package sqlitestore

import (
	"slices"
	"sync"

	"github.com/errand-go/errand/agent"
)

// maxDecoded is how many bytes of JSON a store keeps decoded, of all sessions together. In
// memory they are about three times as large, or less if they are attachments.
const maxDecoded = 32 << 20

// decoded has the events that [Store.Recent] returned last, so that the next run on a
// session decodes those alone that were appended since. Every change of a session, by whatever
// process, gives it another version, which tells whether they are still its events.
type decoded struct {
	mu       sync.Mutex
	sessions map[agent.SessionRef]*decodedSession
	bytes    int // of all sessions
	uses     int64
}

type decodedSession struct {
	version int64
	events  []*agent.Event
	since   []string // the bodies of the events that were appended since
	bytes   int      // of the bodies of all of them
	used    int64
}

// get returns the recent events of a version of a session; nil if they are not known. The
// slice is the caller's.
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
		e, err := decodeEvent([]byte(body))
		if err != nil { // it is read again, where the error is reported
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

// put keeps the recent events of a version of a session, which have a number of bytes, and
// forgets those of the sessions that were not used for the longest time.
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

// extend adds what an append stored. A compaction changes where the recent events begin.
func (d *decoded) extend(ref agent.SessionRef, version, next int64, rows []eventRow) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.sessions[ref]
	if s == nil {
		return
	}
	if s.version != version || slices.ContainsFunc(rows, func(r eventRow) bool { return r.before != "" }) {
		d.drop(ref)
		return
	}
	s.version = next
	for _, row := range rows {
		s.since = append(s.since, row.body)
		s.bytes += len(row.body)
		d.bytes += len(row.body)
	}
	d.bound()
}

// forget forgets a session.
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
