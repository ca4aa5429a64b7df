package faults_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

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
