package faults

import (
	"time"

	"github.com/errand-go/errand/toolerr"
)

const (
	sourceReasons   = "Google Drive API, resolve errors (reasons of a 403)"
	sourceErrorInfo = "google/rpc/error_details.proto, ErrorInfo"
	sourceRetryInfo = "google/rpc/error_details.proto, RetryInfo"
	dailyQuota      = "a quota that starts anew tomorrow: whether that counts as worth a repeat is a matter of taste"
	headerOrDetail  = "the header, which every client can read, wins over the detail"
)

func googleFaults() []Fault {
	limited := ForCode(rateLimited, 403)
	daily := limited.Retry(false).Or(dailyQuota, limited)
	denied := ForStatus(403)
	rows := []Fault{
		googleFault("google-403-rateLimitExceeded", limited, sourceReasons, "", 403, envelope{code: 403, reason: "rateLimitExceeded"}),
		googleFault("google-403-quotaExceeded", daily, sourceReasons, "a daily quota: no repeat helps today", 403, envelope{code: 403, reason: "quotaExceeded"}),
		googleFault("google-403-storageQuotaExceeded", denied, sourceReasons, "the user's disk is full: not a rate limit", 403, envelope{code: 403, reason: "storageQuotaExceeded"}),
		googleFault("google-403-accessNotConfigured", denied, sourceReasons, "the API is off in the project: somebody has to switch it on", 403,
			envelope{code: 403, reason: "accessNotConfigured", details: []any{errorInfo("SERVICE_DISABLED"), help()}}),
		googleFault("google-403-errorinfo-rate", limited, sourceErrorInfo, "only ErrorInfo.reason says so", 403,
			envelope{code: 403, reason: "forbidden", details: []any{errorInfo("RATE_LIMIT_EXCEEDED")}}),
		googleFault("google-403-errorinfo-rate-modern", limited, sourceErrorInfo, "an envelope without errors[]", 403,
			envelope{code: 403, modern: true, details: []any{errorInfo("RATE_LIMIT_EXCEEDED"), quotaFailure()}}),
		googleFault("google-429-retryinfo", ForStatus(429).Wait(7*time.Second), sourceRetryInfo,
			"the wait is in RetryInfo alone; gax v2.26.2 drops all details of an envelope with errors[]", 429,
			envelope{code: 429, reason: "rateLimitExceeded", details: []any{retryInfo("7s"), quotaFailure()}}),
		googleFault("google-429-retryinfo-and-header", ForStatus(429).Wait(3*time.Second).Or("the detail is Google's own", ForStatus(429).Wait(7*time.Second)),
			sourceRetryInfo, headerOrDetail, 429,
			envelope{code: 429, reason: "rateLimitExceeded", details: []any{retryInfo("7s")}}, "Retry-After: 3"),
		googleFault("google-503-retryinfo", ForStatus(503).Wait(7*time.Second).With(toolerr.EffectNone).
			Or("RetryInfo is not Retry-After: it does not have to mean a refusal", ForStatus(503).Wait(7*time.Second)),
			sourceRetryInfo, "a 503 that names a wait is a refusal", 503,
			envelope{code: 503, reason: "backendError", details: []any{retryInfo("7s")}}),
		googleFault("google-code-mismatch", ForStatus(503).Or("googleapi.Error.Code is the body's code: the HTTP status is lost (google.golang.org/api v0.297.0)", ForStatus(403)),
			sourceForwarded, "HTTP 503, and 403 in the body", 503, envelope{code: 403, modern: true}),
	}
	return append(rows,
		Fault{
			Name: "google-array-envelope", Does: "HTTP 404 whose envelope is in an array",
			Want: ForStatus(404), Source: sourceRefused, Needs: []Need{NeedGoogle},
			run: contentRun(404, func() Content {
				return jsonContent("application/json; charset=UTF-8", []any{map[string]any{"error": envelope{code: 404, modern: true}.object()}})
			}),
		},
		Fault{
			Name: "google-string-error", Does: "HTTP 401 whose error is a string",
			Want: ForStatus(401), Source: sourceRefused, Needs: []Need{NeedGoogle},
			Why: "the envelope does not parse: the whole body lands in err.Error()",
			run: contentRun(401, func() Content {
				return jsonContent("application/json; charset=UTF-8", map[string]any{"error": CanaryCode, "error_description": answer(401, "").Message})
			}),
		},
	)
}

// googleFault answers a status with an envelope.
func googleFault(name string, want Want, source, why string, status int, e envelope, lines ...string) Fault {
	does := "Google envelope: reason " + e.reason
	if e.reason == "" {
		does = "Google envelope without errors[]"
	}
	return Fault{
		Name: name, Does: does, Want: want, Source: source, Why: why, Needs: []Need{NeedGoogle},
		run: contentRun(status, e.content, lines...),
	}
}

// contentRun answers every request with a status and a given body.
func contentRun(status int, content func() Content, lines ...string) behaviour {
	return behaviour{play: onRequest(func(x *exchange) {
		x.respond(status, lines, content())
	})}
}
