// Package retryable makes a go-retryablehttp client retry by errand's rules. It is a
// package of its own because go-retryablehttp links package regexp.
package retryable

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// SetHooks sets the fields CheckRetry, Backoff and ErrorHandler of a client, and returns
// the client:
//
//	client := retryable.SetHooks(retryablehttp.NewClient())
//
// The client then retries a response or a failure if a retry may succeed and the method
// allows it. It retries a POST or PATCH only if nothing can have been done (see
// [toolerr.ToolRuntimeError.SafeToRetry]), or if the request has the idempotency key of a
// service that honours it: one of keys, or of [httpadapter.NewKeys] if there are none.
//
// Before a retry the client waits as long as the response asks, in any form that
// [httpadapter.RetryAfter] reads and with any status. If the response names no wait, or a
// wait that has ended, the client's Backoff from before the call decides, or else
// retryablehttp.DefaultBackoff. The client does not retry if the named wait is longer than
// its RetryWaitMax, or ends after the deadline of the request's context.
//
// If a response may be retried but the attempts are used up or the wait is too long, the
// client returns an error with a *httpadapter.StatusError, which adapters read: it has the
// status, the wait and the body. A response that must not be retried, such as a 404, or a
// POST's 500, is returned as a response: check it with [httpadapter.CheckResponse].
func SetHooks(client *retryablehttp.Client, keys ...*httpadapter.Keys) *retryablehttp.Client {
	h := hooks{client: client, backoff: client.Backoff, keys: append(keys, httpadapter.NewKeys())[0]}
	if h.backoff == nil {
		h.backoff = retryablehttp.DefaultBackoff
	}
	client.CheckRetry, client.Backoff, client.ErrorHandler = h.checkRetry, h.wait, handleError
	return client
}

// hooks keep the client, whose RetryWaitMax may be set later.
type hooks struct {
	client  *retryablehttp.Client
	backoff retryablehttp.Backoff
	keys    *httpadapter.Keys
}

// checkRetry reports whether the client retries, and returns an error if the wait is the
// reason not to.
func (h hooks) checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctxErr := ctx.Err(); ctxErr != nil {
		if err != nil {
			return false, nil // the client returns err, which is more specific
		}
		return false, ctxErr
	}
	if err != nil {
		return h.checkError(ctx, resp, err), nil
	}
	if resp == nil {
		return false, nil
	}
	te := httpadapter.FromStatus(nil, resp.StatusCode, resp.Header, time.Time{})
	if te == nil || !te.SafeToRetry(resp.Request != nil && h.idempotent(resp.Request)) {
		return false, nil
	}
	wait, _ := te.RetryAfter()
	if longest := h.client.RetryWaitMax; wait > longest {
		return false, fmt.Errorf("the response asks for a wait of %v, and RetryWaitMax is %v", wait, longest)
	}
	if deadline, ok := ctx.Deadline(); ok && wait > 0 && wait >= time.Until(deadline) {
		return false, fmt.Errorf("the response asks for a wait of %v, which the context's deadline does not allow", wait)
	}
	return true, nil
}

// checkError reports whether the client retries after an error, which is the client's or
// one of the request's response handler.
func (h hooks) checkError(ctx context.Context, resp *http.Response, err error) bool {
	if resp != nil && resp.StatusCode >= 300 && resp.StatusCode < 400 {
		return false // the client refused to follow a redirect
	}
	te, ok := toolerr.Find(chain.Adapt(ctx, err))
	if !ok || !te.SafeToRetry(h.idempotentError(resp, err)) {
		return false
	}
	// The client can only wait as long as the response states.
	wait, _ := te.RetryAfter()
	return wait <= named(resp)
}

// wait returns how long the client waits before it retries.
func (h hooks) wait(shortest, longest time.Duration, attempt int, resp *http.Response) time.Duration {
	if wait := named(resp); wait > 0 {
		return wait
	}
	return h.backoff(shortest, longest, attempt, resp)
}

// named returns the wait in a response, or 0.
func named(resp *http.Response) time.Duration {
	if resp == nil {
		return 0
	}
	wait, _ := httpadapter.RetryAfter(resp.StatusCode, resp.Header, time.Time{})
	return wait
}

// drained is the number of bytes that are read of a body so that its connection can be
// reused.
const drained = 4 << 10

// handleError returns the error of a request that is not retried any more. A response
// outside 2xx becomes a [*httpadapter.StatusError]. Any other failure is unchanged. The
// error also states the number of attempts. handleError closes the response's body and
// returns no response.
func handleError(resp *http.Response, err error, attempts int) (*http.Response, error) {
	if resp != nil && resp.Body != nil {
		defer func() {
			_, _ = io.CopyN(io.Discard, resp.Body, drained)
			_ = resp.Body.Close()
		}()
	}
	switch {
	case err == nil:
		err = httpadapter.CheckResponse(resp)
	case resp != nil && resp.StatusCode >= 400:
		err = fmt.Errorf("%w: %w", httpadapter.CheckResponse(resp), err)
	}
	if err == nil {
		// A 2xx that another CheckRetry took for a failure.
		err = httpadapter.CheckBody(resp, errors.New("the status was not accepted"))
	}
	return nil, fmt.Errorf("gave up after %d attempt(s): %w", attempts, err)
}

// chain recovers panics of errors.
var chain = adapter.NewChain(httpadapter.Adapter{})

// idempotent reports whether sending the request twice has the same effect as sending it
// once: by its method (RFC 9110 section 9.2.2), or by a key that its service honours.
func (h hooks) idempotent(r *http.Request) bool {
	switch r.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	return h.keys.Honours(r)
}

// idempotentError is idempotent for the request that failed with err.
func (h hooks) idempotentError(resp *http.Response, err error) bool {
	if resp != nil && resp.Request != nil {
		return h.idempotent(resp.Request)
	}
	for e := range adapter.Tree(err) {
		if x, ok := e.(*url.Error); ok && x.Op != "" && x.Op != "parse" {
			return h.idempotent(&http.Request{Method: strings.ToUpper(x.Op)}) // net/http writes "Get"
		}
	}
	return false
}
