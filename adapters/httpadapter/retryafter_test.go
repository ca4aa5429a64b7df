package httpadapter_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/base"
)

// now is the client's clock in most tests.
var now = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

// header makes a header map without changing the case of its keys.
func header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h[pairs[i]] = append(h[pairs[i]], pairs[i+1])
	}
	return h
}

const unknown = time.Duration(-1)

func TestRetryAfterForms(t *testing.T) {
	in := func(d time.Duration) time.Time { return now.Add(d) }
	epoch := func(d time.Duration) string { return strconv.FormatInt(in(d).Unix(), 10) }
	millis := func(d time.Duration) string { return strconv.FormatInt(in(d).UnixMilli(), 10) }
	tests := []struct {
		name  string
		h     http.Header
		want  time.Duration
		reset bool // used on a rate limit only
		spent bool // shows that a 403 is a rate limit
	}{
		{name: "nothing", h: nil, want: unknown},
		{name: "headers without a wait", h: header("Content-Type", "text/html", "X-Powered-By", "7"), want: unknown},

		{name: "seconds", h: header("Retry-After", "7"), want: 7 * time.Second},
		{name: "seconds between spaces", h: header("Retry-After", " \t7 "), want: 7 * time.Second},
		{name: "zero", h: header("Retry-After", "0"), want: 0},
		{name: "leading zeros", h: header("Retry-After", "000000000000000000000030"), want: 30 * time.Second},
		{name: "fraction", h: header("Retry-After", "1.5"), want: 1500 * time.Millisecond},
		{name: "long fraction", h: header("Retry-After", "0.1234567891234"), want: 123456789},
		{name: "point at the end", h: header("Retry-After", "3."), want: 3 * time.Second},
		{name: "a year", h: header("Retry-After", "31536000"), want: 24 * time.Hour},
		{name: "epoch seconds where they do not belong", h: header("Retry-After", epoch(30*time.Second)), want: 30 * time.Second},
		{name: "epoch milliseconds where they do not belong", h: header("Retry-After", millis(30*time.Second)), want: unknown},
		{name: "a duration where it does not belong", h: header("Retry-After", "30s"), want: 30 * time.Second},
		{name: "a date of RFC 3339 where it does not belong", h: header("Retry-After", in(30*time.Second).Format(time.RFC3339)), want: 30 * time.Second},
		{name: "negative", h: header("Retry-After", "-5"), want: unknown},
		{name: "exponent", h: header("Retry-After", "1e3"), want: unknown},
		{name: "no digits", h: header("Retry-After", "."), want: unknown},
		{name: "empty", h: header("Retry-After", ""), want: unknown},
		{name: "beyond a duration", h: header("Retry-After", "9999999999"), want: unknown},
		{name: "beyond an integer", h: header("Retry-After", "99999999999999999999"), want: unknown},
		{name: "not a number", h: header("Retry-After", "NaN"), want: unknown},
		{name: "first value is junk", h: header("Retry-After", "soon", "Retry-After", "7"), want: 7 * time.Second},
		{name: "no values", h: http.Header{"Retry-After": nil}, want: unknown},

		{name: "IMF date", h: header("Retry-After", "Fri, 20 Nov 2026 12:00:30 GMT"), want: 30 * time.Second},
		{name: "RFC 850 date", h: header("Retry-After", "Friday, 20-Nov-26 12:00:30 GMT"), want: 30 * time.Second},
		{name: "asctime date", h: header("Retry-After", "Fri Nov 20 12:00:30 2026"), want: 30 * time.Second},
		{name: "UTC for GMT", h: header("Retry-After", "Fri, 20 Nov 2026 12:00:30 UTC"), want: 30 * time.Second},
		{name: "offset for GMT", h: header("Retry-After", "Fri, 20 Nov 2026 13:00:30 +0100"), want: 30 * time.Second},
		{name: "a zone by name", h: header("Retry-After", "Fri, 20 Nov 2026 04:00:30 PST"), want: unknown},
		{name: "an RFC 850 zone by name", h: header("Retry-After", "Friday, 20-Nov-26 04:00:30 PST"), want: unknown},
		{name: "past date", h: header("Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT"), want: 0},
		{name: "far date", h: header("Retry-After", "Fri, 31 Dec 2199 23:59:59 GMT"), want: 24 * time.Hour},
		{name: "no such day", h: header("Retry-After", "Fri, 31 Feb 2027 12:00:00 GMT"), want: unknown},
		{name: "clock ahead", h: header("Date", "Fri, 20 Nov 2026 13:00:00 GMT", "Retry-After", "Fri, 20 Nov 2026 13:00:30 GMT"), want: 30 * time.Second},
		{name: "unreadable Date", h: header("Date", "today", "Retry-After", "Fri, 20 Nov 2026 12:00:30 GMT"), want: 30 * time.Second},
		{name: "date in lower case", h: header("date", "Fri, 20 Nov 2026 13:00:00 GMT", "retry-after", "Fri, 20 Nov 2026 13:00:30 GMT"), want: 30 * time.Second},

		{name: "milliseconds", h: header("Retry-After-Ms", "2500"), want: 2500 * time.Millisecond},
		{name: "milliseconds with a fraction", h: header("Retry-After-Ms", "0.5"), want: 500 * time.Microsecond},
		{name: "milliseconds of Azure", h: header("x-ms-retry-after-ms", "2500"), want: 2500 * time.Millisecond},
		{name: "milliseconds of AWS", h: header("x-amz-retry-after", "2500"), want: 2500 * time.Millisecond},
		{name: "milliseconds that do not fit", h: header("Retry-After-Ms", "9223372036855"), want: unknown},
		{name: "milliseconds before seconds", h: header("Retry-After", "7", "Retry-After-Ms", "2500"), want: 2500 * time.Millisecond},
		{name: "junk before seconds", h: header("Retry-After", "7", "Retry-After-Ms", "soon"), want: 7 * time.Second},
		{name: "wait before reset", h: header("Retry-After", "7", "X-RateLimit-Reset", "30"), want: 7 * time.Second},

		{name: "reset in seconds", h: header("RateLimit-Reset", "30"), want: 30 * time.Second, reset: true},
		{name: "reset in epoch seconds, GitLab", h: header("RateLimit-Reset", epoch(30*time.Second)), want: 30 * time.Second, reset: true},
		{name: "X reset in seconds", h: header("X-RateLimit-Reset", "30"), want: 30 * time.Second, reset: true},
		{name: "X reset in epoch seconds", h: header("X-RateLimit-Reset", epoch(30*time.Second)), want: 30 * time.Second, reset: true},
		{name: "X reset in epoch seconds with a fraction", h: header("X-RateLimit-Reset", epoch(30*time.Second)+".25"), want: 30250 * time.Millisecond, reset: true},
		{name: "X reset in epoch milliseconds", h: header("X-RateLimit-Reset", millis(30*time.Second)), want: 30 * time.Second, reset: true},
		{name: "X reset in epoch microseconds", h: header("X-RateLimit-Reset", millis(30*time.Second)+"000"), want: unknown, reset: true},
		{name: "X reset in the past", h: header("X-RateLimit-Reset", "1000000000"), want: 0, reset: true},
		{name: "X reset as RFC 3339", h: header("X-RateLimit-Reset", in(30*time.Second).Format(time.RFC3339)), want: 30 * time.Second, reset: true},
		{name: "X reset as RFC 3339 in lower case", h: header("X-RateLimit-Reset", "2026-11-20t12:00:30z"), want: 30 * time.Second, reset: true},
		{name: "X reset without seconds", h: header("X-RateLimit-Reset", "2026-11-20T12:01Z"), want: time.Minute, reset: true},
		{name: "X reset as an HTTP date", h: header("X-RateLimit-Reset", "Fri, 20 Nov 2026 12:00:30 GMT"), want: 30 * time.Second, reset: true},
		{name: "X reset, clock ahead", h: header("Date", "Fri, 20 Nov 2026 13:00:00 GMT", "X-RateLimit-Reset", epoch(time.Hour+30*time.Second)), want: 30 * time.Second, reset: true},
		{name: "X reset, with a hyphen", h: header("x-rate-limit-reset", epoch(30*time.Second)), want: 30 * time.Second, reset: true},
		{name: "X reset, junk", h: header("X-RateLimit-Reset", "soon"), want: unknown, reset: true},
		{name: "X reset, negative", h: header("X-RateLimit-Reset", "-30"), want: unknown, reset: true},
		{name: "X reset, empty", h: header("X-RateLimit-Reset", ""), want: unknown, reset: true},
		{name: "reset after", h: header("X-RateLimit-Reset-After", "1.25"), want: 1250 * time.Millisecond, reset: true},
		{name: "reset after, duration", h: header("X-RateLimit-Reset-After", "6m0s"), want: 6 * time.Minute, reset: true},

		{name: "field, dictionary", h: header("RateLimit", "limit=100, remaining=0, reset=30"), want: 30 * time.Second, reset: true, spent: true},
		{name: "field, dictionary with policy", h: header("RateLimit", "limit=100;w=60, remaining=5,reset=30"), want: unknown, reset: true},
		{name: "something is left", h: header("X-RateLimit-Remaining", "4999", "X-RateLimit-Reset", epoch(30*time.Second)), want: unknown, reset: true},
		{name: "something is left of one of two", h: header("X-RateLimit-Remaining-Requests", "3", "X-RateLimit-Reset-Requests", "50m", "X-RateLimit-Remaining-Tokens", "0", "X-RateLimit-Reset-Tokens", "7s"), want: 7 * time.Second, reset: true, spent: true},
		{name: "something is left of both", h: header("X-RateLimit-Remaining-Requests", "3", "X-RateLimit-Reset-Requests", "50m", "X-RateLimit-Remaining-Tokens", "9", "X-RateLimit-Reset-Tokens", "7s"), want: unknown, reset: true},
		{name: "field, list", h: header("RateLimit", `"default";r=0;t=30`), want: 30 * time.Second, reset: true, spent: true},
		{name: "field, list of tokens", h: header("RateLimit", `default; r=0; t=30`), want: 30 * time.Second, reset: true, spent: true},
		{name: "field, the used-up one", h: header("RateLimit", `"day";r=90;t=40000, "minute";r=0;t=30, "burst";r=0;t=5`), want: 30 * time.Second, reset: true, spent: true},
		{name: "field, in two lines", h: header("RateLimit", `"day";r=90;t=40000`, "RateLimit", `"minute";r=0;t=30`), want: 30 * time.Second, reset: true, spent: true},
		{name: "field, none used up", h: header("RateLimit", `"day";r=90;t=40, "minute";r=1;t=30`), want: unknown, reset: true},
		{name: "field, separators in a name", h: header("RateLimit", `"a;t=1,b;t=2\";t=3";r=0;t=30`), want: 30 * time.Second, reset: true, spent: true},
		{name: "field, no time", h: header("RateLimit", `"default";r=0`), want: unknown, reset: true, spent: true},
		{name: "field, open quote", h: header("RateLimit", `"default;r=0;t=30`), want: unknown, reset: true, spent: true},
		{name: "field, junk", h: header("RateLimit", "soon"), want: unknown, reset: true},
		{name: "field, negative", h: header("RateLimit", `"default";r=0;t=-30`), want: unknown, reset: true, spent: true},

		{name: "OpenAI requests", h: header("x-ratelimit-reset-requests", "1s"), want: time.Second, reset: true},
		{name: "OpenAI milliseconds", h: header("x-ratelimit-reset-tokens", "17ms"), want: 17 * time.Millisecond, reset: true},
		{
			name: "OpenAI, the used-up one", want: time.Second, reset: true, spent: true,
			h: header("x-ratelimit-reset-requests", "1s", "x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-tokens", "6m0s", "x-ratelimit-remaining-tokens", "149984"),
		},
		{
			name: "OpenAI, none used up", want: 6 * time.Minute, reset: true,
			h: header("x-ratelimit-reset-requests", "1s", "x-ratelimit-reset-tokens", "6m0s"),
		},
		{
			name: "Anthropic", want: 30 * time.Second, reset: true, spent: true,
			h: header("anthropic-ratelimit-requests-reset", in(30*time.Second).Format(time.RFC3339), "anthropic-ratelimit-requests-remaining", "0"),
		},
		{name: "an endless duration", h: header("x-ratelimit-reset-tokens", "99999999999h"), want: unknown, reset: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, status := range []int{429, 403, 503, 400, 200} {
				want := tt.want
				if limited := status == 429 || status == 403 && tt.spent; tt.reset && !limited {
					want = unknown
				}
				got, ok := httpadapter.RetryAfter(status, tt.h, now)
				if want == unknown {
					assert.Falsef(t, ok, "status %d: %s", status, got)
					assert.Zero(t, got)
					continue
				}
				assert.Truef(t, ok, "status %d", status)
				assert.Equalf(t, want, got, "status %d", status)
			}
			if tt.reset && tt.want != unknown {
				h := tt.h.Clone()
				h["x-Quota-remaining"] = []string{" 0 "}
				got, ok := httpadapter.RetryAfter(403, h, now)
				assert.True(t, ok, "a 403 whose quota is used up is a rate limit")
				assert.Equal(t, tt.want, got)
			}
		})
	}
}

