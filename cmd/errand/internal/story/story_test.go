package story_test

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/cmd/errand/internal/story"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// performance plays the story once for all tests.
var performance = sync.OnceValues(func() (*played, error) {
	p := &played{}
	var err error
	p.Performance, err = story.Play(context.Background(), adapters.Default(), true, func(m story.Moment) {
		p.moments = append(p.moments, m)
		for _, c := range m.Calls {
			if c.Without == nil {
				p.early++
			}
		}
	})
	return p, err
})

type played struct {
	*story.Performance
	moments []story.Moment
	early   int // calls that were shown before their comparison was ready
}

func play(t *testing.T) *played {
	t.Helper()
	p, err := performance()
	require.NoError(t, err)
	require.Len(t, p.Calls, story.Calls())
	return p
}

// TestStory checks what the demo must show.
func TestStory(t *testing.T) {
	t.Parallel()
	p := play(t)
	assert.Zero(t, p.Summary.Failed, "%+v", p.Summary.Checks)
	assert.Len(t, p.Summary.Checks, 9)
	tests := []struct {
		tool    string
		outcome agent.Outcome
		runs    int
		code    toolerr.Code // "" for a success
		action  story.Action
		fate    story.Fate
		leaks   bool // in the other loop
		naked   int  // runs in the other loop
	}{
		{"get_order", agent.OutcomeOK, 2, "", story.Retried, story.Told, false, 1},
		{"search_docs", agent.OutcomeOK, 2, "", story.Retried, story.Told, true, 1},
		{"read_stock", agent.OutcomeOK, 2, "", story.Retried, story.Told, true, 1},
		{"find_sheet", agent.OutcomeFailed, 1, toolerr.CodeExternalServiceError, story.NotRetried, story.Told, true, 1},
		{"refund_order", agent.OutcomeFailed, 1, toolerr.CodeExternalServiceError, story.NotRetried, story.Told, true, 1},
		{"list_refunds", agent.OutcomeOK, 1, "", story.PassedOn, story.Told, false, 1},
		{"close_account", agent.OutcomeDenied, 0, toolerr.CodeDenied, story.Denied, story.Told, false, 1},
		{"courier_price", agent.OutcomeFailed, 1, toolerr.CodeInternalError, story.Contained, story.Died, false, 1},
		{"courier_time", agent.OutcomeFailed, 1, toolerr.CodeTimeout, story.LeftBehind, story.Hung, false, 1},
		{"track_parcel_status", agent.OutcomeFailed, 0, toolerr.CodeUnknownTool, story.NotRun, story.Told, false, 0},
		{"open_ticket", agent.OutcomeFailed, 0, toolerr.CodeInvalidInput, story.NotRun, story.Told, false, 0},
		{"track_parcel", agent.OutcomeFailed, 1, toolerr.CodeNotFound, story.NotRetried, story.Told, true, 1},
		{"open_ticket", agent.OutcomeFailed, 1, toolerr.CodeInvalidInput, story.NotRetried, story.Told, true, 1},
		{"track_parcel", agent.OutcomeFailed, 1, toolerr.CodeNotFound, story.NotRetried, story.Told, true, 1},
		{"open_ticket", agent.OutcomeOK, 1, "", story.PassedOn, story.Told, false, 1},
		{"track_parcel", agent.OutcomeSkipped, 0, toolerr.CodeRepeatedCall, story.NotRun, story.Told, true, 1},
	}
	require.Len(t, tests, len(p.Calls))
	for i, tt := range tests {
		c := p.Calls[i]
		assert.Equal(t, tt.tool, c.Tool)
		assert.Equal(t, tt.outcome, c.Outcome, c.Tool)
		assert.Equal(t, tt.runs, c.Runs, c.Tool)
		assert.Len(t, c.Waits, max(tt.runs-1, 0), c.Tool)
		assert.Len(t, c.Happened, max(tt.runs, 1), c.Tool)
		assert.Equal(t, tt.action, c.Decision.Action, c.Tool)
		assert.NotEmpty(t, c.Decision.Text, c.Tool)
		assert.True(t, c.OK(), "%s %v", c.Tool, c.Differs)
		var payload struct {
			Success bool
			Code    toolerr.Code `json:"error_code"`
		}
		require.NoError(t, json.Unmarshal(c.Payload, &payload), c.Tool)
		assert.Equal(t, tt.code == "", payload.Success, c.Tool)
		assert.Equal(t, tt.code, payload.Code, c.Tool)

		require.NotNil(t, c.Without, c.Tool)
		assert.Equal(t, tt.fate, c.Without.Fate, c.Tool)
		assert.Equal(t, tt.leaks, !c.Without.Shows.None(), "%s %s", c.Tool, c.Without.Text)
		assert.Equal(t, tt.naked, c.Without.Runs, c.Tool)
	}
	assert.Equal(t, int64(1500), *p.Calls[1].Waits[0].AskedMS)
	assert.GreaterOrEqual(t, p.Calls[1].Waits[0].WaitedMS, int64(1500))
	assert.Nil(t, p.Calls[0].Waits[0].AskedMS)
	assert.Contains(t, string(p.Calls[5].Payload), `"refunds":1`, "the model finds out that the refund was made")
	assert.Contains(t, string(p.Calls[9].Payload), "Did you mean track_parcel?")
	for _, pointer := range []string{`"/order"`, `"/subject"`, `"/subjct"`} {
		assert.Contains(t, string(p.Calls[10].Payload), pointer)
	}
	assert.Contains(t, string(p.Calls[12].Payload), `"problems":[{"path":"/urgency","problem":"must be at most 3"}]`)
	assert.Contains(t, p.Calls[12].Decision.Text, "told what to fix")
	assert.NotEmpty(t, p.Answer)
}

