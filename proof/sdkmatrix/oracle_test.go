package sdkmatrix

import (
	"context"
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/googleapis/gax-go/v2"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/httpadapter"
)

// An oracle is an SDK's own decision whether to retry after an error. It is used for the
// errors of its own clients.
type oracle struct {
	clients string // the beginning of their names
	retries func(error) bool
	rules   []rule
}

// A rule lists the faults for which errand and an oracle differ, in which direction, and
// why errand is right.
type rule struct {
	// retries is the oracle's decision; errand's is the opposite.
	retries bool
	why     string
	// faults are names, or patterns of path.Match. A pattern after a ! is removed from those
	// before it.
	faults string
	// sometimes is set if a race in the client decides.
	sometimes bool
}

// limited403 are the headers of a 403 about a quota.
const limited403 = "403-* !403-remaining-5 !403-reset-only !403-junk"

// lostAlert is the rule for an alert that net/http can lose: the error is then that of a
// closed connection (go1.26).
func lostAlert(retries bool) rule {
	return rule{
		retries: retries, sometimes: true, faults: "tls-client-cert-required-13",
		why: "no retry changes a client's certificate; a closed connection does not show it",
	}
}

var oracles = map[string]oracle{
	"aws retry.Standard": {
		clients: "aws/",
		retries: func(err error) bool { return retry.NewStandard().IsErrorRetryable(err) },
		rules: []rule{
			{
				retries: false, why: "408, 425 and 429 ask for a repeat (RFC 9110 section 15.5.9, RFC 8470, RFC 6585), by whomever they were sent; the SDK goes by its list of codes",
				faults: "status-408 status-425 status-429 429-*",
			},
			{
				retries: false, why: "the SDK lists 500, 502, 503 and 504; the others from 500 up are failures of a server like these, but for 501, 505 and 511",
				faults: "status-507 status-508 status-510 status-52* status-530 status-599 status-999",
			},
			{
				retries: false, why: "a 403 that names a wait, or shows that a quota is used up, is a rate limit: permissions do not come back by themselves",
				faults: limited403,
			},
			{
				retries: true, why: "RequestSendError.ConnectionError is true for whatever http.Client.Do returned; no retry changes a certificate, a version or a cipher",
				faults: "tls-untrusted-ca tls-expired tls-wrong-usage tls-hostname tls-client-cert-required-12 " +
					"tls-version-server-old tls-no-common-cipher tls-client-on-plain-http tls-client-on-other-plain",
			},
			lostAlert(true),
			{
				retries: true, why: "the same again; no retry changes an address, a proxy's credentials, the tool's own guard and limits, or where redirects lead",
				faults: "oversized-headers url-unsupported-scheme url-relative url-no-host url-empty url-port-range proxy-connect-407 dialer-own-error " +
					"redirect-loop-302 redirect-loop-307 redirect-other-scheme check-redirect-error",
			},
			{
				retries: false, why: "a name that is not there may be a typo, or a resolver behind its time: UNREACHABLE, and the host chooses how long to wait",
				faults: "dns-nxdomain",
			},
			{
				retries: false, why: "a deadline comes as smithy.CanceledError, whose name misleads: a new call has a new deadline",
				faults: "ctx-deadline ctx-deadline-cause redirect-loop-307",
			},
			{
				retries: false, why: "the answer got lost on its way, and the next one may not; the SDK repeats a reset in the body (*net.OpError) and not the rest (io.ErrUnexpectedEOF)",
				faults: "truncated-body truncated-chunked malformed-chunk h2-rst-mid-body bad-gzip json-html json-truncated json-wrong-type json-array",
			},
			{
				retries: false, why: "KMS.ThrottlingException is a throttle, which the SDK's list does not have",
				faults: "sqs-KmsThrottled-400",
			},
		},
	},
	"storage.ShouldRetry": {
		clients: "google/",
		retries: storage.ShouldRetry,
		rules: []rule{
			{
				retries: false, why: "google.rpc.Code ABORTED is to be repeated at a higher level, which the call of a tool is",
				faults: "status-409",
			},
			{
				retries: false, why: "425 asks for a repeat (RFC 8470)",
				faults: "status-425",
			},
			{
				retries: false, why: "a status from 600 up is undefined; it is treated as a failure of a server",
				faults: "status-999",
			},
			{
				retries: true, why: "501, 505 and 511 stay what they are: RFC 9110 sections 15.6.2 and 15.6.6, RFC 6585 section 6",
				faults: "status-501 status-505 status-511",
			},
			{
				retries: false, why: "a rate limit under 403, by reason, by ErrorInfo, or by the headers",
				faults: "google-403-rateLimitExceeded google-403-errorinfo-rate google-403-errorinfo-rate-modern " + limited403,
			},
			{
				retries: false, why: "it finds connections that were refused or reset by their text, and no other failure to connect",
				faults: "net-unreachable dns-nxdomain proxy-connect-502",
			},
			{
				retries: false, why: "no answer came that is one; the next connection may bring one",
				faults: "malformed-status-line malformed-header bad-content-length not-http redirect-bad-location " +
					"h2-rst-internal h2-rst-cancel h2-rst-calm h2-rst-http11-required h2-goaway-calm h2-frame-too-large h2-bad-status h2-ends-without-headers",
			},
			{
				retries: false, why: "the answer got lost on its way: a proxy that cut it short, or packed it wrongly",
				faults: "bad-gzip h2-rst-mid-body",
			},
			{
				retries: false, why: "to an adapter a tool's own errors are those of an exchange: it does not recognise their types, nor does the SDK",
				faults: "check-redirect-error body-reader-fails",
			},
			{
				retries: false, why: "the caller's deadline is over for the SDK, but not for a new call",
				faults: "ctx-deadline-cause",
			},
		},
	},
	"gax.OnHTTPCodes": {
		clients: "google/",
		retries: func(err error) bool {
			_, again := gax.OnHTTPCodes(gax.Backoff{}, 408, 429, 500, 502, 503, 504).Retry(err)
			return again
		},
		rules: []rule{
			{
				retries: false, why: "it compares googleapi.Error.Code with a list: every failure without an answer is final to it",
				faults: "conn-* net-unreachable empty-reply reset-* dns-* malformed-* bad-* not-http truncated-* " +
					"response-header-timeout client-timeout* ctx-deadline* tls-handshake-timeout tls-*-in-handshake redirect-bad-location redirect-refused " +
					"proxy-connect-502 proxy-refused h2-* read-after-close",
			},
			lostAlert(false),
			{
				retries: false, why: "the list has the statuses that Google sends; a proxy sends others",
				faults: "status-425 status-507 status-508 status-510 status-52* status-530 status-599 status-999",
			},
			{
				retries: false, why: "a status came, though its body did not",
				faults: "status-503-truncated-body",
			},
			{
				retries: false, why: "google.rpc.Code ABORTED is to be repeated at a higher level, which the call of a tool is",
				faults: "status-409",
			},
			{
				retries: false, why: "a rate limit under 403, by reason, by ErrorInfo, or by the headers",
				faults: "google-403-rateLimitExceeded google-403-errorinfo-rate google-403-errorinfo-rate-modern " + limited403,
			},
			{
				retries: false, why: "to an adapter a tool's own errors are those of an exchange: it does not recognise their types, nor does the SDK",
				faults: "check-redirect-error body-reader-fails",
			},
		},
	},
	"retryablehttp.DefaultRetryPolicy":         {clients: "net/http", retries: policy(retryablehttp.DefaultRetryPolicy), rules: retryablehttpRules},
	"retryablehttp.ErrorPropagatedRetryPolicy": {clients: "net/http", retries: policy(retryablehttp.ErrorPropagatedRetryPolicy), rules: retryablehttpRules},
}

