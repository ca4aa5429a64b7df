package httpadapter_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// A body that records whether it was read and closed.
type body struct {
	io.Reader
	read, closed bool
}

func (b *body) Read(p []byte) (int, error) {
	b.read = true
	return b.Reader.Read(p)
}

func (b *body) Close() error {
	b.closed = true
	return nil
}

func response(status int, text string) (*http.Response, *body) {
	b := &body{Reader: strings.NewReader(text)}
	return &http.Response{
		StatusCode: status, Body: b, Header: header("Retry-After", "7", "Set-Cookie", "session="+secret),
		Request: httptest.NewRequest(http.MethodPost, "https://user:"+secret+"@api.example.com/v1/items/12345?key="+secret, nil),
	}, b
}

// secret has the shape of a credential.
const secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

func statusError(t *testing.T, resp *http.Response) *httpadapter.StatusError {
	t.Helper()
	e, ok := go126.AsType[*httpadapter.StatusError](httpadapter.CheckResponse(resp))
	require.True(t, ok)
	return e
}

func TestCheckResponseOfASuccess(t *testing.T) {
	for _, status := range []int{200, 201, 204, 206, 299} {
		resp, b := response(status, "fine")
		require.NoError(t, httpadapter.CheckResponse(resp))
		assert.False(t, b.read, "the body is not touched")
		assert.Same(t, b, resp.Body)
	}
}

func TestCheckResponseOfNil(t *testing.T) {
	te, ok := go126.AsType[*toolerr.ToolRuntimeError](httpadapter.CheckResponse(nil))
	require.True(t, ok)
	assert.Equal(t, toolerr.KindToolFatal, te.Kind())
}

func TestCheckResponse(t *testing.T) {
	for _, status := range []int{101, 199, 300, 304, 404, 429, 503, 999} {
		resp, b := response(status, `{"error":"no such item"}`)
		e := statusError(t, resp)
		assert.Equal(t, status, e.StatusCode())
		assert.Equal(t, "POST", e.Method())
		assert.Equal(t, "7", e.Header().Get("Retry-After"))
		assert.Equal(t, status >= 200, b.read, "a 1xx's body is the connection")
		assert.False(t, b.closed, "the caller closes")

		te := httpadapter.Adapter{}.FromError(fmt.Errorf("listing: %w", e))
		require.NotNil(t, te)
		assert.Equal(t, status, te.StatusCode())
		assert.Equal(t, "https://api.example.com/v1/items/…", te.Extra().Endpoint)
		assert.Equal(t, "POST", te.Extra().HTTPMethod)
		assert.Equal(t, "*httpadapter.StatusError", te.Extra().GoType)
		if status >= 200 {
			assert.Equal(t, `{"error":"no such item"}`, e.Body())
			assert.Contains(t, te.DeveloperMessage(), "listing: POST https://api.example.com/v1/items/…")
			assert.Contains(t, te.DeveloperMessage(), "no such item")
		}
		assert.NotContains(t, te.Error(), "item")
	}
}

func TestStatusErrorText(t *testing.T) {
	resp, _ := response(429, "")
	assert.Equal(t, "POST https://api.example.com/v1/items/…: HTTP status 429 (Too Many Requests)", statusError(t, resp).Error())
	resp.Request = nil
	assert.Equal(t, "HTTP status 429 (Too Many Requests)", statusError(t, resp).Error())
	resp.StatusCode, resp.Status = 599, "599 the server's words"
	assert.Equal(t, "HTTP status 599", statusError(t, resp).Error())
	resp.Request = &http.Request{}
	assert.Equal(t, "GET", statusError(t, resp).Method())
}

