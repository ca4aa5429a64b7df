package input_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/toolerr"
)

func TestResponse(t *testing.T) {
	tests := map[string]struct {
		in   string
		want input.Response
	}{
		"HTTP/1.1": {
			in:   "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\n\r\nslow down\r\n",
			want: input.Response{Proto: "HTTP/1.1", Status: 429, Header: http.Header{"Retry-After": {"30"}}, Body: []byte("slow down\r\n"), Line: 1},
		},
		"HTTP/2 without a reason": {
			in:   "HTTP/2 503 \nretry-after: 1\n\n",
			want: input.Response{Proto: "HTTP/2", Status: 503, Header: http.Header{"Retry-After": {"1"}}, Line: 1},
		},
		"HTTP/3 without a space": {
			in:   "HTTP/3 404\n\n",
			want: input.Response{Proto: "HTTP/3", Status: 404, Header: http.Header{}, Line: 1},
		},
		"lower case": {
			in:   "http/1.0 400 bad\nrEtRy-aFtEr:5\n\n",
			want: input.Response{Proto: "HTTP/1.0", Status: 400, Header: http.Header{"Retry-After": {"5"}}, Line: 1},
		},
		"no empty line at the end": {
			in:   "HTTP/1.1 500 x\nA: b",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"A": {"b"}}, Line: 1},
		},
		"headers that repeat": {
			in:   "HTTP/1.1 500 x\nA: b\na: c\nEmpty:\n\n",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"A": {"b", "c"}, "Empty": {""}}, Line: 1},
		},
		"a folded header": {
			in:   "HTTP/1.1 401 x\nWWW-Authenticate: Bearer realm=\"r\",\r\n\t error=\"invalid_token\"\n  ,x=1\nB: c\n\n",
			want: input.Response{Proto: "HTTP/1.1", Status: 401, Header: http.Header{"Www-Authenticate": {`Bearer realm="r", error="invalid_token" ,x=1`}, "B": {"c"}}, Line: 1},
		},
		"empty lines before": {
			in:   "\r\n\nHTTP/1.1 500 x\n\n",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{}, Line: 3},
		},
		"chunks that curl left": {
			in:   "HTTP/1.1 500 x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n5;x=y\r\n\":1}\n\r\n0\r\n\r\n",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Transfer-Encoding": {"chunked"}}, Body: []byte("{\"a\":1}\n"), Line: 1},
		},
		"chunks that curl undid": {
			in:   "HTTP/1.1 500 x\r\nTransfer-Encoding: chunked\r\n\r\n{\"a\":1}",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Transfer-Encoding": {"chunked"}}, Body: []byte("{\"a\":1}"), Line: 1},
		},
		"no chunks": {
			in:   "HTTP/1.1 500 x\r\nTransfer-Encoding: chunked\r\n\r\nbad gateway",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Transfer-Encoding": {"chunked"}}, Body: []byte("bad gateway"), Line: 1},
		},
		"gzip": {
			in:   "HTTP/1.1 500 x\nContent-Encoding: gzip\n\n" + zipped("{\"a\":1}"),
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Content-Encoding": {"gzip"}}, Body: []byte("{\"a\":1}"), Line: 1},
		},
		"gzip that curl undid": {
			in:   "HTTP/1.1 500 x\nContent-Encoding: gzip\n\n{}",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Content-Encoding": {"gzip"}}, Body: []byte("{}"), Line: 1},
		},
		"broken gzip": {
			in:   "HTTP/1.1 500 x\nContent-Encoding: GZIP\n\n\x1f\x8b\x00",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Content-Encoding": {"GZIP"}}, Body: []byte("\x1f\x8b\x00"), Line: 1, Encoding: "gzip"},
		},
		"an unknown encoding": {
			in:   "HTTP/1.1 500 x\nContent-Encoding: secret\n\n\xff",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Content-Encoding": {"secret"}}, Body: []byte("\xff"), Line: 1, Encoding: "an encoding of its own"},
		},
		"a byte order mark": {
			in:   "\xEF\xBB\xBFHTTP/1.1 500 x\n\n",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{}, Line: 1},
		},
		"redirects": {
			in:   "HTTP/1.1 301 Moved\r\nLocation: /a\r\n\r\nHTTP/1.1 302 Found\r\n\r\nHTTP/1.1 404 Not Found\r\nA: b\r\n\r\nbody",
			want: input.Response{Proto: "HTTP/1.1", Status: 404, Header: http.Header{"A": {"b"}}, Body: []byte("body"), Line: 6, Earlier: []int{301, 302}},
		},
		"100 Continue": {
			in:   "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 422 x\r\n\r\n",
			want: input.Response{Proto: "HTTP/1.1", Status: 422, Header: http.Header{}, Line: 3, Earlier: []int{100}},
		},
		"a proxy's CONNECT": {
			in:   "HTTP/1.0 200 Connection established\r\n\r\nHTTP/2 502\r\n\r\n",
			want: input.Response{Proto: "HTTP/2", Status: 502, Header: http.Header{}, Line: 3, Earlier: []int{200}},
		},
		"a body that was printed before the next response": {
			in:   "HTTP/1.1 302 Found\nContent-Length: 5\n\na\nb\n\nHTTP/1.1 404 Not Found\n\n",
			want: input.Response{Proto: "HTTP/1.1", Status: 404, Header: http.Header{}, Line: 7, Earlier: []int{302}},
		},
		"a body that speaks of HTTP": {
			in: "HTTP/1.1 500 x\nContent-Length: 60\n\nthe log says\nHTTP/1.1 404 Not Found\n\n",
			want: input.Response{
				Proto: "HTTP/1.1", Status: 500, Header: http.Header{"Content-Length": {"60"}}, Line: 1,
				Body: []byte("the log says\nHTTP/1.1 404 Not Found\n\n"), Short: "it has 37 of the 60 bytes of Content-Length",
			},
		},
		"a body that looks like a header": {
			in:   "HTTP/1.1 500 x\n\nno colon here\n",
			want: input.Response{Proto: "HTTP/1.1", Status: 500, Header: http.Header{}, Body: []byte("no colon here\n"), Line: 1},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := input.Parse([]byte(tt.in))
			require.NoError(t, err)
			require.NotNil(t, got.Response)
			assert.Nil(t, got.Report)
			if len(got.Response.Body) == 0 {
				got.Response.Body = nil
			}
			assert.Equal(t, tt.want, *got.Response)
		})
	}
}

