// Package rpcdetails reads the details of Google's errors (google/rpc/error_details.proto)
// in both of their forms: as JSON, in the body of a response, and as the bytes of protocol
// buffers, in the status of gRPC and Connect.
//
// The texts in the results are upstream's, and must not be shown to an agent.
package rpcdetails

import (
	"strings"
	"time"
)

// Details is the part of an error's details that adapters use.
type Details struct {
	Reason    string // ErrorInfo: the first one's
	Domain    string // ErrorInfo: the one of the reason
	Delay     time.Duration
	HasDelay  bool   // RetryInfo: the first valid one
	Quota     bool   // QuotaFailure: a quota was exceeded
	Daily     bool   // ErrorInfo, QuotaFailure: the quota is a daily one
	None      bool   // ErrorInfo: the quota is 0
	RequestID string // RequestInfo: the last one's
}

// The supported details, by the names of their messages.
const (
	ErrorInfo           = "ErrorInfo"
	RetryInfo           = "RetryInfo"
	QuotaFailure        = "QuotaFailure"
	PreconditionFailure = "PreconditionFailure"
	BadRequest          = "BadRequest"
	RequestInfo         = "RequestInfo"
	ResourceInfo        = "ResourceInfo"
	Help                = "Help"
)

// names are the names of the supported details.
var names = []string{ErrorInfo, RetryInfo, QuotaFailure, PreconditionFailure, BadRequest, RequestInfo, ResourceInfo, Help}

// quotaLimit and quotaValue are the keys in an ErrorInfo for the name and the size of the
// quota.
const (
	quotaLimit = "quota_limit"
	quotaValue = "quota_limit_value"
)

// countedByDay reports whether the unit of a quota, or its name, is that of a daily one:
// "1/d/{project}" (google/api/quota.proto).
func countedByDay(s string) bool {
	return strings.Contains(s, "/d/") || strings.HasSuffix(s, "/d") || namedForDay(s)
}

// namedForDay reports whether the name of a quota is that of a daily one:
// "GenerateRequestsPerDayPerProjectPerModel-FreeTier".
func namedForDay(s string) bool {
	return strings.Contains(strings.ToLower(strings.Map(unseparated, s)), "perday")
}

func unseparated(r rune) rune {
	if r == '-' || r == '_' {
		return -1
	}
	return r
}
