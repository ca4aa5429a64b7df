package gateway

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"sync"

	"github.com/errand-go/errand/internal/mcpresult"
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

// A lineWriter writes lines, one after the other.
type lineWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (w *lineWriter) write(line []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.w.Write(line)
	return err
}

// pass writes a line that is not whole. Before its end it calls settle with the members that
// identify the message, unless the line breaks off.
func (w *lineWriter) pass(from *lineReader, line []byte, settle func(message)) (err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	begin, end := first.Find(line), []byte(nil)
	for part, read := line, bufio.ErrBufferFull; ; part, read = from.ReadSlice('\n') {
		more := errors.Is(read, bufio.ErrBufferFull)
		end = append(end[max(0, len(end)-maxOuter):], part[max(0, len(part)-maxOuter):]...)
		if read == nil {
			var m message
			_ = json.Unmarshal(fmt.Appendf(nil, `%s "":0 %s`, begin, last.Find(end)), &m)
			settle(m)
		} else if !more {
			part = append(bytes.Clone(part), '\n')
		}
		if _, err = w.w.Write(part); !more {
			return err
		}
	}
}

// maxOuter is the size of the part that has the members behind a long one.
const maxOuter = 1 << 10

// The members of a long message that identify it have short values. They are before and behind
// the only long one.
var (
	first = regexp.MustCompile(`^\s*\{(` + short + `,)*`)
	last  = regexp.MustCompile(`(,` + short + `)*\}\s*$`)
)

const short = `\s*"\w+"\s*:\s*("(\\.|[^"\\])*"|[^\s",:{}\[\]]+)\s*`

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
	_ = json.Unmarshal(id, &v) // a part of JSON, or absent
	key, _ := json.Marshal(v)
	return string(key)
}

// encode returns a line for a message. Its values can be encoded.
func encode(m map[string]any) []byte {
	m["jsonrpc"] = "2.0"
	line, _ := mcpresult.Encode(m)
	return append(line, '\n')
}
