package httpadapter

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
	refusedInBody
	failedInBody
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
