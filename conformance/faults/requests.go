package faults

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"syscall"

	"github.com/errand-go/errand/toolerr"
)

const (
	sourceBuild  = "the request cannot be made, now or on a repeat, and was never sent"
	sourceSetup  = "the SDK refuses before it sends; measured"
	spoiledQuery = "?key=" + CredentialQuery
	spoiledUser  = CredentialUser + ":" + CredentialPassword + "@"

	// closedByWriter is the reason why a request that net/http refuses while writing can end
	// with a read of a closed connection: persistConn.roundTrip gets the two events in either
	// order (go1.26).
	closedByWriter = "net/http closed the connection, and can report that instead of why"
)

func requestFaults() []Fault {
	rows := []Fault{
		urlFault("url-unsupported-scheme", "ftp://", "ftp://"+spoiledUser+CanaryHost+".invalid/"+CanaryPath+spoiledQuery),
		urlFault("url-relative", "only a path", "/"+CanaryPath+spoiledQuery),
		urlFault("url-no-host", "http:///path", "http:///"+CanaryPath+spoiledQuery),
		emptyURL(),
		unparsableURL("url-bad-port", "a port that is not a number", "http://"+spoiledUser+"127.0.0.1:eighty/"+CanaryPath+spoiledQuery),
		unparsableURL("url-control-char", "a newline in the URL", "http://"+spoiledUser+"127.0.0.1/"+CanaryPath+"\n"+spoiledQuery),
		unparsableURL("url-bad-ipv6", "[::1 without its bracket", "http://"+spoiledUser+"[::1/"+CanaryPath+spoiledQuery),
		{
			Name: "url-port-range", Does: "port 99999",
			Want:   fatal.Or("it parses, and fails at the dial as *net.AddrError inside an *net.OpError", unreachable.With(toolerr.EffectNone)),
			Source: sourceBuild,
			run:    behaviour{url: func(*site) string { return "http://127.0.0.1:99999" }},
		},
		{
			Name: "header-invalid-value", Does: "a header value with a newline (a token read from a file)",
			Want: fatal, Source: sourceBuild, Needs: []Need{NeedRequest},
			run: behaviour{play: (*exchange).succeed, prepare: func(r *http.Request) {
				r.Header.Set("Authorization", "Bearer "+CredentialBearer+"\n")
			}},
		},
		{
			Name: "method-invalid", Does: "a method with a space",
			Want: fatal, Source: sourceBuild, Needs: []Need{NeedRequest},
			run: behaviour{
				play:    (*exchange).succeed,
				prepare: func(r *http.Request) { r.Method = "GET IT" },
				request: func(ctx context.Context, url string) (*http.Request, error) {
					return http.NewRequestWithContext(ctx, "GET IT", url, nil)
				},
			},
		},
		{
			Name: "nil-context", Does: "NewRequestWithContext without a context",
			Want: fatal, Source: sourceBuild, Needs: []Need{NeedRequest},
			run: behaviour{play: (*exchange).succeed, request: func(_ context.Context, url string) (*http.Request, error) {
				var none context.Context
				return http.NewRequestWithContext(none, http.MethodGet, url, nil)
			}},
		},
		{
			Name: "host-invalid", Does: "Request.Host with a slash, through a proxy",
			Want: fatal.Or(closedByWriter, unreachable.With(toolerr.EffectNone), unreachable), Source: sourceBuild, Needs: []Need{NeedRequest},
			Why: "without a proxy net/http sends an empty Host instead, and the call succeeds (go1.26)",
			run: behaviour{
				play: (*exchange).succeed, client: viaProxy,
				prepare: func(r *http.Request) { r.Host = CanaryHost + "/" + CanaryPath },
			},
		},
		{
			Name: "nil-body-with-length", Does: "ContentLength 10 and no body",
			Want: fatal.Or(closedByWriter, unreachable.With(toolerr.EffectNone), unreachable), Source: sourceBuild, Needs: []Need{NeedRequest},
			run: behaviour{play: (*exchange).succeed, prepare: func(r *http.Request) {
				r.Method, r.Body, r.ContentLength = http.MethodPost, nil, 10
			}},
		},
		{
			Name: "body-reader-fails", Does: "the request's own body reader fails (a file that cannot be read)",
			Want: fatal.With(toolerr.EffectUnknown).
				Or("to an adapter that does not know the reader it is an error of the exchange", unmapped, unmapped.Retry(false)).
				Or("the reader failed before the request was whole", fatal).
				Or(closedByWriter, unreachable),
			Source: "the fault is the tool's own; part of the request may have been written", Needs: []Need{NeedUpload},
			Why: "an *fs.PathError ends in a syscall.Errno like a network error does, and is none",
			For: map[string]Want{"retryablehttp": fatal.With(toolerr.EffectUnset).
				Because("it reads the whole body before it sends anything: the error is a file's, which no adapter claims (go-retryablehttp v0.7.8)").
				Or("whoever knows that it comes from there knows that nothing was sent", fatal)},
			run: behaviour{
				play: (*exchange).succeed,
				upload: func() io.Reader {
					return io.MultiReader(strings.NewReader(CanaryUpload), failingReader{err: &fs.PathError{Op: "read", Path: "/home/" + CanaryFile, Err: syscall.EIO}})
				},
			},
		},
		{
			Name: "read-after-close", Does: "reading a response body after Close",
			Want: fatal.With(toolerr.EffectUnknown).Or("to an adapter it is an error of the exchange", unmapped),
			For: map[string]Want{"google/gcs-reader": timedOut.
				Because(reopening).
				Or("the deadline can come between two attempts, and is then all there is", ForKind(toolerr.KindToolTimeout, toolerr.EffectUnknown)).
				Or("with a reader that gives up, the mistake itself", fatal.With(toolerr.EffectUnknown))},
			Endless: map[string]string{"google/gcs-reader": reopening},
			Source:  "a mistake of the tool's; the upstream has acted", Needs: []Need{NeedBody},
			Why: "the error is not an http.ErrBodyReadAfterClose, which is about requests: its text is all there is (go1.26)",
			run: behaviour{play: (*exchange).succeed, wrap: onBody(func(b io.ReadCloser) io.ReadCloser {
				_ = b.Close()
				return b
			})},
		},
	}
	fillIn := fatal.Or("a model can fill in what is missing",
		ForKind(toolerr.KindToolBadInputValue, toolerr.EffectNone), ForKind(toolerr.KindToolRetry, toolerr.EffectNone))
	signIn := fatal.Or("a person can sign in again",
		ForKind(toolerr.KindToolContextRequired, toolerr.EffectNone), ForKind(toolerr.KindUpstreamAuthError, toolerr.EffectNone))
	return append(
		rows,
		setupFault("aws-missing-region", "no region and no endpoint", "aws-sdk-go-v2 v1.47.6", NeedAWS, fatal),
		setupFault("aws-missing-credentials", "no credentials provider", "aws-sdk-go-v2 v1.47.6", NeedAWS, fatal),
		setupFault("aws-invalid-params", "a required input member is missing", "smithy-go v1.28.8", NeedAWS, fillIn),
		setupFault("oauth-no-refresh-token", "the token has expired and there is no refresh token", "x/oauth2 v0.37.0", NeedOAuth, signIn),
	)
}

