package pgstore

import "github.com/errand-go/errand/agent"

// ErrClaimLost is the cause of the end of the context of a run that lost its claim.
var ErrClaimLost = errClaimLost

// Lost reports whether a run of the store has the session and no claim on it.
func (s *Store) Lost(ref agent.SessionRef) bool { return s.lost(ref) }

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
