package proof

import (
	"net/http"
	"net/url"

	"github.com/errand-go/errand/conformance/faults"
)

// Authorized returns a client that does what hc does, and puts a token into each
// request.
func Authorized(hc *http.Client) *http.Client {
	c := *hc
	c.Transport = authorized{transportOf(hc)}
	return &c
}

type authorized struct{ base http.RoundTripper }

func (a authorized) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+faults.CredentialBearer)
	return a.base.RoundTrip(r)
}

// Rebased sends every request to another server, by the transport of a client. It
// is for what knows the address of its vendor alone.
type Rebased struct {
	Base   string
	Client *http.Client
}

// RoundTrip keeps the path and the query.
func (r Rebased) RoundTrip(req *http.Request) (*http.Response, error) {
	u, err := url.Parse(r.Base)
	if err != nil {
		return nil, err
	}
	req = req.Clone(req.Context())
	req.URL.Scheme, req.URL.Host, req.Host = u.Scheme, u.Host, ""
	return transportOf(r.Client).RoundTrip(req)
}

func transportOf(hc *http.Client) http.RoundTripper {
	if hc.Transport == nil {
		return http.DefaultTransport
	}
	return hc.Transport
}