func TestErrorBodyCanStillBeRead(t *testing.T) {
	tests := []struct {
		name string
		body io.Reader
		want string // the readable part of the body
		kept int
		err  error
	}{
		{name: "empty", body: strings.NewReader("")},
		{name: "at the limit", body: strings.NewReader(strings.Repeat("a ", 1024)), want: strings.Repeat("a ", 1024), kept: 2048},
		{name: "long", body: strings.NewReader(strings.Repeat("a ", 4096)), want: strings.Repeat("a ", 4096), kept: 2048},
		{name: "cut short", body: io.MultiReader(strings.NewReader("half"), broke{io.ErrUnexpectedEOF}), want: "half", kept: 4, err: io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &body{Reader: tt.body}
			resp := &http.Response{StatusCode: 500, Body: b}
			e := statusError(t, resp)
			assert.LessOrEqual(t, len(e.Body()), 2048+len("…"))
			assert.InDelta(t, tt.kept, len(e.Body()), 4)
			got, err := io.ReadAll(resp.Body)
			assert.Equal(t, tt.want, string(got))
			require.ErrorIs(t, err, tt.err)
			require.NoError(t, resp.Body.Close())
			assert.True(t, b.closed)
		})
	}
	for _, none := range []io.ReadCloser{nil, http.NoBody} {
		resp := &http.Response{StatusCode: 500, Body: none}
		assert.Empty(t, statusError(t, resp).Body())
		assert.Equal(t, none, resp.Body)
	}
}

type broke struct{ err error }

func (b broke) Read([]byte) (int, error) { return 0, b.err }

func TestErrorBodyIsForDevelopers(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"text", "no such item", "no such item"},
		{"a credential", `{"token":"` + secret + `"}`, `{"token":"(redacted)"}`},
		{"bytes", "\x1f\x8b\x08\xff\xfe", "(5 bytes that are not text)"},
		{"a credential that is cut through", strings.Repeat("word ", 406) + secret, strings.Repeat("word ", 406) + "…"},
		{"a letter that is cut through", strings.Repeat("word ", 409) + "ééééééé", strings.Repeat("word ", 409) + "…"},
		{"one long word", strings.Repeat("a", 4096), "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, _ := response(500, tt.body)
			assert.Equal(t, tt.want, statusError(t, resp).Body())
		})
	}
}

// views are the implicit renderings of an error.
func views(err error) []string {
	encoded, _ := json.Marshal(err)
	return []string{
		err.Error(), fmt.Sprintf("%v", err), fmt.Sprintf("%+v", err), fmt.Sprintf("%#v", err), fmt.Sprint([]any{err}), string(encoded),
	}
}

// No implicit rendering shows headers or body.
func TestStatusErrorRenderings(t *testing.T) {
	resp, _ := response(500, "the vendor's words, and "+secret)
	e := statusError(t, resp)
	asXML, _ := xml.Marshal([]any{e})
	asJSON, err := json.Marshal(map[string]any{"err": e, "value": *e})
	require.NoError(t, err)
	for _, text := range append(views(e),
		string(asXML), string(asJSON), fmt.Sprintf("%#v", *e), fmt.Sprintf("%+v", struct{ Err any }{*e}), e.URL(), e.Body(), e.DeveloperMessage(),
	) {
		assert.NotContains(t, text, secret)
	}
	for _, text := range append(views(e), string(asJSON)) {
		assert.NotContains(t, text, "vendor")
		assert.NotContains(t, text, "12345")
	}
	resp.Header.Set("Retry-After", "changed")
	assert.Equal(t, "7", e.Header().Get("Retry-After"), "the error's headers are its own")
}