func TestRetryAfterLetterCase(t *testing.T) {
	for _, source := range base.WaitSources {
		readable := false
		for _, value := range []string{"7", "7s", `"default";r=0;t=7`} {
			for _, status := range []int{429, 403, 503} {
				left := "X-RateLimit-Remaining"
				want, ok := httpadapter.RetryAfter(status, header(http.CanonicalHeaderKey(source.Header), value, left, "0"), now)
				readable = readable || ok
				for _, change := range []func(string) string{lower, upper, func(s string) string { return s }} {
					got, gotOK := httpadapter.RetryAfter(status, header(change(source.Header), value, change(left), "0"), now)
					assert.Equal(t, ok, gotOK, "%d %s: %s", status, change(source.Header), value)
					assert.Equal(t, want, got, "%d %s: %s", status, change(source.Header), value)
				}
			}
		}
		assert.Truef(t, readable, "%s was read", source.Header)
	}
}

func lower(s string) string { return mapCase(s, 'A', 'Z', 'a'-'A') }

func upper(s string) string { return mapCase(s, 'a', 'z', 'A'-'a') }

func mapCase(s string, from, to byte, by int) string {
	b := []byte(s)
	for i, c := range b {
		if from <= c && c <= to {
			b[i] = byte(int(c) + by)
		}
	}
	return string(b)
}

