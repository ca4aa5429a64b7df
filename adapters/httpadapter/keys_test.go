package httpadapter_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// An answering transport keeps the requests that it gets, and answers each with the next
// status of a list, and its text.
type answering struct {
	got       []*http.Request
	answers   []string // a status and a body; "" is a lost connection
	unreached bool
}

func (a *answering) RoundTrip(req *http.Request) (*http.Response, error) {
	a.got = append(a.got, req)
	if trace := httptrace.ContextClientTrace(req.Context()); trace != nil && !a.unreached {
		trace.GetConn("")
		trace.GotConn(httptrace.GotConnInfo{})
	}
	answer := "200 {}"
	if n := len(a.got) - 1; n < len(a.answers) {
		answer = a.answers[n]
	}
	if answer == "" {
		return nil, io.ErrUnexpectedEOF
	}
	w := httptest.NewRecorder()
	status, body, _ := strings.Cut(answer, " ")
	code := 0
	_, _ = fmt.Sscan(status, &code)
	if body == "replayed" {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	w.WriteHeader(code)
	_, _ = io.WriteString(w, body)
	resp := w.Result()
	resp.Request = req
	return resp, nil
}

// keys returns the keys of the requests; "" for a request without one.
func (a *answering) keys(header string) (all []string) {
	for _, r := range a.got {
		all = append(all, r.Header.Get(header))
	}
	return all
}

func (a *answering) client(own ...httpadapter.KeyRule) *http.Client {
	return &http.Client{Transport: httpadapter.Transport{Base: a, Keys: httpadapter.NewKeys(own...)}}
}

const stripe = "https://api.stripe.com/v1/payment_intents"

// attempt makes one attempt of a call: it posts each body.
func attempt(t *testing.T, call *adapter.KeyedCall, c *http.Client, url string, bodies ...string) *toolerr.ToolRuntimeError {
	t.Helper()
	_, err := adapter.Do(adapter.WithCallKey(t.Context(), call), adapter.NewChain(httpadapter.Adapter{}), func(ctx context.Context) (struct{}, error) {
		for _, body := range bodies {
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
			if err != nil {
				return struct{}{}, err
			}
			resp, err := c.Do(req)
			if err != nil {
				return struct{}{}, err
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
			if err := httpadapter.CheckResponse(resp); err != nil {
				return struct{}{}, err
			}
		}
		return struct{}{}, nil
	})
	te, _ := toolerr.Find(err)
	return te
}

// Keys reach only the hosts of the table, and replace none that was set.
func TestKeysReachOnlyTheTable(t *testing.T) {
	own := []httpadapter.KeyRule{
		{Host: "127.0.0.1:8080", Header: "X-Key", Valid: time.Hour}, {Host: "pay.example.com", Path: "/v1/", Header: "X-Key", Valid: time.Hour},
	}
	tests := map[string]struct {
		method, url, header string
		keyed               bool
	}{
		"Stripe":                     {"POST", stripe, "Idempotency-Key", true},
		"Stripe, the port of TLS":    {"POST", "https://API.stripe.com:443/v1/x", "Idempotency-Key", true},
		"PayPal, an order":           {"POST", "https://api-m.paypal.com/v2/checkout/orders", "PayPal-Request-Id", true},
		"PayPal, a token":            {"POST", "https://api-m.paypal.com/v1/oauth2/token", "PayPal-Request-Id", false},
		"a read":                     {"GET", stripe, "Idempotency-Key", false},
		"another method":             {"DELETE", stripe, "Idempotency-Key", false},
		"without TLS":                {"POST", "http://api.stripe.com/v1/x", "Idempotency-Key", false},
		"another port":               {"POST", "https://api.stripe.com:8443/v1/x", "Idempotency-Key", false},
		"a host that ends like it":   {"POST", "https://evil-api.stripe.com/v1/x", "Idempotency-Key", false},
		"a host that begins like it": {"POST", "https://api.stripe.com.evil.example/v1/x", "Idempotency-Key", false},
		"the loopback":               {"POST", "http://127.0.0.1:8080/", "X-Key", true},
		"another port there":         {"POST", "http://127.0.0.1:8081/", "X-Key", false},
		"an own host":                {"POST", "https://pay.example.com/v1/x", "X-Key", true},
		"another path of it":         {"POST", "https://pay.example.com/v2/x", "X-Key", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a := &answering{}
			req, err := http.NewRequestWithContext(adapter.WithCallKey(t.Context(), &adapter.KeyedCall{}), tt.method, tt.url, strings.NewReader("{}"))
			require.NoError(t, err)
			resp, err := a.client(own...).Transport.RoundTrip(req)
			require.NoError(t, err)
			_ = resp.Body.Close()
			assert.Equal(t, tt.keyed, a.got[0].Header.Get(tt.header) != "")
			assert.Empty(t, req.Header, "the tool's own request")
			assert.Equal(t, tt.keyed, httpadapter.NewKeys(own...).Honours(a.got[0]))
		})
	}
}

func TestARedirectIsJudgedAnew(t *testing.T) {
	a := &answering{}
	c := a.client()
	c.Transport = redirecting{c.Transport, a}
	call := &adapter.KeyedCall{}
	require.Nil(t, attempt(t, call, c, stripe, "a=1"))
	require.Len(t, a.got, 2)
	assert.NotEmpty(t, a.got[0].Header.Get("Idempotency-Key"))
	assert.Empty(t, a.got[1].Header.Get("Idempotency-Key"), "of the other host")
	assert.False(t, call.Verdict().Until.After(time.Now()), "a request without a key was sent")
}

// redirecting answers requests of Stripe with a redirect to another host.
type redirecting struct {
	http.RoundTripper
	a *answering
}

func (r redirecting) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.RoundTripper.RoundTrip(req)
	if err == nil && req.URL.Host == "api.stripe.com" {
		resp.StatusCode = http.StatusTemporaryRedirect
		resp.Header.Set("Location", "https://other.example.com/")
	}
	return resp, err
}

