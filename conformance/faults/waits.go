package faults

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// A waitForm is a way in which a server states a wait, or tries to. There is one for each
// header, clock and kind of value that a client could treat in its own way; how values are
// written is tested where they are parsed.
type waitForm struct {
	name  string
	does  string
	lines func(now time.Time) []string // header lines, as they are sent
	wait  time.Duration
	// readable is true if the lines state a wait.
	readable bool
	// within is the tolerance of the wait.
	within time.Duration
	// reset is true if the lines state when a quota is restored, which is a wait only on a
	// rate limit.
	reset  bool
	source string
	// names replaces "<status>-<name>".
	names map[int]string
}

const (
	sourceRetryAfter = "RFC 9110 section 10.2.3"
	sourceDate       = "RFC 9110 sections 5.6.7 and 10.2.3, measured against the response's own Date (6.6.1)"
	sourceMillis     = "the header is in milliseconds: openai-go v3.95.0, azcore v1.24.0; aws-sdk-go-v2 v1.47.6 for X-Amz-Retry-After"
	sourceReset      = "draft-ietf-httpapi-ratelimit-headers"
	sourceUnreadable = "a value that cannot be read says nothing: the wait is unknown, not made up"
	sourceEpoch      = "GitHub REST API, rate limit headers: the reset is in epoch seconds"
)

// dateSlack is the tolerance of waits that are sent as points in time together with the
// server's time: whole seconds. clockSlack is that of waits that are compared with the
// client's clock: on a busy machine, seconds pass between writing and reading.
const (
	dateSlack  = 2 * time.Second
	clockSlack = 10 * time.Second
)

// clockSkew is how far the clock of a skewed server is ahead.
const clockSkew = time.Hour

func lines(l ...string) func(time.Time) []string {
	return func(time.Time) []string { return l }
}

// dated returns the lines of a server with its own time, and a header with the time 30 s
// later in a format.
func dated(header string, skew time.Duration, format func(time.Time) string) func(time.Time) []string {
	return func(now time.Time) []string {
		now = now.Add(skew)
		return []string{"Date: " + now.Format(http.TimeFormat), header + ": " + format(now.Add(30*time.Second))}
	}
}

func layout(l string) func(time.Time) string {
	return func(t time.Time) string { return t.Format(l) }
}

func epochSeconds(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }

var waitForms = []waitForm{
	{
		name: "delta", does: "Retry-After: 7", lines: lines("Retry-After: 7"),
		wait: 7 * time.Second, readable: true, source: sourceRetryAfter, names: map[int]string{403: "403-retry-after-only"},
	},
	{
		name: "delta-odd-case", does: "rEtRy-aFtEr: 7", lines: lines("rEtRy-aFtEr: 7"),
		wait: 7 * time.Second, readable: true, source: sourceRetryAfter + "; field names are case-insensitive (5.1)",
	},
	{
		name: "fraction", does: "Retry-After: 1.5 (not in the RFC, seen in the wild)", lines: lines("Retry-After: 1.5"),
		wait: 1500 * time.Millisecond, readable: true, source: sourceRetryAfter,
	},
	{
		name: "zero", does: "Retry-After: 0", lines: lines("Retry-After: 0"),
		readable: true, source: sourceRetryAfter + "; at once is a wait too",
	},
	{
		name: "two-days", does: "Retry-After: 172800", lines: lines("Retry-After: 172800"),
		wait: 24 * time.Hour, readable: true, source: sourceRetryAfter + "; waits are capped at 24 h",
	},
	{
		name: "http-date", does: "Retry-After: an HTTP-date 30 s ahead", lines: dated("Retry-After", 0, layout(http.TimeFormat)),
		wait: 30 * time.Second, readable: true, within: dateSlack, source: sourceDate,
	},
	{
		name: "http-date-alone", does: "Retry-After: an HTTP-date 30 s ahead, no Date",
		lines: func(now time.Time) []string {
			return []string{"Retry-After: " + now.Add(30*time.Second).Format(http.TimeFormat)}
		},
		wait: 30 * time.Second, readable: true, within: clockSlack, source: sourceRetryAfter,
	},
	{
		name: "http-date-clock-ahead", does: "Retry-After: an HTTP-date 30 s ahead of the server's clock, which is an hour ahead and says so",
		lines: dated("Retry-After", clockSkew, layout(http.TimeFormat)),
		wait:  30 * time.Second, readable: true, within: dateSlack, source: sourceDate,
	},
	{
		name: "junk", does: "Retry-After: soon", lines: lines("Retry-After: soon"), source: sourceUnreadable,
	},
	{
		name: "ms-header", does: "retry-after-ms: 2500", lines: lines("retry-after-ms: 2500"),
		wait: 2500 * time.Millisecond, readable: true, source: sourceMillis,
	},
	{
		name: "amz-retry-after", does: "x-amz-retry-after: 2500 (milliseconds)", lines: lines("x-amz-retry-after: 2500"),
		wait: 2500 * time.Millisecond, readable: true, source: sourceMillis,
	},
	{
		name: "ms-before-seconds", does: "Retry-After: 7 and retry-after-ms: 2500", lines: lines("Retry-After: 7", "retry-after-ms: 2500"),
		wait: 2500 * time.Millisecond, readable: true, source: sourceMillis + "; the finer header wins",
	},
	{
		name: "reset-delta", does: "RateLimit-Reset: 30", lines: lines("RateLimit-Reset: 30"),
		wait: 30 * time.Second, readable: true, reset: true, source: sourceReset + "-07: seconds from now",
	},
	{
		name: "ratelimit-field", does: `RateLimit: "default";r=0;t=30`, lines: lines(`RateLimit: "default";r=0;t=30`),
		wait: 30 * time.Second, readable: true, reset: true, source: sourceReset + "-10: t is seconds from now",
	},
	{
		name: "reset-after", does: "X-RateLimit-Reset-After: 1.25", lines: lines("X-RateLimit-Reset-After: 1.25"),
		wait: 1250 * time.Millisecond, readable: true, reset: true, source: "Discord API, rate limits: seconds from now, with fractions",
	},
	{
		name: "reset-epoch", does: "X-RateLimit-Reset: epoch seconds 30 s ahead", lines: dated("X-RateLimit-Reset", 0, epochSeconds),
		wait: 30 * time.Second, readable: true, within: dateSlack, reset: true, source: sourceEpoch, names: map[int]string{403: "403-remaining-0"},
	},
	{
		name: "reset-epoch-clock-ahead", does: "X-RateLimit-Reset: epoch seconds 30 s ahead of the server's clock, which is an hour ahead and says so",
		lines: dated("X-RateLimit-Reset", clockSkew, epochSeconds),
		wait:  30 * time.Second, readable: true, within: dateSlack, reset: true, source: sourceEpoch + ", by the server's own clock",
	},
	{
		name: "reset-duration", does: "x-ratelimit-reset-requests: 6m0s", lines: lines("x-ratelimit-reset-requests: 6m0s"),
		wait: 6 * time.Minute, readable: true, reset: true, source: "OpenAI API, rate limit headers: durations",
	},
	{
		name: "reset-rfc3339", does: "anthropic-ratelimit-requests-reset: an RFC 3339 time 30 s ahead",
		lines: dated("anthropic-ratelimit-requests-reset", 0, layout(time.RFC3339)),
		wait:  30 * time.Second, readable: true, within: dateSlack, reset: true, source: "Anthropic API, rate limit headers: RFC 3339",
	},
	{
		name: "reset-junk", does: "X-RateLimit-Reset: soon", lines: lines("X-RateLimit-Reset: soon"), reset: true, source: sourceUnreadable,
	},
}

