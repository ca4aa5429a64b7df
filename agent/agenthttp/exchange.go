package agenthttp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// An exchange is one request and its answer.
type exchange struct {
	http.ResponseWriter
	h       *Handler
	r       *http.Request
	id      string
	started bool // headers are sent
	stream  *stream
}

// WriteHeader notes that nothing can be taken back any more.
func (x *exchange) WriteHeader(status int) {
	x.started = true
	x.ResponseWriter.WriteHeader(status)
}

// Write notes it too.
func (x *exchange) Write(b []byte) (int, error) {
	x.started = true
	return x.ResponseWriter.Write(b)
}

// Unwrap is for [http.ResponseController].
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// reply answers with JSON.
func (x *exchange) reply(status int, v any) error {
	raw, err := encode(v)
	if err != nil {
		return err
	}
	x.Header().Set("Content-Type", "application/json")
	x.Header().Set("Cache-Control", "no-store")
	x.WriteHeader(status)
	_, _ = x.Write(append(raw, '\n')) // a client that has gone needs no answer
	return nil
}

// encode is v as JSON on one line, with <, > and & as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encoding a %T: %w", v, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// fail answers with a failure, wherever the answer stands.
func (x *exchange) fail(err error) {
	f := failureOf(err)
	x.h.log(x.r.Context(), x, f.status, err)
	switch {
	case x.stream != nil:
		x.stream.end(lastFrame{f.text, f.code, x.id})
	case !x.started:
		f.headers(x.Header())
		_ = x.reply(f.status, detail{f.text, f.code, x.id}) // strings always encode
	default: // a page of JSON that stops in the middle is seen to be broken
		panic(http.ErrAbortHandler)
	}
}

// contain keeps a panic to its request.
func (x *exchange) contain() {
	p := recover() //nolint:revive // ServeHTTP defers contain itself
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler { //nolint:errorlint // a value, not an error that was returned
		panic(p)
	}
	x.fail(panicked(p))
}

// bodyTime is how long a client may take to send a request.
const bodyTime = time.Minute

// decode reads the body, one JSON value, into v. An empty body is the zero value.
func (x *exchange) decode(v any) error {
	// Not the server's ReadTimeout: that would end the context of a stream too.
	rc := http.NewResponseController(x.ResponseWriter)
	_ = rc.SetReadDeadline(time.Now().Add(bodyTime)) // not every server has deadlines
	raw, err := io.ReadAll(x.r.Body)
	_ = rc.SetReadDeadline(time.Time{})
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return errTooLarge
		}
		return invalid(toolerr.Msg("The body could not be read to its end."))
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	err = json.Unmarshal(raw, v)
	if err == nil {
		return nil
	}
	if se, ok := errors.AsType[*json.SyntaxError](err); ok {
		return invalid(toolerr.Msgf("The body is not valid JSON: the fault is after byte %s.", toolerr.Int(int(se.Offset))))
	}
	if te, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return invalid(toolerr.Msgf("The body does not fit: a value that ends at byte %s has the wrong type.", toolerr.Int(int(te.Offset))))
	}
	if r, ok := errors.AsType[*refusal](err); ok {
		return r
	}
	return invalid(toolerr.Msg("The body does not fit."))
}

// session returns the app and the session of the path.
func (x *exchange) session() (*agent.Runner, agent.SessionRef, error) {
	ref := agent.SessionRef{App: x.r.PathValue("app"), User: x.r.PathValue("user"), ID: x.r.PathValue("session")}
	runner, err := x.h.app(ref.App)
	return runner, ref, err
}
