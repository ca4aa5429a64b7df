package googleadapter

import (
	"strings"
	"time"
)

// details is what the details of an error say (google/rpc/error_details.proto).
// They are read from googleapi.Error, which keeps them as JSON; gax's apierror
// drops them all when the envelope has the older errors array (measured with
// gax-go v2.26.2).
type details struct {
	reason    string // ErrorInfo
	delay     time.Duration
	hasDelay  bool   // RetryInfo
	daily     bool   // ErrorInfo, QuotaFailure: the quota is one of a day
	requestID string // RequestInfo
}

// detailTypes is the prefix of the @type of a detail.
const detailTypes = "type.googleapis.com/google.rpc."

func detailsOf(all []any) (d details) {
	for _, detail := range all {
		m, ok := detail.(map[string]any)
		if !ok {
			continue
		}
		switch strings.TrimPrefix(text(m, "@type"), detailTypes) {
		case "ErrorInfo":
			if d.reason == "" {
				d.reason = text(m, "reason")
			}
			metadata, _ := m["metadata"].(map[string]any)
			d.daily = d.daily || ofADay(text(metadata, "quota_limit")) || ofADay(text(metadata, "quota_unit"))
		case "RetryInfo":
			if delay, ok := protoDuration(m["retryDelay"]); ok && !d.hasDelay {
				d.delay, d.hasDelay = delay, true
			}
		case "QuotaFailure":
			violations, _ := m["violations"].([]any)
			for _, v := range violations {
				violation, _ := v.(map[string]any)
				d.daily = d.daily || ofADay(text(violation, "quotaId"))
			}
		case "RequestInfo":
			d.requestID = text(m, "requestId")
		}
	}
	return d
}

// text is a string of a JSON object, "" if it has none of that name.
func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

// ofADay reports whether the name or the unit of a quota says that it is counted
// by the day: "RequestsPerDayPerProject", "1/d/{project}" (google/api/quota.proto).
func ofADay(s string) bool {
	if strings.Contains(s, "/d/") || strings.HasSuffix(s, "/d") {
		return true
	}
	s = strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s))
	return strings.Contains(s, "perday")
}

// protoDuration reads a duration as JSON has it: "7s", "1.5s". A negative one,
// and what cannot be read, is unknown.
func protoDuration(v any) (time.Duration, bool) {
	s, ok := v.(string)
	digits, isSeconds := strings.CutSuffix(s, "s")
	if !ok || !isSeconds || digits == "" || strings.Trim(digits, "0123456789.") != "" {
		return 0, false
	}
	d, err := time.ParseDuration(s)
	return d, err == nil
}
