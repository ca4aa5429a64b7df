// Package faults is a server on the loopback that really misbehaves, and the
// table of what a right error adapter answers to each misbehaviour.
//
// Every [Fault] is a row of data: what happens, what a right adapter makes of
// the error that a real client returns for it, and why. [Server.Target] sets a
// fault up and hands back a URL and an *http.Client that meets it; any SDK that
// accepts those two can be driven through the whole table.
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
// Nothing leaves the machine: every listener is on 127.0.0.1, and the clients
// refuse to dial anything else. The package imports the standard library and
// toolerr only.
package faults

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/errand-go/errand/toolerr"
)

// A Group is a family of faults, in the order in which they can hit a call.
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

// Sent is whether the upstream has seen the request when the fault happens.
type Sent string

// The values of [Fault.Sent].
const (
	SentNo    Sent = "no"
	SentMaybe Sent = "maybe"
	SentYes   Sent = "yes"
)

// A Need is something a fault asks of the client beyond a URL, an *http.Client
// and a context. A client that lacks it skips the fault, with the need as the
// reason.
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
	// NeedSetup: the client itself is set up as [Fault.Does] says. The server
	// answers what it would answer to anyone; the caller knows the fault by name.
	NeedSetup Need = "a client set up for this fault"
	// NeedRecover: building the request panics; the caller contains it.
	NeedRecover Need = "containing a panic"
	// NeedErrors: the caller passes the error through [Target.After].
	NeedErrors Need = "control of the returned error"
	// NeedDynamoDB, NeedS3, NeedS3Copy, NeedSQS, NeedSTS, NeedEC2: the client
	// speaks to that AWS service.
	NeedDynamoDB Need = "a DynamoDB client"
	NeedS3       Need = "an S3 client"
	NeedS3Copy   Need = "an S3 client that calls CopyObject"
	NeedSQS      Need = "an SQS client"
	NeedSTS      Need = "an STS client"
	NeedEC2      Need = "an EC2 client"
	// NeedAssumeRole: the client's credentials come from an AssumeRole call
	// to [Target.URL].
	NeedAssumeRole Need = "an S3 client whose credentials come from STS"
	// NeedAWS: the client is one of the AWS SDK's, whichever the service.
	NeedAWS Need = "an AWS client"
	// NeedGoogle: the client reads Google's error envelope.
	NeedGoogle Need = "a Google API client"
	// NeedOAuth: the client asks [Target.URL] for a token.
	NeedOAuth Need = "an OAuth token client"
)

// A Fault is one way in which a call can fail, and what a right adapter makes
// of it. Rows are read-only; copy one to change it.
type Fault struct {
	// Name is unique and stable: "429-delta", "tls-untrusted-ca".
	Name string
	// Group is the family the fault belongs to.
	Group Group
	// Does is what really happens, in one line.
	Does string
	// Sent is whether the upstream has seen the request.
	Sent Sent
	// Want is what a right adapter answers.
	Want Want
	// For holds what a right adapter answers for the clients of one family,
	// where their errors differ: "aws", "google", "oauth2", "grpc",
	// "retryablehttp", or more closely "aws/s3", "google/gcs-reader",
	// "google/gapic", "oauth2/jwt", "oauth2/auth". Its Reason says how. Read it
	// with [Fault.WantFor].
	For map[string]Want
	// Silent names the client families that never report an error for this
	// fault, with what they do instead: succeed, or hang. No adapter is ever
	// asked there.
	Silent map[string]string
	// Endless names the client families that try again without end, with how
	// they do: only the deadline of their caller stops them.
	Endless map[string]string
	// Source is where the right answer comes from: an RFC section, a vendor's
	// page, a measurement with the version of the SDK.
	Source string
	// Why is set where the answer can be argued about.
	Why string
	// Arguments and Schema are the call that the service refuses, as a model sent it and
	// as it was shown: a JSON object and a JSON schema. Problems are what the model is
	// told to fix in it, if the client keeps the response's body. They are nil for most
	// faults.
	Arguments, Schema json.RawMessage
	Problems          []toolerr.ReportProblem
	// Needs is what the fault asks of a client beyond a URL, an *http.Client
	// and a context.
	Needs []Need

	run behaviour
}

// WantFor returns what a right adapter answers for the clients of family, which
// is a word ("aws"), a word and a client ("aws/s3"), or that and how it is set
// up ("aws/s3/own-client"). The closest entry of For wins; without one it is
// Want.
func (f Fault) WantFor(family string) Want {
	if w, ok := closest(f.For, family); ok {
		return w
	}
	return f.Want
}

// SilentFor reports whether the clients of family never return an error for the
// fault, and what they do instead.
func (f Fault) SilentFor(family string) (string, bool) { return closest(f.Silent, family) }

// EndlessFor reports whether the clients of family go on until the deadline of
// their caller, and how.
func (f Fault) EndlessFor(family string) (string, bool) { return closest(f.Endless, family) }

// Missing returns the needs of the fault that are not among have, nil when the
// client can be driven through it.
func (f Fault) Missing(have ...Need) []Need {
	var missing []Need
	for _, n := range f.Needs {
		if !slices.Contains(have, n) {
			missing = append(missing, n)
		}
	}
	return missing
}

// closest looks family up in m, then what is before its last slash, and so on.
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

// Within returns f with another context for its calls: what makeContext makes of
// the one that [Target.Context] is given. It is for faults of the caller's own,
// whose server the caller brings.
func (f Fault) Within(makeContext func(context.Context) (context.Context, context.CancelFunc)) Fault {
	f.run.context = func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
		return makeContext(parent)
	}
	return f
}

// All returns every fault, by group and then in the order in which they were
// written down. The slice is the caller's; what the rows point to is not.
func All() []Fault { return slices.Clone(table().rows) }

// Lookup returns the fault of that name.
func Lookup(name string) (Fault, bool) {
	i, ok := table().byName[name]
	if !ok {
		return Fault{}, false
	}
	return table().rows[i], true
}

// Healthy returns the fault that is none: the server answers with the success
// of the target's shape. A kit calls it first, to prove that the client and the
// shape fit. It is not in [All].
func Healthy() Fault {
	return Fault{
		Name: "healthy", Does: "a success in the shape of the target", Sent: SentYes,
		Source: "none: a control", run: behaviour{play: (*exchange).succeed},
	}
}

type faultTable struct {
	rows   []Fault
	byName map[string]int
}

// table is built once: it never changes.
var table = sync.OnceValue(func() faultTable {
	t := faultTable{byName: map[string]int{}}
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
			t.byName[f.Name] = len(t.rows)
			t.rows = append(t.rows, f)
		}
	}
	return t
})
