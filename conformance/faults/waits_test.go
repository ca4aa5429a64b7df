package faults_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The raw bytes have the letter case of the row, which net/http would hide.
func TestWaitHeadersAreSentAsWritten(t *testing.T) {
	s := newServer(t)
	for name, line := range map[string]string{"429-delta": "Retry-After: 7", "429-delta-odd-case": "rEtRy-aFtEr: 7", "403-reset-after": "X-RateLimit-Remaining: 0"} {
		assert.Contains(t, raw(t, s.Target(lookup(t, name))), "\r\n"+line+"\r\n")
	}
}

// The test computes each dated wait from the response: the time that it names, minus the
// server's own time.
func TestDatedWaitsAreRight(t *testing.T) {
	s := newServer(t)
	moments := []string{"Retry-After", "X-Ratelimit-Reset", "Anthropic-Ratelimit-Requests-Reset"}
	n := 0
	for _, f := range faults.All() {
		if f.Group != faults.GroupWait || !strings.Contains(f.Does, "30 s ahead") {
			continue
		}
		n++
		t.Run(f.Name, func(t *testing.T) {
			o := drive(t.Context(), s.Target(f))
			require.NoError(t, o.err)
			now := time.Now()
			if d := o.resp.Header.Get("Date"); d != "" {
				var err error
				now, err = http.ParseTime(d)
				require.NoError(t, err)
			}
			if strings.Contains(f.Does, "an hour") {
				assert.InDelta(t, time.Hour, time.Since(now).Abs(), float64(time.Minute), "the server's clock is an hour off")
			} else {
				assert.InDelta(t, 0, time.Since(now).Abs(), float64(time.Minute))
			}
			var wait time.Duration
			for _, name := range moments {
				if v := o.resp.Header.Get(name); v != "" {
					wait = moment(t, v).Sub(now)
				}
			}
			assert.InDelta(t, 30*time.Second, wait, float64(2*time.Second))
			if f.Want.HasRetryAfter {
				assert.Equal(t, 30*time.Second, f.Want.RetryAfter)
				assert.NotZero(t, f.Want.Tolerance, "dates have whole seconds")
			}
		})
	}
	assert.Greater(t, n, 10)
}

// moment parses a point in time in any of the forms that servers send.
func moment(t *testing.T, v string) time.Time {
	t.Helper()
	if at, err := http.ParseTime(v); err == nil {
		return at
	}
	if at, err := time.Parse(time.RFC3339, v); err == nil {
		return at
	}
	n, err := strconv.ParseInt(v, 10, 64)
	require.NoError(t, err)
	return time.Unix(n, 0)
}

// The test checks the rules for waits and statuses.
func TestWaitsByStatus(t *testing.T) {
	forms := map[string]map[int]faults.Want{}
	for _, f := range faults.All() {
		if f.Group == faults.GroupWait {
			status, form, _ := strings.Cut(f.Name, "-")
			n, err := strconv.Atoi(status)
			require.NoError(t, err)
			if forms[form] == nil {
				forms[form] = map[int]faults.Want{}
			}
			forms[form][n] = f.Want
			assert.Equal(t, n, f.Want.Status, "a wait never changes the status")
		}
	}
	three := 0
	for form, wants := range forms {
		if len(wants) < 3 {
			continue
		}
		three++
		reset := strings.HasPrefix(form, "reset-") || strings.HasPrefix(form, "ratelimit-")
		assert.Equal(t, toolerr.KindUpstreamRateLimit, wants[429].Kind, form)
		assert.Equal(t, toolerr.KindUpstreamServerError, wants[503].Kind, form)
		assert.Equal(t, wants[429].HasRetryAfter, wants[403].HasRetryAfter, form)
		assert.Equal(t, wants[429].HasRetryAfter && !reset, wants[503].HasRetryAfter, "%s: a reset is a wait only on a rate limit", form)
		if wants[403].HasRetryAfter || reset {
			assert.Equal(t, toolerr.KindUpstreamRateLimit, wants[403].Kind, form)
		} else {
			assert.Equal(t, toolerr.KindUpstreamAuthError, wants[403].Kind, form)
		}
		if wants[503].HasRetryAfter {
			assert.Equal(t, toolerr.EffectNone, wants[503].Effect, form)
		} else {
			assert.Equal(t, toolerr.EffectUnknown, wants[503].Effect, form)
		}
	}
	assert.Greater(t, three, 15, "every form of wait on 429, 403 and 503")
}
