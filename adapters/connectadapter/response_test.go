package connectadapter_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// body returns how a service writes an error in a response.
func body(t *testing.T, e *Error) []byte {
	t.Helper()
	members := map[string]any{"code": connectadapter.Names()[e.code], "message": e.Message()}
	var details []map[string]any
	for _, d := range e.details {
		details = append(details, map[string]any{"type": d.name, "value": base64.RawStdEncoding.EncodeToString(d.body), "debug": map[string]any{}})
	}
	if details != nil {
		members["details"] = details
	}
	raw, err := json.Marshal(members)
	require.NoError(t, err)
	return raw
}

// TestAnswersAreTheClients: what a response means does not depend on the client, which
// keeps no status.
func TestAnswersAreTheClients(t *testing.T) {
	t.Cleanup(connectadapter.Imitate(shape.TypeOf(&Error{})))
	cause := errors.New(faults.CanaryCause)
	reason := &Detail{"google.rpc.ErrorInfo", message(1, []byte(faults.CanaryCode))}
	for _, code := range connectadapter.Names()[1:] {
		for name, details := range map[string][]*Detail{"": nil, " with a delay": {retryInfo(7, 0), reason}, " broken": {{"google.rpc.RetryInfo", []byte{0xff}}}} {
			for _, header := range []http.Header{nil, {"Retry-After": {"9"}, "X-Request-Id": {"r1"}}} {
				e := wire(code, details...)
				e.meta = header
				want := adapt(t, e).With(toolerr.WithStatus(418))
				got := connectadapter.Adapter{}.FromAnswer(cause, 418, header, body(t, e))
				require.NotNil(t, got)
				assert.Equal(t, want.Payload().String(), got.Payload().String(), code+name)
				assert.Equal(t, want.Effect(), got.Effect(), code+name)
				assert.Equal(t, want.Extra().VendorCode, got.Extra().VendorCode)
				assert.Equal(t, want.Extra().RequestID, got.Extra().RequestID)
				assert.ErrorIs(t, got.Cause(), cause)
			}
		}
	}
	size := connectadapter.Adapter{}.FromAnswer(cause, 429, nil, []byte(`{"code":"resource_exhausted","message":"message size 9 is larger than configured max 3"}`))
	assert.Equal(t, toolerr.KindUpstreamValidationError, size.Kind())
	for _, body := range []string{"", "<html>", "{}", `{"code":null}`, `{"code":"no such code"}`, `{"code":7}`} {
		te := connectadapter.Adapter{}.FromAnswer(cause, 503, http.Header{"Retry-After": {"9"}}, []byte(body))
		assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind(), body)
		assert.Empty(t, te.VendorCode(), body)
		wait, _ := te.RetryAfter()
		assert.Equal(t, 9*time.Second, wait, body)
	}
	assert.Nil(t, connectadapter.Adapter{}.FromAnswer(cause, 200, nil, []byte(`{"code":"internal"}`)))
}

// TestRecognised: details show that a plain response is Connect's, and nothing else
// does.
func TestRecognised(t *testing.T) {
	detailed := string(body(t, wire("unavailable", retryInfo(60, 0))))
	for name, tt := range map[string]struct {
		media, body, service, code string
	}{
		"details":                {"application/json", detailed, "_connect", "unavailable"},
		"of the protocol's page": {"application/json", `{"code":"unavailable","message":"overloaded: back off and retry","details":[{"type":"google.rpc.RetryInfo","value":"CgIIPA","debug":{"retryDelay":"30s"}}]}`, "_connect", "unavailable"},
		"padded":                 {"application/json", `{"code":"unavailable","details":[{"type":"google.rpc.RetryInfo","value":"CgIIPA=="}]}`, "_connect", "unavailable"},
		"no details":             {"application/json", `{"code":"unavailable","message":"x"}`, "_http", ""},
		"other details":          {"application/json", `{"code":"unavailable","message":"x","details":[{"type":"a.b","field":"c"}]}`, "_http", ""},
		"an unqualified type":    {"application/json", `{"code":"unavailable","details":[{"type":"detail","value":"CgIIPA"}]}`, "_http", ""},
		"another code":           {"application/json", strings.Replace(detailed, "unavailable", "busy", 1), "_http", ""},
		"no code":                {"application/json", strings.Replace(detailed, "unavailable", "", 1), "_http", ""},
		"another member":         {"application/json", `{"status":503,` + detailed[1:], "_http", ""},
		"no base64":              {"application/json", `{"code":"unavailable","details":[{"type":"a.b","value":"***"}]}`, "_http", ""},
		"another content type":   {"application/problem+json", detailed, "_http", ""},
	} {
		t.Run(name, func(t *testing.T) {
			chain := adapter.NewChain(connectadapter.Adapter{}, httpadapter.Adapter{})
			err := httpadapter.CheckResponse(&http.Response{
				StatusCode: 503, Header: http.Header{"Content-Type": {tt.media}}, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: &http.Request{Method: http.MethodPost, URL: &url.URL{Scheme: "https", Host: "acme.example", Path: "/acme.v1.Items/Get"}},
			})
			te, ok := toolerr.Find(chain.Adapt(t.Context(), fmt.Errorf("tool: %w", err)))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
			wait, waits := te.RetryAfter()
			assert.Equal(t, tt.service == "_connect", waits)
			if waits {
				assert.Equal(t, time.Minute, wait)
				assert.Equal(t, none, te.Effect())
			}
		})
	}
}

// FuzzFromAnswer reads responses that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(503, []byte(`{"code":"unavailable","details":[{"type":"google.rpc.RetryInfo","value":"CgIIPA"}]}`))
	f.Add(429, []byte(`{"code":"resource_exhausted","message":"message size 9","details":[null,{}]}`))
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := connectadapter.Adapter{}.FromAnswer(errors.New("x"), status, nil, body)
		if te != nil {
			assert.Equal(t, "_connect", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
