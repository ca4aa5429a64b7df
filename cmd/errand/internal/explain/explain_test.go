package explain_test

import (
	"encoding/json"
	"errors"
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
		"a short form":                 {"server-error", explain.SortKind, "UPSTREAM_RUNTIME_SERVER_ERROR", []string{"false for the status 501, 505, 511"}},
		"what a retry depends on":      {"UPSTREAM_RUNTIME_UNMAPPED", explain.SortKind, "UPSTREAM_RUNTIME_UNMAPPED", []string{"false by itself; true for ", "login page"}},
		"a class":                      {"network_transport", explain.SortClass, "network_transport", []string{"NETWORK_TRANSPORT_RUNTIME_TIMEOUT"}},
		"a code":                       {"external service error", explain.SortCode, "external_service_error", []string{"UPSTREAM_RUNTIME_SERVER_ERROR"}},
		"a code of the loop":           {"denied", explain.SortCode, "denied", []string{"docs/agent.md"}},
		"a rule":                       {"rule:too_large", explain.SortRule, "too_large", []string{"must be at most 100", "must be less than 100"}},
		"a field":                      {"can_retry", explain.SortField, "can_retry", []string{"docs/wire.md"}},
		"a status":                     {"429", explain.SortStatus, "429", []string{"RFC 6585", "rate_limit"}},
		"a phrase":                     {"Too Many Requests", explain.SortStatus, "429", []string{"github:too_many_requests"}},
		"a success":                    {"200", explain.SortStatus, "200", []string{"Not a failure"}},
		"a status outside of HTTP":     {"999", explain.SortStatus, "999", []string{"SERVER_ERROR"}},
		"a service":                    {"_http", explain.SortService, "_http", []string{"adapters/httpadapter", "the status or the Go error decides"}},
		"a service with codes":         {"slack", explain.SortService, "_slack", []string{"channel_not_found"}},
		"another name of a service":    {"k8s", explain.SortService, "_kubernetes", nil},
		"a vendor's code":              {"slack:missing_scope", explain.SortVendor, "slack:missing_scope", []string{"requires_user_action", "Slack Web API"}},
		"a code alone":                 {"ThrottlingException", explain.SortVendor, "aws:ThrottlingException", nil},
		"another spelling":             {"grpc:DeadlineExceeded", explain.SortVendor, "grpc:DEADLINE_EXCEEDED", nil},
		"a number":                     {"mysql:1062", explain.SortVendor, "sql:ER_DUP_ENTRY", nil},
		"a number of gRPC":             {"grpc:14", explain.SortVendor, "grpc:UNAVAILABLE", nil},
		"a number with a prefix":       {"smtp:550", explain.SortVendor, "std:smtp_550", nil},
		"a deadline":                   {"context deadline exceeded", explain.SortGo, "context deadline exceeded", []string{"TOOL_RUNTIME_TIMEOUT"}},
		"a deadline in a text":         {`Get "https://api.example.com/": context deadline exceeded`, explain.SortGo, "context deadline exceeded", nil},
		"a cancellation":               {"context canceled", explain.SortGo, "context canceled", []string{"TOOL_RUNTIME_CANCELED"}},
		"a timeout":                    {"i/o timeout", explain.SortGo, "i/o timeout", []string{"NETWORK_TRANSPORT_RUNTIME_TIMEOUT"}},
		"EOF":                          {"EOF", explain.SortGo, "EOF", []string{"UNREACHABLE", "for a GET"}},
		"a certificate":                {"x509: certificate signed by unknown authority", explain.SortGo, "x509: certificate signed by unknown authority", []string{"TOOL_RUNTIME_FATAL"}},
		"a name that does not exist":   {"dial tcp: lookup x: no such host", explain.SortGo, "no such host", nil},
		"JSON that is a page":          {"invalid character '<' looking for beginning of value", explain.SortGo, "invalid character '<' looking for beginning of value", []string{"for a GET", "not the expected JSON"}},
		"an errno":                     {"econnrefused", explain.SortGo, "ECONNREFUSED connection refused", []string{"UNREACHABLE"}},
		"the text of an errno":         {"dial tcp 127.0.0.1:1: connect: connection refused", explain.SortGo, "ECONNREFUSED connection refused", nil},
		"an errno of files":            {"ENOENT", explain.SortGo, "ENOENT no such file or directory", []string{"an operation on a file"}},
		"a text that an adapter reads": {"429 Too Many Requests", explain.SortGo, "429 Too Many Requests", []string{"RATE_LIMIT"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := book.Find(tt.word)
			require.NoError(t, err)
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
	for _, word := range []string{"", "xyzzy", "no adapter reads this: x", "4242424", "rule:nope"} {
		found, err := book.Find(word)
		assert.Empty(t, found, word)
		_, unknown := errors.AsType[explain.UnknownError](err)
		assert.True(t, err == nil || unknown, "%s: %v", word, err)
	}
	_, err := book.Find("awz:ThrottlingException")
	require.ErrorContains(t, err, `no vendor with a table is called "awz"`)
	_, err = book.Find("aws:nope")
	code, ok := errors.AsType[explain.UnknownError](err)
	require.True(t, ok)
	assert.Equal(t, "nope", code.Word)
	assert.Contains(t, code.Names, "ThrottlingException")
}

// Every word that is offered is found.
func TestWordsAreFound(t *testing.T) {
	seen := map[string]bool{}
	for i, word := range book.Words() {
		if seen[word] || i%29 != 0 && strings.ToUpper(word) != word { // some of the vendors' codes are enough
			continue
		}
		seen[word] = true
		found, err := book.Find(word)
		require.NoError(t, err, word)
		if len(found) == 0 { // an error number that no adapter reads
			assert.Regexp(t, `^E[A-Z0-9]+$`, word)
		}
	}
	for _, k := range toolerr.Kinds() {
		assert.True(t, seen[string(k)], k)
	}
}
