package scene_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/cmd/errand/internal/scene"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func stage(t *testing.T, r adapter.Registry) *scene.Stage {
	t.Helper()
	st, err := scene.NewStage(r)
	require.NoError(t, err)
	t.Cleanup(st.Close)
	return st
}

// TestProgram plays the demo and holds it to what it is there to show.
func TestProgram(t *testing.T) {
	st := stage(t, scene.Registry())
	want := map[string]struct {
		kind   toolerr.Kind
		action verdict.Action
	}{
		"status-404":              {toolerr.KindUpstreamNotFound, verdict.Stop},
		"status-401":              {toolerr.KindUpstreamAuthError, verdict.RenewThenRepeat},
		"status-422":              {toolerr.KindUpstreamValidationError, verdict.AskModel},
		"429-delta":               {toolerr.KindUpstreamRateLimit, verdict.Repeat},
		"403-remaining-0":         {toolerr.KindUpstreamRateLimit, verdict.Repeat},
		"status-500":              {toolerr.KindUpstreamServerError, verdict.CheckFirst},
		"503-delta":               {toolerr.KindUpstreamServerError, verdict.Repeat},
		"conn-refused":            {toolerr.KindNetworkTransportUnreachable, verdict.Repeat},
		"reset-mid-body":          {"", verdict.Repeat},
		"response-header-timeout": {toolerr.KindNetworkTransportTimeout, verdict.CheckFirst},
		"tls-untrusted-ca":        {toolerr.KindToolFatal, verdict.Stop},
		"redirect-loop-302":       {toolerr.KindNetworkTransportUnmapped, verdict.Stop},
		"tool-panics":             {toolerr.KindToolFatal, verdict.Stop},
		"unknown-error":           {toolerr.KindToolFatal, verdict.Stop},
		"own-adapter":             {toolerr.KindUpstreamNotFound, verdict.AskModel},
	}
	scenes := scene.Program()
	require.Len(t, scenes, len(want))
	var outcomes []scene.Outcome
	for _, s := range scenes {
		t.Run(s.Name, func(t *testing.T) {
			o := st.Play(t.Context(), s)
			outcomes = append(outcomes, o)
			require.Contains(t, want, o.Name)
			if kind := want[o.Name].kind; kind != "" {
				assert.Equal(t, kind, o.Report.Kind)
			}
			assert.Equal(t, want[o.Name].action, o.Decision.Action)
			assert.True(t, o.OK(), "%+v", o)
			assert.NotEmpty(t, o.RawError)
			assert.NotEmpty(t, o.Title)
			assert.NotEmpty(t, o.Happens)
			assert.Equal(t, o.Name == "tool-panics", o.Panicked)
			assert.JSONEq(t, string(o.Payload), toolerr.FromReport(o.Report).Payload().String())
		})
	}

	sum := scene.Summarize(outcomes, time.Second)
	assert.Equal(t, len(scenes), sum.Calls)
	assert.Positive(t, sum.RawLeaks, "the raw errors are why errand is there")
	assert.Positive(t, sum.RawCredentials)
	assert.Positive(t, sum.RawTexts)
	assert.Zero(t, sum.Leaks)
	assert.Zero(t, sum.Failed)
	assert.Equal(t, 2, sum.Dangerous, "the payment after a 500 and the one without an answer")
	assert.Equal(t, 3, sum.Waits)
	assert.Equal(t, 1, sum.Panics)
	assert.Equal(t, sum.Calls, sum.Pointless+sum.Dangerous+sum.Safe)
}

// TestRawErrorsAreTheToolsOwn: what is shown as raw must not have gone through
// errand's transport or wrapper.
func TestRawErrorsAreTheToolsOwn(t *testing.T) {
	st := stage(t, scene.Registry())
	tests := map[string]string{
		"conn-refused":   "connection refused",
		"reset-mid-body": "connection reset by peer",
		"status-500":     faults.CanaryMessage,
		"tool-panics":    "panic: ",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			s, _, _, ok := scene.Lookup(name)
			require.True(t, ok)
			o := st.Play(t.Context(), s)
			assert.Contains(t, o.RawError, text)
			assert.NotContains(t, o.RawError, "the response's body failed")
		})
	}
}

// TestEveryFaultPassesTheCheck plays everything that --fault and --all can name.
func TestEveryFaultPassesTheCheck(t *testing.T) {
	st := stage(t, scene.Registry())
	seen := map[string]bool{}
	for _, s := range scene.All() {
		assert.False(t, seen[s.Name], "%s is there twice", s.Name)
		seen[s.Name] = true
		o := st.Play(t.Context(), s)
		assert.True(t, o.PayloadShows.None(), "%s: %v", s.Name, o.PayloadShows)
		assert.Empty(t, o.ReportShows, "%s", s.Name)
		assert.Empty(t, o.Differs, "%s: raw error %q", s.Name, o.RawError)
	}
	assert.Greater(t, len(seen), 200)
}

