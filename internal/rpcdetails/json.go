package rpcdetails

import (
	"strings"
	"time"
)

// jsonPrefix is the prefix of a detail's name in its @type.
const jsonPrefix = "type.googleapis.com/google.rpc."

// maxDetails is the maximum number of details, and of parts of one, that are read. An error
// has a few.
const maxDetails = 64

// OfJSON returns the Details of decoded JSON. Objects have the form of encoding/json; other
// values are ignored.
func OfJSON[T any](all []T) (d Details) {
	for _, detail := range all[:min(len(all), maxDetails)] {
		m, _ := any(detail).(map[string]any)
		d.addJSON(m)
	}
	return d
}

func (d *Details) addJSON(m map[string]any) {
	switch strings.TrimPrefix(text(m, "@type"), jsonPrefix) {
	case ErrorInfo:
		if d.Reason == "" {
			d.Reason, d.Domain = text(m, "reason"), text(m, "domain")
		}
		metadata, _ := m["metadata"].(map[string]any)
		d.Daily = d.Daily || countedByDay(text(metadata, quotaLimit)) || countedByDay(text(metadata, "quota_unit"))
		d.None = d.None || text(metadata, quotaValue) == "0"
	case RetryInfo:
		if delay, ok := duration(m["retryDelay"]); ok && !d.HasDelay {
			d.Delay, d.HasDelay = delay, true
		}
	case QuotaFailure:
		violations, _ := m["violations"].([]any)
		for _, v := range violations[:min(len(violations), maxDetails)] {
			violation, _ := v.(map[string]any)
			d.Quota = true
			d.Daily = d.Daily || countedByDay(text(violation, "quotaId"))
		}
	case RequestInfo:
		d.RequestID = text(m, "requestId")
	}
}

// A Violation is an item of a BadRequest about a field, or of a PreconditionFailure about a
// subject. For the latter, Reason is its type.
type Violation struct{ Field, Description, Reason, Subject string }

// Violations returns the fields and subjects in details of decoded JSON.
func Violations[T any](all []T) (found []Violation) {
	for _, detail := range all[:min(len(all), maxDetails)] {
		m, _ := any(detail).(map[string]any)
		member, reason := "fieldViolations", "reason"
		switch strings.TrimPrefix(text(m, "@type"), jsonPrefix) {
		case BadRequest:
		case PreconditionFailure:
			member, reason = "violations", "type"
		default:
			continue
		}
		violations, _ := m[member].([]any)
		for _, v := range violations[:min(len(violations), maxDetails)] {
			one, _ := v.(map[string]any)
			found = append(found, Violation{text(one, "field"), text(one, "description"), text(one, reason), text(one, "subject")})
		}
	}
	return found
}

// text returns a string member of a JSON object, or "".
func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

// duration parses the JSON form of a google.protobuf.Duration: "7s", "1.5s". It returns
// false for a negative or invalid one.
func duration(v any) (time.Duration, bool) {
	s, ok := v.(string)
	digits, isSeconds := strings.CutSuffix(s, "s")
	if !ok || !isSeconds || digits == "" || strings.Trim(digits, "0123456789.") != "" {
		return 0, false
	}
	d, err := time.ParseDuration(s)
	return d, err == nil
}
