package rpcdetails

import (
	"strings"
	"time"
)

// jsonPrefix is what the name of a detail has in front of it, as its @type.
const jsonPrefix = "type.googleapis.com/google.rpc."

// maxDetails is how many details are looked at, and how many parts of one. An
// error has a handful.
const maxDetails = 64

// OfJSON returns what details say that JSON was decoded to: objects are those of
// encoding/json, and anything else among the details says nothing.
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

// A Violation is what a BadRequest has about a field, or a PreconditionFailure about a
// subject, with its type as the reason.
type Violation struct{ Field, Description, Reason, Subject string }

// Violations returns the fields and subjects that details of decoded JSON name.
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

// text is a string of a JSON object, "" if it has none of that name.
func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}

// duration reads a google.protobuf.Duration as JSON has it: "7s", "1.5s". A
// negative one, and what cannot be read, is unknown.
func duration(v any) (time.Duration, bool) {
	s, ok := v.(string)
	digits, isSeconds := strings.CutSuffix(s, "s")
	if !ok || !isSeconds || digits == "" || strings.Trim(digits, "0123456789.") != "" {
		return 0, false
	}
	d, err := time.ParseDuration(s)
	return d, err == nil
}
