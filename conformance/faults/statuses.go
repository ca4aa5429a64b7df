package faults

import (
	"fmt"
	"net/http"

	"github.com/errand-go/errand/toolerr"
)

const (
	sourceStatus    = "RFC 9110 section 15: the class of a status is its first digit"
	sourceRefused   = "RFC 9110 section 15.5: a 4xx refuses the request"
	sourceForwarded = "RFC 9110 section 15.6: the server may have acted before it failed"
)

// statusRows has the statuses that need a source or a reason, because the status alone is
// not enough or the answer is debatable. The others of statusFaults need none.
var statusRows = map[int]struct{ source, why string }{
	300: {why: "net/http hands a 3xx without Location back as a response; vendors' SDKs call it an error"},
	304: {source: "RFC 9110 section 15.4.5"},
	401: {source: "RFC 9110 section 15.5.2"},
	403: {source: "RFC 9110 section 15.5.4", why: "no sign of a used-up quota, so it is not a rate limit"},
	404: {source: "RFC 9110 section 15.5.5"},
	408: {source: "RFC 9110 section 15.5.9: the client may repeat the request"},
	409: {source: "RFC 9110 section 15.5.10", why: "a repeat of the same request meets the same conflict"},
	410: {source: "RFC 9110 section 15.5.11", why: "what is gone is not found; a repeat will not find it either"},
	422: {source: "RFC 9110 section 15.5.21: the content is understood and its values are refused"},
	425: {source: "RFC 8470 section 5.2: repeat it once the connection is up"},
	429: {source: "RFC 6585 section 4"},
	501: {source: "RFC 9110 section 15.6.2", why: "a method that is not implemented does not become so by repeating; go-retryablehttp v0.7.8 leaves it out too"},
	503: {source: "RFC 9110 section 15.6.4", why: "proxies answer 503 after they forwarded the request and lost the upstream: only a readable Retry-After shows a refusal"},
	505: {source: "RFC 9110 section 15.6.6", why: "the protocol version does not change by repeating; aws-sdk-go-v2 v1.47.6 retries only 500, 502, 503 and 504"},
	511: {source: "RFC 6585 section 6", why: "a captive portal wants a person to sign in"},
}

// statuses are the statuses that have a fault.
var statuses = []int{
	300, 304,
	400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 417, 418,
	421, 422, 423, 424, 425, 426, 428, 429, 431, 451, 499,
	500, 501, 502, 503, 504, 505, 507, 508, 510, 511, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530,
	599, 999,
}

func statusFaults() []Fault {
	var rows []Fault
	for _, status := range statuses {
		note := statusRows[status]
		f := Fault{
			Name: fmt.Sprintf("status-%d", status),
			Does: fmt.Sprintf("HTTP %d with the vendor's error body", status),
			Want: ForStatus(status), Source: note.source, Why: note.why,
			run: statusRun(status),
		}
		if f.Source == "" {
			f.Source = statusSource(status)
		}
		if status == http.StatusConflict {
			f.Want = f.Want.Or("some vendors' conflicts pass by themselves, and their SDKs repeat them", f.Want.Retry(true))
		}
		rows = append(rows, f)
	}
	return append(rows, []Fault{
		{
			Name: "status-404-head", Does: "404 to HEAD: no error body at all",
			Want: ForStatus(404), Source: sourceRefused, Needs: []Need{NeedHEAD}, run: statusRun(404),
		},
		{
			Name: "status-403-html", Does: "HTTP 403 with a proxy's HTML page",
			Want: ForStatus(403), Source: sourceRefused,
			run: contentRun(http.StatusForbidden, htmlPage),
		},
		{
			Name: "status-503-truncated-body", Does: "HTTP 503 whose error body is cut short (Content-Length lies)",
			Want: ForStatus(503), Source: sourceForwarded,
			Why: "a status arrived, and it wins over a body that could not be read",
			For: map[string]Want{"oauth2": ForStatus(503).Or(
				"x/oauth2 v0.37.0 reads the body before it looks at the status, and loses both",
				ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown),
				ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectUnknown),
			), "google/gapic": ForStatus(503).Or(
				"REST clients of gax v2.26.2 return the bare io.ErrUnexpectedEOF",
				ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown),
				ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectUnknown),
			)},
			run: behaviour{play: onRequest(func(x *exchange) {
				c := x.site.shape.Error(answer(503, CanaryCode))
				x.write(x.head(503, nil, c, len(c.Body)+512) + string(c.Body))
				x.finish()
			})},
		},
	}...)
}

func statusSource(status int) string {
	switch {
	case status >= 500:
		return sourceForwarded
	case status >= 400:
		return sourceRefused
	}
	return sourceStatus
}

// statusRun answers every request with a status, additional header lines and the shape's
// error.
func statusRun(status int, lines ...string) behaviour {
	return behaviour{play: onRequest(func(x *exchange) {
		x.respond(status, lines, x.site.shape.Error(answer(status, CanaryCode)))
	})}
}

func htmlPage() Content {
	return Content{
		Type: "text/html; charset=utf-8",
		Body: []byte("<!doctype html>\n<html><head><title>" + CanaryBody + "</title></head><body><h1>Sign in to the network</h1>" +
			"<p>" + CanaryMessage + " " + CredentialBody + "</p></body></html>\n"),
	}
}
