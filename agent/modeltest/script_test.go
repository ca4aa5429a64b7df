package modeltest_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/modeltest"
)

func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	_, _ = w.Write(body)
}

func TestScript(t *testing.T) {
	r := &recorder{}
	s := modeltest.NewScript(r, http.HandlerFunc(echo))
	ask := func(body io.Reader) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1?q=1", body))
		return w
	}
	assert.Equal(t, "hi", ask(strings.NewReader("hi")).Body.String())
	assert.Empty(t, r.errs)
	assert.Equal(t, http.StatusTeapot, ask(strings.NewReader("again")).Code)
	assert.Equal(t, []string{"an unexpected request: POST /v1"}, r.errs)

	s.Forever(http.HandlerFunc(echo))
	assert.Equal(t, "for ever", ask(strings.NewReader("for ever")).Body.String())
	ask(errReader{})
	assert.Contains(t, r.errs[1], "cannot be read: broken")

	all := s.Requests()
	require.Len(t, all, 4)
	assert.Equal(t, "POST /v1?q=1 again", all[1].Method+" "+all[1].URL.String()+" "+string(all[1].Body))
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestReplyIsATransport(t *testing.T) {
	client := &http.Client{Transport: modeltest.Reply{Status: 418, Header: http.Header{"X-A": {"b"}}, Pieces: []string{"a", "b"}}}
	for range 2 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://a.test", strings.NewReader("x"))
		require.NoError(t, err)
		resp, err := client.Do(req)
		require.NoError(t, err)
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		assert.Equal(t, "ab", string(body))
		assert.Equal(t, 418, resp.StatusCode)
		assert.Equal(t, "b", resp.Header.Get("X-A"))
	}
	body, err := get(t.Context(), &http.Client{Transport: modeltest.Reply{}}, "http://a.test")
	require.NoError(t, err)
	assert.Empty(t, body)
}
