package httpadapter_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/httpadapter/retryable"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// A client is a configuration of a real client, as a tool would use it.
type client struct {
	name   string
	family string
	do     func(*http.Client) func(*http.Request) (*http.Response, error)
	// without returns the expected result without evidence if the client drops a part of the
	// response; nil: the same result as with evidence.
	without func(f faults.Fault, want faults.Want) faults.Want
}

func clients() []client {
	return []client{
		{
			name: "net/http", family: "http",
			do: func(c *http.Client) func(*http.Request) (*http.Response, error) { return c.Do },
		},
		{
			name: "retryablehttp with errand's hooks", family: "retryablehttp/errand",
			do: retrying(retryable.SetHooks),
		},
		{
			name: "retryablehttp as it comes", family: "retryablehttp/default",
			do: retrying(policy(retryablehttp.DefaultRetryPolicy, nil)),
			without: func(_ faults.Fault, want faults.Want) faults.Want {
				if repeated(want.Status) {
					return gaveUp
				}
				return want
			},
		},
		{
			name: "retryablehttp with PassthroughErrorHandler", family: "retryablehttp/passthrough",
			do: retrying(policy(retryablehttp.DefaultRetryPolicy, retryablehttp.PassthroughErrorHandler)),
			without: func(f faults.Fault, want faults.Want) faults.Want {
				if strings.HasPrefix(f.Name, "ctx-deadline") {
					return faults.ForKind(toolerr.KindToolTimeout, toolerr.EffectUnknown).
						Because("the client returns a bare ctx.Err(), as a tool without a network would")
				}
				return want
			},
		},
		{
			name: "retryablehttp with ErrorPropagatedRetryPolicy", family: "retryablehttp/propagate",
			do: retrying(policy(retryablehttp.ErrorPropagatedRetryPolicy, nil)),
			without: func(_ faults.Fault, want faults.Want) faults.Want {
				switch {
				case want.Status >= 500 && repeated(want.Status):
					return faults.ForStatus(want.Status)
				case repeated(want.Status):
					return gaveUp
				}
				return want
			},
		},
	}
}

// gaveUp is the result for a response that retryablehttp drops.
var gaveUp = faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown).Retry(true)

// repeated reports whether retryablehttp's default policy retries a status.
func repeated(status int) bool { return status == 429 || status >= 500 && status != 501 }

// policy sets go-retryablehttp's own hooks.
func policy(check retryablehttp.CheckRetry, handler retryablehttp.ErrorHandler) func(*retryablehttp.Client) *retryablehttp.Client {
	return func(r *retryablehttp.Client) *retryablehttp.Client {
		r.CheckRetry, r.ErrorHandler = check, handler
		return r
	}
}

// retrying is go-retryablehttp with one immediate retry, whatever wait a response has.
func retrying(hooks func(*retryablehttp.Client) *retryablehttp.Client) func(*http.Client) func(*http.Request) (*http.Response, error) {
	return func(c *http.Client) func(*http.Request) (*http.Response, error) {
		r := hooks(&retryablehttp.Client{HTTPClient: c, RetryMax: 1, RetryWaitMax: 24 * time.Hour})
		r.Backoff = func(time.Duration, time.Duration, int, *http.Response) time.Duration { return 0 }
		return func(req *http.Request) (*http.Response, error) {
			again, err := retryablehttp.FromRequest(req)
			if err != nil {
				return nil, err
			}
			return r.Do(again)
		}
	}
}

// needs are the capabilities of the tool in these tests.
var needs = []faults.Need{
	faults.NeedRequest, faults.NeedUpload, faults.NeedBody, faults.NeedJSON, faults.NeedHEAD, faults.NeedRecover, faults.NeedErrors,
}

// inHandshake are the faults whose error equals that of a connection that broke after the
// request was written. Only evidence shows that nothing was written.
var inHandshake = []string{"tls-reset-in-handshake", "tls-fin-in-handshake"}

