// Package loopguard detects calls that fail repeatedly in the same way, and tools that only
// fail or are only denied.
package loopguard

import (
	"time"

	"github.com/errand-go/errand/agent/internal/refusal"
	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

const (
	repeatedAt    = 2 // the second equal failure of a call is reported to the model,
	refusedAt     = 3 // the third equal call is refused,
	loopAt        = 5 // and one in the fifth turn ends the run
	unavailableAt = 5 // consecutive failures of one tool
	deniedAt      = 3 // consecutive denied calls of a tool after which nobody is asked
)

// A Guard counts the failures of a run. The zero value is ready for use, by one goroutine.
type Guard struct {
	// Looping means that a call was refused so often that the run must end.
	Looping bool

	turn     int
	failures map[string]*failures // by the key of the call
	streak   map[string]int       // consecutive failures of a tool
	denied   map[string]int       // consecutive calls of a tool that were denied
}

// failures are the equal failures of one call.
type failures struct {
	times   int
	turn    int // the last turn with one
	turns   int // the model has read the failures of all turns but the last
	failure string
	last    toolerr.Payload
	until   time.Time // the end of the wait that the last failure named
}

// A Call is one call for a Guard.
type Call struct {
	Tool string
	Args []byte
	// Malformed is the text in place of arguments that are not a JSON object.
	Malformed string
	// Made is when the call was made.
	Made time.Time
	// Earlier is the result of the earlier call because of which this one was refused.
	Earlier *toolerr.Payload

	key   string // "" until it is first needed
	times int    // number of equal failures, including this one
}

// An Ending is how a call ended.
type Ending struct {
	Payload toolerr.Payload
	At      time.Time
	Denied  bool
	// Failed means that the failure counts as one of the call, and ToolFailed that it counts
	// as one of the tool.
	Failed, ToolFailed bool
}

// Key returns a key of the tool and the arguments that does not depend on the order of
// members.
func (c *Call) Key() string {
	if c.key == "" {
		args := []byte(c.Malformed)
		if len(args) == 0 {
			args = toolargs.Canonical(c.Args)
		}
		c.key = c.Tool + "\x00" + string(args)
	}
	return c.key
}

// Begin begins a turn. Equal calls of one turn do not repeat anything that the model has
// read, so they count once for the end of the run.
func (g *Guard) Begin() { g.turn++ }

// add counts a failure in a turn.
func (f *failures) add(turn int) {
	f.times++
	if f.turns == 0 || f.turn != turn {
		f.turn = turn
		f.turns++
	}
}

// Repeated reports whether the call failed again in the same way.
func (c *Call) Repeated() bool { return c.times >= repeatedAt }

// Unavailable reports whether a tool failed too often.
func (g *Guard) Unavailable(tool string) bool { return g.streak[tool] >= unavailableAt }

// Denied returns an error if calls of a tool were denied so often that nobody is asked about
// the next one, else nil.
func (g *Guard) Denied(tool string) *toolerr.ToolRuntimeError {
	if g.denied[tool] < deniedAt {
		return nil
	}
	return refusal.DeniedBefore(deniedAt)
}

// Refuse returns an error if a call has failed too often in the same way, else nil.
func (g *Guard) Refuse(c *Call) *toolerr.ToolRuntimeError {
	if len(g.failures) == 0 {
		return nil
	}
	seen := g.seen(c)
	if seen == nil || seen.times+1 < refusedAt {
		return nil
	}
	seen.add(g.turn)
	g.Looping = g.Looping || seen.turns >= loopAt
	c.Earlier = &seen.last
	return refusal.Repeated()
}

// Ended records how a call ended.
func (g *Guard) Ended(c *Call, e Ending) {
	if e.Denied {
		if g.denied == nil {
			g.denied = map[string]int{}
		}
		g.denied[c.Tool]++
	} else {
		delete(g.denied, c.Tool)
	}
	te := e.Payload.Err()
	if te == nil {
		delete(g.streak, c.Tool)
		if len(g.failures) > 0 {
			delete(g.failures, c.Key())
		}
		return
	}
	if !e.Failed {
		return
	}
	if g.failures == nil {
		g.failures, g.streak = map[string]*failures{}, map[string]int{}
	}
	if e.ToolFailed {
		g.streak[c.Tool]++
	}
	failure := string(te.Kind()) + " " + string(te.Code())
	seen := g.seen(c)
	if seen == nil || seen.failure != failure {
		seen = &failures{failure: failure}
		g.failures[c.Key()] = seen
	}
	seen.add(g.turn)
	seen.last, c.times = e.Payload, seen.times
	if wait, ok := te.RetryAfter(); ok {
		seen.until = e.At.Add(wait)
	}
}

// seen returns the failures that count against a call, and nil if there are none. A call
// that was made after the wait that the last failure named is not a repetition.
func (g *Guard) seen(c *Call) *failures {
	seen := g.failures[c.Key()]
	if seen == nil || !seen.until.IsZero() && !c.Made.Before(seen.until) {
		return nil
	}
	return seen
}
