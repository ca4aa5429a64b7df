package toolerr_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

// Without a row, the fact follows from kind and status. A fact about a proxy or a network is
// not one about the service.
func TestAccessFollows(t *testing.T) {
	status := func(code int, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
		return toolerr.Upstream(code, toolerr.Message{}, opts...)
	}
	fact := func(f toolerr.Fact) toolerr.Option { return toolerr.WithAccess(toolerr.Access{Fact: f}) }
	for name, tt := range map[string]struct {
		err  *toolerr.ToolRuntimeError
		want toolerr.Fact
	}{
		"401":                        {status(401), toolerr.FactExpiredKey},
		"401, a person is needed":    {status(401, toolerr.WithUserAction()), toolerr.FactSignIn},
		"403":                        {status(403), toolerr.FactNotPermitted},
		"403, an expired key":        {status(403, toolerr.WithGuidance(toolerr.GuidanceRefreshAuthThenRetry)), toolerr.FactExpiredKey},
		"402":                        {status(402), toolerr.FactAccountEmpty},
		"407 of a proxy":             {status(407), ""},
		"511 of a network":           {status(511), ""},
		"500":                        {status(500), ""},
		"a rate limit":               {toolerr.RateLimit(say), ""},
		"a row about something else": {status(403, toolerr.WithNote(note.Code("quota"))), ""},
		"a fact":                     {status(400, fact(toolerr.FactNotEnabled)), toolerr.FactNotEnabled},
		"a fact about other things":  {status(400, fact(toolerr.FactInvalid)), ""},
		"another kind":               {status(403, fact(toolerr.FactSignIn)).WithKind(toolerr.KindUpstreamNotFound), ""},
		"nothing":                    {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := tt.err.Access()
			assert.Equal(t, tt.want, got.Fact)
			assert.Equal(t, tt.want != "", ok)
			assert.Equal(t, ok, tt.err.Report().Access != nil)
		})
	}
}

// A service's words are kept only if they are tokens of a scope, without credentials.
func TestAccessIsChecked(t *testing.T) {
	words := []string{
		"repo", "repo", "https://www.googleapis.com/auth/drive", "contents=read", "", "two words", "a\"b", "a\\b", "é", "a\nb", strings.Repeat("s", 129),
		"ghp_" + strings.Repeat("a1B2", 9),
	}
	te := toolerr.Upstream(403, toolerr.Message{}, toolerr.WithAccess(toolerr.Access{Fact: toolerr.FactMissingScope, Scopes: words}))
	got, ok := te.Access()
	require.True(t, ok)
	assert.Equal(t, []string{"repo", "https://www.googleapis.com/auth/drive", "contents=read"}, got.Scopes)
	got.Scopes[0] = "changed"
	again, _ := te.With(toolerr.WithAccess(toolerr.Access{ResourceMetadata: "https://acme.example/.well-known/oauth-protected-resource"})).Access()
	assert.Equal(t, toolerr.Access{
		Fact: toolerr.FactMissingScope, Scopes: []string{"repo", "https://www.googleapis.com/auth/drive", "contents=read"},
		ResourceMetadata: "https://acme.example/.well-known/oauth-protected-resource",
	}, again)

	many, _ := toolerr.Upstream(403, toolerr.Message{}, toolerr.WithAccess(toolerr.Access{Scopes: strings.Split("abcdefghijklmnopqrstuvwxyz", "")})).Access()
	assert.Len(t, many.Scopes, 16)
	for _, bad := range []string{
		"http://acme.example/", "https://user:pw@acme.example/", "https://acme.example/?token=1", "https://acme.example/#x", "https:///x", "javascript:alert(1)",
		"https://acme.example/" + strings.Repeat("x", 300), "%zz", "https://acme.example/ghp_" + strings.Repeat("a1B2", 9),
	} {
		got, _ := toolerr.Upstream(401, toolerr.Message{}, toolerr.WithAccess(toolerr.Access{ResourceMetadata: bad})).Access()
		assert.Empty(t, got.ResourceMetadata, bad)
	}
}

// Each fact has a meaning of its own that agrees with itself.
func TestFacts(t *testing.T) {
	meanings := map[toolerr.Meaning]toolerr.Fact{}
	for _, fact := range toolerr.Facts() {
		m, ok := fact.Meaning()
		require.True(t, ok, fact)
		assert.True(t, m.Kind.Known(), fact)
		assert.True(t, m.Code == "" || m.Code.Known(), fact)
		assert.Empty(t, meanings[m], "%s means the same", fact)
		meanings[m] = fact
		assert.Equal(t, m.Hint, fact.Hint())

		te := toolerr.New(m.Kind, m.Message, toolerr.WithCanRetry(m.CanRetry), toolerr.WithGuidance(m.Guidance))
		assert.Equal(t, m.CanRetry, te.CanRetry(), "%s: a fatal error cannot be retried", fact)
		assert.False(t, m.UserAction && m.CanRetry, "%s: a retry does not replace a person", fact)
		assert.Equal(t, m.Kind == toolerr.KindToolRetry, m.Kind == toolerr.KindToolRetry && !m.Message.IsZero() && !m.Hint.IsZero(), "%s: a retry says of what", fact)
		if m.Guidance != "" && m.Guidance != toolerr.GuidanceNone {
			assert.True(t, m.CanRetry || m.Guidance == toolerr.GuidanceRefreshAuthThenRetry, fact)
		}
		for _, text := range []toolerr.Message{m.Message, m.Hint} {
			assert.True(t, text.IsZero() || strings.HasSuffix(text.String(), "."), "%s: %s", fact, text)
		}
	}
	_, ok := toolerr.Fact("made_up").Meaning()
	assert.False(t, ok)
	assert.True(t, toolerr.Fact("made_up").Hint().IsZero())
}

// An account, a plan or a permission is never a mistake in the arguments.
func TestFactsAboutAccessAndLimitsAreNotAboutInput(t *testing.T) {
	for _, fact := range []toolerr.Fact{
		toolerr.FactExpiredKey, toolerr.FactWrongKey, toolerr.FactSignIn, toolerr.FactMissingScope, toolerr.FactNotPermitted, toolerr.FactNotEnabled,
		toolerr.FactAccountEmpty, toolerr.FactAccountClosed, toolerr.FactPlanLimit, toolerr.FactRateLimit, toolerr.FactDailyLimit, toolerr.FactQuota,
		toolerr.FactWrongState, toolerr.FactStale, toolerr.FactAborted, toolerr.FactToolMistake,
	} {
		m, _ := fact.Meaning()
		assert.NotEqual(t, toolerr.CodeInvalidInput, toolerr.New(m.Kind, m.Message, toolerr.WithCode(m.Code)).Code(), fact)
	}
}
