package pgstore

// ErrClaimLost is the cause of the end of the context of a run that lost its claim.
var ErrClaimLost = errClaimLost

// Migrate brings tables to the version that steps lead to.
var Migrate = migrate

// Queries are all that look for rows.
var Queries = []string{
	readSession, readEvents, readRecent, readState, listSessions, listStates, deleteSession,
	appendEvents, lockSession, deleteEvents, readDeltas, clearState, touchSession, takeClaim, renewClaim, releaseClaim,
}

// Escape and Unescape are how names are stored.
var (
	Escape   = escape
	Unescape = unescape
)
