package geminimodel_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genai"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/models/geminimodel"
)

// key is the key of the tests' clients. It must not be anywhere else.
const key = "AIzaSyQuorvexKeyQuorvexKeyQuorvexKey012"

// A reply is the server's response to one request.
type reply struct {
	status int // 0 means 200
	header map[string]string
	body   string // of an error
	// chunks are a success: sent one by one, or joined if the request is not for a stream.
	chunks []string
	// broken breaks the connection at the end of the body.
	broken bool
}

// serve starts a server with one reply per request, in order, and returns a client for it.
func serve(t *testing.T, replies ...reply) (*modeltest.Script, *genai.Client) {
	t.Helper()
	var script []http.Handler
	for _, r := range replies {
		script = append(script, r.handler(t))
	}
	w := modeltest.NewScript(t, script...)
	s := httptest.NewServer(w)
	t.Cleanup(s.Close)
	return w, newClient(t, s.URL, httpadapter.Transport{Base: s.Client().Transport})
}

func newClient(t testing.TB, url string, base http.RoundTripper, change ...func(*genai.ClientConfig)) *genai.Client {
	t.Helper()
	cfg := &genai.ClientConfig{
		APIKey: key, Backend: genai.BackendGeminiAPI,
		HTTPClient: &http.Client{Transport: base}, HTTPOptions: genai.HTTPOptions{BaseURL: url},
	}
	for _, c := range change {
		c(cfg)
	}
	client, err := genai.NewClient(t.Context(), cfg)
	require.NoError(t, err)
	return client
}

// streams reports whether a request is for a stream.
func streams(u *url.URL) bool { return strings.HasSuffix(u.Path, ":streamGenerateContent") }

func (next reply) handler(t *testing.T) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		method := "generateContent"
		if streams(r.URL) {
			method = "streamGenerateContent"
			assert.Equal(t, "sse", r.URL.Query().Get("alt"))
		}
		assert.Equal(t, "POST /v1beta/models/gemini-test:"+method, r.Method+" "+r.URL.Path)
		assert.Equal(t, key, r.Header.Get("X-Goog-Api-Key"))
		for name, value := range next.header {
			rw.Header().Set(name, value)
		}
		switch {
		case next.body != "":
			rw.Header().Set("Content-Type", "application/json; charset=UTF-8")
			rw.WriteHeader(next.status)
			_, _ = io.WriteString(rw, next.body)
		case streams(r.URL):
			send(rw, next.chunks)
		default:
			rw.Header().Set("Content-Type", "application/json; charset=UTF-8")
			_, _ = io.WriteString(rw, together(next.chunks))
		}
		if next.broken {
			panic(http.ErrAbortHandler)
		}
	}
}

func send(rw http.ResponseWriter, chunks []string) {
	rw.Header().Set("Content-Type", "text/event-stream")
	for _, c := range chunks {
		_, _ = io.WriteString(rw, framed(c))
		_ = http.NewResponseController(rw).Flush()
	}
}

// framed returns a chunk in its wire form.
func framed(chunk string) string { return "data: " + chunk + "\r\n\r\n" }

const usage = `"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":4,"thoughtsTokenCount":3,"cachedContentTokenCount":2},"modelVersion":"gemini-test"`

// chunk returns a response, or one that continues if reason is "".
func chunk(reason string, parts ...string) string {
	finish := ""
	if reason != "" {
		finish = fmt.Sprintf(`"finishReason":%q,`, reason)
	}
	body := ""
	if len(parts) > 0 {
		body = fmt.Sprintf(`"content":{"role":"model","parts":[%s]},`, strings.Join(parts, ","))
	}
	return fmt.Sprintf(`{"candidates":[{%s%s"index":0}],%s}`, body, finish, usage)
}

// answer returns a success with each part in one chunk, and a last chunk without parts,
// like the API.
func answer(reason string, parts ...string) reply {
	var r reply
	for _, p := range parts {
		r.chunks = append(r.chunks, chunk("", p))
	}
	r.chunks = append(r.chunks, chunk(reason))
	return r
}

// together joins the chunks to one response.
func together(chunks []string) string {
	if len(chunks) == 1 {
		return chunks[0]
	}
	var parts []string
	reason := ""
	for _, c := range chunks {
		var r struct {
			Candidates []struct {
				Reason  string `json:"finishReason"`
				Content struct {
					Parts []json.RawMessage `json:"parts"`
				} `json:"content"`
			} `json:"candidates"`
		}
		if err := json.Unmarshal([]byte(c), &r); err != nil {
			panic(err) // cannot happen: the tests' own literals
		}
		if len(r.Candidates) == 0 {
			continue
		}
		reason = r.Candidates[0].Reason
		for _, p := range r.Candidates[0].Content.Parts {
			parts = append(parts, string(p))
		}
	}
	return chunk(reason, parts...)
}

func text(s string) string { return fmt.Sprintf(`{"text":%q}`, s) }

func thought(s string) string { return fmt.Sprintf(`{"text":%q,"thought":true}`, s) }

func call(id, name, args, signature string) string {
	signed := ""
	if signature != "" {
		signed = fmt.Sprintf(`,"thoughtSignature":%s`, encode([]byte(signature)))
	}
	return fmt.Sprintf(`{"functionCall":{"id":%q,"name":%q,"args":%s}%s}`, id, name, args, signed)
}

// failure returns the body of an error. The message must not leak.
func failure(code int, status string, details ...string) string {
	return fmt.Sprintf(`{"error":{"code":%d,"message":"quorvexmessage %s","status":%q,"details":[%s]}}`, code, key, status, strings.Join(details, ","))
}

func reason(r string) string {
	return fmt.Sprintf(`{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":%q}`, r)
}

func delay(d string) string {
	return fmt.Sprintf(`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":%q}`, d)
}

func encode(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// both runs a test without and with a stream.
func both(t *testing.T, test func(t *testing.T, stream bool)) {
	for name, stream := range map[string]bool{"whole": false, "stream": true} {
		t.Run(name, func(t *testing.T) { test(t, stream) })
	}
}

func newModel(client *genai.Client, change ...func(*genai.GenerateContentConfig)) *geminimodel.Model {
	return geminimodel.New(client, "gemini-test", change...)
}
