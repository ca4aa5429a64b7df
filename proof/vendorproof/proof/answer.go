package proof

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/errand-go/errand/conformance/faults"
)

// Said is a message of a vendor that contains the API key that it refuses.
const Said = faults.CanaryMessage + ": incorrect API key: " + faults.CredentialAPIKey

// An Answer is a handler that sends the same response to every request.
type Answer struct {
	Status int
	// Header has the response's fields. Its Content-Type is that of JSON unless the
	// Header has another one.
	Header http.Header
	Body   string
}

// ServeHTTP reads the request, and writes the response.
func (a Answer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("Content-Type", "application/json")
	for name, values := range a.Header {
		w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	w.WriteHeader(a.Status)
	_, _ = io.WriteString(w, a.Body)
}

// Serve starts a server that is closed at the end of the test.
func Serve(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// Answers returns a function that starts a server with one answer, which has some headers of
// every answer, and those that are given.
func Answers(every http.Header) func(t *testing.T, status int, header http.Header, body []byte) *httptest.Server {
	return func(t *testing.T, status int, header http.Header, body []byte) *httptest.Server {
		t.Helper()
		all := maps.Clone(every)
		maps.Copy(all, header)
		return Serve(t, Answer{Status: status, Header: all, Body: string(body)})
	}
}
