package geminimodel

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// A body reads and converts another body in steps.
type body struct {
	io.Closer
	next func() ([]byte, error) // returns the next data, and the error at the end
	rest []byte
	err  error
}

func (b *body) Read(p []byte) (int, error) {
	for len(b.rest) == 0 && b.err == nil {
		b.rest, b.err = b.next()
	}
	if len(b.rest) == 0 {
		return 0, b.err
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// wholeOf returns a response without a stream, with its numbers marked.
func wholeOf(from io.ReadCloser, mark string) io.ReadCloser {
	return &body{Closer: from, next: func() ([]byte, error) {
		raw, err := io.ReadAll(from)
		if err != nil {
			return raw, err
		}
		return marked(raw, mark), io.EOF
	}}
}

// eventsOf returns a stream of events that have only data, each on one line: for the SDK, a
// comment, a name or an id of an event ends the answer (google.golang.org/genai v1.77.0,
// api_client.go). It keeps lines that are not fields of an event, because the API sends
// errors in this form.
func eventsOf(from io.ReadCloser, mark string) io.ReadCloser {
	lines := bufio.NewReader(from)
	return &body{Closer: from, next: func() ([]byte, error) { return event(lines, mark) }}
}

// maxEvent is the maximum size of an event, equal to the SDK's.
const maxEvent = 256 << 20

// event reads the next event. If a read error interrupts the event, it is dropped.
func event(lines *bufio.Reader, mark string) ([]byte, error) {
	var data, stray []byte
	for {
		line, err := line(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		switch name, value, _ := bytes.Cut(line, []byte(":")); string(name) {
		case "data":
			if value = bytes.TrimSpace(value); len(value) > 0 {
				data = append(append(data, ' '), value...)
			}
		case "", "event", "id", "retry":
		default:
			stray = append(append(stray, line...), '\n')
		}
		if len(data)+len(stray) > maxEvent {
			return nil, bufio.ErrTooLong
		}
		if len(line) == 0 || err != nil {
			return framed(data, stray, mark), err
		}
	}
}

// line reads a line and removes its end.
func line(from *bufio.Reader) (line []byte, err error) {
	for {
		piece, err := from.ReadSlice('\n')
		if line = append(line, piece...); !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimRight(line, "\r\n"), err
		}
		if len(line) > maxEvent {
			return nil, bufio.ErrTooLong
		}
	}
}

func framed(data, stray []byte, mark string) (raw []byte) {
	if len(data) > 0 {
		raw = append(append([]byte("data:"), marked(data, mark)...), "\n\n"...)
	}
	if len(stray) > 0 {
		raw = append(append(raw, stray...), '\n')
	}
	return raw
}
