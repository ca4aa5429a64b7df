package agenthttp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// An exchange is one request and its response.
type exchange struct {
	http.ResponseWriter
	h       *Handler
	r       *http.Request
	id      string
	started bool // headers were sent
	served  bool // the handler returned
	unread  bool // the body of the request was not read to its end
	stream  *stream
}

// WriteHeader records that the response has started.
func (x *exchange) WriteHeader(status int) {
	x.begin()
	x.ResponseWriter.WriteHeader(status)
}

// Write records it too.
func (x *exchange) Write(b []byte) (int, error) {
	x.begin()
	return x.ResponseWriter.Write(b)
}

// Unwrap is for [http.ResponseController].
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// reply sends a JSON response. If the client does not read it in time, the connection is
// closed.
func (x *exchange) reply(status int, v any) error {
	raw, err := encode(v)
	if err != nil {
		return err
	}
	raw = append(raw, '\n')
	x.Header().Set("Content-Type", "application/json")
	x.Header().Set("Content-Length", strconv.Itoa(len(raw)))
	x.Header().Set("Cache-Control", "no-store")
	x.WriteHeader(status)
	_, _ = x.Write(raw) // a disconnected client needs no response
	return nil
}

// begin starts the client's WriteTimeout for reading the response.
func (x *exchange) begin() {
	if !x.started {
		x.started = true
		_ = x.control().SetWriteDeadline(time.Now().Add(x.h.cfg.WriteTimeout)) // not every server supports deadlines
	}
}

// settle flushes the response within the client's time limit, and resets the limit for the
// next request of the connection.
func (x *exchange) settle() {
	if x.started {
		_ = x.control().Flush()
		_ = x.control().SetWriteDeadline(time.Time{})
	}
}

func (x *exchange) control() *http.ResponseController {
	return http.NewResponseController(x.ResponseWriter)
}

// encode returns v as one line of JSON, without escapes of <, > and &.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encoding a %T: %w", v, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// fail reports an error to the client, at any stage of the response.
func (x *exchange) fail(err error) {
	f := failureOf(err)
	x.h.log(x.r.Context(), x, f.status, err)
	switch {
	case x.stream != nil:
		x.stream.end(lastFrame{f.text, f.code, x.id})
	case !x.started:
		f.headers(x.Header())
		if x.unread { // the response does not wait for the rest
			x.Header().Set("Connection", "close")
		}
		if acceptsStream(x.r) { // its client may read only the data of frames
			x.stream = x.newStream(f.status)
			x.stream.end(lastFrame{f.text, f.code, x.id})
			return
		}
		_ = x.reply(f.status, detail{f.text, f.code, x.id}) // texts can always be encoded
	default: // a truncated JSON response is recognisably incomplete
		panic(http.ErrAbortHandler)
	}
}

// contain recovers a panic of the handler, and responds after a runtime.Goexit, which
// continues.
func (x *exchange) contain() {
	p := recover() //nolint:revive // ServeHTTP defers contain itself
	if p == nil && x.served {
		return
	}
	if p == http.ErrAbortHandler { //nolint:errorlint // a value, not an error that was returned
		panic(p)
	}
	x.fail(panicked(p))
}

const (
	// bodyTime is the time limit for a client to send a request.
	bodyTime = time.Minute
	// unreadTime is how long the server waits, before it responds, for a body that no
	// handler reads.
	unreadTime = time.Second
)

// receive sets the time limit for the body, if there is one: at first only long enough for
// a body that is already being transferred.
func (x *exchange) receive(limit time.Duration) {
	// The server's ReadTimeout would also end the context of a stream.
	_ = x.control().SetReadDeadline(time.Now().Add(limit)) // not every server supports deadlines
}

// decode decodes the body, one JSON value of a form, into v. An empty body leaves v
// unchanged.
func (x *exchange) decode(v any, f *form) error {
	size := x.r.ContentLength
	if size < 0 || size > x.h.cfg.BodyLimit { // unknown or too large
		size = x.h.cfg.BodyLimit
	}
	if !x.h.bodies.take(size) {
		return errBodies
	}
	defer x.h.bodies.give(size)
	if x.unread {
		x.receive(bodyTime)
	}
	var body bytes.Buffer
	_, err := body.ReadFrom(x.r.Body)
	raw := body.Bytes()
	if err == nil && x.unread {
		x.unread = false
		_ = x.control().SetReadDeadline(time.Time{})
	}
	if err != nil {
		if _, ok := go126.AsType[*http.MaxBytesError](err); ok {
			return errTooLarge
		}
		return invalid(toolerr.Msg("The body could not be read to its end."))
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if json.Valid(raw) {
		if refused := checkForm(raw, f); refused != nil {
			return refused
		}
	}
	err = json.Unmarshal(raw, v)
	if err == nil {
		return nil
	}
	if se, ok := go126.AsType[*json.SyntaxError](err); ok {
		return invalid(toolerr.Msgf("The body is not valid JSON: the fault is after byte %s.", toolerr.Int(int(se.Offset))))
	}
	if te, ok := go126.AsType[*json.UnmarshalTypeError](err); ok {
		return invalid(toolerr.Msgf("The body does not fit: a value that ends at byte %s has the wrong type.", toolerr.Int(int(te.Offset))))
	}
	if r, ok := go126.AsType[*refusal](err); ok {
		return r
	}
	return invalid(toolerr.Msg("The body does not fit."))
}

// session returns the app and the session in the path.
func (x *exchange) session() (*agent.Runner, agent.SessionRef, error) {
	ref := agent.SessionRef{App: x.r.PathValue("app"), User: x.r.PathValue("user"), ID: x.r.PathValue("session")}
	runner, err := x.h.app(ref.App)
	if refused := checkRef(ref); err == nil && refused != nil {
		return nil, ref, refused
	}
	return runner, ref, err
}
