package httpadapter_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
)

// A tool may read the body before it calls CheckResponse. With a Transport the error has the
// body nevertheless, and without one its text says what is missing.
func TestCheckResponseAfterTheBodyWasRead(t *testing.T) {
	long := strings.Repeat("a long text ", 10<<10)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := map[string]string{"/short": `{"detail":"no"}`, "/long": long}[r.URL.Path]
		http.Error(w, body, http.StatusUnprocessableEntity)
	}))
	defer s.Close()
	for path, want := range map[string]string{"/short": `{"detail":"no"}`, "/long": long[:1<<10], "/none": ""} {
		for _, some := range []int64{1, 1 << 20} {
			for name, transport := range map[string]http.RoundTripper{"a transport": httpadapter.NewTransport(nil), "none": http.DefaultTransport} {
				resp, err := (&http.Client{Transport: transport}).Get(s.URL + path) //nolint:noctx // the context does not matter
				require.NoError(t, err)
				_, err = io.ReadAll(io.LimitReader(resp.Body, some))
				require.NoError(t, err)
				if some > 1 {
					require.NoError(t, resp.Body.Close())
				}
				err = httpadapter.CheckResponse(resp)
				require.NoError(t, resp.Body.Close())
				var se *httpadapter.StatusError
				require.ErrorAs(t, err, &se)
				if name == "a transport" {
					assert.True(t, strings.HasPrefix(se.Body(), want))
					assert.NotContains(t, err.Error(), "read before")
				} else if some > 1 {
					assert.Empty(t, se.Body())
					assert.Equal(t, path != "/long", strings.HasSuffix(err.Error(), "the body was read before CheckResponse"), "the length of a long body is not known")
				}
			}
		}
	}
}
