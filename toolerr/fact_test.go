package toolerr_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

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
