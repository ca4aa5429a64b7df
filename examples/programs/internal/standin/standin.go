// Package standin has local servers in place of the services that the programs call, so
// that they run without a network.
package standin

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
)

// Client returns a client whose requests, whatever their host, go to a local server that
// answers with h. The returned function ends the server.
func Client(h http.HandlerFunc) (client *http.Client, closeServer func()) {
	s := httptest.NewServer(h)
	target, err := url.Parse(s.URL)
	if err != nil {
		panic(err) // cannot happen: httptest creates the address
	}
	return &http.Client{Transport: redirect{target, s.Client().Transport}}, s.Close
}

// A redirect sends every request to one server.
type redirect struct {
	to   *url.URL
	base http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Host, out.URL.Scheme, out.URL.Host = req.URL.Host, r.to.Scheme, r.to.Host
	resp, err := r.base.RoundTrip(out)
	if resp != nil {
		resp.Request = req // the client's original request
	}
	return resp, err
}

// Logger returns a logger that prints its records without the time, so that a test can
// compare them.
func Logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	}))
}

// NewID returns a function that counts, where a program has random ids, so that a test can
// compare them.
func NewID() func() string {
	last := 0
	return func() string {
		last++
		return fmt.Sprintf("id%d", last)
	}
}