// A leaky adapter is what the demo's check is there for: it tells the model what
// the service said, and its developers what only the service may know.
type leaky struct{}

func (leaky) Slug() string { return "_leaky" }

func (leaky) FromError(err error) *toolerr.ToolRuntimeError {
	return toolerr.FromReport(toolerr.Report{Kind: toolerr.KindToolFatal, Message: err.Error()})
}

// A wrong adapter answers everything in the same way.
type wrong struct{}

func (wrong) Slug() string { return "_wrong" }

func (wrong) FromError(err error) *toolerr.ToolRuntimeError {
	return toolerr.RateLimit(toolerr.Message{}, toolerr.WithCause(err))
}

func TestTheCheckCanFail(t *testing.T) {
	s, _, _, ok := scene.Lookup("tls-untrusted-ca")
	require.True(t, ok)
	t.Run("a leak", func(t *testing.T) {
		o := stage(t, adapter.NewRegistry(leaky{})).Play(t.Context(), s)
		assert.False(t, o.OK())
		assert.Contains(t, o.PayloadShows.Credentials, faults.CredentialQuery)
		assert.Contains(t, o.PayloadShows.Texts, faults.CanaryPath)
		sum := scene.Summarize([]scene.Outcome{o}, 0)
		assert.Equal(t, 1, sum.Failed)
		assert.GreaterOrEqual(t, sum.Leaks, 2)
		assert.Positive(t, sum.LeakedCredentials)
	})
	t.Run("a wrong answer", func(t *testing.T) {
		o := stage(t, adapter.NewRegistry(wrong{})).Play(t.Context(), s)
		assert.False(t, o.OK())
		assert.True(t, o.PayloadShows.None())
		assert.NotEmpty(t, o.Differs)
		assert.Equal(t, 1, scene.Summarize([]scene.Outcome{o}, 0).Failed)
	})
	t.Run("no failure", func(t *testing.T) {
		o := stage(t, adapters.Default()).Play(t.Context(), scene.WithFault(s, faults.Healthy()))
		assert.Equal(t, []string{"the call did not fail"}, o.Differs)
		assert.False(t, o.OK())
	})
}

func TestEverySecretHasAName(t *testing.T) {
	for _, c := range faults.Planted().Credentials {
		assert.NotEmpty(t, scene.Secrets[c], c)
	}
	assert.Len(t, scene.Secrets, len(faults.Planted().Credentials))
}

func TestShows(t *testing.T) {
	got := scene.Shows("key " + strings.ToLower(faults.CredentialQuery) + " of " + faults.CanaryHost)
	assert.Equal(t, []string{faults.CredentialQuery}, got.Credentials)
	assert.Equal(t, []string{faults.CanaryHost}, got.Texts)
	assert.Equal(t, []string{"the API key in the URL"}, got.Secrets())
	assert.False(t, got.None())
	assert.True(t, scene.Shows("nothing").None())
}

func TestLookup(t *testing.T) {
	tests := map[string]struct {
		name  string
		found bool
		near  string
		needs bool
	}{
		"of the program":         {name: "429-delta", found: true},
		"of the tool":            {name: "tool-panics", found: true},
		"another fault":          {name: "tls-expired", found: true},
		"a part":                 {name: "gzip", near: "bad-gzip"},
		"a part of what happens": {name: "captive-nothing-like-it"},
		"more than net/http":     {name: "aws-read-timeout", needs: true},
		"nothing":                {name: ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s, near, needs, ok := scene.Lookup(tt.name)
			assert.Equal(t, tt.found, ok)
			assert.Equal(t, tt.needs, len(needs) > 0)
			if tt.found {
				assert.Equal(t, tt.name, s.Name)
			}
			if tt.near != "" {
				assert.Contains(t, near, tt.near)
			} else {
				assert.Empty(t, near)
			}
		})
	}
}

// TestOutcomeJSON pins the names that programs read.
func TestOutcomeJSON(t *testing.T) {
	s, _, _, _ := scene.Lookup("tool-panics")
	raw, err := json.Marshal(stage(t, scene.Registry()).Play(t.Context(), s))
	require.NoError(t, err)
	var object map[string]any
	require.NoError(t, json.Unmarshal(raw, &object))
	for _, name := range []string{
		"name", "title", "happens", "tool", "idempotent", "raw_error", "raw_error_shows", "payload",
		"payload_shows", "report", "report_shows", "decision", "differs", "panicked", "took_ms",
	} {
		assert.Contains(t, object, name)
	}
}
