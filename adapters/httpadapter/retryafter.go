package httpadapter

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/internal/base"
)

// maxWait is the longest wait that is returned.
const maxWait = 24 * time.Hour

// A waitSource is a header in which services name a wait.
type waitSource struct {
	base.WaitSource
	remaining string // the header with the remaining quota, or ""
	read      func(value string) (moment, bool)
	list      bool // several lines are one value (RFC 9110 section 5.3)
	quota     bool // one of several quotas that a service counts separately
}

// RetryAfter returns how long a response asks to wait, and whether it names a wait that can
// be read. It reads the headers that docs/vendors/http.md lists, in any letter case. The first
// readable one counts.
//
// A point in time is compared with the response's own Date, so that the server's clock may
// be wrong. Without a Date it is compared with now; a zero now means the present. A point
// in the past means 0. A value that cannot be read, is negative or does not fit a
// time.Duration is ignored. The longest wait is 24 hours.
//
// Reset headers state when a quota starts again. They count only if the quota is the cause
// of the failure: with status 429, and with 403 if a header states that nothing remains.
// The reset of a quota of which something remains does not count. An adapter that
// recognises a rate limit by the service's own code passes 429.
func RetryAfter(status int, h http.Header, now time.Time) (time.Duration, bool) {
	f := scan(h)
	return f.wait(limited(status, &f), now)
}

// limited reports whether the status, together with the quotas in the headers, is a rate
// limit.
func limited(status int, f *fields) bool {
	return status == http.StatusTooManyRequests || status == http.StatusForbidden && usedUp(f.h)
}

// wait returns the wait of the first readable header. Of several quotas, it is the longest
// of those that are used up, or else of those without a remaining amount.
func (f *fields) wait(limited bool, now time.Time) (time.Duration, bool) {
	var l longest
	for i := range waitSources {
		s := &waitSources[i]
		values := f.values(s.Header)
		if len(values) == 0 || s.RateLimitOnly && (!limited || f.somethingLeft(s.remaining)) {
			continue
		}
		if s.list && len(values) > 1 {
			values = []string{strings.Join(values, ", ")}
		}
		for _, value := range values {
			m, ok := s.read(strings.TrimSpace(value))
			switch {
			case !ok:
			case !s.quota:
				return m.wait(f, now), true
			default:
				l.add(m.wait(f, now), isZero(f.first(s.remaining)))
			}
		}
	}
	return l.wait, l.ok
}

// somethingLeft reports whether a header shows that a quota is not used up. Then the quota
// is not the reason, and its reset is not a wait.
func (f *fields) somethingLeft(remaining string) bool {
	if remaining == "" {
		return false
	}
	whole, nano, ok := number(strings.TrimSpace(f.first(remaining)))
	return ok && (whole > 0 || nano > 0)
}

// longest is the longest wait of several quotas.
type longest struct {
	wait   time.Duration
	usedUp bool
	left   bool // a part of the quota is left
	ok     bool
}

func (l *longest) add(wait time.Duration, usedUp bool) {
	if !l.ok || usedUp && !l.usedUp || usedUp == l.usedUp && wait > l.wait {
		*l = longest{wait: wait, usedUp: usedUp, ok: true}
	}
}

// usedUp reports whether a header shows that a quota is used up: a header with "remaining"
// in its name, or the RateLimit field. With periods, the name has to have one of them too.
func usedUp(h http.Header, periods ...string) bool {
	for key, values := range h {
		if periods != nil && !slices.ContainsFunc(periods, func(period string) bool { return hasWord(key, period) }) {
			continue
		}
		for _, value := range values {
			switch {
			case strings.EqualFold(key, "RateLimit"):
				for _, l := range limits(value) {
					if l.usedUp {
						return true
					}
				}
			case hasWord(key, "remaining") && isZero(strings.TrimSpace(value)):
				return true
			}
		}
	}
	return false
}

// hasWord reports whether a header has the word in its name.
func hasWord(key, word string) bool {
	for i := 0; i+len(word) <= len(key); i++ {
		if strings.EqualFold(key[i:i+len(word)], word) {
			return (i == 0 || key[i-1] == '-') && (i+len(word) == len(key) || key[i+len(word)] == '-')
		}
	}
	return false
}

// isZero reports whether a value is the number 0.
func isZero(value string) bool {
	whole, nano, ok := number(value)
	return ok && whole == 0 && nano == 0
}
