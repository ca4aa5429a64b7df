package proof

import (
	"net/http"
	"net/url"

	"github.com/errand-go/errand/conformance/faults"
)

// Authorized returns a copy of hc that adds a bearer token to each request.
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

// Rebased is a transport that sends every request to the server at Base, by the
// transport of Client. It is for an SDK whose address cannot be configured.
type Rebased struct {
	Base   string
	Client *http.Client
}

// RoundTrip sends the request to Base, with its own path and query.
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
