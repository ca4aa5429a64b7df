package explain_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/cmd/errand/internal/explain"
	"github.com/errand-go/errand/toolerr"
)

var book = explain.New(adapters.All())

// text returns all that is printed of an entry.
func text(t *testing.T, e explain.Entry) string {
	t.Helper()
	raw, err := json.Marshal(e)
	require.NoError(t, err)
	if e.Err != nil {
		return string(raw) + e.Err.Payload().String()
	}
	return string(raw)
}

func names(all []explain.Entry) (names []string) {
	for _, e := range all {
		names = append(names, e.Word)
	}
	return names
}

func TestFind(t *testing.T) {
	tests := map[string]struct {
		word  string
		sort  explain.Sort // of the first entry
		name  string
		parts []string
	}{
		"a kind":                       {"UPSTREAM_RUNTIME_NOT_FOUND", explain.SortKind, "UPSTREAM_RUNTIME_NOT_FOUND", []string{`"404, 410"`}},
		"a short form":                 {"server-error", explain.SortKind, "UPSTREAM_RUNTIME_SERVER_ERROR", []string{"501 (can_retry false)"}},
		"a status":                     {"429", explain.SortStatus, "429", []string{"RFC 6585", "rate_limit"}},
		"a status outside of HTTP":     {"999", explain.SortStatus, "999", []string{"SERVER_ERROR"}},
		"a service":                    {"_http", explain.SortService, "_http", []string{"adapters/httpadapter", "the status or the Go error decides"}},
		"a service with codes":         {"slack", explain.SortService, "_slack", []string{"channel_not_found"}},
		"another name of a service":    {"k8s", explain.SortService, "_kubernetes", nil},
		"a vendor's code":              {"slack:missing_scope", explain.SortVendor, "slack:missing_scope", []string{"requires_user_action", "Slack Web API"}},
		"a code alone":                 {"ThrottlingException", explain.SortVendor, "aws:ThrottlingException", nil},
		"another spelling":             {"grpc:DeadlineExceeded", explain.SortVendor, "grpc:DEADLINE_EXCEEDED", nil},
		"a text that an adapter reads": {"429 Too Many Requests", explain.SortText, "429 Too Many Requests", []string{"RATE_LIMIT"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found := book.Find(tt.word)
			require.NotEmpty(t, found)
			assert.Equal(t, tt.sort, found[0].Sort)
			assert.Contains(t, names(found), tt.name)
			for _, part := range tt.parts {
				assert.Contains(t, text(t, found[0]), part)
			}
		})
	}
}

func TestFindNothing(t *testing.T) {
	for _, word := range []string{"", "xyzzy", "no adapter reads this: x", "4242424", "200", "too_large", "awz:ThrottlingException", "aws:nope"} {
		assert.Empty(t, book.Find(word), word)
	}
}

// Every word that is offered is found.
func TestWordsAreFound(t *testing.T) {
	seen := map[string]bool{}
	for i, word := range book.Words() {
		if seen[word] || i%29 != 0 && strings.ToUpper(word) != word { // some of the vendors' codes are enough
			continue
		}
		seen[word] = true
		assert.NotEmpty(t, book.Find(word), word)
	}
	for _, k := range toolerr.Kinds() {
		assert.True(t, seen[string(k)], k)
	}
}