func TestReport(t *testing.T) {
	want := toolerr.New(toolerr.KindUpstreamRateLimit, toolerr.Message{},
		toolerr.WithStatus(429), toolerr.WithRetryAfter(2*time.Second), toolerr.WithRequestID("req-1"), toolerr.WithService("_http")).Report()
	whole, err := json.MarshalIndent(want, "", "  ")
	require.NoError(t, err)
	tests := map[string][]byte{
		"indented":           whole,
		"in one line":        bytes.Join(bytes.Fields(whole), []byte(" ")),
		"with a newline":     append(bytes.Clone(whole), "\r\n"...),
		"with spaces before": append([]byte(" \n\t"), whole...),
		"with unknown keys":  bytes.Replace(whole, []byte("{"), []byte(`{"time":"10:00","level":{"a":[1]},`), 1),
	}
	for name, in := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := input.Parse(in)
			require.NoError(t, err)
			require.NotNil(t, got.Report)
			assert.Nil(t, got.Response)
			assert.Equal(t, want, *got.Report)
		})
	}
}

func TestBadInput(t *testing.T) {
	tests := map[string]struct {
		in       string
		line     int
		expected string
		found    string
		hint     string
	}{
		"a token":              {in: "Authorization: Bearer 4fQv7xErrand9aBcDeFgHiJkLmNoPq", line: 1, expected: "status line", found: "Authorization"},
		"bytes":                {in: "\x00\x00", line: 1, expected: "status line", found: "not text"},
		"nothing":              {in: "", line: 1, expected: "status line", found: ""},
		"empty lines":          {in: "\n\n\n", line: 4, expected: "status line", found: ""},
		"a body":               {in: "<html></html>", line: 1, expected: "status line", found: "<html>", hint: "--status"},
		"curl -v":              {in: "*   Trying 127.0.0.1:80...\n> GET / HTTP/1.1\n", line: 1, expected: "status line", found: "Trying", hint: "curl -v"},
		"curl's error":         {in: "curl: (7) Failed to connect", line: 1, expected: "status line", hint: "no response"},
		"a request":            {in: "GET / HTTP/1.1\nHost: x\n\n", line: 1, expected: "status line", hint: "request"},
		"another request":      {in: "DELETE /v1/items HTTP/2\n\n", line: 1, expected: "status line", hint: "request"},
		"PostgreSQL's error":   {in: `ERROR: duplicate key value violates unique constraint "k" (SQLSTATE 23505)`, line: 1, expected: "status line", hint: "errand explain TEXT"},
		"UTF-16":               {in: "\xFF\xFEH\x00T\x00", line: 1, expected: "UTF-8", found: "UTF-16", hint: "PowerShell"},
		"no status":            {in: "HTTP/1.1\n\n", line: 1, expected: "three digits", found: "HTTP/1.1"},
		"a word for a status":  {in: "HTTP/1.1 OK\n\n", line: 1, expected: "three digits"},
		"two digits":           {in: "HTTP/1.1 42 x\n\n", line: 1, expected: "three digits"},
		"four digits":          {in: "HTTP/1.1 4290 x\n\n", line: 1, expected: "three digits"},
		"a leading zero":       {in: "HTTP/1.1 042 x\n\n", line: 1, expected: "three digits"},
		"another version":      {in: "HTTP/one 429 x\n\n", line: 1, expected: "status line"},
		"no colon":             {in: "HTTP/1.1 429 x\nA: b\nRetry-After 30\n\n", line: 3, expected: "a header", found: "Retry-After 30", hint: "empty line"},
		"a space in the name":  {in: "HTTP/1.1 429 x\nRetry-After : 30\n\n", line: 2, expected: "name of a header", found: "Retry-After : 30"},
		"no name":              {in: "HTTP/1.1 429 x\n: 30\n\n", line: 2, expected: "name of a header"},
		"a fold without a top": {in: "HTTP/1.1 429 x\r\n  folded\r\n\r\n", line: 2, expected: "a header", found: "  folded", hint: "indented"},
		"only interim":         {in: "HTTP/1.1 100 Continue\n\n", line: 3, expected: "interim 100", found: ""},
		"bad second response":  {in: "HTTP/1.1 301 x\n\nHTTP/1.1 404 x\nbroken\n\n", line: 4, expected: "a header", found: "broken"},
		"endless headers":      {in: "HTTP/1.1 429 x\n" + strings.Repeat("A: b\n", 300_000), line: 209714, expected: "1 MiB"},
		"a long line is cut":   {in: "HTTP/1.1 429 x\n" + strings.Repeat("é", 100) + "\n\n", line: 2, expected: "a header", found: strings.Repeat("é", 30)},

		"JSON of a body":         {in: `{"error":{"code":7}}`, line: 1, expected: `"kind"`, hint: "--status"},
		"a payload":              {in: "{\n\"success\":false,\"kind\":\"UNKNOWN\"}", line: 1, expected: "a report", found: "payload", hint: "Report"},
		"an array":               {in: "\n[{}]", line: 2, expected: "one report"},
		"broken JSON":            {in: "{\"kind\":\n\"UNKNOWN\",\n nope}", line: 3, expected: "JSON"},
		"JSON that ends early":   {in: "{\"kind\":\"UNKNOWN\",\n\"message\":\"x", line: 2, expected: "JSON", found: ""},
		"a word for a number":    {in: "{\"kind\":\"UNKNOWN\",\n\"status_code\":\"x\"}", line: 2, expected: `"status_code" to be a int`, found: "a string"},
		"a number for a word":    {in: "{\"kind\":7}", line: 1, expected: `"kind" to be a`, found: "a number"},
		"an unknown kind":        {in: "{\n\"kind\":\"NOPE\"}", line: 1, expected: `a "kind" of errand`, found: "NOPE", hint: "explain"},
		"an unknown code":        {in: "{\"kind\":\"UNKNOWN\",\n\n\"code\":\"nope\"}", line: 1, expected: `a "code" of errand`, found: "nope"},
		"no HTTP status":         {in: "{\"kind\":\"UNKNOWN\",\n\"status_code\":42}", line: 1, expected: "HTTP status"},
		"something behind":       {in: "{\"kind\":\"UNKNOWN\"}\n\n{\"kind\":\"UNKNOWN\"}", line: 3, expected: "the end of the input", found: `{\"kind\"`},
		"only an opening brace":  {in: "{", line: 1, expected: "JSON", found: ""},
		"a key without a string": {in: "{1:2}", line: 1, expected: "JSON"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := input.Parse([]byte(tt.in))
			bad, ok := errors.AsType[*input.Error](err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, input.Input{}, got)
			assert.Equal(t, tt.line, bad.Line, "%v", err)
			assert.Contains(t, bad.Expected, tt.expected)
			assert.Contains(t, bad.Found, tt.found)
			assert.Contains(t, bad.Hint, tt.hint)
			assert.Less(t, len(err.Error()), 400, "%v", err)
			if tt.found == "" && bad.Found == "" {
				assert.Contains(t, err.Error(), "found the end of the input")
			}
		})
	}
}

