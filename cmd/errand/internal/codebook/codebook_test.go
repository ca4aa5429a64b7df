package codebook_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/cmd/errand/internal/codebook"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// all returns the registered adapters and some vendors' adapters.
func all() []adapter.Adapter {
	more := []adapter.Adapter{slackadapter.Adapter{}, githubadapter.Adapter{}, sqladapter.Adapter{}}
	for _, a := range adapters.All() {
		switch a.Slug() {
		case "_slack", "_github", "_sql":
		default:
			more = append(more, a)
		}
	}
	return more
}

// keys returns service and code of entries.
func keys(entries []codebook.Entry) []string {
	var found []string
	for _, e := range entries {
		found = append(found, e.Service+" "+e.Word)
	}
	return found
}

func TestFind(t *testing.T) {
	tests := map[string]struct{ word, want string }{
		"a vendor and a code":          {"slack:missing_scope", "_slack missing_scope"},
		"a slug":                       {"_slack:missing_scope", "_slack missing_scope"},
		"in another case":              {"AWS:throttlingexception", "_aws ThrottlingException"},
		"with spaces":                  {" slack : missing_scope ", "_slack missing_scope"},
		"a SQLSTATE":                   {"sqlstate:40001", "_sql 40001"},
		"a SQLSTATE of PostgreSQL":     {"postgres:40p01", "_sql 40P01"},
		"a SQLSTATE of a class":        {"sqlstate:22999", "_sql 22000"},
		"a SQLSTATE of the adapter":    {"sql:40001", "_sql 40001"},
		"a symbol of MySQL":            {"mysql:DUP_ENTRY", "_sql ER_DUP_ENTRY"},
		"a result of SQLite":           {"sqlite:busy", "_sql SQLITE_BUSY"},
		"a reply of a mail server":     {"smtp:550", "_std smtp_550"},
		"a reply, by its code":         {"smtp_550", "_std smtp_550"},
		"a code alone":                 {"rateLimitExceeded", "_google rateLimitExceeded"},
		"a code alone in another case": {"MISSING_SCOPE", "_slack missing_scope"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := codebook.New(all()).Find(tt.word)
			require.NoError(t, err)
			assert.Equal(t, []string{tt.want}, keys(found))
		})
	}
}

