// Package twilio_test drives Twilio's SDK against a server that answers as Twilio
// does, and the fault server. Its majors before 1 have the same import path, so
// that only one can be driven.
package twilio_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/twilio/twilio-go/client"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown

// refusal is what Twilio writes: the number, and everything that leaks.
func refusal(status, number int) []byte {
	body, _ := json.Marshal(map[string]any{
		"code": number, "status": status, "message": "The 'To' number " + phone + " is not valid. " + faults.CanaryMessage,
		"more_info": "https://www.twilio.com/docs/errors/21211?token=" + faults.CredentialBody, "details": map[string]any{"to": phone, "body": faults.CanaryBody},
	})
	return body
}

// refusalAnew is the same by Twilio's newer standard.
func refusalAnew(status, number int) []byte {
	body, _ := json.Marshal(map[string]any{
		"code": number, "httpStatusCode": status, "message": faults.CanaryMessage + " " + phone, "userError": true, "params": map[string]any{"to": phone},
	})
	return body
}

func serve(t *testing.T, status int, header http.Header, body []byte) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		for name := range header {
			w.Header().Set(name, header.Get(name))
		}
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}))
	t.Cleanup(s.Close)
	return s
}

// made makes a call against a server and returns its error.
func made(t *testing.T, c call, s *httptest.Server) error {
	t.Helper()
	h, err := handler(t.Context(), s.Client(), s.URL)
	require.NoError(t, err)
	return c(h)
}

func prove(t *testing.T, c proof.Case) {
	t.Helper()
	proof.Check(t, twilioadapter.Adapter{}, c)
	te, ok := toolerr.Find(chain().Adapt(t.Context(), c.Err))
	require.True(t, ok)
	assert.NotContains(t, te.Payload().String(), phone)
	assert.NotContains(t, fmt.Sprintf("%+v %v %s", te.Report(), te.LogValue(), te.Payload()), secret)
}

func chain() adapter.Chain {
	return adapter.NewChain(append([]adapter.Adapter{twilioadapter.Adapter{}}, adapters.All()...)...)
}

func TestNumbers(t *testing.T) {
	seen := map[string]bool{"invalid_credentials": true} // TestCredentials has it
	for _, n := range sent {
		seen[n.name] = true
		row, ok := (twilioadapter.Adapter{}).Table().Lookup(n.name)
		require.True(t, ok, n.name)
		te := row.Error(io.EOF)
		want := faults.ForCode(te.Kind(), n.status).With(te.Effect())
		want.CanRetry = te.CanRetry()
		s := serve(t, n.status, nil, refusal(n.status, n.number))
		prove(t, proof.Case{Name: fmt.Sprint(n.number), Code: n.name, Err: made(t, send, s), Want: want})
		anew := serve(t, n.status, nil, refusalAnew(n.status, n.number))
		prove(t, proof.Case{Name: fmt.Sprint(n.number, ", of the newer standard"), Code: n.name, Err: made(t, transcription, anew), Want: want})
		s.Close()
		anew.Close()
	}
	for _, row := range (twilioadapter.Adapter{}).Table().Rows() {
		assert.True(t, seen[row.VendorCode], row.VendorCode)
	}
}

func TestAnswers(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 501, 502, 503, 504} {
		want := faults.ForStatus(status)
		s := serve(t, status, nil, refusal(status, 99999))
		prove(t, proof.Case{Name: fmt.Sprint("a number of nobody's, ", status), Err: made(t, check, s), Want: want})
		for name, body := range map[string]string{"a proxy": "<html>" + faults.CanaryBody, "no body": "", "half a body": `{"code": 2`, "a list": `["` + faults.CanaryBody + `"]`} {
			s := serve(t, status, nil, []byte(body))
			prove(t, proof.Case{Name: fmt.Sprint(name, ", ", status), Err: made(t, send, s), Want: want})
		}
		s = serve(t, status, nil, []byte("<html>"))
		prove(t, proof.Case{Name: fmt.Sprint("a proxy, of the newer standard, ", status), Err: made(t, transcription, s), Want: want})
	}
	// What is in the body is all that there is.
	s := serve(t, 503, nil, []byte(`{"error":"`+faults.CanaryBody+`"}`))
	prove(t, proof.Case{Name: "somebody else's JSON", Err: made(t, send, s), Want: faults.ForKind(toolerr.KindUpstreamUnmapped, unknown)})
}

