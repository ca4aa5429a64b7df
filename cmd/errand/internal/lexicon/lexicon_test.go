package lexicon_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/cmd/errand/internal/lexicon"
	"github.com/errand-go/errand/toolerr"
)

// key returns the key of an entry.
func key(e lexicon.Entry) string { return string(e.Sort) + " " + e.Word }

func keys(entries []lexicon.Entry) []string {
	var all []string
	for _, e := range entries {
		all = append(all, key(e))
	}
	return all
}

func TestEveryWordIsExplained(t *testing.T) {
	var want []string
	for _, k := range toolerr.Kinds() {
		want = append(want, "kind "+string(k))
	}
	for _, c := range toolerr.Classes() {
		want = append(want, "class "+string(c))
	}
	for _, c := range toolerr.Codes() {
		want = append(want, "code "+string(c))
	}
	want = append(want, "guidance none", "guidance retry_with_backoff", "guidance refresh_auth_then_retry", "effect none", "effect unknown")
	for _, c := range []agent.EventCode{
		agent.CodeSafety, agent.CodeRecitation, agent.CodeMaxTokens, agent.CodePromptBlocked, agent.CodeEmptyResponse, agent.CodeMalformedFunctionCall, agent.CodeOther,
		agent.CodeMaxIterations, agent.CodeCanceled, agent.CodeWallClock, agent.CodeToolBudget, agent.CodeToolLoop, agent.CodeInterrupted,
	} {
		want = append(want, "event_code "+string(c))
	}
	for _, r := range toolerr.Rules() {
		want = append(want, "rule "+string(r))
	}
	for _, key := range toolerr.ReservedKeys() {
		want = append(want, "field "+key)
	}
	want = append(want, "field data")
	assert.Equal(t, want, keys(lexicon.Entries()))

	for _, e := range lexicon.Entries() {
		t.Run(key(e), func(t *testing.T) {
			assert.NotEmpty(t, e.Means)
			assert.NotEmpty(t, e.Agent)
			assert.NotEmpty(t, e.Program)
			assert.Contains(t, keys(lexicon.Lookup(e.Word)), key(e))
		})
	}
}

func TestLookup(t *testing.T) {
	tests := map[string]struct {
		word string
		want []string
	}{
		"a kind":               {"UPSTREAM_RUNTIME_NOT_FOUND", []string{"kind UPSTREAM_RUNTIME_NOT_FOUND"}},
		"in lower case":        {"upstream_runtime_not_found", []string{"kind UPSTREAM_RUNTIME_NOT_FOUND"}},
		"short, and a code":    {"not_found", []string{"kind UPSTREAM_RUNTIME_NOT_FOUND", "code not_found", "rule not_found"}},
		"a rule":               {"too_long", []string{"rule too_long"}},
		"a rule alone":         {"rule:not found", []string{"rule not_found"}},
		"not a rule":           {"rule:timeout", nil},
		"a rule's prefix":      {"rule:", nil},
		"with a hyphen":        {"rate-limit", []string{"kind UPSTREAM_RUNTIME_RATE_LIMIT", "class rate_limit"}},
		"with spaces":          {" rate limit ", []string{"kind UPSTREAM_RUNTIME_RATE_LIMIT", "class rate_limit"}},
		"short for two":        {"timeout", []string{"kind TOOL_RUNTIME_TIMEOUT", "kind NETWORK_TRANSPORT_RUNTIME_TIMEOUT", "code timeout"}},
		"a class":              {"network_transport", []string{"class network_transport"}},
		"a code of the loop":   {"budget_exhausted", []string{"code budget_exhausted"}},
		"every guidance":       {"Guidance", []string{"guidance none", "guidance retry_with_backoff", "guidance refresh_auth_then_retry"}},
		"every effect":         {"effect", []string{"effect none", "effect unknown", "field effect"}},
		"guidance":             {"retry_with_backoff", []string{"guidance retry_with_backoff"}},
		"a field":              {"retry_after_ms", []string{"field retry_after_ms"}},
		"a field with a space": {"error code", []string{"field error_code"}},
		"guidance and effect":  {"none", []string{"guidance none", "effect none"}},
		"a status":             {"429", []string{"status 429"}},
		"a status of no RFC":   {"799", []string{"status 799"}},
		"a success":            {"204", []string{"status 204"}},
		"too small a number":   {"42", nil},
		"too large a number":   {"1000", nil},
		"a number with a zero": {"042", nil},
		"nothing":              {"", nil},
		"nonsense":             {"xyzzy", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, keys(lexicon.Lookup(tt.word)))
		})
	}
}

