package httpadapter

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/errand-go/errand/toolerr"
)

// A ProxyError is a proxy's refusal to connect to the service. The service did not get the
// request.
type ProxyError struct {
	status        int    // the proxy's response to CONNECT, not the service's
	proxy, target string // host and port
}

// OnProxyConnectResponse is for the field of that name of an http.Transport: it makes a
// *ProxyError of a proxy's refusal. Without it, net/http returns the proxy's reason phrase
// as an untyped error, which is recognised only if RFC 9110 has the phrase. [NewTransport]
// sets the field.
func OnProxyConnectResponse(_ context.Context, proxy *url.URL, connect *http.Request, resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	e := &ProxyError{status: resp.StatusCode}
	if proxy != nil {
		e.proxy = proxy.Host
	}
	if connect != nil {
		e.target = connect.Host
	}
	return e
}

// Error returns the proxy, the address to which it should connect, and its answer in
// errand's words.
func (e *ProxyError) Error() string {
	if e == nil {
		return ""
	}
	text := "the proxy " + e.proxy + proxyRefused + e.target + proxyStatus + strconv.Itoa(e.status)
	if phrase := toolerr.StatusRuleOf(e.status).Phrase; phrase != "" {
		text += " (" + phrase + ")"
	}
	return text
}

// The parts of a refusal's text.
const (
	proxyRefused = " refused to connect to "
	proxyStatus  = ": HTTP status "
)

// rule returns the rule of the refusal.
func (e *ProxyError) rule() rule {
	if e.final() {
		return refusedByProxy
	}
	return notConnected
}

// final reports whether the proxy would refuse again: it refuses the caller or the
// destination, and the status is not temporary.
func (e *ProxyError) final() bool {
	return e.status >= 400 && e.status < 500 && !toolerr.StatusRuleOf(e.status).CanRetry
}