// TestCredentials: the SDK looks at them before it sends anything.
func TestCredentials(t *testing.T) {
	s := serve(t, 200, nil, nil)
	for name, creds := range map[string]*client.Credentials{
		"a user name": client.NewCredentials("AC-"+secret, secret), "a password": client.NewCredentials(account, secret+"="),
	} {
		h, err := handlerOf(t.Context(), s.Client(), s.URL, creds)
		require.NoError(t, err)
		prove(t, proof.Case{Name: name, Code: "invalid_credentials", Err: send(h), Want: faults.ForKind(toolerr.KindUpstreamAuthError, none)})
	}
}

// TestTheSDKAsksTwice: of an API of the newer standard, where a refusal is no JSON.
func TestTheSDKAsksTwice(t *testing.T) {
	asked := make(chan string, 3)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, "<html>")
	}))
	t.Cleanup(s.Close)
	err := made(t, transcribe, s)
	prove(t, proof.Case{Name: "twice", Err: err, Want: faults.ForStatus(502)})
	assert.Len(t, asked, 2)
	assert.Equal(t, http.MethodPost, <-asked)
	assert.Equal(t, http.MethodPost, <-asked)
	require.Error(t, made(t, send, s))
	assert.Len(t, asked, 1, "the older ones are asked once")
}

// TestTheWaitThatTheSDKForgets: errand's transport below the SDK keeps it, if it is
// given the tool's context.
func TestTheWaitThatTheSDKForgets(t *testing.T) {
	s := serve(t, 429, http.Header{"Retry-After": {"7"}}, refusal(429, 20429))
	hc := s.Client()
	hc.Transport = httpadapter.Transport{Base: hc.Transport}
	tool := adapter.Wrap(func(ctx context.Context, _ struct{}) (struct{}, error) {
		h, err := handler(ctx, hc, s.URL)
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, send(h)
	}, chain(), adapter.WithEvidence())
	_, err := tool(t.Context(), struct{}{})
	te, ok := toolerr.Find(err)
	require.True(t, ok)
	wait, ok := te.RetryAfter()
	assert.True(t, ok)
	assert.Equal(t, 7*time.Second, wait)
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
	assert.Equal(t, "_twilio", te.Service())
}

// skipped are the faults that the SDK cannot meet, or makes something else of.
func skipped() map[string]string {
	skip := map[string]string{"law/rows": "TestNumbers has them"}
	for _, name := range []string{"json-array", "json-wrong-type", "json-empty", "json-truncated", "json-html"} {
		skip["fault/"+name] = "the decoder's error comes bare: nothing says that it is of a response"
	}
	return skip
}

func TestFaults(t *testing.T) {
	conformance.Suite{
		Adapter:  twilioadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   "twilio",
		Shape: faults.Shape{
			Name: "Twilio",
			Error: func(a faults.Answer) faults.Content {
				return faults.Content{Type: "application/json", Body: refusal(a.Status, 99999)}
			},
			Success: func(faults.Request) faults.Content {
				return faults.Content{Type: "application/json", Body: []byte(`{"sid":"SM1"}`)}
			},
		},
		Have:   []faults.Need{faults.NeedBody, faults.NeedJSON},
		Skip:   skipped(),
		Canary: conformance.Canary{Credentials: []string{secret}, Content: []string{phone}},
		Call: func(ctx context.Context, target conformance.Target) error {
			h, err := handler(ctx, clients.Recorded(target), target.URL)
			if err != nil {
				return err
			}
			return send(h)
		},
		// A 403 that is a rate limit by its headers is one about rights without
		// them, and the SDK drops them.
		Only: func(name string) bool { return !strings.HasPrefix(name, "403-") },
	}.Run(t)
}
