package httpadapter

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"time"

	"github.com/errand-go/errand/internal/wire"
)

// A Transport is an http.RoundTripper to put under a vendor's client. It does two things,
// and leaves everything else to Base.
//
// It gives a type to failures that have none. If reading a response's body fails, it returns
// a *BodyError, which can be found in the wrappers of net/http and of SDKs. For a proxy's
// refusal see [NewTransport].
//
// In a call of adapter.Wrap, Do or Serve it records each exchange: method, host and path,
// whether there was a connection, status, wait and request id, and how much of the body was
// read. It keeps the first 16 bytes of the body until the call has ended, the wait that the
// body of a rate limit names, and nothing else of the headers. Outside of such a call it records nothing. The body of a refusal always
// keeps the first 64 KiB that were read of it, for [CheckResponse].
//
// The zero value is ready to use. A Transport is safe for concurrent use if Base is. It is
// a value: copies share only Base.
type Transport struct {
	// Base sends the requests; nil means http.DefaultTransport. Transport does not change
	// it.
	Base http.RoundTripper
	// Keys are the services whose requests get an idempotency key, if the context has the key
	// of a call (adapter.CallKey); nil means none. See [Keys].
	Keys *Keys
}

// The requests of a call are counted, so that one that does not use a Transport is
// detected.
func init() { //nolint:gochecknoinits // a program that has no Transport has nothing to count
	var probe keyOf
	httptrace.ContextClientTrace(&probe)
	wire.Trace(probe.key, func(ctx context.Context, sent, connected func()) any {
		return httptrace.ContextClientTrace(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
			GetConn: func(string) { sent() },
			GotConn: func(httptrace.GotConnInfo) { connected() },
		}))
	})
}

// keyOf is a context that stores the key under which a package looks for its value.
type keyOf struct {
	context.Context //nolint:containedctx // this is a context
	key             any
}

func (k *keyOf) Value(key any) any {
	k.key = key
	return nil
}

// NewTransport returns a Transport over a copy of base, which returns a *ProxyError for a
// proxy's refusal. If base has an OnProxyConnectResponse, it is called first.
//
// With nil, the copy is of http.DefaultTransport, so that a client with it behaves like
// http.DefaultClient, with the same proxy and the same limits. If a program has replaced
// http.DefaultTransport by something else than an *http.Transport, the copy is of a new
// transport with the environment's proxy and without limits; use Transport{} to send
// through the replacement.
//
// The copy has its own connections, so make one Transport and keep it. If the client
// already has a transport t, use NewTransport(t), or Transport{Base: t} if t is not an
// *http.Transport.
func NewTransport(base *http.Transport) Transport {
	if base == nil {
		base, _ = http.DefaultTransport.(*http.Transport)
	}
	if base == nil {
		base = &http.Transport{Proxy: http.ProxyFromEnvironment}
	}
	base = base.Clone()
	own := base.OnProxyConnectResponse
	base.OnProxyConnectResponse = OnProxyConnectResponse
	if own != nil {
		base.OnProxyConnectResponse = func(ctx context.Context, proxy *url.URL, connect *http.Request, resp *http.Response) error {
			if err := own(ctx, proxy, connect, resp); err != nil {
				return err
			}
			return OnProxyConnectResponse(ctx, proxy, connect, resp)
		}
	}
	return Transport{Base: base}
}

func (t Transport) base() http.RoundTripper {
	if t.Base == nil {
		return http.DefaultTransport
	}
	return t.Base
}

// RoundTrip sends the request. See [Transport].
func (t Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	base := t.base()
	if err := wire.Refused(req.Context(), req.URL); err != nil {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, err
	}
	if req.Body == nil && req.ContentLength > 0 { // net/http finds it when there is a connection (go1.26.8)
		return nil, fmt.Errorf("http: Request.ContentLength=%d with nil Body", req.ContentLength)
	}
	sending, header, err := t.Keys.send(req)
	if err != nil {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, err
	}
	rec := wire.Record(req.Context(), method(req), req.URL)
	defer rec.Ended()
	sent := req
	if rec != nil {
		// Only GotConn shows that there was a connection: a request can have been written in part
		// when all other hooks indicate that it was not.
		sent = req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
			GetConn: func(string) { rec.Sent() },
			GotConn: func(httptrace.GotConnInfo) { rec.Connected() },
		}))
	}
	if header != "" {
		sent = sent.Clone(sent.Context())
		sent.Header.Set(header, sending.Key)
	}
	resp, err := base.RoundTrip(sent)
	if sending != nil {
		sending.End(saidOf(resp, rec.Reached()))
	}
	switch {
	case err != nil:
		return resp, err
	case resp == nil:
		return nil, &noResponseError{base}
	}
	if resp.Request == sent {
		resp.Request = req
	}
	if rec != nil {
		wait, ok := RetryAfter(resp.StatusCode, resp.Header, time.Time{})
		rec.Answered(resp.StatusCode, wait, ok, RequestID(resp.Header))
		if resp.Header.Get("Content-Encoding") != "" {
			rec.Encoded()
		}
	}
	watch(resp, rec)
	return resp, nil
}

