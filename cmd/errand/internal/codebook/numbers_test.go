package codebook_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/codebook"
)

// A number and the name of its code have one entry.
func TestEveryNumberIsExplained(t *testing.T) {
	book := codebook.New(all())
	for vendor, least := range map[string]int{
		"mysql": 60, "mariadb": 60, "sqlite": 30, "mongo": 50, "mongodb": 50, "grpc": 16, "connect": 16, "nats": 60, "twilio": 150,
	} {
		found := 0
		for number := range 100_000 {
			name := codebook.Number(vendor, number)
			if name == "" {
				continue
			}
			found++
			if vendor == "sqlite" && number > 0xff && name == codebook.Number(vendor, number&0xff) {
				continue // one of many without their own row
			}
			byNumber, err := book.Find(vendor + ":" + strconv.Itoa(number))
			require.NoError(t, err)
			for _, written := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
				byName, err := book.Find(vendor + ":" + written)
				require.NoError(t, err)
				assert.Equal(t, keys(byName), keys(byNumber), "%s:%d", vendor, number)
			}
			if vendor != "mongodb" && vendor != "mariadb" {
				assert.Contains(t, book.Numbered(strconv.Itoa(number)), vendor+":"+strconv.Itoa(number))
			}
		}
		assert.GreaterOrEqual(t, found, least, vendor)
	}
}

func TestNumbers(t *testing.T) {
	tests := map[string]struct{ word, want string }{
		"MySQL's":                  {"mysql:1062", "_sql ER_DUP_ENTRY"},
		"gRPC's":                   {"GRPC: 14", "_grpc UNAVAILABLE"},
		"SQLite's":                 {"sqlite:2067", "_sql SQLITE_CONSTRAINT_UNIQUE"},
		"SQLite's, extended":       {"sqlite:2323", "_sql SQLITE_CONSTRAINT"},
		"Entra's":                  {"microsoft:50076", "_microsoft AADSTS50076"},
		"Entra's, by another name": {"aadsts:50076", "_microsoft AADSTS50076"},
		"JSON-RPC's name":          {"mcp:Invalid-Params", "_mcp -32602"},
		"PostgreSQL's name":        {"postgres:UNIQUE_VIOLATION", "_sql 23505"},
		"Twilio's":                 {"twilio:21610", "_twilio recipient_opted_out"},
		"Twilio's name":            {"twilio:Recipient_Opted_Out", "_twilio recipient_opted_out"},
		"JetStream's":              {"nats:10059", "_nats stream_not_found"},
		"JetStream's, by its name": {"jetstream:10059", "_nats stream_not_found"},
		"OpenSearch's":             {"opensearch:index_not_found_exception", "_elastic index_not_found_exception"},
		"a name alone":             {"deadlock_detected", "_sql 40P01"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := codebook.New(all()).Find(tt.word)
			require.NoError(t, err)
			assert.Equal(t, []string{tt.want}, keys(found))
		})
	}
	for word, text := range map[string]string{
		"grpc:0": "grpc has no row", "mysql:-1062": "mysql has no row", "sqlite:1062": "sqlite has no row",
		"sqlite:-1": "sqlite has no row", "mysql:99999999999999999999": "mysql has no row", "postgres:1062": "postgres has no row", "twilio:99999": "twilio has no row",
	} {
		found, err := codebook.New(all()).Find(word)
		assert.Empty(t, found, word)
		assert.ErrorContains(t, err, text)
	}
	for number, want := range map[string]string{"14": "grpc:14", "1062": "mysql:1062"} {
		found, err := codebook.New(all()).Find(number)
		assert.Empty(t, found, "a number alone is an HTTP status")
		assert.NoError(t, err)
		assert.Contains(t, codebook.New(all()).Numbered(number), want)
	}
	assert.Empty(t, codebook.New(all()).Numbered("999999"))
}
