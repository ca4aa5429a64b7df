package faults_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func TestNamesAreTheDocumentedOnes(t *testing.T) {
	text, err := os.ReadFile("testdata/names.txt")
	require.NoError(t, err)
	var documented []string
	for line := range strings.Lines(string(text)) {
		if name := strings.TrimSpace(line); name != "" && !strings.HasPrefix(name, "#") {
			documented = append(documented, name)
		}
	}
	var names []string
	for _, f := range faults.All() {
		names = append(names, f.Name)
	}
	assert.Equal(t, documented, names, "a name is a promise: change testdata/names.txt only with a note in the changelog")
	slices.Sort(names)
	assert.Len(t, slices.Compact(names), len(documented), "names are unique")
}

func TestRowsAreWhole(t *testing.T) {
	for _, f := range faults.All() {
		t.Run(f.Name, func(t *testing.T) {
			assert.Contains(t, faults.Groups(), f.Group)
			assert.NotEmpty(t, f.Does)
			assert.NotEmpty(t, f.Source)
			wants := []faults.Want{f.Want}
			for family, w := range f.For {
				assert.NotEmptyf(t, w.Reason+reasons(w), "the answer for %s has a reason", family)
				wants = append(wants, w)
			}
			for _, w := range wants {
				checkWant(t, f, w)
				if w.Kind.Class() == toolerr.ClassRateLimit && f.Group != faults.GroupHTTP2 { // a stream reset is not a refusal
					assert.Equal(t, toolerr.EffectNone, w.Effect, "what is refused for its rate was not done")
				}
				for _, also := range w.Also {
					assert.NotEmpty(t, also.Reason, "every other answer has a reason")
					assert.Empty(t, also.Also, "answers do not nest")
					checkWant(t, f, also)
				}
			}
			for family, does := range f.Silent {
				assert.NotEmptyf(t, does, "what %s does instead", family)
			}
			for family, does := range f.Endless {
				assert.NotEmptyf(t, does, "how %s goes on", family)
			}
		})
	}
}

func reasons(w faults.Want) string {
	var all string
	for _, a := range w.Also {
		all += a.Reason
	}
	return all
}

// checkWant checks conditions that hold for the answer to any fault.
func checkWant(t *testing.T, f faults.Fault, w faults.Want) {
	t.Helper()
	assert.True(t, w.Kind.Known(), "the kind is one of toolerr's")
	assert.Contains(t, []toolerr.Effect{toolerr.EffectUnset, toolerr.EffectNone, toolerr.EffectUnknown}, w.Effect)
	if !w.HasRetryAfter {
		assert.Zero(t, w.RetryAfter, "no wait without a wait")
	} else {
		assert.True(t, w.CanRetry, "a wait is for a repeat")
		assert.NotZero(t, w.Status, "a wait comes with an answer")
		assert.False(t, w.RetryAfter < 0, "the past means now")
	}
	switch w.Kind.Class() {
	case toolerr.ClassUpstream, toolerr.ClassRateLimit:
		if f.Group == faults.GroupStatus || f.Group == faults.GroupWait {
			assert.NotZero(t, w.Status, "the status that was seen is kept")
		}
	case toolerr.ClassNetworkTransport, toolerr.ClassCanceled, toolerr.ClassInvalidInput, toolerr.ClassContextRequired, toolerr.ClassRetryable:
		assert.Zero(t, w.Status, "no status is made up")
	}
	if w.Kind == toolerr.KindToolFatal || w.Kind == toolerr.KindToolCanceled {
		assert.False(t, w.CanRetry)
	}
}

func TestWantFor(t *testing.T) {
	f := faults.Fault{
		Want:   faults.ForStatus(500),
		For:    map[string]faults.Want{"aws": faults.ForStatus(302), "aws/s3": faults.ForStatus(307)},
		Silent: map[string]string{"aws/sts": "returns no error"},
	}
	for family, status := range map[string]int{"": 500, "google": 500, "aws": 302, "aws/sts": 302, "aws/s3": 307} {
		assert.Equal(t, status, f.WantFor(family).Status, family)
	}
	_, silent := f.SilentFor("aws")
	assert.False(t, silent)
	does, silent := f.SilentFor("aws/sts")
	assert.True(t, silent)
	assert.Equal(t, "returns no error", does)
}

