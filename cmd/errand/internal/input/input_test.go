package input_test

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/input"
)

func TestResponse(t *testing.T) {
	tests := map[string]struct {
		in   string
		want input.Response
	}{
		"HTTP/1.1": {
			"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\n\r\nslow down\r\n",
			input.Response{Proto: "HTTP/1.1", Status: 429, Header: http.Header{"Retry-After": {"30"}}, Body: []byte("slow down\r\n")},
		},
		"HTTP/2 without a reason":  {"HTTP/2 503 \nretry-after: 1\n\n", input.Response{Proto: "HTTP/2", Status: 503, Header: http.Header{"Retry-After": {"1"}}}},
		"no empty line at the end": {"HTTP/1.1 500 x\nA: b", input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"A": {"b"}}}},
		"headers that repeat":      {"HTTP/1.1 500 x\nA: b\na: c\nEmpty:\n\n", input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"A": {"b", "c"}, "Empty": {""}}}},
		"a folded header": {
			"HTTP/1.1 401 x\nWWW-Authenticate: Bearer realm=\"r\",\r\n\t error=\"invalid_token\"\n  ,x=1\nB: c\n\n",
			input.Response{Proto: "HTTP/1.1", Status: 401, Header: http.Header{"Www-Authenticate": {`Bearer realm="r", error="invalid_token" ,x=1`}, "B": {"c"}}},
		},
		"empty lines before": {"\r\n\nHTTP/1.1 500 x\n\n", input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{}}},
		"gzip that curl undid": {
			"HTTP/1.1 500 x\nContent-Encoding: gzip\nContent-Length: 90\n\n{}",
			input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Content-Encoding": {"gzip"}, "Content-Length": {"90"}}, Body: []byte("{}")},
		},
		"gzip": {
			"HTTP/1.1 500 x\nContent-Encoding: gzip\n\n\x1f\x8b\xff",
			input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Content-Encoding": {"gzip"}}, Body: []byte("\x1f\x8b\xff"), Encoded: true},
		},
		"a byte order mark": {"\xEF\xBB\xBFHTTP/1.1 500 x\n\n", input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{}}},
		"redirects": {
			"HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\nHTTP/1.1 302 Found\r\n\r\nHTTP/1.1 404 Not Found\r\nA: b\r\n\r\nbody",
			input.Response{Proto: "HTTP/1.1", Status: 404, Header: http.Header{"A": {"b"}}, Body: []byte("body"), Earlier: []int{301, 302}},
		},
		"100 Continue": {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 422 x\r\n\r\n", input.Response{Proto: "HTTP/1.1", Status: 422, Header: http.Header{}, Earlier: []int{100}}},
		"a body that was printed before the next response": {
			"HTTP/1.1 302 Found\nContent-Length: 5\n\na\nb\n\nHTTP/1.1 404 Not Found\n\n",
			input.Response{Proto: "HTTP/1.1", Status: 404, Header: http.Header{}, Earlier: []int{302}},
		},
		"a body that speaks of HTTP": {
			in: "HTTP/1.1 500 x\nContent-Length: 60\n\nthe log says\nHTTP/1.1 404 Not Found\n\n",
			want: input.Response{
				Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Content-Length": {"60"}},
				Body: []byte("the log says\nHTTP/1.1 404 Not Found\n\n"),
			},
		},
		"a body that looks like a header": {"HTTP/1.1 500 x\n\nno colon here\n", input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{}, Body: []byte("no colon here\n")}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := input.Parse([]byte(tt.in))
			require.NoError(t, err)
			if len(got.Body) == 0 {
				got.Body = nil
			}
			assert.Equal(t, tt.want, *got)
		})
	}
}

