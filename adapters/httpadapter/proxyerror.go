package httpadapter

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/errand-go/errand/toolerr"
)

// A ProxyError is a proxy's refusal to open a way to the service. The service
// was never reached.
type ProxyError struct {
	status int // the proxy's answer to CONNECT; not the service's
	host   string
}

// OnProxyConnectResponse is for the field of that name of an http.Transport: a
// proxy's refusal becomes a [*ProxyError]. Without it net/http returns the
// proxy's words as an untyped error, of which only "Proxy Authentication
// Required" can be recognised. [NewTransport] sets it.
func OnProxyConnectResponse(_ context.Context, _ *url.URL, connect *http.Request, resp *http.Response) error {
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	e := &ProxyError{status: resp.StatusCode}
	if connect != nil && connect.URL != nil {
		e.host = connect.URL.Host
	}
	return e
}

// Error says what the proxy answered, in errand's words.
func (e *ProxyError) Error() string {
	if e == nil {
		return ""
	}
	text := "the proxy refused to connect to " + e.host + ": HTTP status " + strconv.Itoa(e.status)
	if phrase := toolerr.StatusRuleOf(e.status).Phrase; phrase != "" {
		text += " (" + phrase + ")"
	}
	return text
}

// final reports whether the proxy will say the same again: it refuses the
// caller or the destination, and does not say that either is for now.
func (e *ProxyError) final() bool {
	return e.status >= 400 && e.status < 500 && !toolerr.StatusRuleOf(e.status).CanRetry
}