// The explanation of a status agrees with the library's error.
func TestStatusesAgree(t *testing.T) {
	for status := 100; status < 1000; status++ {
		entries := lexicon.Lookup(strconv.Itoa(status))
		require.Len(t, entries, 1, "%d", status)
		e := entries[0]
		assert.NotEmpty(t, e.Means, "%d", status)
		assert.NotEmpty(t, e.Source, "%d", status)
		if status < 300 {
			assert.Empty(t, e.Kinds, "%d", status)
			continue
		}
		if status >= 600 {
			assert.Equal(t, "RFC 9110 section 15: an invalid status is treated as a 5xx", e.Source, "%d", status)
		}
		err := toolerr.Upstream(status, toolerr.Message{})
		assert.Equal(t, []toolerr.Kind{err.Kind()}, e.Kinds, "%d", status)
		assert.Equal(t, err.CanRetry(), *e.CanRetry, "%d", status)
		assert.Equal(t, err.Effect(), e.Effect, "%d", status)
		assert.Equal(t, err.Guidance(), e.Guidance, "%d", status)
		assert.Equal(t, err.Error(), e.Says, "%d", status)
	}
}

// The advice agrees with can_retry and the guidance.
func TestAdviceAgrees(t *testing.T) {
	for _, k := range toolerr.Kinds() {
		e := lexicon.Lookup(string(k))[0]
		program := e.Program
		if k.Class() == toolerr.ClassUpstream && !k.CanRetry() && k != toolerr.KindUpstreamAuthError {
			assert.NotContains(t, program, "backoff", "%s", k)
		}
		if e.Guidance == toolerr.GuidanceRetryWithBackoff {
			assert.Regexp(t, "(?i)retry", program, "%s", k)
		}
	}
}

func TestOffer(t *testing.T) {
	tests := map[string]struct{ word, want string }{
		"a slip":            {"rate_limt", "did you mean RATE_LIMIT"},
		"a letter too many": {"not_foundd", "did you mean NOT_FOUND"},
		"a part":            {"validation", "did you mean UPSTREAM_RUNTIME_VALIDATION_ERROR"},
		"a long slip":       {"NETWORK_TRANSPORT_RUNTIME_UNREACHBLE", "did you mean NETWORK_TRANSPORT_RUNTIME_UNREACHABLE"},
		"in another case":   {"Fatall", "did you mean FATAL"},
		"a list":            {"tool_runtime", "did you mean TOOL_RUNTIME_BAD_INPUT_VALUE, TOOL_RUNTIME_BAD_OUTPUT_VALUE, TOOL_RUNTIME_RETRY, TOOL_RUNTIME_CONTEXT_REQUIRED, TOOL_RUNTIME_FATAL?"},
		"nothing":           {"", "look them up"},
		"nonsense":          {"xyzzyx", "look them up"},
		"a number":          {"429000", "look them up"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			offer := lexicon.Offer(tt.word, lexicon.Words(), "look them up")
			assert.True(t, strings.HasPrefix(offer, tt.want), offer)
		})
	}
	assert.Equal(t, "did you mean not_found?", lexicon.Offer("notfound", []string{"not_found", "NOT_FOUND"}, ""), "once")
}

// The details of a rule change its sentence.
func TestRulesHaveTheSentencesOfTheTable(t *testing.T) {
	for rule, sentences := range map[string][]string{
		"required":    {"is required", `lacks the required "x" and "y"`},
		"too_long":    {"is too long", "must have at most 100 characters"},
		"too_large":   {"is too large", "must be at most 100", "must be less than 100"},
		"wrong_type":  {"has the wrong type", `has the wrong type; it must be "x" or "y"`},
		"not_allowed": {"is not one of the allowed values", `contains "abc", which is not one of the allowed values`, `must be one of "x" or "y"`},
	} {
		assert.Equal(t, sentences, lexicon.Lookup(rule)[0].Sentences)
	}
	assert.Equal(t, "A value is too long.", lexicon.Lookup("too_long")[0].Means)
	assert.Len(t, lexicon.Rules(), len(toolerr.Rules()))
}

func TestShort(t *testing.T) {
	assert.Equal(t, "NOT_FOUND", lexicon.Short(toolerr.KindUpstreamNotFound))
	assert.Equal(t, "BAD_INPUT_SCHEMA", lexicon.Short(toolerr.KindToolDefinitionBadInputSchema))
	assert.Equal(t, "UNKNOWN", lexicon.Short(toolerr.KindUnknown))
	assert.Equal(t, "TOOLKIT_LOAD_FAILED", lexicon.Short(toolerr.KindToolkitLoadFailed))
}

// TestEntryJSON fixes the names that programs read.
func TestEntryJSON(t *testing.T) {
	raw, err := json.Marshal(lexicon.Lookup("429")[0])
	require.NoError(t, err)
	var object map[string]any
	require.NoError(t, json.Unmarshal(raw, &object))
	for _, name := range []string{"sort", "word", "means", "agent", "program", "kinds", "class", "code", "can_retry", "effect", "guidance", "says", "source"} {
		assert.Contains(t, object, name)
	}
	assert.Len(t, object, 13)
}
