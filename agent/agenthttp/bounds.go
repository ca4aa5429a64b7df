package agenthttp

import (
	"strings"
	"sync"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// A quota limits an amount in use.
type quota struct {
	mu          sync.Mutex
	used, limit int64
}

// take adds n to the amount in use, and reports whether the limit allows it. An n above the
// limit is allowed if nothing else is in use.
func (q *quota) take(n int64) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.used > 0 && q.used+n > q.limit {
		return false
	}
	q.used += n
	return true
}

func (q *quota) give(n int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.used -= n
}

// maxIDBytes limits the length of an id, and maxNameBytes that of a file name.
const maxIDBytes, maxNameBytes = 128, 256

// usableID reports whether s can name a user, a session or a run: ids are parts of keys and
// of paths.
func usableID(s string) bool {
	return s != "" && len(s) <= maxIDBytes && s != "." && s != ".." && !strings.ContainsFunc(s, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("-_.@:+=~", c)
	})
}

// checkRef returns the refusal of an invalid session name, and nil for a valid one.
func checkRef(ref agent.SessionRef) *refusal {
	for _, id := range []string{ref.User, ref.ID} {
		if id != "" && !usableID(id) {
			return invalid(toolerr.Msgf("An id is 1 to %s letters, digits and characters of -_.@:+=~.", toolerr.Int(maxIDBytes)))
		}
	}
	return nil
}

// checkName returns the refusal of an invalid artifact name, and nil for a valid one.
func checkName(name string) *refusal {
	if len(name) > maxNameBytes || strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == 0x7f || c == '\uFFFD' }) {
		return invalid(toolerr.Msgf("The name of a file has at most %s bytes, and no control characters.", toolerr.Int(maxNameBytes)))
	}
	return nil
}