func TestCheckBody(t *testing.T) {
	resp, _ := response(200, "<html>")
	require.NoError(t, httpadapter.CheckBody(resp, nil))

	syntax := json.NewDecoder(resp.Body).Decode(new(int))
	err := httpadapter.CheckBody(resp, syntax)
	bodyErr, ok := go126.AsType[*httpadapter.BodyError](err)
	require.True(t, ok)
	require.ErrorIs(t, err, syntax)
	assert.True(t, strings.HasPrefix(err.Error(), "POST https://api.example.com/v1/items/…: the response's body failed: invalid character"), err.Error())
	assert.False(t, bodyErr.Timeout())
	assert.Equal(t, err, httpadapter.CheckBody(resp, err), "once is enough")
	assert.Equal(t, syntax, httpadapter.CheckBody(nil, syntax), "no response, no claim")

	te := httpadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	assert.Equal(t, toolerr.KindUpstreamUnmapped, te.Kind())
	assert.Equal(t, "The service answered with something that is not the expected JSON.", te.Error())
	assert.False(t, te.CanRetry(), "of a POST")
	assert.Equal(t, toolerr.EffectUnknown, te.Effect())
	assert.Equal(t, "https://api.example.com/v1/items/…", te.Extra().Endpoint)

	resp.Request.Method = http.MethodGet
	te = httpadapter.Adapter{}.FromError(httpadapter.CheckBody(resp, syntax))
	require.NotNil(t, te)
	assert.True(t, te.CanRetry(), "of a GET")
	assert.Equal(t, toolerr.EffectNone, te.Effect())

	te = httpadapter.Adapter{}.FromError(httpadapter.CheckBody(resp, io.ErrUnexpectedEOF))
	require.NotNil(t, te)
	assert.Equal(t, toolerr.KindNetworkTransportUnmapped, te.Kind(), "a body that broke off")
	assert.True(t, te.CanRetry())

	for _, view := range views(err) {
		assert.NotContains(t, view, secret)
	}
	slowErr := httpadapter.CheckBody(resp, fmt.Errorf("reading: %w", slow{}))
	slowBody, _ := go126.AsType[*httpadapter.BodyError](slowErr)
	assert.True(t, slowBody.Timeout())
	assert.Equal(t, toolerr.KindNetworkTransportTimeout, httpadapter.Adapter{}.FromError(slowErr).Kind())

	failing, _ := response(503, "")
	te = httpadapter.Adapter{}.FromError(httpadapter.CheckBody(failing, io.ErrUnexpectedEOF))
	require.NotNil(t, te)
	assert.Equal(t, 503, te.StatusCode(), "a status that was seen wins over a body that could not be read")
	wait, _ := te.RetryAfter()
	assert.Equal(t, "7s", wait.String())

	cycle := &loop{}
	cycle.next = cycle
	require.Error(t, httpadapter.CheckBody(resp, cycle))

	var text bytes.Buffer
	_, _ = fmt.Fprintf(&text, "%+v %#v", bodyErr, *bodyErr)
	assert.NotContains(t, text.String(), secret)
}

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
				var again *httpadapter.StatusError
				require.ErrorAs(t, httpadapter.CheckResponse(resp), &again)
				assert.Equal(t, se.Body(), again.Body(), "a second call")
			}
		}
	}
}

func isXML(r *http.Response) { r.Header.Set("Content-Type", "application/xml; charset=utf-8") }

