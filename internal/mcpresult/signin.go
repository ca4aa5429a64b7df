package mcpresult

import (
	"bufio"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/errand-go/errand/toolerr"
)

// A SignIn turns the failure of a call into a request to sign in, if a service refused the
// credentials of the caller (see adapter.Registry.WithCredentials) and the caller can change
// that. Pass it to WithSignIn, and put its Handler around the server's handler of streamable
// HTTP. The zero value is ready to use.
//
// A client that can open a URL is asked to, if Page returns one: by the error -32042 in
// version 2025-11-25 of the protocol, and by a result that requires input from 2026-07-28 on.
// Otherwise the response is a challenge (RFC 6750) with the status 401, or 403 for scopes
// that are missing. It names the scopes and the metadata that the author stated, and nothing
// that a service did. Where neither is possible, the result is that of any failure: over
// stdio, for a batch, of which a client would send all calls again, and if a part of the
// response was sent before.
//
// A client that cannot sign in may end its session after a challenge.
type SignIn struct {
	// Page returns the URL of the author's page at which the caller of a tool signs in, or ""
	// without one. The page has to check who opens it. After that, the server may send the id
	// in notifications/elicitation/complete.
	Page func(ctx context.Context, tool, id string) string

	mu   sync.Mutex
	open map[string]*response // of the calls that are being handled
}

// callHeader is the request's header by which a middleware finds the response of a call. Its
// value is a secret of the process.
const callHeader = "Errand-Call"

// Handler returns a handler whose responses can become challenges.
func (s *SignIn) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key, own, body := rand.Text(), &response{ResponseWriter: w}, bufio.NewReader(r.Body)
		s.set(key, own)
		defer s.set(key, nil)
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(body) // the server closes the request's own
		r.Header.Del(callHeader)
		if first, _ := body.Peek(1); string(first) == "{" { // one call, and not a batch
			r.Header.Set(callHeader, key)
		}
		next.ServeHTTP(own, r)
	})
}

// set adds a response, or removes it if r is nil.
func (s *SignIn) set(key string, r *response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[string]*response{}
	}
	if s.open[key] = r; r == nil {
		delete(s.open, key)
	}
}

// An Elicitation is a request to open a URL.
type Elicitation struct{ Message, URL, ID string }

// Elicit returns the request for the failure of a tool, and false if there is none. It
// recovers panics of Page.
func (s *SignIn) Elicit(ctx context.Context, tool string, te *toolerr.ToolRuntimeError) (e Elicitation, ok bool) {
	if status, _ := challenge(te); s == nil || s.Page == nil || status == 0 {
		return e, false
	}
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	e = Elicitation{te.PlainText(), "", rand.Text()}
	e.URL = s.Page(ctx, tool, e.ID)
	return e, e.URL != ""
}

// Challenge makes the response to a request with the header h a challenge, if that is still
// possible and a caller can change what failed.
func (s *SignIn) Challenge(h http.Header, te *toolerr.ToolRuntimeError) {
	status, value := challenge(te)
	if s == nil || status == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.open[h.Get(callHeader)]; r != nil {
		r.asked.Store(&asked{status, value, te.PlainText()})
	}
}

// challenge returns status and value of a challenge, or 0 if the caller of a tool cannot
// change what failed.
func challenge(te *toolerr.ToolRuntimeError) (status int, value string) {
	a, _ := te.Access()
	c := te.Credentials()
	code := ""
	switch a.Fact { //nolint:exhaustive // no caller can change the others
	case toolerr.FactExpiredKey, toolerr.FactWrongKey, toolerr.FactSignIn:
		status, code = http.StatusUnauthorized, "invalid_token"
	case toolerr.FactMissingScope:
		status, code = http.StatusForbidden, "insufficient_scope"
	}
	if code == "" || c.Owner != toolerr.OwnerCaller || status == http.StatusForbidden && len(c.Scopes) == 0 {
		return 0, ""
	}
	value = "Bearer error=" + strconv.Quote(code)
	if len(c.Scopes) > 0 {
		value += ", scope=" + strconv.Quote(strings.Join(c.Scopes, " "))
	}
	if c.ResourceMetadata != "" {
		value += ", resource_metadata=" + strconv.Quote(c.ResourceMetadata)
	}
	return status, value
}

// A response can be replaced by a challenge until its header is written.
type response struct {
	http.ResponseWriter
	asked   atomic.Pointer[asked]
	header  sync.Once
	refused bool
}

// asked is a challenge, with the text of the failure.
type asked struct {
	status      int
	value, text string
}

// begin writes the header, once, and reports whether the response is a challenge.
func (r *response) begin(status int) (refused bool) {
	r.header.Do(func() {
		c := r.asked.Load()
		if c == nil {
			r.ResponseWriter.WriteHeader(status)
			return
		}
		r.refused = true
		h := r.Header()
		h.Del("Content-Length")
		h.Set("Content-Type", "text/plain; charset=utf-8")
		h.Set("WWW-Authenticate", c.value)
		r.ResponseWriter.WriteHeader(c.status)
		_, _ = r.ResponseWriter.Write([]byte(c.text)) // the connection ends if that fails
	})
	return r.refused
}

// WriteHeader writes the header of the response, or of the challenge.
func (r *response) WriteHeader(status int) { r.begin(status) }

// Write writes to the response, and nothing to a challenge.
func (r *response) Write(b []byte) (int, error) {
	if r.begin(http.StatusOK) {
		return len(b), nil
	}
	return r.ResponseWriter.Write(b)
}

// Flush sends what was written.
func (r *response) Flush() {
	r.begin(http.StatusOK)
	_ = http.NewResponseController(r.ResponseWriter).Flush()
}

// Unwrap returns the writer for other methods of http.ResponseController.
func (r *response) Unwrap() http.ResponseWriter { return r.ResponseWriter }
