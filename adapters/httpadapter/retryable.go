package httpadapter

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// ErrorHandler is for the field of that name of a retryablehttp.Client, whose
// own throws away status and headers of the last answer:
//
//	client := retryablehttp.NewClient()
//	client.CheckRetry = httpadapter.CheckRetry
//	client.ErrorHandler = httpadapter.ErrorHandler
//
// A last answer outside 2xx becomes a [*StatusError], any other failure stays
// what it is; both are wrapped in the number of attempts. The response's body is
// closed, and no response is returned. A response that is not to be repeated
// never comes here: the client returns it, and [CheckResponse] is for it.
func ErrorHandler(resp *http.Response, err error, attempts int) (*http.Response, error) {
	if resp != nil && resp.Body != nil {
		defer func() {
			// What is left of a short body is read so that the connection can be
			// used again.
			_, _ = io.CopyN(io.Discard, resp.Body, 2*maxShown)
			_ = resp.Body.Close()
		}()
	}
	switch {
	case err == nil:
		err = CheckResponse(resp)
	case resp != nil && resp.StatusCode >= 400:
		err = fmt.Errorf("%w: %w", CheckResponse(resp), err)
	}
	if err == nil {
		// A 2xx that a policy other than CheckRetry took for a failure.
		err = CheckBody(resp, fmt.Errorf("HTTP status %d was not accepted", resp.StatusCode))
	}
	return nil, fmt.Errorf("gave up after %d attempt(s): %w", attempts, err)
}

// CheckRetry is for the field of that name of a retryablehttp.Client; see
// [ErrorHandler]. It repeats what errand says may be repeated: answers and
// failures with can_retry, as far as the method allows. A POST or PATCH is
// repeated only where nothing can have been done (SafeToRepeat), unless it has
// an Idempotency-Key. Trust failures, endless redirects and requests that cannot
// be sent are never repeated, nor is anything once ctx is done, or will be before
// the wait that the answer asks for is over.
func CheckRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctxErr := ctx.Err(); ctxErr != nil {
		if err != nil {
			return false, nil // the client returns err, which says more
		}
		return false, ctxErr
	}
	if err != nil {
		if resp != nil && resp.StatusCode >= 300 && resp.StatusCode < 400 {
			return false, nil // the client did not want to follow a redirect
		}
		te, ok := toolerr.Find(chain.Adapt(ctx, err))
		return ok && te.SafeToRepeat(idempotentError(resp, err)), nil
	}
	if resp == nil {
		return false, nil
	}
	te := FromStatus(nil, resp.StatusCode, resp.Header, time.Time{})
	if te == nil || !te.SafeToRepeat(resp.Request != nil && idempotent(resp.Request)) {
		return false, nil
	}
	wait, _ := te.RetryAfter()
	deadline, ok := ctx.Deadline()
	return !ok || wait < time.Until(deadline), nil
}

// chain contains what hostile errors do.
var chain = adapter.NewChain(Adapter{})

// idempotent reports whether doing the request twice is the same as doing it
// once: by its method (RFC 9110 section 9.2.2), or by a key, as net/http has it.
func idempotent(r *http.Request) bool {
	switch method(r) {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodPut, http.MethodDelete:
		return true
	}
	for _, name := range [...]string{"Idempotency-Key", "X-Idempotency-Key"} {
		if _, ok := r.Header[name]; ok {
			return true
		}
	}
	return false
}

// idempotentError is idempotent of the request that failed with err.
func idempotentError(resp *http.Response, err error) bool {
	if resp != nil && resp.Request != nil {
		return idempotent(resp.Request)
	}
	for e := range adapter.Tree(err) {
		if x, ok := e.(*url.Error); ok && x.Op != "parse" {
			m, ok := methods[x.Op]
			return ok && idempotent(&http.Request{Method: m})
		}
	}
	return false
}
