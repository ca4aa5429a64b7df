package agenthttp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// An exchange is one request and its answer.
type exchange struct {
	http.ResponseWriter
	h       *Handler
	r       *http.Request
	id      string
	started bool // headers are sent
	served  bool // the handler returned
	unread  bool // the request has a body that was not read to its end
	stream  *stream
}

// WriteHeader notes that nothing can be taken back any more.
func (x *exchange) WriteHeader(status int) {
	x.begin()
	x.ResponseWriter.WriteHeader(status)
}

// Write notes it too.
func (x *exchange) Write(b []byte) (int, error) {
	x.begin()
	return x.ResponseWriter.Write(b)
}

// Unwrap is for [http.ResponseController].
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// reply answers with JSON. The connection of a client that does not read it in time is
// closed.
func (x *exchange) reply(status int, v any) error { return x.replyAs(typeJSON, status, v) }

// replyAs is reply with a media type.
func (x *exchange) replyAs(mediaType string, status int, v any) error {
	raw, err := encode(v)
	if err != nil {
		return err
	}
	raw = append(raw, '\n')
	x.Header().Set("Content-Type", mediaType)
	x.Header().Set("Content-Length", strconv.Itoa(len(raw)))
	x.Header().Set("Cache-Control", "no-store")
	x.WriteHeader(status)
	_, _ = x.Write(raw) // a client that has gone needs no answer
	return nil
}

// begin gives the client WriteTimeout to read the answer.
func (x *exchange) begin() {
	if !x.started {
		x.started = true
		_ = x.control().SetWriteDeadline(time.Now().Add(x.h.cfg.WriteTimeout)) // not every server has deadlines
	}
}

// settle writes what the server still holds of the answer, within the client's
// time, and lets the connection serve other requests.
func (x *exchange) settle() {
	if x.started {
		_ = x.control().Flush()
		_ = x.control().SetWriteDeadline(time.Time{})
	}
}

func (x *exchange) control() *http.ResponseController {
	return http.NewResponseController(x.ResponseWriter)
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
		if x.unread { // the answer does not wait for the rest
			x.Header().Set("Connection", "close")
		}
		x.Header().Add("Vary", "Accept")
		if prefersProblem(x.r.Header) {
			_ = x.replyAs(typeProblem, f.status, f.problem(x.id)) // texts and numbers always encode
		} else {
			_ = x.reply(f.status, detail{f.text, f.code, x.id})
		}
	default: // a page of JSON that stops in the middle is seen to be broken
		panic(http.ErrAbortHandler)
	}
}

// contain keeps a panic to its request, and answers for a runtime.Goexit, which
// goes on.
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
	// bodyTime is how long a client may take to send a request.
	bodyTime = time.Minute
	// unreadTime is how long the server waits, before it answers, for a body that
	// nobody reads.
	unreadTime = time.Second
)

// receive gives the client a time to send the body, if there is one: to begin
// with only as long as a body takes that is on its way already.
func (x *exchange) receive(limit time.Duration) {
	// Not the server's ReadTimeout: that would end the context of a stream too.
	_ = x.control().SetReadDeadline(time.Now().Add(limit)) // not every server has deadlines
}

// decode reads the body, one JSON value of a form, into v. An empty body is the zero value.
func (x *exchange) decode(v any, f *form) error {
	size := x.r.ContentLength
	if size < 0 || size > x.h.cfg.BodyLimit { // not known, or too large
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
		refused := invalid(toolerr.Msgf("The body does not fit: a value that ends at byte %s has the wrong type.", toolerr.Int(int(te.Offset))))
		if pointer, ok := memberOf(raw, te.Field); ok {
			refused = refused.at(pointer, toolerr.RuleWrongType, toolerr.Detail{})
		}
		return refused
	}
	if r, ok := go126.AsType[*refusal](err); ok {
		return r
	}
	return invalid(toolerr.Msg("The body does not fit."))
}

// memberOf returns the pointer to a member of a body that a decoder names. Of one further
// in, a decoder leaves out the places in lists.
func memberOf(raw []byte, field string) (pointer string, ok bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return "", false
	}
	_, ok = members[field]
	return "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(field), ok
}

// session returns the app and the session of the path.
func (x *exchange) session() (*agent.Runner, agent.SessionRef, error) {
	ref := agent.SessionRef{App: x.r.PathValue("app"), User: x.r.PathValue("user"), ID: x.r.PathValue("session")}
	runner, err := x.h.app(ref.App)
	if refused := checkRef(ref, "", ""); err == nil && refused != nil {
		return nil, ref, refused
	}
	return runner, ref, err
}