// retryablehttpRules are the rules of both policies, which decide alike.
var retryablehttpRules = []rule{
	{
		retries: false, why: "408 and 425 ask for a repeat (RFC 9110 section 15.5.9, RFC 8470)",
		faults: "status-408 status-425",
	},
	{
		retries: true, why: "505 and 511 are permanent, as is 501, which the policy has: RFC 9110 section 15.6.6, RFC 6585 section 6",
		faults: "status-505 status-511",
	},
	{
		retries: false, why: "a 403 that names a wait, or shows that a quota is used up, is a rate limit: permissions do not come back by themselves",
		faults: limited403,
	},
	{
		retries: true, why: "the policy recognises a certificate that does not verify, but none of the alerts: no retry changes a client's certificate, a version or a cipher",
		faults: "tls-client-cert-required-12 tls-version-server-old tls-no-common-cipher tls-client-on-plain-http tls-client-on-other-plain",
	},
	lostAlert(true),
	{
		retries: true, why: "what it does not know by a pattern it repeats; no retry changes a request that cannot be made, an address, a proxy's credentials, or the tool's own guard and limits",
		faults: "url-no-host url-bad-port url-control-char url-bad-ipv6 url-port-range method-invalid nil-context host-invalid nil-body-with-length " +
			"proxy-connect-407 dialer-own-error max-bytes oversized-headers read-after-close body-reader-fails",
	},
	{
		retries: true, why: "with the ended context it does not retry; from the error alone it does not see that the caller has left",
		faults: "ctx-cancel ctx-cancel-before ctx-cancel-cause",
	},
}