// Services state failures with status 200. Every body can still be read.
func TestCheckResponseOfFailedRequestsWithStatus200(t *testing.T) {
	const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown
	refused := `{"errors":[{"message":"Cannot query field \"totl\"."}]}`
	for name, tt := range map[string]struct {
		body   string
		change func(*http.Response)
		effect toolerr.Effect // of the error, if there is one
	}{
		"GraphQL":           {refused, nil, none},
		"null data":         {`{"data":null,"errors":[{"message":"m"}]}`, nil, unknown},
		"JSON-RPC":          {`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}`, nil, none},
		"a code of its own": {`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"m"}}`, nil, unknown},
		"some data":         {`{"data":{"a":1},"errors":[{"message":"m"}]}`, nil, ""},
		"other members":     {`{"created":[1],"errors":[{"message":"m"}]}`, nil, ""},
		"codes":             {`{"errors":["E1"]}`, nil, ""},
		"a JSON-RPC call":   {`{"jsonrpc":"2.0","id":1,"result":{"error":{}}}`, nil, ""},
		"GET":               {refused, func(r *http.Response) { r.Request.Method = http.MethodGet }, none},
		"a null member":     {`{"data":{"addUser":null},"errors":[{"message":"m"}]}`, nil, unknown},
		"errors of another": {`{"success":false,"errors":[{"message":"m"}]}`, nil, unknown},
		"a denied success":  {`{"ok":false,"error":"channel_not_found"}`, nil, unknown},
		"an error alone":    {`{"error":{"code":"badvalue","info":"m"}}`, nil, unknown},
		"an envelope":       {`{"response":{"status":"failed","error":{"code":0,"message":"m"}}}`, nil, unknown},
		"JSON-RPC 1.0":      {`{"id":7,"error":["UserError",["m","",null]],"result":null}`, nil, unknown},
		"JSend":             {`{"status":"fail","data":null,"message":"m","payload":null}`, nil, unknown},
		"a status":          {`{"status":"error","since":"2026-01-01"}`, nil, ""},
		"a code":            {`{"code":1804,"message":"m"}`, nil, unknown},
		"with its number":   {`{"success":false,"processId":"P1","reasons":[{"code":53100320,"message":"m"}]}`, nil, unknown},
		"stat":              {`{"stat":"fail","error":{"message":"m","type":"invalid_parameter"}}`, nil, unknown},
		"with its caller":   {`{"id":0,"error":{"code":3009,"message":"m"},"result":null,"principal":"p"}`, nil, unknown},
		"records":           {`{"data":[{"code":"INVALID_DATA","message":"m","status":"error"}]}`, nil, unknown},
		"some records":      {`{"data":[{"code":"INVALID_DATA","message":"m","status":"error"},{"status":"success"}]}`, nil, ""},
		"a number of its":   {`{"ret_code":10001,"ret_msg":"m","result":null}`, nil, unknown},
		"denied, with more": {`{"success":false,"error":"m","created":[{"id":1}]}`, nil, ""},
		"a capital":         {`{"Response":{"Error":{"Code":"InvalidParameterValue","Message":"m"},"RequestId":"r"}}`, nil, unknown},
		"XML":               {"<?xml version='1.0'?>\n<!-- a -->\n<Error>\n<Code>InternalError</Code><Message>m</Message></Error>", isXML, unknown},
		"XML's success":     {`<Result><Error>m</Error></Result>`, isXML, ""},
		"a code of success": {`{"code":200,"message":"m"}`, nil, ""},
		"a job":             {`{"id":7,"error":{"code":"badvalue"}}`, func(r *http.Response) { r.Request.Method = http.MethodGet }, ""},
		"a job's progress":  {`{"id":7,"error":{"code":"badvalue"},"done":3}`, nil, ""},
		"nothing wrong":     {`{"success":true,"error":null,"message":"false alarm"}`, nil, ""},
		"a stream":          {refused, func(r *http.Response) { r.ContentLength = -1 }, ""},
		"lines":             {refused, func(r *http.Response) { r.Header.Set("Content-Type", "application/x-ndjson") }, ""},
		"compressed":        {refused, func(r *http.Response) { r.ContentLength, r.Uncompressed = -1, true }, none},
	} {
		resp := answered(http.StatusOK, tt.body)
		resp.ContentLength = int64(len(tt.body))
		if tt.change != nil {
			tt.change(resp)
		}
		err := httpadapter.CheckResponse(resp)
		if tt.effect == "" {
			require.NoError(t, err, name)
		} else {
			te := httpadapter.Adapter{}.FromError(err)
			assert.Equal(t, map[toolerr.Effect]toolerr.Kind{none: toolerr.KindUpstreamBadRequest, unknown: toolerr.KindUpstreamUnmapped}[tt.effect], te.Kind(), name)
			assert.Equal(t, tt.effect, te.Effect(), name)
			assert.False(t, te.CanRetry(), name)
			assert.NotEmpty(t, te.Refusal().Message, name)
		}
		left, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		assert.Equal(t, tt.body, string(left), name)
	}
}