func TestKeysOfRequests(t *testing.T) {
	const header = "Idempotency-Key"
	salt := bytes.Repeat([]byte("s"), 16)
	first := &answering{answers: []string{"", "200 {}", "200 {}", "500 {}", "200 {}"}}
	call := &adapter.KeyedCall{ID: "order 17 of ada", State: adapter.CallState{Salt: salt}}
	te := attempt(t, call, first.client(), stripe, "a=1")
	require.NotNil(t, te)
	assert.Equal(t, toolerr.EffectUnknown, te.Effect())
	assert.True(t, te.SafeToRetry(false))
	assert.False(t, te.Repeats(), "another call of the model has another key")
	require.Nil(t, attempt(t, call, first.client(), stripe, "a=1", "a=1"), "the second attempt goes on")
	all := first.keys(header)
	assert.Equal(t, all[0], all[1], "a retry has the key of the first attempt")
	assert.NotEqual(t, all[1], all[2], "two equal requests of one attempt have two")
	te = attempt(t, call, first.client(), stripe, "a=1")
	assert.Equal(t, toolerr.EffectUnknown, te.Effect())
	assert.Equal(t, first.keys(header)[3], all[0])

	for name, other := range map[string]*adapter.KeyedCall{
		"another id":   {ID: "order 18 of ada", State: adapter.CallState{Salt: salt}},
		"another salt": {ID: "order 17 of ada", State: adapter.CallState{Salt: bytes.Repeat([]byte("t"), 16)}},
		"no salt":      {ID: "order 17 of ada"},
	} {
		a := &answering{}
		require.Nil(t, attempt(t, other, a.client(), stripe, "a=1"), name)
		assert.NotEqual(t, all[0], a.keys(header)[0], name)
	}
	again := &answering{}
	require.Nil(t, attempt(t, &adapter.KeyedCall{ID: call.ID, State: call.State}, again.client(), stripe, "a=1"))
	assert.Equal(t, all[0], again.keys(header)[0], "another process")
	assert.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, all[0])
}

// A retry within an attempt, as an SDK makes it, has the key of the request that failed.
func TestARetryOfTheSDKHasTheSameKey(t *testing.T) {
	a := &answering{answers: []string{"503 {}", "200 {}"}}
	ctx := adapter.WithCallKey(t.Context(), &adapter.KeyedCall{})
	for range 2 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, stripe, strings.NewReader("a=1"))
		require.NoError(t, err)
		resp, err := a.client().Do(req)
		require.NoError(t, err)
		_ = resp.Body.Close()
	}
	assert.Equal(t, a.keys("Idempotency-Key")[0], a.keys("Idempotency-Key")[1])
}