// policy calls a policy of go-retryablehttp like its client: with a response, if there was
// one.
func policy(check retryablehttp.CheckRetry) func(error) bool {
	return func(err error) bool {
		if answered, ok := errors.AsType[*httpadapter.StatusError](err); ok {
			again, _ := check(context.Background(), &http.Response{StatusCode: answered.StatusCode(), Header: answered.Header()}, nil)
			return again
		}
		again, _ := check(context.Background(), nil, err)
		return again
	}
}

// A judged error is one of a real client without errand's Transport below it, with errand's
// result.
type judged struct {
	client, fault string
	err           error
	canRetry      bool
}

// compare calls the oracle with each error of its clients, and compares the results with
// the rules: every difference has a rule, and every fault of a rule makes a difference for
// at least one client.
func (o oracle) compare(t *testing.T, all []judged) {
	type difference struct {
		fault   string
		retries bool
	}
	differs, asked := map[difference]bool{}, map[string]bool{}
	for _, j := range all {
		if !strings.HasPrefix(j.client, o.clients) {
			continue
		}
		asked[j.fault] = true
		retries := o.retries(j.err)
		if retries == j.canRetry {
			continue
		}
		differs[difference{j.fault, retries}] = true
		known := slices.ContainsFunc(o.rules, func(r rule) bool { return r.retries == retries && r.covers(j.fault) })
		assert.True(t, known, "%s, %s: the oracle has %t, errand %t, and no rule has the reason: %v", j.client, j.fault, retries, j.canRetry, j.err)
	}
	assert.Greater(t, len(asked), 180, "faults whose errors the oracle judged")
	for _, r := range o.rules {
		for fault := range asked {
			if r.covers(fault) && !r.sometimes {
				assert.True(t, differs[difference{fault, r.retries}], "%s: the two are of one mind; the rule is: %s", fault, r.why)
			}
		}
		for pattern := range strings.FieldsSeq(r.faults) {
			assert.True(t, like(strings.TrimPrefix(pattern, "!"), asked), "%s: nothing is like it; the rule is: %s", pattern, r.why)
		}
	}
}

// covers reports whether the rule applies to a fault.
func (r rule) covers(fault string) (covered bool) {
	for pattern := range strings.FieldsSeq(r.faults) {
		pattern, without := strings.CutPrefix(pattern, "!")
		if ok, err := path.Match(pattern, fault); ok && err == nil {
			covered = !without
		}
	}
	return covered
}

// like reports whether one of the faults matches the pattern.
func like(pattern string, faults map[string]bool) bool {
	for f := range faults {
		if (rule{faults: pattern}).covers(f) {
			return true
		}
	}
	return false
}