func TestFaults(t *testing.T) {
	server := faults.New(t, faults.WithTimeout(100*time.Millisecond))
	for _, c := range clients() {
		for _, evidence := range []bool{false, true} {
			name := c.name
			if evidence {
				name += ", evidence"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				driven := 0
				for _, f := range faults.All() {
					if f.Missing(needs...) != nil {
						continue
					}
					if _, silent := f.SilentFor(c.family); silent {
						continue
					}
					driven++
					t.Run(f.Name, func(t *testing.T) { testFault(t, server, f, c, evidence) })
				}
				assert.Greater(t, driven, 200)
			})
		}
	}
}

func testFault(t *testing.T, server *faults.Server, f faults.Fault, c client, evidence bool) {
	target := server.Target(f)
	if evidence {
		target.Transport.OnProxyConnectResponse = httpadapter.OnProxyConnectResponse
		target.Client.Transport = httpadapter.Transport{Base: target.Client.Transport}
	}
	ctx, cancel := target.Context(t.Context())
	defer cancel()

	var raw error
	var opts []adapter.WrapOption
	if evidence {
		opts = append(opts, adapter.WithEvidence())
	}
	_, err := adapter.Do(ctx, adapter.NewChain(httpadapter.Adapter{}), func(ctx context.Context) (*faults.Item, error) {
		raw = nil
		item, err := call(ctx, target, c)
		raw = target.After(err)
		return item, raw
	}, opts...)

	require.Error(t, err)
	te, ok := go126.AsType[*toolerr.ToolRuntimeError](err)
	require.Truef(t, ok, "%T", err)
	want := f.WantFor(c.family)
	if !evidence {
		if c.without != nil {
			want = c.without(f, want)
		}
		if slices.Contains(inHandshake, f.Name) {
			want = want.Or("see inHandshake", want.With(toolerr.EffectUnknown))
		}
	}
	if f.Name == "body-reader-fails" && c.family != "http" {
		want = faults.ForKind(toolerr.KindToolFatal, toolerr.EffectUnset).
			Because("retryablehttp reads the whole body before it sends anything: the error is a file's, and no adapter claims it")
	}
	if _, ok := want.Accepts(te); !ok {
		assert.Failf(t, "not the answer wanted", "%v\nraw: %T %v", want.Diff(te), raw, raw)
	}
	assertPrivate(t, te)
	if status, ok := go126.AsType[*httpadapter.StatusError](raw); ok {
		assertNoCredentials(t, "StatusError", views(status)...)
		assertNoCredentials(t, "StatusError", status.URL(), status.Body())
	}
}

// call is a tool that makes one request and decodes JSON.
func call(ctx context.Context, target faults.Target, c client) (*faults.Item, error) {
	req, err := target.Request(ctx)
	if err != nil {
		return nil, err
	}
	resp, err := c.do(target.Client)(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, httpadapter.CheckBody(resp, err)
	}
	item := new(faults.Item)
	return item, httpadapter.CheckBody(resp, json.Unmarshal(body, item))
}

// views are the implicit renderings of an error.
func views(err error) []string {
	encoded, _ := json.Marshal(err)
	return []string{
		err.Error(), fmt.Sprintf("%v", err), fmt.Sprintf("%+v", err), fmt.Sprintf("%#v", err), fmt.Sprint([]any{err}), string(encoded),
	}
}

// assertPrivate checks that no agent view shows a canary, and no other view a
// credential.
func assertPrivate(t *testing.T, te *toolerr.ToolRuntimeError) {
	t.Helper()
	canary := faults.Planted()
	payload, err := json.Marshal(te.Payload())
	require.NoError(t, err)
	for _, view := range append(views(te), string(payload), te.Hint().String()) {
		assert.Emptyf(t, canary.Find(view), "an agent sees %s", view)
	}
	report, err := json.Marshal(te.Report())
	require.NoError(t, err)
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Error("failed", "err", te)
	assertNoCredentials(t, "developer's view", te.DeveloperMessage(), string(report), log.String())
}

func assertNoCredentials(t *testing.T, what string, texts ...string) {
	t.Helper()
	canary := faults.Planted()
	for _, text := range texts {
		assert.Emptyf(t, canary.FindCredentials(text), "%s: %s", what, text)
	}
}