func waitFaults() []Fault {
	rows := []Fault{{
		Name: "429-no-retry-after", Does: "429, no Retry-After",
		Want: ForStatus(429), Source: sourceRefused, Why: "an unknown wait stays unknown: the caller chooses one", run: statusRun(429),
	}}
	for _, status := range []int{429, 403, 503} {
		for _, form := range waitForms {
			rows = append(rows, form.fault(status))
		}
	}
	return append(rows,
		Fault{
			Name: "403-remaining-5", Does: "403, X-RateLimit-Remaining: 5: not a rate limit",
			Want: ForStatus(403), Source: sourceRefused, run: statusRun(403, "X-RateLimit-Remaining: 5", "X-RateLimit-Limit: 60"),
		},
		Fault{
			Name: "403-reset-only", Does: "403, RateLimit-Reset: 30 and no sign of a used-up quota",
			Want: ForStatus(403), Source: sourceRefused,
			Why: "services name the next reset on every answer", run: statusRun(403, "RateLimit-Reset: 30"),
		},
	)
}

// fault returns the fault of the form with a status.
func (w waitForm) fault(status int) Fault {
	f := Fault{
		Name: fmt.Sprintf("%d-%s", status, w.name),
		Does: fmt.Sprintf("%d, %s", status, w.does), Want: ForStatus(status), Source: w.source,
	}
	if n := w.names[status]; n != "" {
		f.Name = n
	}
	var further []string
	switch status {
	case http.StatusTooManyRequests:
		if w.readable {
			f.Want = f.Want.Wait(w.wait).Within(w.within)
		}
	case http.StatusForbidden:
		if w.reset {
			further = []string{"X-RateLimit-Remaining: 0"}
			f.Does += ", X-RateLimit-Remaining: 0"
		}
		if w.reset || w.readable {
			f.Want = ForCode(toolerr.KindUpstreamRateLimit, status)
			f.Why = "GitHub's secondary limits and others: a 403 that shows a used-up quota or a wait is a rate limit, under its own status"
		}
		if w.readable {
			f.Want = f.Want.Wait(w.wait).Within(w.within)
		}
	default:
		if w.readable && !w.reset {
			f.Want = f.Want.Wait(w.wait).Within(w.within).With(toolerr.EffectNone)
			f.Why = "a 503 that names a wait is a refusal: nothing was done"
		}
		if w.reset {
			f.Why = "a reset is when a quota starts anew; it is a wait only on a rate limit"
		}
	}
	f.run = behaviour{play: onRequest(func(x *exchange) {
		all := slices.Concat(w.lines(time.Now().UTC()), further)
		x.respond(status, all, x.site.shape.Error(answer(status, CanaryCode)))
	})}
	return f
}
