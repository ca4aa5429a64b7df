package httpadapter

import (
	"math"
	"net/http"
	"strings"
	"time"
)

// A moment is the meaning of a header's value: a point in time, or a time from now.
type moment struct {
	at time.Time // if zero, in is used
	in time.Duration
}

// wait returns the time until the moment, of 0 to 24 hours.
func (m moment) wait(f *fields, now time.Time) time.Duration {
	d := m.in
	if !m.at.IsZero() {
		// The server made the moment with its own clock.
		if date, ok := httpDate(f.first("Date")); ok {
			now = date
		} else if now.IsZero() {
			now = time.Now()
		}
		d = m.at.Sub(now)
	}
	return min(max(d, 0), maxWait)
}

// Numbers below the first are a time from now. From there on they are epoch seconds (since
// 2001), and from the second on epoch milliseconds (since 2001). From the third on they are
// invalid. In Retry-After, which is not made for them, epoch seconds end with the century.
const (
	minEpochSeconds = 1_000_000_000
	maxEpochSeconds = 4_102_444_800
	minEpochMillis  = 1_000_000_000_000
	maxEpochMillis  = 1_000_000_000_000_000
)

// seconds parses a number of seconds.
func seconds(s string) (moment, bool) {
	whole, nano, ok := number(s)
	if !ok || whole > math.MaxInt64/int64(time.Second)-1 {
		return moment{}, false
	}
	return moment{in: time.Duration(whole)*time.Second + time.Duration(nano)}, true
}

// milliseconds parses a number of milliseconds.
func milliseconds(s string) (moment, bool) {
	whole, nano, ok := number(s)
	if !ok || whole > math.MaxInt64/int64(time.Millisecond)-1 {
		return moment{}, false
	}
	return moment{in: time.Duration(whole)*time.Millisecond + time.Duration(nano/1000)}, true
}

// retryAfter parses the value of Retry-After: seconds or a date (RFC 9110 section 10.2.3).
// It also accepts what some servers send: epoch seconds, which are too large for a wait, a
// duration, or a date in another form.
func retryAfter(s string) (moment, bool) {
	if whole, nano, ok := number(s); ok && whole >= minEpochSeconds {
		return moment{at: time.Unix(whole, nano)}, whole < maxEpochSeconds
	}
	if m, ok := seconds(s); ok {
		return m, true
	}
	return durationOrDate(s)
}

// resetAfter parses seconds or a duration.
func resetAfter(s string) (moment, bool) {
	if m, ok := seconds(s); ok {
		return m, true
	}
	return duration(s)
}

// reset parses the time at which a quota is restored, in any of the forms of services.
func reset(s string) (moment, bool) {
	if s == "" {
		return moment{}, false
	}
	whole, nano, ok := number(s)
	switch {
	case !ok:
	case whole >= maxEpochMillis:
		return moment{}, false
	case whole >= minEpochMillis:
		return moment{at: time.UnixMilli(whole).Add(time.Duration(nano / 1000))}, true
	case whole >= minEpochSeconds:
		return moment{at: time.Unix(whole, nano)}, true
	default:
		return seconds(s)
	}
	return durationOrDate(s)
}

// durationOrDate parses a duration, a date of RFC 3339 or an HTTP-date.
func durationOrDate(s string) (moment, bool) {
	if m, ok := duration(s); ok {
		return m, true
	}
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if at, err := time.Parse(layout, strings.ToUpper(s)); err == nil {
			return moment{at: at}, true
		}
	}
	at, ok := httpDate(s)
	return moment{at: at}, ok
}

// duration parses a duration in Go's form, such as 1s or 6m0s, without a sign.
func duration(s string) (moment, bool) {
	if s == "" || s[0] == '-' || s[0] == '+' {
		return moment{}, false
	}
	d, err := time.ParseDuration(s)
	return moment{in: d}, err == nil
}

// httpDates are the three forms of RFC 9110 section 5.6.7, and two unambiguous forms that
// servers send by mistake. The zone is literal, because time.Parse treats an unknown
// abbreviation as UTC.
var httpDates = [...]string{
	http.TimeFormat,
	"Monday, 02-Jan-06 15:04:05 GMT",
	time.ANSIC,
	"Mon, 02 Jan 2006 15:04:05 UTC",
	time.RFC1123Z,
}

func httpDate(s string) (time.Time, bool) {
	if len(s) < len("Sun Nov  6 08:49:37 1994") || len(s) > 64 {
		return time.Time{}, false
	}
	for _, layout := range httpDates {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// number parses digits, with or without a fraction, into a whole part and billionths. It
// rejects a sign, an exponent, and a number that does not fit.
func number(s string) (whole, nano int64, ok bool) {
	i := 0
	for ; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
		digit := int64(s[i] - '0')
		if whole > (math.MaxInt64-digit)/10 {
			return 0, 0, false
		}
		whole = whole*10 + digit
	}
	if i == 0 || i == len(s) {
		return whole, 0, i > 0
	}
	if s[i] != '.' {
		return 0, 0, false
	}
	unit := int64(time.Second)
	for _, c := range []byte(s[i+1:]) {
		if c < '0' || c > '9' {
			return 0, 0, false
		}
		unit /= 10
		nano += int64(c-'0') * unit
	}
	return whole, nano, true
}

// rateLimit parses the RateLimit field of the IETF drafts.
func rateLimit(s string) (moment, bool) {
	var l longest
	for _, one := range limits(s) {
		if one.ok && !one.left {
			l.add(one.wait, one.usedUp)
		}
	}
	return moment{in: l.wait}, l.ok
}

// limits returns the limits in a RateLimit field: the one of a dictionary with the keys
// limit, remaining and reset (draft 08 and before), or each member of a list with the
// parameters r and t (from draft 09 on).
func limits(s string) (all []longest) {
	var dictionary longest
	keyed := false
	for _, member := range split(s, ',') {
		var l longest
		for i, item := range split(member, ';') {
			key, value, assigned := strings.Cut(item, "=")
			switch {
			case i == 0 && assigned:
				dictionary.set(key, value, "remaining", "reset")
				keyed = true
			case assigned:
				l.set(key, value, "r", "t")
			}
		}
		if l.ok || l.usedUp {
			all = append(all, l)
		}
	}
	if keyed {
		all = append(all, dictionary)
	}
	return all
}

// set stores a key of a limit. left and again are the keys for the remaining quota and for
// the time of its reset.
func (l *longest) set(key, value, left, again string) {
	switch strings.TrimSpace(key) {
	case left:
		whole, nano, ok := number(strings.TrimSpace(value))
		l.usedUp = ok && whole == 0 && nano == 0
		l.left = ok && !l.usedUp
	case again:
		if m, ok := seconds(strings.TrimSpace(value)); ok {
			l.wait, l.ok = m.in, true
		}
	}
}

// split returns the parts of s between separators outside quoted strings (RFC 9651 section
// 3.3.3), without the white space around them.
func split(s string, separator byte) (parts []string) {
	start, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case c == separator && !quoted:
			parts, start = append(parts, strings.TrimSpace(s[start:i])), i+1
		}
	}
	if !quoted {
		parts = append(parts, strings.TrimSpace(s[start:]))
	}
	return parts
}
