package httpadapter

import (
	"net/http"
	"strconv"
	"strings"
)

// A textRule recognises an error that has only a text, as a last resort. It is compared
// only with errors of errors.New or fmt.Errorf, and only with innermost ones, which do not
// wrap another text.
type textRule struct {
	text   string
	prefix bool // more text follows
	rule   rule
	// anywhere is true if the text alone shows that it is about HTTP. Otherwise the rule
	// applies only inside a *url.Error.
	anywhere bool
	seen     string // the version whose source has the text
}

// textRules is the table. A test makes a real client return each text, so that a change
// upstream breaks the test.
var textRules = [...]textRule{
	{text: `unsupported protocol scheme "`, prefix: true, rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http transport.go"},
	{text: "http: no Host in request URL", rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http transport.go"},
	{text: "http: nil Request.URL", rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http client.go"},
	{text: "net/http: invalid header field ", prefix: true, rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http transport.go"},
	{text: "net/http: invalid trailer field ", prefix: true, rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http transport.go"},
	{text: "net/http: invalid method ", prefix: true, rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http request.go"},
	{text: "net/http: nil Context", rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http request.go"},
	{text: "http: invalid Host header", rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http request.go"},
	{text: "http: Request.RequestURI can't be set in client requests", rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http client.go"},
	{text: "http: Request.ContentLength=", prefix: true, rule: refusedRequest, anywhere: true, seen: "go1.26.8 net/http transfer.go"},
	{text: "http: ContentLength=", prefix: true, rule: unreadableUpload, anywhere: true, seen: "go1.26.8 net/http transfer.go"},
	{text: "tls: no supported versions satisfy MinVersion and MaxVersion", rule: handshakeAlert, anywhere: true, seen: "go1.26.8 crypto/tls handshake_client.go"},
	{text: "tls: server selected unsupported protocol version ", prefix: true, rule: handshakeAlert, anywhere: true, seen: "go1.26.8 crypto/tls handshake_client.go"},
	{text: "http: read on closed response body", rule: readAfterClose, anywhere: true, seen: "go1.26.8 net/http transport.go"},
	{text: "http2: response body closed", rule: readAfterClose, anywhere: true, seen: "go1.26.8 net/http h2_bundle.go"},
	{text: "stopped after 10 redirects", rule: endlessRedirect, seen: "go1.26.8 net/http client.go"},
	{text: "http: RoundTripper implementation (", prefix: true, rule: brokenRoundTripper, anywhere: true, seen: "go1.26.8 net/http client.go"},
	{text: "net/http: server response headers exceeded ", prefix: true, rule: tooLarge, anywhere: true, seen: "go1.26.8 net/http transport.go"},
	{text: `malformed HTTP response "`, prefix: true, rule: brokenProtocol, seen: "go1.26.8 net/http response.go"},
	{text: `malformed HTTP status code "`, prefix: true, rule: brokenProtocol, seen: "go1.26.8 net/http response.go"},
	{text: `malformed HTTP version "`, prefix: true, rule: brokenProtocol, seen: "go1.26.8 net/http response.go"},
	{text: "http2: frame too large", rule: brokenProtocol, anywhere: true, seen: "go1.26.8 net/http h2_bundle.go"},
}

// lookAtText reads an error that has only a text.
func (s *sights) lookAtText(e error) {
	text := e.Error()
	if r := ruleOfText(text, s.inExchange, s.url); r != 0 {
		s.rules(r, e)
		return
	}
	// The text of errors.New(resp.Status), and of the sentinel that GitLab's client returns
	// for every 404 (client-go v1.46.0, gitlab.go).
	if status := statusLine(text); status >= 400 && !s.inExchange && text[4:] != "" && text[4:] == http.StatusText(status) {
		s.answered(e, status, nil)
		return
	}
	s.lookAtGivenUp(e, text)
}

// ruleOfText returns the rule that a text matches, or 0.
func ruleOfText(text string, inExchange bool, url string) rule {
	for i := range textRules {
		t := &textRules[i]
		if (t.anywhere || inExchange) && (text == t.text || t.prefix && strings.HasPrefix(text, t.text)) {
			return t.rule
		}
	}
	if inExchange && strings.HasPrefix(url, "https:") {
		return proxyRules[text]
	}
	return 0
}

// proxyRules are the rules of the phrases with which a proxy refuses to connect to an https
// URL. Without [OnProxyConnectResponse] net/http returns only the proxy's reason phrase
// (go1.26.8 net/http transport.go). Proxies with other phrases are not recognised.
var proxyRules = func() map[string]rule {
	all := map[string]rule{"unknown status code": notConnected}
	for status := 201; status < 600; status++ {
		if phrase := http.StatusText(status); phrase != "" {
			all[phrase] = (&ProxyError{status: status}).rule()
		}
	}
	return all
}()

// The texts of go-retryablehttp v0.7.8 with its own ErrorHandler, after all attempts: "GET
// <url> giving up after <n> attempt(s)", followed by the last error, if there is one. A
// last response of 429 or 5xx is dropped, except for its status in the text of
// ErrorPropagatedRetryPolicy.
const (
	givingUp         = " giving up after "
	attempts         = " attempt(s)"
	unexpectedStatus = "unexpected HTTP status "
)

// The text before the cause if net/http gives up a connection (go1.26.8 net/http
// transport.go). If the cause is not an error of the connection, the response was not HTTP.
const connectionBroken = "net/http: HTTP/1.x transport connection broken: "

// lookAtWrapping reads an error of fmt.Errorf that wraps another one.
func (s *sights) lookAtWrapping(e error) {
	switch text := e.Error(); {
	case strings.HasPrefix(text, connectionBroken):
		s.rules(brokenProtocol, e)
	case strings.Contains(text, givingUp) && strings.Contains(text, attempts+": "):
		s.inExchange, s.gaveUp = true, true
		s.requested(text)
	}
}

// requested parses method and URL at the beginning of go-retryablehttp's text.
func (s *sights) requested(text string) {
	request, _, _ := strings.Cut(text, givingUp)
	if method, url, ok := strings.Cut(request, " "); ok && isToken(method) {
		s.method, s.url = method, url
	}
}

// lookAtGivenUp reads an innermost error.
func (s *sights) lookAtGivenUp(e error, text string) {
	if strings.HasSuffix(text, attempts) && strings.Contains(text, givingUp) {
		s.rules(gaveUp, e)
		s.requested(text)
		return
	}
	rest, ok := strings.CutPrefix(text, unexpectedStatus)
	if !ok || !s.gaveUp || len(rest) < 3 {
		return
	}
	if status, err := strconv.Atoi(rest[:3]); err == nil && status >= 300 {
		s.answered(e, status, nil)
	}
}
