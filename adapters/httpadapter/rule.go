package httpadapter

import (
	"slices"

	"github.com/errand-go/errand/toolerr"
)

// A TransportRule is the meaning of one kind of failure below HTTP.
type TransportRule struct {
	// Name names the rule: "certificate".
	Name string
	// Kind, CanRetry, Effect and Message are those of the resulting error. The zero Message
	// means the kind's text.
	Kind     toolerr.Kind
	CanRetry bool
	Effect   toolerr.Effect
	Message  toolerr.Message
	// Match describes how the failure is recognised.
	Match string
	// Why is the reason for the answer.
	Why string
}

// TransportRules returns the rules for failures below HTTP, in order. If several errors in
// a tree match, the first rule decides. A status comes before all of them.
func TransportRules() []TransportRule { return slices.Clone(rules[1:]) }

// rule is the index of a rule in the table, which is its precedence.
type rule int

// The rules. 0 means no rule.
const (
	invalidURL rule = iota + 1
	refusedRequest
	invalidAddress
	refusedByProxy
	certificate
	handshakeAlert
	wrongProtocol
	tooLarge
	readAfterClose
	brokenRoundTripper
	unreadableUpload
	endlessRedirect
	timeoutBefore
	timeout
	canceled
	brokenBody
	unresolved
	notConnected
	notProcessed
	lostConnection
	brokenProtocol
	gaveUp
	deadline
	unmapped
)