// setupFault is a fault in the configuration of an SDK's client.
func setupFault(name, does, sdk string, need Need, want Want) Fault {
	return Fault{
		Name: name, Does: does, Want: want, Source: sourceSetup + " with " + sdk, Needs: []Need{NeedSetup, need},
		run: behaviour{play: (*exchange).succeed},
	}
}

// urlFault is a URL for which no request can be made.
func urlFault(name, does, url string) Fault {
	return Fault{
		Name: name, Does: does, Want: fatal, Source: sourceBuild,
		run: behaviour{url: func(*site) string { return url }},
	}
}

// emptyURL is not a URL.
func emptyURL() Fault {
	f := urlFault("url-empty", "an empty URL", "")
	f.For = map[string]Want{"oauth2/auth": fatal.Or("cloud.google.com/go/auth v0.23.2 says so in a text of its own: no adapter claims it", fatal.With(toolerr.EffectUnset))}
	return f
}

// unparsableURL is a URL that does not parse.
func unparsableURL(name, does, url string) Fault {
	f := urlFault(name, does, url)
	f.For = map[string]Want{"google": fatal.With(toolerr.EffectUnknown).
		Because("an endpoint that does not parse panics in googleapi.ResolveRelative, with the password in its text (google.golang.org/api v0.297.0)").
		Or("whoever contains the panic may know more, or less", fatal, fatal.With(toolerr.EffectUnset))}
	return f
}

// holdRequest reads a request and never answers.
func holdRequest(x *exchange) {
	if x.read() {
		x.hold()
	}
}

type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }
