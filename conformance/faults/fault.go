// Package faults is a local server that misbehaves on purpose, with a table of the right
// answers of an error adapter.
//
// Every [Fault] is a row of data: what happens, what a right adapter makes of the error
// that a real client returns for it, and why. [Server.Target] sets a fault up, and returns
// a URL and an *http.Client that meet it. Any SDK that accepts a URL and an *http.Client
// can be driven through the whole table.
//
//	s, err := faults.Start()
//	if err != nil { … }
//	defer s.Close()
//	for _, f := range faults.All() {
//		t := s.Target(f)
//		ctx, cancel := t.Context(parent)
//		err := call(ctx, t.URL, t.Client) // one call of the SDK
//		diff := f.Want.Diff(adapt(ctx, err))
//		cancel()
//	}
//
// No request leaves the machine: every listener is on 127.0.0.1, and the clients refuse to
// dial any other address. The package imports only the standard library and toolerr.
package faults

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/errand-go/errand/toolerr"
)

// A Group is a set of similar faults. The groups are in the order in which a call can meet
// their faults.
type Group string

// The groups.
const (
	GroupStatus     Group = "statuses"
	GroupRefusal    Group = "values that a service refuses"
	GroupWait       Group = "rate limits and waits"
	GroupConnection Group = "connection"
	GroupProtocol   Group = "HTTP protocol"
	GroupBody       Group = "bodies after a 200"
	GroupTimeout    Group = "timeouts and cancellation"
	GroupTLS        Group = "TLS"
	GroupRedirect   Group = "redirects and proxies"
	GroupRequest    Group = "requests and clients that cannot be built"
	GroupHTTP2      Group = "HTTP/2"
	GroupAWS        Group = "AWS codes"
	GroupGoogle     Group = "Google envelopes and OAuth token endpoints"
)

// Groups returns every group, in the order of [All].
func Groups() []Group {
	return []Group{
		GroupStatus, GroupRefusal, GroupWait, GroupConnection, GroupProtocol, GroupBody, GroupTimeout, GroupTLS,
		GroupRedirect, GroupRequest, GroupHTTP2, GroupAWS, GroupGoogle,
	}
}

// A Need is a requirement of a fault for the client, beyond a URL, an *http.Client and a
// context. A client that does not meet it skips the fault, with the need as the reason.
type Need string

// The needs.
const (
	// NeedRequest: the client sends exactly the request of [Target.Request],
	// or of its own after [Target.Prepare].
	NeedRequest Need = "control of the *http.Request"
	// NeedUpload: the client sends the body of [Target.Body].
	NeedUpload Need = "a request body of the caller's"
	// NeedBody: the client reads the body of a success to its end.
	NeedBody Need = "reading the response body"
	// NeedJSON: the client decodes the body of a success as a JSON object.
	NeedJSON Need = "decoding a JSON response"
	// NeedHEAD: the client sends HEAD.
	NeedHEAD Need = "a HEAD request"
	// NeedSetup: the client itself is set up as [Fault].Does describes. The server
	// answers as usual; the caller recognises the fault by its name.
	NeedSetup Need = "a client set up for this fault"
	// NeedDynamoDB, NeedS3, NeedS3Copy, NeedSQS, NeedSTS: the client is one for
	// this AWS service.
	NeedDynamoDB Need = "a DynamoDB client"
	NeedS3       Need = "an S3 client"
	NeedS3Copy   Need = "an S3 client that calls CopyObject"
	NeedSQS      Need = "an SQS client"
	NeedSTS      Need = "an STS client"
	// NeedAssumeRole: the client's credentials come from an AssumeRole call
	// to [Target.URL].
	NeedAssumeRole Need = "an S3 client whose credentials come from STS"
	// NeedAWS: the client is one of the AWS SDK, for any service.
	NeedAWS Need = "an AWS client"
	// NeedGoogle: the client reads Google's error envelope.
	NeedGoogle Need = "a Google API client"
	// NeedOAuth: the client requests a token from [Target].URL.
	NeedOAuth Need = "an OAuth token client"
)

// A Fault is one way in which a call can fail, with the right answer of an adapter. Rows
// are read-only; copy one to change it.
type Fault struct {
	// Name is unique and stable: "429-delta", "tls-untrusted-ca".
	Name string
	// Group is the group of the fault.
	Group Group
	// Does is what really happens, in one line.
	Does string
	// Want is the right answer.
	Want Want
	// For has the right answers for clients of one family whose errors differ: "aws",
	// "google", "oauth2", "retryablehttp", or more precisely "aws/s3",
	// "google/gcs-reader", "google/gapic", "oauth2/jwt", "oauth2/auth". The Reason of an
	// answer describes the difference. Read it with [Fault.WantFor].
	For map[string]Want
	// Silent names the client families that never return an error for this fault, with
	// their behaviour instead: they succeed, or hang. There is no error for an adapter.
	Silent map[string]string
	// Endless names the client families that retry without end, and describes how. Only the
	// deadline of their caller stops them.
	Endless map[string]string
	// Source is the source of the right answer: an RFC section, a vendor's page, or a
	// measurement with the version of the SDK.
	Source string
	// Why is the reason for the answer if it is debatable.
	Why string
	// Arguments and Schema are the call that the service refuses: the JSON object that a
	// model sent, and the JSON schema that it was shown. Problems are what the model should
	// read, if the client keeps the response's body. They are nil for most faults.
	Arguments, Schema json.RawMessage
	Problems          []toolerr.ReportProblem
	// Needs are the requirements for a client beyond a URL, an *http.Client and a context.
	Needs []Need

	run behaviour
}

// WantFor returns the right answer for the clients of family, which is a word ("aws"), a
// word and a client ("aws/s3"), or these and a configuration ("aws/s3/own-client"). The
// most precise entry of For counts; without one it is Want.
func (f Fault) WantFor(family string) Want {
	if w, ok := closest(f.For, family); ok {
		return w
	}
	return f.Want
}

// SilentFor reports whether the clients of family never return an error for the fault, and
// what they do instead.
func (f Fault) SilentFor(family string) (string, bool) { return closest(f.Silent, family) }

// EndlessFor reports whether the clients of family retry until the deadline of their
// caller, and how.
func (f Fault) EndlessFor(family string) (string, bool) { return closest(f.Endless, family) }

// Missing returns the needs of the fault that are not in have. Nil means that the client
// can be driven through the fault.
func (f Fault) Missing(have ...Need) []Need {
	return slices.DeleteFunc(slices.Clone(f.Needs), func(n Need) bool { return slices.Contains(have, n) })
}

// closest looks up family in m, then the text before its last slash, and so on.
func closest[V any](m map[string]V, family string) (V, bool) {
	for {
		if v, ok := m[family]; ok {
			return v, true
		}
		at := strings.LastIndexByte(family, '/')
		if at < 0 {
			var none V
			return none, false
		}
		family = family[:at]
	}
}

// All returns every fault, by group and then in the order of the source. The caller may
// change the slice, but not the values to which the rows point.
func All() []Fault { return slices.Clone(table()) }

// Lookup returns the fault of that name.
func Lookup(name string) (Fault, bool) {
	i := slices.IndexFunc(table(), func(f Fault) bool { return f.Name == name })
	if i < 0 {
		return Fault{}, false
	}
	return table()[i], true
}

// Healthy returns a row without a fault: the server answers with the success of the
// target's shape. A kit calls it first, to prove that client and shape fit. It is not in
// [All].
func Healthy() Fault {
	return Fault{
		Name: "healthy", Does: "a success in the shape of the target",
		Source: "none: a control", run: behaviour{play: (*exchange).succeed},
	}
}

// table is built once and never changes.
var table = sync.OnceValue(func() (all []Fault) {
	for _, rows := range []struct {
		group Group
		rows  []Fault
	}{
		{GroupStatus, statusFaults()},
		{GroupRefusal, refusalFaults()},
		{GroupWait, waitFaults()},
		{GroupConnection, connectionFaults()},
		{GroupProtocol, protocolFaults()},
		{GroupBody, bodyFaults()},
		{GroupTimeout, timeoutFaults()},
		{GroupTLS, tlsFaults()},
		{GroupRedirect, redirectFaults()},
		{GroupRedirect, proxyFaults()},
		{GroupRequest, requestFaults()},
		{GroupHTTP2, http2Faults()},
		{GroupAWS, awsFaults()},
		{GroupGoogle, googleFaults()},
		{GroupGoogle, oauthFaults()},
	} {
		for _, f := range rows.rows {
			f.Group = rows.group
			f.For = maps.Clone(f.For)
			all = append(all, f)
		}
	}
	return all
})
