package openaimodel

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/openai/openai-go/v3/option"
)

// events filters the body of a stream for the SDK.
type events struct {
	stray []byte // lines that are not part of an event: the body is not a stream
}

// option returns an option with which the SDK reads through e.
func (e *events) option() option.RequestOption {
	return option.WithMiddleware(func(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		resp, err := next(req)
		if err == nil && resp != nil && resp.Body != nil && resp.StatusCode == http.StatusOK {
			resp.Body = &eventBody{Closer: resp.Body, lines: bufio.NewReader(resp.Body), e: e}
			resp.ContentLength = -1
		}
		return resp, err
	})
}

// err returns the error that was sent in place of a stream, with HTTP 200, and nil if there
// was none.
func (e *events) err() error {
	var said envelope
	if json.Unmarshal(e.stray, &said) != nil || said.Error == nil {
		return nil
	}
	return said.Error.err()
}

// An eventBody is a stream of lines. It removes errors that are null from chunks, because
// the SDK treats them as errors (openai-go v3.96.0, packages/ssestream).
type eventBody struct {
	io.Closer
	lines *bufio.Reader
	e     *events
	rest  []byte
	err   error
}

func (b *eventBody) Read(p []byte) (int, error) {
	for len(b.rest) == 0 && b.err == nil {
		b.rest, b.err = b.line()
	}
	if len(b.rest) == 0 {
		return 0, b.err
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

const (
	maxLine  = 32 << 20 // the SDK's own limit of an event
	maxStray = 64 << 10
)

// line returns the next line in a form for the SDK.
func (b *eventBody) line() (line []byte, err error) {
	for {
		piece, err := b.lines.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case len(line) > maxLine:
			return line, bufio.ErrTooLong
		case !errors.Is(err, bufio.ErrBufferFull):
			return b.cleaned(line), err
		}
	}
}

func (b *eventBody) cleaned(line []byte) []byte {
	name, value, colon := bytes.Cut(line, []byte(":"))
	switch {
	case colon && string(name) == "data":
		if value, changed := withoutNull(value); changed {
			return append(append([]byte("data: "), value...), '\n')
		}
	case colon && (len(name) == 0 || string(name) == "event" || string(name) == "id" || string(name) == "retry"):
	case len(b.e.stray)+len(line) <= maxStray:
		b.e.stray = append(b.e.stray, line...)
	}
	return line
}

// withoutNull returns an object without an error that is null.
func withoutNull(raw []byte) (object []byte, changed bool) {
	if !bytes.Contains(raw, []byte(`"error"`)) {
		return raw, false
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || string(fields["error"]) != "null" {
		return raw, false
	}
	delete(fields, "error")
	object, err := json.Marshal(fields)
	return object, err == nil
}
