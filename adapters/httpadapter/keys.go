package httpadapter

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/internal/callkey"
	"github.com/errand-go/errand/toolerr"
)

// A KeyRule describes the idempotency keys of a service, for POST requests. Its documentation must say that a
// second request with a key has no effect of its own, whatever became of the first.
type KeyRule struct {
	// Host is the host of the requests, with the port if it is not the scheme's. Requests
	// without TLS get a key only on the loopback.
	Host string
	// Path is the beginning of the paths; "" means all.
	Path string
	// Header is the header of the key; "" if the tool writes adapter.CallKey into the query or
	// the body.
	Header string
	// Valid is how long the service keeps a key. A tenth of it is left for clocks.
	Valid time.Duration
	// Source is where that is documented.
	Source string
}

// Keys is a table of services. A [Transport] with it writes a key into each request of a
// rule that may have an effect, unless the header is set, and stores with the call that it
// does. The key shows nothing of the call. It is the same in each attempt of a call, and
// different for two equal requests of one attempt, unless the second follows a failure of the
// first. A header that the tool set counts if it contains adapter.CallKey.
//
// A request of a later attempt that no earlier one sent is refused and not sent, until all
// requests of the earlier ones were sent again: its time or its form has changed, and its key
// with it. So is a request whose key may have expired. A body of more than 1 MiB, or without
// GetBody, gets no key.
type Keys struct{ rules []KeyRule }

// NewKeys returns errand's table, with rules that come before it.
func NewKeys(own ...KeyRule) *Keys { return &Keys{slices.Concat(own, knownKeys)} }

// Honours reports whether a request has a key that its service honours.
func (k *Keys) Honours(req *http.Request) bool {
	r := k.rule(req)
	return r != nil && r.Header != "" && req.Header.Get(r.Header) != ""
}

// rule returns the rule of a request, or nil.
func (k *Keys) rule(req *http.Request) *KeyRule {
	if k == nil || req.URL == nil || req.URL.Scheme != "https" && (req.URL.Scheme != "http" || !local(req.URL)) {
		return nil
	}
	host := strings.TrimSuffix(req.URL.Host, ":443") // of TLS
	i := slices.IndexFunc(k.rules, func(r KeyRule) bool {
		return strings.EqualFold(r.Host, host) && strings.HasPrefix(req.URL.Path, r.Path) && method(req) == http.MethodPost
	})
	if i < 0 {
		return nil
	}
	return &k.rules[i]
}

// local reports whether a URL is on the loopback.
func local(u *url.URL) bool {
	return u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()
}

// send records a request of a call that may have an effect. It returns its sending, if the
// request has a key, and the header that gets it; "" if the tool wrote it. The error is the
// reason why the request must not be sent.
func (k *Keys) send(req *http.Request) (s *callkey.Sending, header string, err error) {
	call := callkey.From(req.Context())
	if call == nil || toolerr.SafeMethod(method(req)) {
		return nil, "", nil
	}
	var key callkey.Request
	if r := k.rule(req); r != nil {
		if body, ok := keyedBody(req); ok {
			key = callkey.Request{Method: method(req), URL: req.URL.String(), Body: body, Valid: r.Valid}
			key.Own, header = req.Header.Get(r.Header), r.Header
			if header == "" {
				key.Own = req.URL.RawQuery + "\n" + body
			}
		}
	}
	s, err = call.Send(req.Context(), key)
	if s == nil || key.Own != "" {
		header = ""
	}
	return s, header, unsent(err)
}

// maxKeyed is the size of the largest body of a request with a key.
const maxKeyed = 1 << 20

// keyedBody returns the body of a request, and false if it cannot be read twice.
func keyedBody(req *http.Request) (string, bool) {
	if req.Body == nil || req.Body == http.NoBody {
		return "", true
	}
	if req.GetBody == nil || req.ContentLength > maxKeyed {
		return "", false
	}
	again, err := req.GetBody()
	if err != nil {
		return "", false
	}
	body, err := io.ReadAll(io.LimitReader(again, maxKeyed+1))
	_ = again.Close()
	return string(body), err == nil && len(body) <= maxKeyed
}

// unsent returns the error of a request that was not sent, nil for nil. An earlier attempt may
// have been carried out.
func unsent(err error) error {
	if err == nil {
		return nil
	}
	return toolerr.Fatal(toolerr.Msg("The request was not sent, because it might have done a second time what an earlier one did."),
		toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithCause(err))
}

// saidOf returns what a response says to a request with a key; nil is no response.
func saidOf(resp *http.Response, reached bool) callkey.Answer {
	if resp == nil {
		if reached {
			return callkey.Nothing
		}
		return callkey.Refused
	}
	switch status := resp.StatusCode; {
	case status >= 500 && strings.EqualFold(resp.Header.Get("Idempotent-Replayed"), "true"):
		return callkey.Final
	case status >= 500:
		return callkey.Nothing
	case status < 400:
		return callkey.Decided
	}
	switch resp.StatusCode {
	case http.StatusBadRequest, http.StatusConflict, http.StatusUnprocessableEntity:
		if resp.Body == nil {
			return callkey.Decided
		}
		body := bytes.ToLower(peek(resp))
		says := func(word string) bool { return bytes.Contains(body, []byte(word)) }
		if resp.StatusCode != http.StatusBadRequest && slices.ContainsFunc(keyInProgress, says) {
			return callkey.Nothing
		}
		if slices.ContainsFunc(keyMismatch, says) {
			return callkey.Final
		}
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return callkey.Refused
	}
	return callkey.Decided
}
