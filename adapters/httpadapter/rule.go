package httpadapter

import (
	"slices"

	"github.com/errand-go/errand/toolerr"
)

// A TransportRule is what one sort of failure below HTTP means.
type TransportRule struct {
	// Name names the rule: "certificate".
	Name string
	// Kind, CanRetry, Effect and Message are those of the answer; the zero
	// Message leaves the text to the kind.
	Kind     toolerr.Kind
	CanRetry bool
	Effect   toolerr.Effect
	Message  toolerr.Message
	// Match says by what the failure is recognised.
	Match string
	// Why says where the answer comes from.
	Why string
}

// TransportRules returns the rules for failures below HTTP, in order: where an
// error's tree holds several, the first rule answers. A status that was seen
// comes before all of them.
func TransportRules() []TransportRule { return slices.Clone(rules[1:]) }

// rule is the position of a rule in the table, and so its precedence.
type rule int

// The rules. No rule is 0.
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