func TestBadInput(t *testing.T) {
	tests := map[string]struct {
		in       string
		expected string
		found    string
		hint     string
	}{
		"a token":             {"Authorization: Bearer 4fQv7xErrand9aBcDeFgHiJkLmNoPq", "status line", "Authorization", ""},
		"bytes":               {"\x00\x00", "status line", "not text", ""},
		"nothing":             {"", "status line", "", ""},
		"empty lines":         {"\n\n\n", "status line", "", ""},
		"a page":              {"<html></html>", "status line", "<html>", "--status"},
		"JSON of a body":      {`{"error":{"code":7}}`, "status line", "error", "--status"},
		"curl -v":             {"*   Trying 127.0.0.1:80...\n> GET / HTTP/1.1\n", "status line", "Trying", "curl -v"},
		"curl's error":        {"curl: (7) Failed to connect", "status line", "", "no response"},
		"a request":           {"GET / HTTP/1.1\nHost: x\n\n", "status line", "", "request"},
		"PostgreSQL's error":  {`ERROR: duplicate key value violates unique constraint "k" (SQLSTATE 23505)`, "status line", "", "errand explain TEXT"},
		"UTF-16":              {"\xFF\xFEH\x00T\x00", "UTF-8", "UTF-16", "PowerShell"},
		"no status":           {"HTTP/1.1\n\n", "status line", "HTTP/1.1", ""},
		"a word for a status": {"HTTP/1.1 OK\n\n", "status line", "", ""},
		"four digits":         {"HTTP/1.1 4290 x\n\n", "status line", "", ""},
		"a leading zero":      {"HTTP/1.1 042 x\n\n", "status line", "", ""},
		"another version":     {"HTTP/one 429 x\n\n", "status line", "", ""},
		"no colon":            {"HTTP/1.1 429 x\nA: b\nRetry-After 30\n\n", "headers", "Retry-After 30", "empty line"},
		"a fold without top":  {"HTTP/1.1 429 x\r\n  folded\r\n\r\n", "headers", "  folded", ""},
		"only interim":        {"HTTP/1.1 100 Continue\n\n", "interim 100", "", ""},
		"bad second response": {"HTTP/1.1 301 x\n\nHTTP/1.1 404 x\nbroken\n\n", "headers", "broken", ""},
		"a long line is cut":  {"HTTP/1.1 429 x\n" + strings.Repeat("é", 100) + "\n\n", "headers", "éééééééééé", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := input.Parse([]byte(tt.in))
			bad, ok := errors.AsType[*input.Error](err)
			require.True(t, ok, "%v", err)
			assert.Nil(t, got)
			assert.Contains(t, bad.Expected, tt.expected)
			assert.Contains(t, bad.Found, tt.found)
			assert.Contains(t, bad.Hint, tt.hint)
			assert.Less(t, len(err.Error()), 400, "%v", err)
		})
	}
}

// With a status, the input is a body, whatever it looks like.
func TestReadWithAStatus(t *testing.T) {
	for _, body := range []string{`{"error":"x"}`, "<html>", "", "HTTP/1.1 404 Not Found\n\n"} {
		in, err := input.Read(strings.NewReader(body), 422)
		require.NoError(t, err)
		assert.Equal(t, 422, in.Status)
		assert.Equal(t, body, string(in.Body))
	}
}

func TestObject(t *testing.T) {
	raw, err := input.Object(strings.NewReader("\xEF\xBB\xBF{\"a\":1}\n"), "the arguments")
	require.NoError(t, err)
	assert.JSONEq(t, `{"a":1}`, string(raw))
	for in, text := range map[string]string{"[1]": "expected the arguments, a JSON object", "{}\n{}": "after top-level value", strings.Repeat(" ", input.MaxCall+1): "256 KiB"} {
		_, err := input.Object(strings.NewReader(in), "the arguments")
		require.ErrorContains(t, err, text)
	}
}

func TestReadIsBounded(t *testing.T) {
	const head = "HTTP/1.1 500 x\n\n"
	_, err := input.Read(strings.NewReader(head+strings.Repeat("x", input.MaxBytes-len(head))), 0)
	require.NoError(t, err)
	_, err = input.Read(strings.NewReader(head+strings.Repeat("x", input.MaxBytes)), 0)
	require.ErrorContains(t, err, "expected a response of at most 8 MiB, found more")
}

// FuzzParse checks that the parser does not panic, and returns a response or an error.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\n\r\nslow down\r\n",
		"HTTP/2 503 \nretry-after: 1\n folded\n\n",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302 Found\nContent-Length: 2\n\na\nHTTP/3 500\n\n",
		"[]", "{\"kind\"", "\xFF\xFEx", "\xEF\xBB\xBF\n", "* Trying", "HTTP/1.1 429\n:",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := input.Parse(data)
		if err != nil {
			bad, ok := errors.AsType[*input.Error](err)
			require.True(t, ok, "%T", err)
			assert.Nil(t, r)
			assert.NotEmpty(t, bad.Expected)
			return
		}
		assert.GreaterOrEqual(t, r.Status, 200)
		assert.LessOrEqual(t, r.Status, 999)
		assert.True(t, bytes.HasSuffix(data, r.Body))
		for name := range r.Header {
			assert.NotEmpty(t, name)
			assert.NotContains(t, name, ":")
		}
	})
}