// With a status, the input is a body, whatever it looks like.
func TestReadWithAStatus(t *testing.T) {
	for _, body := range []string{`{"error":"x"}`, "<html>", "", "HTTP/1.1 404 Not Found\n\n"} {
		in, err := input.Read(strings.NewReader(body), 422)
		require.NoError(t, err)
		assert.Equal(t, 422, in.Response.Status)
		assert.Equal(t, body, string(in.Response.Body))
	}
	in, err := input.Read(strings.NewReader(strings.Repeat("x", input.MaxBytes+1)), 500)
	require.NoError(t, err)
	assert.True(t, in.Response.Cut)
	assert.Len(t, in.Response.Body, input.MaxBytes)
}

// Text without credentials is unchanged, and the others are gone.
func TestRedacted(t *testing.T) {
	assert.Empty(t, input.Redacted(""))
	assert.Equal(t, "30", input.Redacted("30"))
	assert.NotContains(t, input.Redacted("Bearer 4fQv7xErrand9aBcDeFgHiJkLmNoPq"), "4fQv7x")
}

func TestReadPassesErrorsOn(t *testing.T) {
	errDisk := errors.New("disk on fire")
	_, err := input.Read(iotest.ErrReader(errDisk), 0)
	require.ErrorIs(t, err, errDisk)
}

