// Package events reads the event streams of servers: those of text/event-stream (WHATWG
// HTML, section 9.2.6), and lists of JSON values that are sent one by one, as by Gemini's
// API without an option for events.
package events

import (
	"bytes"
	"encoding/json"
	"iter"
	"strings"
)

// MaxData is the maximum size of an event's data, in bytes. An event with more is returned
// without its data.
const MaxData = 1 << 20

// An Event is one event of a stream.
type Event struct {
	// Name is the value of "event:"; "" if there is none.
	Name string
	// Data is the value of "data:", its lines joined; nil if there is none, or too much.
	Data []byte
	// Bare reports whether the data is JSON in the stream without a field, as Google's
	// servers end a stream that failed.
	Bare bool
}

// Is reports whether a response is a stream: by its Content-Type, or without one by the
// beginning of the body.
func Is(contentType string, body []byte) bool {
	media, _, _ := strings.Cut(contentType, ";")
	if strings.EqualFold(strings.TrimSpace(media), "text/event-stream") {
		return true
	}
	if contentType != "" {
		return false
	}
	body = bytes.TrimLeft(body, "\xEF\xBB\xBF\r\n")
	for _, field := range []string{"data:", "event:", ": "} {
		if bytes.HasPrefix(body, []byte(field)) {
			return true
		}
	}
	return false
}

// All returns the events of a stream in order. The last one counts even without the empty
// line after it, because a saved response may lose that.
func All(body []byte) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		r := reader{rest: bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF"))}
		for {
			e, more := r.next()
			if !more || !yield(e) {
				return
			}
		}
	}
}

// maxBroken is how many lines are tried as JSON without success, because each try reads
// ahead.
const maxBroken = 16

type reader struct {
	rest   []byte
	broken int
}

// next returns the next event that has a name or data.
func (r *reader) next() (e Event, more bool) {
	data, began, long := []byte(nil), false, false
	for len(r.rest) > 0 {
		if !began && bytes.HasPrefix(r.rest, []byte("{")) {
			if e, ok := r.bare(); ok {
				return e, true
			}
		}
		line := r.line()
		if len(line) == 0 {
			if began {
				break
			}
			continue
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(name) {
		case "event":
			e.Name, began = string(value[:min(len(value), 256)]), true
		case "data":
			if began && data != nil {
				data = append(data, '\n')
			}
			if long = long || len(data)+len(value) > MaxData; !long {
				data = append(data, value...)
			}
			if data == nil {
				data = []byte{}
			}
			began = true
		}
	}
	if !long {
		e.Data = data
	}
	return e, began
}

// bare returns JSON that begins a line.
func (r *reader) bare() (Event, bool) {
	dec := json.NewDecoder(bytes.NewReader(r.rest[:min(len(r.rest), MaxData)]))
	var raw json.RawMessage
	if r.broken == maxBroken || dec.Decode(&raw) != nil {
		r.broken = min(r.broken+1, maxBroken)
		return Event{}, false
	}
	r.rest = r.rest[dec.InputOffset():]
	return Event{Data: raw, Bare: true}, true
}

// line returns the next line without its end, which is CR, LF or both.
func (r *reader) line() []byte {
	i := bytes.IndexAny(r.rest, "\r\n")
	if i < 0 {
		line := r.rest
		r.rest = nil
		return line
	}
	line, end := r.rest[:i], i+1
	if r.rest[i] == '\r' && end < len(r.rest) && r.rest[end] == '\n' {
		end++
	}
	r.rest = r.rest[end:]
	return line
}

// Values returns the values of a JSON list in order, and whether the list was closed. It
// returns nothing after invalid JSON.
func Values(body []byte) (all []Event, closed bool) {
	dec := json.NewDecoder(bytes.NewReader(body))
	if open, err := dec.Token(); err != nil || open != json.Delim('[') {
		return nil, false
	}
	for dec.More() {
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return all, false
		}
		if len(raw) > MaxData {
			raw = nil
		}
		all = append(all, Event{Data: raw, Bare: true})
	}
	_, err := dec.Token()
	return all, err == nil
}
