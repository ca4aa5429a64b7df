package gateway

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
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
	for l.held = l.held[:0]; len(l.held) < maxHeld; {
		part, err := l.ReadSlice('\n')
		l.held = append(l.held, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(l.held) > 0 {
			err = nil
		}
		return l.held, true, err
	}
	return l.held, false, nil
}

// pass forwards a line that is not whole. Before its end it calls last with the members that
// identify the message, unless the line breaks off. If w fails, pass reads the rest.
func (l *lineReader) pass(w io.Writer, line []byte, last func(message)) (failed error) {
	var s scan
	for part, err := line, bufio.ErrBufferFull; ; part, err = l.ReadSlice('\n') {
		s.read(part)
		full := errors.Is(err, bufio.ErrBufferFull)
		if err == nil {
			last(s.message)
		} else if !full {
			part = append(bytes.Clone(part), '\n')
		}
		if failed == nil {
			_, failed = w.Write(part)
		}
		if !full {
			return failed
		}
	}
}

// A scan finds the id and the method in the parts of a message.
type scan struct {
	message
	depth           int
	quoted, escaped bool
	name, token     []byte
}

// maxToken is the number of bytes that are kept of a name or a value.
const maxToken = 1 << 10

func (s *scan) read(part []byte) {
	for _, c := range part {
		outside := !s.quoted
		s.quoted = s.quoted != (c == '"' && !s.escaped)
		s.escaped = s.quoted && c == '\\' && !s.escaped
		switch {
		case outside && (c == '{' || c == '['):
			s.depth++
		case outside && (c == '}' || c == ']') && s.depth > 1:
			s.depth--
		case s.depth > 1:
		case outside && c == ':':
			s.name, s.token = append(s.name[:0], s.token...), s.token[:0]
		case outside && (c == ',' || c == '}'):
			_ = json.Unmarshal(append(append(append([]byte("{"), s.name...), ':'), append(s.token, '}')...), &s.message)
			s.token = s.token[:0]
		case len(s.token) < maxToken:
			s.token = append(s.token, c)
		}
	}
}

// A message is a message of JSON-RPC.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// parse returns the message of a line, and whether it is one. A batch, which only one revision
// of the protocol has, is a message without an id and a method, and passes as it is.
func parse(line []byte) (m message, ok bool) {
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte("[")) {
		return m, json.Valid(line)
	}
	return m, json.Unmarshal(line, &m) == nil && (m.ID != nil || m.Method != "")
}

// keyOf returns one notation of an id.
func keyOf(id json.RawMessage) string {
	var v any
	if json.Unmarshal(id, &v) != nil {
		return string(id)
	}
	key, _ := json.Marshal(v) // of JSON
	return string(key)
}

// encode returns a line for a message. Its values can be encoded.
func encode(m map[string]any) []byte {
	m["jsonrpc"] = "2.0"
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(m)
	return line.Bytes()
}