func TestReadIsBounded(t *testing.T) {
	endless := &zeros{}
	in, err := input.Read(endless, 0)
	require.NoError(t, err)
	assert.Equal(t, 500, in.Response.Status)
	assert.True(t, in.Response.Cut)
	assert.LessOrEqual(t, endless.read, input.MaxBytes+1<<20)

	whole, err := input.Read(strings.NewReader("HTTP/1.1 500 x\n\n"), 0)
	require.NoError(t, err)
	assert.False(t, whole.Response.Cut)

	bomb, err := input.Read(strings.NewReader("HTTP/1.1 500 x\n\n"+zipped(strings.Repeat("x", 4*input.MaxBytes))), 0)
	require.NoError(t, err)
	assert.Len(t, bomb.Response.Body, input.MaxBytes)
	assert.True(t, bomb.Response.Cut)
}

// zipped returns a text in gzip.
func zipped(text string) string {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}

// zeros is a response with an endless body.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	n := len(p)
	if z.read == 0 {
		n = copy(p, "HTTP/1.1 500 x\r\n\r\n")
	} else {
		clear(p)
	}
	z.read += n
	return n, nil
}

// FuzzParse checks that the parser does not panic, and returns an input or an error with an
// existing line.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\n\r\nslow down\r\n",
		"HTTP/2 503 \nretry-after: 1\n folded\n\n",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 302 Found\nContent-Length: 2\n\na\nHTTP/3 500\n\n",
		`{"kind":"UPSTREAM_RUNTIME_RATE_LIMIT","retry_after_ms":30000,"status_code":429,"extra":{"service":"_http"}}`,
		"{\"kind\":\"NOPE\"}\n{}", "[]", "{\"kind\"", "\xFF\xFEx", "\xEF\xBB\xBF\n", "* Trying", "HTTP/1.1 429\n:",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := input.Parse(data)
		if err != nil {
			bad, ok := errors.AsType[*input.Error](err)
			require.True(t, ok, "%T", err)
			assert.Equal(t, input.Input{}, in)
			assert.GreaterOrEqual(t, bad.Line, 1)
			assert.LessOrEqual(t, bad.Line, 1+bytes.Count(data, []byte("\n")))
			assert.NotEmpty(t, bad.Expected)
			return
		}
		require.NotEqual(t, in.Response == nil, in.Report == nil, "exactly one")
		if r := in.Response; r != nil {
			assert.GreaterOrEqual(t, r.Status, 200)
			assert.LessOrEqual(t, r.Status, 999)
			if !bytes.Contains(data, []byte("\x1f\x8b")) {
				assert.LessOrEqual(t, len(r.Body), len(data))
			}
			for name := range r.Header {
				assert.NotEmpty(t, name)
				assert.NotContains(t, name, ":")
			}
		} else {
			assert.True(t, in.Report.Kind.Known())
			toolerr.FromReport(*in.Report)
		}
	})
}