func TestUnknown(t *testing.T) {
	tests := map[string]struct{ word, text string }{
		"a slip in a code":             {"slack:missing_scop", `slack has no row for "missing_scop": the status decides, or another code of the error; did you mean missing_scope`},
		"a code of nothing":            {"slack:xyzzyxyzzy", "errand explain slack lists its codes"},
		"a code of another part":       {"sqlstate:ER_DUP_ENTRY", "sqlstate has no row"},
		"a success":                    {"sqlstate:00999", "sqlstate has no row"},
		"not a class":                  {"sqlstate:ZZ999", "sqlstate has no row"},
		"a slip in a vendor":           {"slak:missing_scope", `no vendor with a table is called "slak"; did you mean slack`},
		"not a vendor":                 {"xyzzyxyzzy:missing_scope", "there are slack, github, sql, openai"},
		"no vendor":                    {":missing_scope", "there are"},
		"an adapter without a table":   {"http:429", `no vendor with a table is called "http"`},
		"a vendor that has no adapter": {"jira:NotFound", `no vendor with a table is called "jira"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := codebook.New(all()).Find(tt.word)
			assert.Empty(t, found)
			assert.ErrorContains(t, err, tt.text)
		})
	}
	for _, alone := range []string{"ThrotlingException", "xyzzyxyzzy", ""} {
		found, err := codebook.New(all()).Find(alone)
		assert.Empty(t, found, alone)
		assert.NoError(t, err, alone)
	}
}

// Words has the suggestions for a mistyped word.
func TestWords(t *testing.T) {
	assert.Subset(t, codebook.New(all()).Words(), []string{"slack", "mysql", "missing_scope", "ThrottlingException"})
}

// TestEveryCodeIsExplained goes through every table: each code is found with and without
// its vendor, and its explanation is complete.
func TestEveryCodeIsExplained(t *testing.T) {
	book := codebook.New(all())
	n := 0
	for _, v := range book.Vendors() {
		for _, row := range v.Table.Rows() {
			found, err := book.Find(v.Word + ":" + row.VendorCode)
			require.NoError(t, err, row.VendorCode)
			require.Len(t, found, 1)
			e := found[0]
			assert.Equal(t, row.VendorCode, e.Word)
			assert.Equal(t, v.Table.Slug(), e.Service)
			assert.Equal(t, row.Source, e.Source)
			assert.Equal(t, []toolerr.Kind{row.Kind}, e.Kinds)
			assert.Equal(t, row.VendorCode, e.Payload.Map()["vendor_code"])
			require.Len(t, e.Decisions, 2)
			for _, text := range []string{e.Means, e.Agent, e.Program, e.Says, string(e.Guidance)} {
				assert.NotEmpty(t, text, row.VendorCode)
			}
			alone, err := book.Find(row.VendorCode)
			require.NoError(t, err)
			assert.Contains(t, keys(alone), e.Service+" "+e.Word)
			n++
		}
	}
	assert.Greater(t, n, 500)
}

// The explanation of a code agrees with its row.
func TestExplanationsAgreeWithTheRow(t *testing.T) {
	for _, v := range codebook.New(all()).Vendors() {
		for _, e := range v.Entries() {
			name := e.Service + ":" + e.Word
			row, _ := v.Table.Lookup(e.Word)
			assert.Contains(t, e.Means, row.Message.String(), name)
			assert.Equal(t, e.Effect == toolerr.EffectNone, strings.Contains(e.Means, "Nothing was done."), name)
			assert.NotContains(t, e.Means, "is unknown", name)
			for _, d := range e.Decisions {
				if e.Guidance != toolerr.GuidanceRetryWithBackoff {
					continue
				}
				assert.NotContains(t, []verdict.Action{verdict.AskModel, verdict.Stop, verdict.RenewThenRetry}, d.Action, name)
				assert.NotContains(t, d.Text, "Do not retry:", name)
				assert.NotContains(t, d.Text, "Do not retry this call", name)
			}
		}
	}
}

func TestMeans(t *testing.T) {
	for word, want := range map[string]string{
		"redis:OOM":                "Redis refuses to write: its memory is full, or it cannot save. Nothing was done.",
		"sql:08007":                "The connection to the database failed or was lost. It may have been done all the same.",
		"vault:not_consistent_yet": "This Vault server does not have the newest data yet. Nothing was done.",
		"minio:NoSuchKey":          "The service does not have the requested object. Nothing was done.",
		"minio:InternalError":      "The service itself failed. It may have been done all the same.",
	} {
		found, err := codebook.New(all()).Find(word)
		require.NoError(t, err)
		require.Len(t, found, 1)
		assert.Equal(t, want, found[0].Means, word)
	}
}

func TestVendorAlone(t *testing.T) {
	book := codebook.New(all())
	for _, word := range []string{"slack", "Slack", "_slack", "slack:"} {
		found, err := book.Find(word)
		require.NoError(t, err)
		assert.Len(t, found, len(spec.Of(slackadapter.Adapter{}).Table().Rows()), word)
	}
	states, err := book.Find("sqlstate")
	require.NoError(t, err)
	assert.Contains(t, keys(states), "_sql 40001")
	assert.NotContains(t, keys(states), "_sql ER_DUP_ENTRY")
	assert.NotContains(t, keys(states), "_sql SQLITE_BUSY")
}

// The entry of a code without a row names the row that applies.
func TestTheClassIsShown(t *testing.T) {
	found, err := codebook.New(all()).Find("sqlstate:22999")
	require.NoError(t, err)
	assert.Contains(t, found[0].Means, "that of its class")
}

// TestEntryJSON fixes the names that programs read.
func TestEntryJSON(t *testing.T) {
	found, err := codebook.New(all()).Find("slack:missing_scope")
	require.NoError(t, err)
	raw, err := json.Marshal(found[0])
	require.NoError(t, err)
	var object map[string]any
	require.NoError(t, json.Unmarshal(raw, &object))
	for _, name := range []string{
		"sort", "word", "means", "agent", "program", "kinds", "class", "code", "can_retry", "effect", "guidance", "says", "source",
		"service", "vendor", "requires_user_action", "payload", "decisions",
	} {
		assert.Contains(t, object, name)
	}
	assert.Len(t, object, 18)
	assert.Equal(t, "vendor_code", object["sort"])
	assert.Equal(t, "missing_scope", object["payload"].(map[string]any)["vendor_code"])
}

// FuzzFind looks up any text.
func FuzzFind(f *testing.F) {
	for _, word := range []string{"slack:missing_scope", ":", "sqlstate:22", "smtp:", "\x00:\xff"} {
		f.Add(word)
	}
	book := codebook.New(all())
	f.Fuzz(func(t *testing.T, word string) {
		found, err := book.Find(word)
		if err != nil {
			assert.Empty(t, found)
		}
	})
}