// The other loop has the same calls, and its texts are those of the clients, unchanged.
func TestTheOtherLoopIsFair(t *testing.T) {
	t.Parallel()
	p := play(t)
	for i, text := range map[int]string{
		0:  "connection reset by peer",
		1:  "giving up after 1 attempt(s)",
		2:  "operation error DynamoDB: GetItem",
		3:  "googleapi: Error 403",
		4:  faults.CanaryMessage,
		7:  "panic: no tariff in postgres://" + faults.CredentialUser,
		10: "json: cannot unmarshal number",
	} {
		assert.Contains(t, p.Calls[i].Without.Text, text)
		assert.True(t, p.Calls[i].Without.Failed)
		assert.NotContains(t, p.Calls[i].Without.Text, "the response's body failed")
	}
	assert.Equal(t, `{"closed":true}`, p.Calls[6].Without.Text, "no person is asked there")
	s := p.Summary.Without
	assert.Equal(t, 8, s.Leaks)
	assert.Equal(t, 1, s.Died)
	assert.Equal(t, 1, s.Hung)
	assert.Equal(t, int64(1), s.Unasked)
	assert.Equal(t, 3, s.Unretried)
	assert.Contains(t, s.Shows.Credentials, faults.CredentialQuery)
	assert.Zero(t, p.early, "a call is shown beside what became of it there")
}

// A turn is shown when it begins, then its calls, and the answer last.
func TestMoments(t *testing.T) {
	t.Parallel()
	p := play(t)
	require.Len(t, p.moments, 2*story.Turns()+1)
	for i := range story.Turns() {
		begins, ends := p.moments[2*i], p.moments[2*i+1]
		assert.Equal(t, i+1, begins.Turn)
		assert.Equal(t, i+1, ends.Turn)
		assert.NotEmpty(t, begins.Says)
		assert.Len(t, ends.Calls, begins.Asks)
	}
	assert.Equal(t, p.Answer, p.moments[2*story.Turns()].Answer)
}

// A misspelt fault name would be a healthy server.
func TestEveryFaultIsThere(t *testing.T) {
	for tool, names := range story.Services() {
		for _, name := range names {
			if name != "" {
				_, ok := faults.Lookup(name)
				assert.True(t, ok, "%s meets %s", tool, name)
			}
		}
	}
}

