package proof_test

import (
	"testing"

	"github.com/googleapis/gax-go/v2"
	"github.com/stretchr/testify/assert"
	"google.golang.org/grpc/codes"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/toolerr"
)

// disagreements are the faults for which errand and the retryer of Google's generated
// clients differ, by the reason why errand is right. The retryer uses only the code.
var disagreements = map[string][]string{
	"UNAVAILABLE stands for a cause that no retry changes: a certificate, a protocol, an address": {
		"grpc-service-config", "grpc-bad-port", "grpc-no-port", "grpc-http1",
		"grpc-tls-untrusted-ca", "grpc-tls-expired", "grpc-tls-not-yet-valid", "grpc-tls-wrong-usage", "grpc-tls-hostname",
		"grpc-tls-client-cert-required-12", "grpc-tls-client-cert-required-13", "grpc-tls-version-server-old",
		"grpc-tls-version-client-old", "grpc-tls-no-common-cipher", "grpc-tls-no-alpn", "grpc-authority",
		"grpc-tls-client-on-plain-http", "grpc-tls-client-on-other-plain",
	},
	"the token endpoint could not be reached, or failed: UNAUTHENTICATED is not the cause": {
		"grpc-token-oauth-500", "grpc-token-oauth-503-retry-after", "grpc-token-oauth-429", "grpc-token-oauth-502-html",
		"grpc-token-conn-refused", "grpc-token-client-timeout",
	},
	"the caller's deadline is over for the retryer, but not for a new call": {
		"grpc-deadline-local", "grpc-deadline-connecting", "grpc-deadline-refused", "grpc-deadline-untrusted",
		"grpc-deadline-past", "grpc-deadline-by-server", "grpc-rst-cancel-late",
	},
	"a cancellation by another party than the caller": {"grpc-canceled-by-server", "grpc-rst-cancel"},
	"the connection or the stream broke under another code than UNAVAILABLE": {
		"grpc-rst-internal", "grpc-rst-protocol", "grpc-rst-no-error", "grpc-rst-flow-control", "grpc-rst-unknown",
	},
	"the response was inconsistent; the next one may not be": {
		"grpc-http-200", "grpc-no-trailers", "grpc-no-message", "grpc-two-messages", "grpc-truncated", "grpc-garbage",
		"grpc-payload-format", "grpc-unexpected-compression", "grpc-unknown-compression", "grpc-bad-gzip", "grpc-bad-gzip-body",
		"grpc-bad-status", "grpc-bad-http-status", "grpc-no-http-status", "grpc-informational-end", "grpc-no-content-type",
		"grpc-bad-metadata", "grpc-headers-in-the-middle", "grpc-bad-header-name", "grpc-bad-header-value",
		"grpc-bad-pseudo-header", "grpc-details-mismatch", "grpc-header-list",
	},
	"a proxy's 500, which gRPC translates to UNKNOWN, is a 5xx like the others": {"grpc-http-500"},
	"a rate limit is transient, with any code": {
		"grpc-code-resourceexhausted", "grpc-exhausted-retryinfo", "grpc-rst-calm",
		"grpc-denied-rate", "grpc-denied-quota",
	},
	"a service that failed may not fail again; the effect decides whether a retry is safe": {
		"grpc-code-internal", "grpc-code-deadlineexceeded", "grpc-internal-debuginfo", "grpc-internal-foreign-detail",
	},
	"a retry belongs to a higher level, such as the call of a tool": {"grpc-code-aborted", "grpc-aborted-retryinfo"},
	"the service names a wait":                                      {"grpc-unknown-retryinfo"},
}

// askOracle passes the same errors to gax.OnCodes, with the code that the generated clients
// of Google Cloud retry by default.
func askOracle(t *testing.T, all []driven) {
	listed := map[string]string{}
	for reason, names := range disagreements {
		for _, name := range names {
			assert.Empty(t, listed[name], "%s is listed twice", name)
			listed[name] = reason
		}
	}
	chain := adapter.NewChain(grpcadapter.Adapter{})
	for _, d := range all {
		if d.client != "gax" {
			continue
		}
		te, _ := toolerr.Find(chain.Adapt(d.ctx, d.err))
		_, retries := gax.OnCodes([]codes.Code{codes.Unavailable}, gax.Backoff{}).Retry(d.err)
		_, known := listed[d.fault.Name]
		switch {
		case retries == te.CanRetry():
			assert.False(t, known, "%s: listed, and the two agree", d.fault.Name)
		default:
			assert.True(t, known, "%s: the retryer has %t, errand %t: %s", d.fault.Name, retries, te.CanRetry(), te)
		}
		delete(listed, d.fault.Name)
	}
	assert.Empty(t, listed, "listed, and no fault")
}
