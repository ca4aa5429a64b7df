package faults

import (
	"net/http"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

const sourceMalformed = "the answer is not HTTP (RFC 9112, RFC 9113): no service answered"

// headerLimit is the number of bytes that the client of "oversized-headers" reads of
// headers.
const headerLimit = 4 << 10

func protocolFaults() []Fault {
	return []Fault{
		{
			Name: "malformed-status-line", Does: "HTTP/1.1 abc " + CanaryStatusLine,
			Want: unreachable, Source: sourceMalformed,
			run: rawRun("HTTP/1.1 abc " + CanaryStatusLine + "\r\nContent-Length: 0\r\n\r\n"),
		},
		{
			Name: "malformed-header", Does: "a header line without a colon",
			Want: unreachable, Source: sourceMalformed,
			run: rawRun("HTTP/1.1 200 OK\r\nX-Upstream-Note " + CanaryHeader + "\r\nContent-Length: 0\r\n\r\n"),
		},
		{
			Name: "bad-content-length", Does: "Content-Length: -7",
			Want: unreachable, Source: sourceMalformed,
			run: rawRun("HTTP/1.1 200 OK\r\nContent-Length: -7\r\nX-Upstream-Note: " + CanaryHeader + "\r\n\r\n"),
		},
		{
			Name: "not-http", Does: "an SSH banner instead of HTTP",
			Want: unreachable, Source: sourceMalformed,
			run: rawRun("SSH-2.0-" + CanaryBanner + "\r\n"),
		},
		{
			Name: "truncated-headers", Does: "FIN in the middle of the headers",
			Want: unreachable, Source: sourceWrote, Why: "an unexpected EOF is a lost connection, not a malformed answer",
			run: rawRun("HTTP/1.1 200 OK\r\nX-Upstream-Note: " + CanaryHeader),
		},
		{
			Name: "oversized-headers", Does: "64 KiB of header against MaxResponseHeaderBytes of 4 KiB",
			Want: fatal.With(toolerr.EffectUnknown).
				Or("the client reports a broken exchange, and the limit is not known", unmapped, unmapped.Retry(false)),
			Source: "the limit is the tool's own: the same answer would break it again",
			run: behaviour{
				client: func(_ *site, _ *http.Client, t *http.Transport) { t.MaxResponseHeaderBytes = headerLimit },
				play: onRequest(func(x *exchange) {
					c := x.site.shape.Success(x.call())
					x.respond(http.StatusOK, []string{"X-Padding: " + strings.Repeat(CanaryHeader+" ", 64<<10/len(CanaryHeader))}, c)
				}),
			},
		},
	}
}

// rawRun reads a request and answers with any text.
func rawRun(text string) behaviour {
	return behaviour{play: onRequest(func(x *exchange) {
		x.write(text)
		x.finish()
	})}
}