// TestEveryCheckCanFail changes the run once for each check.
func TestEveryCheckCanFail(t *testing.T) {
	t.Parallel()
	var names []string
	for _, c := range play(t).Summary.Checks {
		names = append(names, c.Name)
	}
	covered := slices.Concat(slices.Collect(maps.Keys(story.Before)), slices.Collect(maps.Keys(story.After)))
	assert.ElementsMatch(t, names, covered)
	for name, tampering := range story.Before {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found, err := story.PlayTampered(t.Context(), adapters.Default(), tampering)
			require.NoError(t, err)
			assert.Contains(t, failed(found[0]), name)
			assert.Equal(t, len(failed(found[0])), found[0].Failed)
		})
	}
	t.Run("afterwards", func(t *testing.T) {
		t.Parallel()
		var names []string
		var after []story.Tampering
		for name, tampering := range story.After {
			names, after = append(names, name), append(after, tampering)
		}
		found, err := story.PlayTampered(t.Context(), adapters.Default(), nil, after...)
		require.NoError(t, err)
		for i, s := range found {
			assert.ElementsMatch(t, names[:i], failed(s), "each brings its own")
		}
	})
}

func failed(s story.Summary) (names []string) {
	for _, c := range s.Checks {
		if !c.OK {
			names = append(names, c.Name)
		}
	}
	return names
}

// leaky passes the service's texts on to the model.
type leaky struct{}

func (leaky) Slug() string { return "_leaky" }

func (leaky) FromError(err error) *toolerr.ToolRuntimeError {
	return toolerr.FromReport(toolerr.Report{Kind: toolerr.KindToolFatal, Message: err.Error()})
}

// hasty reports for every failure that nothing was done and that a retry is safe.
type hasty struct{}

func (hasty) Slug() string { return "_hasty" }

func (hasty) FromError(err error) *toolerr.ToolRuntimeError {
	return toolerr.RateLimit(toolerr.Message{}, toolerr.WithCause(err))
}

// The demo's checks depend on the adapters.
func TestBadAdaptersAreFound(t *testing.T) {
	tests := map[string]struct {
		registry adapter.Registry
		found    []string
		shows    string
	}{
		"one that leaks": {adapter.NewRegistry(leaky{}), []string{"secrets", "results"}, faults.CredentialQuery},
		"one that reports no effect of a payment": {adapters.Default().With("refund_order", hasty{}), []string{"results"}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := story.Play(t.Context(), tt.registry, false, func(story.Moment) {})
			require.NoError(t, err)
			assert.Subset(t, failed(p.Summary), tt.found)
			if tt.shows != "" {
				assert.Contains(t, p.Summary.Shows.Credentials, tt.shows)
			}
		})
	}
}

func TestSeconds(t *testing.T) {
	for ms, want := range map[int64]string{0: "0 s", 7: "0.01 s", 300: "0.3 s", 1000: "1 s", 1526: "1.53 s", 61000: "61 s"} {
		assert.Equal(t, want, story.Seconds(ms))
	}
}

// TestPerformanceJSON fixes the names that programs read.
func TestPerformanceJSON(t *testing.T) {
	t.Parallel()
	raw, err := json.Marshal(play(t).Performance)
	require.NoError(t, err)
	var p struct {
		Calls   []map[string]any `json:"calls"`
		Summary map[string]any   `json:"summary"`
	}
	require.NoError(t, json.Unmarshal(raw, &p))
	for name := range strings.FieldsSeq("turn id tool args happened runs waits outcome payload payload_shows decision differs took_ms without_errand") {
		assert.Contains(t, p.Calls[0], name)
	}
	for name := range strings.FieldsSeq("fate text failed shows runs") {
		assert.Contains(t, p.Calls[0]["without_errand"], name)
	}
	for name := range strings.FieldsSeq("turns requests calls runs shows log_shows without_errand checks failed took_ms") {
		assert.Contains(t, p.Summary, name)
	}
	for name := range strings.FieldsSeq("shows leaks died hung unasked unretried") {
		assert.Contains(t, p.Summary["without_errand"], name)
	}
	assert.NotContains(t, string(raw), "null,\"texts\"", "an empty list is one")
}

func TestShowing(t *testing.T) {
	for _, c := range faults.Planted().Credentials {
		assert.NotEmpty(t, story.Shows(c).String(), c)
	}
	got := story.Shows("key " + strings.ToLower(faults.CredentialQuery) + " of " + faults.CanaryHost)
	assert.Equal(t, story.Showing{Credentials: []string{faults.CredentialQuery}, Texts: []string{faults.CanaryHost}}, got)
	assert.Equal(t, "the API key in the URL, "+faults.CanaryHost, got.String())
	assert.False(t, got.None())
	assert.True(t, story.Shows("nothing").None())
}
