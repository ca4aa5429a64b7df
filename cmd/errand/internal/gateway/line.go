package gateway

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
)

// maxHeld is the size of the longest message that is read as a whole. A longer one is
// forwarded in parts.
const maxHeld = 1 << 20

// A lineReader reads messages, each of which is a line.
type lineReader struct {
	*bufio.Reader
	held []byte
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{Reader: bufio.NewReaderSize(r, 64<<10)}
}

// next returns the next line with its end, until the next call. A line that is not whole is
// longer than maxHeld, and pass forwards it.
func (l *lineReader) next() (line []byte, whole bool, err error) {
	for l.held = l.held[:0]; ; {
		part, err := l.ReadSlice('\n')
		l.held = append(l.held, part...)
		switch {
		case err != bufio.ErrBufferFull && len(l.held) > 0:
			return l.held, true, nil
		case err != bufio.ErrBufferFull:
			return nil, true, err
		case len(l.held) >= maxHeld:
			return l.held, false, nil
		}
	}
}

// pass forwards a line that is not whole. Before its end it calls last with the members that
// identify the message, unless the line breaks off. If w fails, pass reads the rest.
func (l *lineReader) pass(w io.Writer, line []byte, last func(message)) (failed error) {
	var s scan
	for part, err := line, bufio.ErrBufferFull; ; part, err = l.ReadSlice('\n') {
		s.read(part)
		switch {
		case err == nil:
			last(message{ID: s.id, Method: s.method})
		case err != bufio.ErrBufferFull:
			part = append(bytes.Clone(part), '\n')
		}
		if failed == nil {
			_, failed = w.Write(part)
		}
		if err != bufio.ErrBufferFull {
			return failed
		}
	}
}

// A scan finds the id and the method in the parts of a message.
type scan struct {
	depth           int
	quoted, escaped bool
	name, token     []byte
	id              json.RawMessage
	method          string
}

// maxToken is the number of bytes that are kept of a name or a value.
const maxToken = 1 << 10

func (s *scan) read(part []byte) {
	for _, c := range part {
		outside := !s.quoted
		switch {
		case s.escaped:
			s.escaped = false
		case s.quoted && c == '\\':
			s.escaped = true
		case c == '"':
			s.quoted = !s.quoted
		}
		switch {
		case outside && (c == '{' || c == '['):
			s.depth++
		case s.depth != 1:
			if outside && (c == '}' || c == ']') {
				s.depth--
			}
		case outside && c == ':':
			s.name, s.token = append(s.name[:0], s.token...), s.token[:0]
		case outside && (c == ',' || c == '}'):
			s.member()
		case len(s.token) < maxToken:
			s.token = append(s.token, c)
		}
	}
}

// member ends a member of the message.
func (s *scan) member() {
	value := bytes.TrimSpace(s.token)
	switch string(bytes.TrimSpace(s.name)) {
	case `"id"`:
		s.id = bytes.Clone(value)
	case `"method"`:
		_ = json.Unmarshal(value, &s.method)
	}
	s.name, s.token = s.name[:0], s.token[:0]
}