// The result for two spellings in one map does not depend on the map's order.
func TestRetryAfterTwoSpellings(t *testing.T) {
	for range 50 {
		got, ok := httpadapter.RetryAfter(429, header("Retry-After", "7", "retry-after", "9", "RETRY-after", "11"), now)
		assert.True(t, ok)
		assert.Equal(t, 11*time.Second, got)
	}
}

func TestRetryAfterWithoutClock(t *testing.T) {
	h := header("Retry-After", time.Now().UTC().Add(time.Minute).Format(http.TimeFormat))
	got, ok := httpadapter.RetryAfter(503, h, time.Time{})
	assert.True(t, ok)
	assert.InDelta(t, time.Minute.Seconds(), got.Seconds(), 30)
}

func TestWaitSourcesAreDocumented(t *testing.T) {
	for _, s := range base.WaitSources {
		assert.NotEmpty(t, s.Header)
		assert.NotEmpty(t, s.Forms, s.Header)
		assert.NotEmpty(t, s.Source, s.Header)
	}
}

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{
		"7", "1.5", "-5", "soon", "", "0", "99999999999999999999", "1e9", "6m0s", "1795176030", "1795176030123",
		"Fri, 20 Nov 2026 12:00:30 GMT", "Friday, 20-Nov-26 12:00:30 GMT", "Fri Nov 20 12:00:30 2026",
		"2026-11-20T12:00:30Z", "limit=100, remaining=0, reset=30", `"default";r=0;t=30`, `"a\`, `=;=,=`,
	} {
		for i := range base.WaitSources {
			f.Add(i, 429, seed, "Fri, 20 Nov 2026 12:00:00 GMT", "0")
		}
	}
	sources := base.WaitSources
	f.Fuzz(func(t *testing.T, i, status int, value, date, left string) {
		if i < 0 || i >= len(sources) {
			return
		}
		h := header(sources[i].Header, value, "Date", date, "X-RateLimit-Remaining", left, "RateLimit", left)
		got, ok := httpadapter.RetryAfter(status, h, now)
		if got < 0 || got > 24*time.Hour || !ok && got != 0 {
			t.Errorf("%s: %q is %s, %t", sources[i].Header, value, got, ok)
		}
		if again, ok2 := httpadapter.RetryAfter(status, h, now); again != got || ok != ok2 {
			t.Errorf("%s: %q is %s, then %s", sources[i].Header, value, got, again)
		}
	})
}