// A noResponseError is the error of a RoundTripper that returned neither a response nor an
// error. Without it, net/http's error would name Transport.
type noResponseError struct{ base http.RoundTripper }

func (e *noResponseError) Error() string {
	return fmt.Sprintf("the RoundTripper %T returned neither a response nor an error", e.base)
}

// CloseIdleConnections closes the idle connections of Base, if Base has such a method.
func (t Transport) CloseIdleConnections() {
	if c, ok := t.base().(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// watch wraps the body so that its errors name the response. A body that can be written to
// is the connection itself (after a 101 or a CONNECT), and is not wrapped.
func watch(resp *http.Response, rec *wire.Recording) {
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return
	}
	if resp.Body == nil || resp.Body == http.NoBody {
		rec.Read(nil, true)
		return
	}
	if _, connection := resp.Body.(io.Writer); connection {
		return
	}
	resp.Body = &watchedBody{ReadCloser: resp.Body, resp: resp, rec: rec}
}

// A watchedBody is a response's body whose failures are BodyErrors.
type watchedBody struct {
	io.ReadCloser
	resp *http.Response
	rec  *wire.Recording
	read []byte // the start of a refusal, for a CheckResponse that comes later
	kept bool
}

// dataField begins an event with data (WHATWG HTML, Server-sent events).
var dataField = []byte("data:")

// failure reports whether a body begins like the failure of a service that answers 200 to
// everything: an object whose first member is error or errors, also as the first event of a
// stream.
func failure(start []byte) bool {
	start, object := bytes.CutPrefix(bytes.TrimLeft(bytes.TrimPrefix(start, dataField), " \t\r\n"), []byte("{"))
	return object && bytes.HasPrefix(bytes.TrimLeft(start, " \t\r\n"), []byte(`"error`))
}

// Close closes the body, and records the wait that only the body names.
func (b *watchedBody) Close() error {
	b.limit()
	return b.ReadCloser.Close()
}

func (b *watchedBody) limit() {
	if b.rec == nil || !b.kept || b.resp.StatusCode >= 300 && b.resp.StatusCode != http.StatusTooManyRequests {
		return
	}
	body := b.read
	if event, ok := bytes.CutPrefix(body, dataField); ok {
		body, _, _ = bytes.Cut(event, []byte("\n"))
	}
	if l := LimitIn(body); l.Wait > 0 {
		b.rec.Waits(l.Wait)
	}
}

// Read reads, and wraps every error but io.EOF.
func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.rec.Read(p[:max(n, 0)], err == io.EOF)
	if b.kept = b.kept || b.resp.StatusCode >= 300 || b.read == nil && failure(p[:max(n, 0)]); b.kept {
		b.read = append(b.read, p[:min(max(n, 0), maxBody-len(b.read))]...)
	}
	if err == io.EOF {
		b.limit()
	}
	if err != nil && err != io.EOF {
		b.rec.Broke()
		if err = b.ended(err); !known(err) {
			err = bodyError(b.resp, err)
		}
	}
	return n, err
}

// ended adds the reason of the failed read if the request's context has ended: net/http
// often reports a closed connection instead (go1.26.8), and the timeout of http.Client ends
// the context of the request that a RoundTripper gets.
func (b *watchedBody) ended(err error) error {
	if b.resp.Request == nil {
		return err
	}
	why := b.resp.Request.Context().Err()
	if why == nil || errors.Is(err, why) {
		return err
	}
	return fmt.Errorf("%w: %w", why, err)
}
