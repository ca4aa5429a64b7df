// Package rpcdetails reads the details of Google's errors
// (google/rpc/error_details.proto) in both of their forms: as
// JSON, in the body of an answer, and as the bytes of protocol buffers, in the
// status of gRPC and Connect.
//
// What it reads is upstream's, and for no agent as it is.
package rpcdetails

import (
	"strings"
	"time"
)

// Details is what the details of an error say, as far as an adapter acts on it.
type Details struct {
	Reason    string // ErrorInfo: the first there is
	Domain    string // ErrorInfo: of the reason
	Delay     time.Duration
	HasDelay  bool   // RetryInfo: the first that can be read
	Quota     bool   // QuotaFailure: a quota was exceeded
	Daily     bool   // ErrorInfo, QuotaFailure: the quota is one of a day
	RequestID string // RequestInfo: the last there is
}

// The details that are read, by the names of their messages.
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

// quotaLimit is the entry of an ErrorInfo that names the quota.
const quotaLimit = "quota_limit"

// countedByDay reports whether the unit of a quota, or its name, says that it is
// counted by the day: "1/d/{project}" (google/api/quota.proto).
func countedByDay(s string) bool {
	return strings.Contains(s, "/d/") || strings.HasSuffix(s, "/d") || namedForDay(s)
}

// namedForDay reports whether the name of a quota says so:
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
