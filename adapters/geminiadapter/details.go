package geminiadapter

import (
	"strings"
	"time"
)

// details is what the details of an error say (google/rpc/error_details.proto).
type details struct {
	reason    string // ErrorInfo
	delay     time.Duration
	hasDelay  bool   // RetryInfo
	daily     bool   // ErrorInfo, QuotaFailure: the quota is one of a day
	requestID string // RequestInfo
}

// detailTypes is the prefix of the @type of a detail.
const detailTypes = "type.googleapis.com/google.rpc."

// maxDetails is how many details are looked at. An error has a handful.
const maxDetails = 64

func detailsOf(all []map[string]any) (d details) {
	for _, m := range all[:min(len(all), maxDetails)] {
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
			for _, v := range violations[:min(len(violations), maxDetails)] {
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

// ofADay reports whether the id or the unit of a quota says that it is counted by
// the day: "GenerateRequestsPerDayPerProjectPerModel-FreeTier", "1/d/{project}"
// (google/api/quota.proto).
func ofADay(s string) bool {
	if strings.Contains(s, "/d/") || strings.HasSuffix(s, "/d") {
		return true
	}
	s = strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s))
	return strings.Contains(s, "perday")
}

// protoDuration reads a duration as JSON has it: "7s", "1.5s". A negative one, and
// what cannot be read, is unknown.
func protoDuration(v any) (time.Duration, bool) {
	s, ok := v.(string)
	digits, isSeconds := strings.CutSuffix(s, "s")
	if !ok || !isSeconds || digits == "" || strings.Trim(digits, "0123456789.") != "" {
		return 0, false
	}
	d, err := time.ParseDuration(s)
	return d, err == nil
}