// right returns the answer that a Want describes.
func right(w faults.Want) *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{toolerr.WithCanRetry(w.CanRetry), toolerr.WithEffect(w.Effect)}
	if w.Status != 0 {
		opts = append(opts, toolerr.WithStatus(w.Status))
	}
	if w.HasRetryAfter {
		opts = append(opts, toolerr.WithRetryAfter(w.RetryAfter))
	}
	return toolerr.New(w.Kind, toolerr.Message{}, opts...)
}

// For each row there is an answer without a difference, so toolerr can express every Want.
func TestEveryWantCanBeAnswered(t *testing.T) {
	for _, f := range faults.All() {
		wants := []faults.Want{f.Want}
		for _, w := range f.For {
			wants = append(wants, w)
		}
		for _, w := range wants {
			assert.Empty(t, w.Diff(right(w)), f.Name)
			for _, also := range w.Also {
				reason, ok := w.Accepts(right(also))
				assert.True(t, ok, f.Name)
				assert.NotEmpty(t, reason+w.Reason, f.Name)
			}
		}
	}
}

func TestDiff(t *testing.T) {
	want := faults.ForStatus(429).Wait(30 * time.Second).Within(2 * time.Second)
	cases := map[string]struct {
		got  *toolerr.ToolRuntimeError
		says []string
	}{
		"right":        {right(want), nil},
		"near enough":  {right(want.Wait(28 * time.Second)), nil},
		"declined":     {nil, []string{"declined"}},
		"wrong kind":   {right(withKind(want, toolerr.KindUpstreamServerError)), []string{"kind is UPSTREAM_RUNTIME_SERVER_ERROR"}},
		"final":        {right(want.Retry(false)), []string{"can_retry is false, want true"}},
		"no status":    {right(withStatus(want, 0)), []string{"status is 0, want 429"}},
		"no wait":      {right(faults.ForStatus(429)), []string{"retry_after is missing, want 30s"}},
		"wrong wait":   {right(want.Wait(33 * time.Second)), []string{"retry_after is 33s, want 30s ± 2s"}},
		"wrong effect": {right(want.With(toolerr.EffectUnknown)), []string{`effect is "unknown", want "none"`}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			diff := want.Diff(c.got)
			require.Len(t, diff, len(c.says), "%q", diff)
			for i, says := range c.says {
				assert.Contains(t, diff[i], says)
			}
		})
	}
	made := faults.ForStatus(429).Diff(right(faults.ForStatus(429).Wait(time.Second)))
	require.Len(t, made, 1)
	assert.Contains(t, made[0], "retry_after is 1s, want none")
}

func withKind(w faults.Want, k toolerr.Kind) faults.Want {
	w.Kind = k
	return w
}

func withStatus(w faults.Want, status int) faults.Want {
	w.Status = status
	return w
}

func TestAccepts(t *testing.T) {
	want := faults.ForStatus(409).Because("first").Or("second", faults.ForStatus(409).Retry(true))
	reason, ok := want.Accepts(right(want))
	assert.True(t, ok)
	assert.Equal(t, "first", reason)
	reason, ok = want.Accepts(right(want.Retry(true)))
	assert.True(t, ok)
	assert.Equal(t, "second", reason)
	_, ok = want.Accepts(right(faults.ForStatus(410)))
	assert.False(t, ok)
	_, ok = want.Accepts(nil)
	assert.False(t, ok)
}

func TestOrDoesNotShare(t *testing.T) {
	base := faults.ForStatus(409).Or("a", faults.ForStatus(400))
	one, two := base.Or("b", faults.ForStatus(401)), base.Or("c", faults.ForStatus(402))
	assert.Equal(t, 401, one.Also[1].Status)
	assert.Equal(t, 402, two.Also[1].Status)
}
