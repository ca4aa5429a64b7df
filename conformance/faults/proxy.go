package faults

import (
	"net/http"
	"net/url"

	"github.com/errand-go/errand/toolerr"
)

// proxiedHost is the host that the clients of proxy faults request. It does not exist, and
// the proxy does not look it up.
const proxiedHost = CanaryHost + ".invalid"

const (
	sourceProxy  = "the proxy refused to open the way: the upstream was never reached"
	untypedProxy = "net/http returns the proxy's reason phrase as an untyped error (go1.26)"
)

func proxyFaults() []Fault {
	throughTLS := func(*site) string { return "https://" + proxiedHost }
	throughPlain := func(*site) string { return "http://" + proxiedHost }
	noWay := unreachable.With(toolerr.EffectNone)
	return []Fault{
		{
			Name: "proxy-connect-407", Does: "the proxy answers CONNECT with 407",
			Want: fatal, Source: "RFC 9110 section 15.5.8: the proxy wants credentials", Why: untypedProxy + "; a repeat without credentials is refused again",
			run: behaviour{url: throughTLS, client: viaProxy, play: connectRefusal("407 Proxy Authentication Required")},
		},
		{
			Name: "proxy-connect-502", Does: "the proxy answers CONNECT with 502",
			Want: noWay, Source: sourceProxy, Why: untypedProxy,
			run: behaviour{url: throughTLS, client: viaProxy, play: connectRefusal("502 Bad Gateway")},
		},
		{
			Name: "proxy-plain-407", Does: "the proxy answers a plain request with 407",
			Want: ForStatus(407), Source: "RFC 9110 section 15.5.8",
			run: behaviour{
				url: throughPlain, client: viaProxy,
				play: statusRun(407, `Proxy-Authenticate: Basic realm="`+CanaryProxy+`"`).play,
			},
		},
		{
			Name: "proxy-refused", Does: "the proxy itself refuses connections",
			Want: noWay, Source: sourceDial,
			run: behaviour{url: throughPlain, client: viaProxy},
		},
	}
}

// viaProxy sends the client through a proxy at the site's address.
func viaProxy(s *site, _ *http.Client, t *http.Transport) {
	t.Proxy = http.ProxyURL(&url.URL{
		Scheme: "http", Host: s.addr, User: url.UserPassword(CredentialProxyUser, CredentialProxyPassword),
	})
}

// connectRefusal answers CONNECT with a status line.
func connectRefusal(status string) func(*exchange) {
	return onRequest(func(x *exchange) {
		x.write("HTTP/1.1 " + status + "\r\nProxy-Authenticate: Basic realm=\"" + CanaryProxy + "\"\r\n" +
			"Content-Length: 0\r\nConnection: close\r\n\r\n")
		x.finish()
	})
}
