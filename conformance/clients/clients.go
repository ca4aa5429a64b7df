// Package clients contains a conformance suite for each client whose library errand
// itself requires: net/http and go-retryablehttp. `errand matrix` and the tests of the
// whole workspace run them. The clients of vendors are in the nested module
// proof/sdkmatrix.
package clients

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/httpadapter/retryable"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

// A sender sends a request, as http.Client.Do does.
type sender func(*http.Request) (*http.Response, error)

// Suites returns the suites, each with the name of its client. The caller may change
// them.
func Suites() []conformance.Suite {
	return []conformance.Suite{
		suite("net/http", Recorded, plain),
		suite("net/http/bare", bare, plain),
		suite("retryablehttp/errand", Recorded, retrying(func(c *retryablehttp.Client) *retryablehttp.Client { return retryable.SetHooks(c) })),
		suite("retryablehttp/passthrough", Recorded, retrying(policy(retryablehttp.PassthroughErrorHandler))),
		suite("retryablehttp/default", Recorded, retrying(policy(nil))),
	}
}

// Recorded returns the client of the target with errand's Transport under it, which is
// the client that a tool should hand to an SDK.
func Recorded(t conformance.Target) *http.Client {
	t.Transport.OnProxyConnectResponse = httpadapter.OnProxyConnectResponse
	c := *t.Client
	c.Transport = httpadapter.Transport{Base: t.Client.Transport}
	return &c
}

func bare(t conformance.Target) *http.Client { return t.Client }

func suite(name string, client func(conformance.Target) *http.Client, send func(*http.Client) sender) conformance.Suite {
	return conformance.Suite{
		Adapter:  httpadapter.Adapter{},
		Client:   name,
		Have:     []faults.Need{faults.NeedRequest, faults.NeedUpload, faults.NeedBody, faults.NeedJSON, faults.NeedHEAD},
		Messages: Messages(),
		Call: func(ctx context.Context, t conformance.Target) error {
			return call(ctx, t, send(client(t)))
		},
	}
}

// call is a tool: one request, whose response is a JSON object.
func call(ctx context.Context, t conformance.Target, send sender) error {
	req, err := t.Request(ctx)
	if err != nil {
		return err
	}
	resp, err := send(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return httpadapter.CheckBody(resp, err)
	}
	return httpadapter.CheckBody(resp, json.Unmarshal(body, new(faults.Item)))
}

func plain(c *http.Client) sender { return c.Do }

// hooks sets the hooks of a client.
type hooks func(*retryablehttp.Client) *retryablehttp.Client

// policy is go-retryablehttp's own policy.
func policy(handler retryablehttp.ErrorHandler) hooks {
	return func(r *retryablehttp.Client) *retryablehttp.Client {
		r.CheckRetry, r.ErrorHandler = retryablehttp.DefaultRetryPolicy, handler
		return r
	}
}

// retrying is go-retryablehttp with one immediate retry, whatever wait a response has.
func retrying(set hooks) func(*http.Client) sender {
	return func(c *http.Client) sender {
		r := set(&retryablehttp.Client{HTTPClient: c, RetryMax: 1, RetryWaitMax: 24 * time.Hour})
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

// Messages returns httpadapter's own sentences. They are for the field Messages of a
// suite whose adapter leaves failures below HTTP to httpadapter.
func Messages() []toolerr.Message {
	var all []toolerr.Message
	for _, r := range base.TransportRules {
		if !r.Message.IsZero() {
			all = append(all, r.Message)
		}
	}
	return all
}
