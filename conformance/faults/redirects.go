package faults

import (
	"net/http"
	"slices"

	"github.com/errand-go/errand/toolerr"
)

const (
	sourceRedirect = "RFC 9110 section 15.4: an upstream that redirects for ever will do so again"
	sourceOneHop   = "the first hop answered; where it points cannot be followed"
	followsOnly307 = "the AWS SDK's own client (aws-sdk-go-v2 v1.47.6, BuildableClient) follows 307 and 308 only"
	withoutLimit   = "the AWS SDK's own client follows 307 without a limit (10,890 requests in 3.5 s, aws-sdk-go-v2 v1.47.6): only the deadline stops it"
	callersClient  = "with an *http.Client of the caller's in its place, as net/http answers"
	locationQuery  = "?X-Amz-Signature=" + CredentialLocation
)

func redirectFaults() []Fault {
	exhausted := unmapped.Retry(false)
	// byAWS is the result of the AWS SDK's own client for a 302.
	byAWS := func(otherwise ...Want) map[string]Want {
		return map[string]Want{"aws": ForStatus(http.StatusFound).Because(followsOnly307).Or(callersClient, otherwise...)}
	}
	otherScheme := exhausted.Or("net/http says the same of a tool's own ftp URL, with the Location as the URL", fatal, fatal.With(toolerr.EffectUnknown))
	badLocation := unmapped.Or("the Location is likely to stay as it is", exhausted)
	refused := unreachable.Or("an adapter that sees only the error sees a dial that failed", unreachable.With(toolerr.EffectNone))
	ownError := exhausted.Or("the refusal is a foreign type: an adapter cannot know that a repeat is refused again", unmapped)
	return []Fault{
		{
			Name: "redirect-loop-302", Does: "302 for ever: 10 redirects followed",
			Want: exhausted, For: byAWS(exhausted), Source: sourceRedirect,
			run: behaviour{play: redirectTo(302, func(*exchange) string { return "/" + CanaryLocation + locationQuery })},
		},
		{
			Name: "redirect-loop-307", Does: "307 for ever",
			Want: exhausted, Source: sourceRedirect,
			For: map[string]Want{"aws": ForStatus(307).
				Because("a body that cannot be rewound: the 307 is handed back").
				Or(withoutLimit, timedOut).
				Or(callersClient, exhausted)},
			Endless: map[string]string{"aws/s3/own-client": withoutLimit},
			run:     behaviour{play: redirectTo(307, func(*exchange) string { return "/" + CanaryLocation + locationQuery })},
		},
		{
			Name: "redirect-no-location-302", Does: "302 without Location",
			Want: ForStatus(302), Source: sourceStatus, Why: "net/http hands it back as a response; vendors' SDKs call it an error",
			run: statusRun(302),
		},
		{
			Name: "redirect-bad-location", Does: "302 to an unparsable Location",
			Want: badLocation, Source: sourceOneHop,
			For: map[string]Want{"aws": badLocation.Or("a client that looks at the response beside the error sees the 302", ForStatus(http.StatusFound))},
			run: behaviour{play: redirectTo(302, func(*exchange) string {
				return "http://" + CredentialUser + ":" + CredentialPassword + "@" + CanaryLocation + ":port/%zz" + locationQuery
			})},
		},
		{
			Name: "redirect-other-scheme", Does: "302 to ftp://",
			Want: otherScheme, For: byAWS(slices.Concat(otherScheme.Also, []Want{exhausted})...), Source: sourceOneHop,
			Why: "the unsupported scheme came from the upstream, not from the tool",
			run: behaviour{play: redirectTo(302, func(*exchange) string { return "ftp://" + CanaryLocation + ".invalid/" + locationQuery })},
		},
		{
			Name: "redirect-refused", Does: "302 to a closed port",
			Want: refused, For: byAWS(slices.Concat(refused.Also, []Want{unreachable})...), Source: sourceOneHop,
			Why: "url.Error.URL is the last hop, not the request's; the first hop was sent",
			run: behaviour{play: redirectTo(302, func(x *exchange) string {
				return "http://" + x.site.server.closed.addr + "/" + CanaryLocation + locationQuery
			})},
		},
		{
			Name: "check-redirect-error", Does: "CheckRedirect returns an error of the tool's own type",
			Want: ownError, For: byAWS(exhausted, unmapped), Source: sourceOneHop,
			Why: "Client.Do returns a response and an error here",
			run: behaviour{
				play: redirectTo(302, func(x *exchange) string { return "http://" + x.site.addr + "/" + CanaryLocation + locationQuery }),
				client: func(_ *site, c *http.Client, _ *http.Transport) {
					c.CheckRedirect = func(*http.Request, []*http.Request) error { return &RedirectError{} }
				},
			},
		},
	}
}

// A RedirectError is the error of the CheckRedirect in "check-redirect-error".
type RedirectError struct{}

// Error returns a text with a canary.
func (*RedirectError) Error() string { return "the tool does not follow redirects to " + CanaryHost }

// redirectTo answers every request with a status and a Location.
func redirectTo(status int, location func(*exchange) string) func(*exchange) {
	return onRequest(func(x *exchange) {
		x.respond(status, []string{"Location: " + location(x)}, x.site.shape.Error(answer(status, CanaryCode)))
	})
}