func TestAChangedRetryIsNotSent(t *testing.T) {
	a := &answering{answers: []string{""}}
	call := &adapter.KeyedCall{}
	require.NotNil(t, attempt(t, call, a.client(), stripe, "at=1"))
	te := attempt(t, call, a.client(), stripe, "at=2")
	require.NotNil(t, te)
	assert.Contains(t, te.DeveloperMessage(), "another request than the attempts before")
	assert.Equal(t, toolerr.EffectUnknown, te.Effect())
	assert.False(t, te.SafeToRetry(false))
	assert.Len(t, a.got, 1)
}

func TestAnExpiredKeyIsNotSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, call := &answering{answers: []string{""}}, &adapter.KeyedCall{}
		te := attempt(t, call, a.client(), stripe, "a=1")
		time.Sleep(21 * time.Hour) //nolint:forbidigo // in a bubble
		assert.True(t, te.SafeToRetry(false))
		time.Sleep(time.Hour) //nolint:forbidigo // in a bubble
		assert.False(t, te.SafeToRetry(false), "a tenth is left for clocks")
		te = attempt(t, call, a.client(), stripe, "a=1")
		assert.Equal(t, toolerr.EffectUnknown, te.Effect())
		assert.False(t, te.SafeToRetry(false))
		assert.Len(t, a.got, 1)
	})
}

// A keeper fails, or keeps what it gets.
type keeper struct {
	err  error
	kept adapter.CallState
}

func (k *keeper) Keep(_ context.Context, more adapter.CallState) error {
	if k.err == nil {
		k.kept = k.kept.With(more)
	}
	return k.err
}

func TestWhatIsNotStoredIsNotSent(t *testing.T) {
	a, k := &answering{}, &keeper{err: errors.New("disk")}
	te := attempt(t, &adapter.KeyedCall{Keeper: k}, a.client(), stripe, "a=1")
	require.NotNil(t, te)
	assert.Empty(t, a.got)
	assert.Contains(t, te.DeveloperMessage(), "disk")
	k.err = nil
	call := &adapter.KeyedCall{Keeper: k, ID: "ada"}
	require.Nil(t, attempt(t, call, a.client(), stripe, "secret=1"))
	assert.Equal(t, call.State, k.kept)
	assert.NotContains(t, fmt.Sprintf("%+v", k.kept), "secret")
	call.End()
	require.NotNil(t, attempt(t, call, a.client(), stripe, "secret=1"), "a call that has ended sends nothing more")
	assert.Len(t, a.got, 1)
}

func TestRequestsWithoutAKey(t *testing.T) {
	big := strings.Repeat("x", 1<<20+1)
	tests := map[string]func(*http.Request, string){
		"a body that cannot be read twice": func(r *http.Request, _ string) { r.GetBody = nil },
		"a large body": func(r *http.Request, _ string) {
			r.ContentLength, r.GetBody = -1, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(big)), nil }
		},
		"a key of an SDK": func(r *http.Request, _ string) { r.Header.Set("Idempotency-Key", "random") },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			a := &answering{answers: []string{""}}
			call := &adapter.KeyedCall{}
			_, err := adapter.Do(adapter.WithCallKey(t.Context(), call), adapter.NewChain(httpadapter.Adapter{}), func(ctx context.Context) (struct{}, error) {
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, stripe, strings.NewReader("a=1"))
				require.NoError(t, err)
				change(req, adapter.CallKey(ctx))
				_, err = a.client().Do(req) //nolint:bodyclose // there is none
				return struct{}{}, err
			})
			te, _ := toolerr.Find(err)
			assert.Equal(t, toolerr.EffectUnknown, te.Effect())
			assert.False(t, te.SafeToRetry(false))
			assert.NotContains(t, strings.Join(a.keys("Idempotency-Key"), ""), "-")
		})
	}
}

// A key that the tool wrote counts if it is made of CallKey: in a header, the body or the query.
func TestKeysOfTheTool(t *testing.T) {
	inBody := httpadapter.KeyRule{Host: "connect.squareup.com", Valid: time.Hour}
	for name, tt := range map[string]struct {
		url   string
		write func(r *http.Request, key string)
	}{
		"in the header": {stripe, func(r *http.Request, key string) { r.Header.Set("Idempotency-Key", key+"-1") }},
		"in the query":  {"https://connect.squareup.com/v2/payments", func(r *http.Request, key string) { r.URL.RawQuery = "requestId=" + key }},
	} {
		t.Run(name, func(t *testing.T) {
			a := &answering{answers: []string{"", ""}}
			call := &adapter.KeyedCall{}
			var te *toolerr.ToolRuntimeError
			for range 2 {
				_, err := adapter.Do(adapter.WithCallKey(t.Context(), call), adapter.NewChain(httpadapter.Adapter{}), func(ctx context.Context) (struct{}, error) {
					req, err := http.NewRequestWithContext(ctx, http.MethodPost, tt.url, strings.NewReader("a=1"))
					require.NoError(t, err)
					tt.write(req, adapter.CallKey(ctx))
					_, err = a.client(inBody).Do(req) //nolint:bodyclose // there is none
					return struct{}{}, err
				})
				te, _ = toolerr.Find(err)
			}
			require.Len(t, a.got, 2)
			assert.True(t, te.SafeToRetry(false))
			assert.Equal(t, a.got[0].URL.String()+fmt.Sprint(a.got[0].Header), a.got[1].URL.String()+fmt.Sprint(a.got[1].Header))
		})
	}
}

// What the answer to a second attempt means, after a first one without an answer.
func TestAnswersToASecondAttempt(t *testing.T) {
	const unknown, none = toolerr.EffectUnknown, toolerr.EffectNone
	tests := map[string]struct {
		answer string
		effect toolerr.Effect
		safe   bool
	}{
		"no answer":                   {"", unknown, true},
		"a failure":                   {"503 {}", unknown, true},
		"the stored failure":          {"500 replayed", unknown, false},
		"a refusal of the content":    {`402 {"error":{"code":"card_declined"}}`, none, false},
		"invalid arguments":           {`422 {"error":"amount"}`, none, false},
		"a refusal before the key":    {"429 {}", unknown, true},
		"credentials":                 {"401 {}", unknown, false},
		"a conflict":                  {`409 {"error":"the customer exists"}`, none, false},
		"in progress":                 {`409 {"error":{"code":"idempotency_key_in_use"}}`, unknown, true},
		"other parameters":            {`400 {"error":{"type":"idempotency_error"}}`, unknown, false},
		"other parameters, the draft": {`422 {"title":"Idempotency-Key was used with a different payload"}`, unknown, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a, call := &answering{answers: []string{"", tt.answer}}, &adapter.KeyedCall{}
			require.NotNil(t, attempt(t, call, a.client(), stripe, "a=1"))
			te := attempt(t, call, a.client(), stripe, "a=1")
			require.NotNil(t, te)
			assert.Equal(t, tt.effect, te.Effect())
			assert.Equal(t, tt.safe, te.SafeToRetry(false))
			if strings.Contains(name, "other parameters") {
				assert.Equal(t, toolerr.KindToolFatal, te.Kind())
			}
		})
	}
	a := &answering{answers: []string{""}, unreached: true}
	assert.Equal(t, none, attempt(t, &adapter.KeyedCall{}, a.client(), stripe, "a=1").Effect(), "a first attempt without a connection")
	a = &answering{answers: []string{"429 {}"}}
	assert.Equal(t, none, attempt(t, &adapter.KeyedCall{}, a.client(), stripe, "a=1").Effect(), "a first attempt that was refused")
}

// A strict call sends nothing that it cannot store, also without keys.
func TestAStrictCallStoresRequestsWithoutKeys(t *testing.T) {
	a, k := &answering{}, &keeper{}
	client := &http.Client{Transport: httpadapter.Transport{Base: a}}
	call := &adapter.KeyedCall{Keeper: k, Strict: true}
	require.Nil(t, attempt(t, call, client, stripe, "a=1"))
	require.Len(t, k.kept.Sent, 1)
	assert.Empty(t, k.kept.Sent[0].Print)
	k.err = errors.New("the claim was lost")
	require.NotNil(t, attempt(t, call, client, stripe, "a=2"))
	assert.Len(t, a.got, 1)
}
