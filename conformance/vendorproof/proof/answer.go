package proof

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/errand-go/errand/conformance/faults"
)

// Said is a message of a vendor's that repeats the key it refuses.
const Said = faults.CanaryMessage + ": incorrect API key: " + faults.CredentialAPIKey

// An Answer is what a server says to every request.
type Answer struct {
	Status int
	// Header is what it says besides its Content-Type, which is that of JSON where
	// there is none here.
	Header http.Header
	Body   string
}

// ServeHTTP reads the request, and answers it.
func (a Answer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/json")
	for name, values := range a.Header {
		w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	w.WriteHeader(a.Status)
	_, _ = io.WriteString(w, a.Body)
}

// Serve starts a server that ends with the test.
func Serve(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}
