package bench_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/conformance/refusals/bench"
)

var update = flag.Bool("update", false, "write the table of docs/bench.md")

func ExampleRun() {
	refused, _ := bench.Load(context.Background(), "open")
	raw := bench.Run(refused, bench.Entrants()[:1], false)[0]
	fmt.Println(raw.Entrant, "tells all facts of most cases:", raw.Fixable > raw.Cases/2, "leaks:", raw.Leaks > 0)
	// Output: raw tells all facts of most cases: true leaks: true
}

// entrant returns an entrant by name.
func entrant(t *testing.T, name string) bench.Entrant {
	t.Helper()
	all := bench.Entrants()
	i := slices.IndexFunc(all, func(e bench.Entrant) bool { return e.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return all[i]
}

// Every entrant tells what its documentation says.
func TestEntrants(t *testing.T) {
	limit := refusals.Case{Tool: "search", Client: "net/http", Args: map[string]any{"limit": 500.0}, Upstream: refusals.Upstream{
		Status: 422, Body: `{"detail":[{"type":"less_than_equal","loc":["query","limit"],"msg":"too big, tok7","ctx":{"le":100}}]}`,
	}}
	slow := refusals.Case{Tool: "search", Client: "net/http", Upstream: refusals.Upstream{Status: 429, Headers: map[string]string{"Retry-After": "30"}, Body: "slow down"}}
	graphQL := refusals.Case{Tool: "search", Client: "github.com/Khan/genqlient", Upstream: refusals.Upstream{Status: 200, Body: `{"errors":[{"message":"no field a"},{"message":"no field b"}]}`}}
	google := refusals.Case{Tool: "search", Client: "google.golang.org/api/googleapi", Upstream: refusals.Upstream{Status: 400, Host: "www.googleapis.com", Body: `{"error":{"code":400,"message":"Bad q"}}`}}
	slack := refusals.Case{Tool: "post", Client: "github.com/slack-go/slack", Upstream: refusals.Upstream{Status: 200, Body: `{"ok":false,"error":"channel_not_found"}`}}
	sql := refusals.Case{Tool: "query", Upstream: refusals.Upstream{Driver: "pgx", Severity: "ERROR", SQLState: "42703", Message: `column "a" does not exist`}}
	for _, tt := range []struct {
		entrant string
		c       refusals.Case
		want    string
	}{
		{"raw", limit, "HTTP 422: " + limit.Upstream.Body},
		{"masked", limit, "Error calling tool 'search'"},
		{"status", limit, "The request failed with status code 422 (Unprocessable Entity)."},
		{"status", sql, "The tool failed."},
		{"openai-agents", slow, "An error occurred while running the tool. Please try again. Error: 429 Too Many Requests: slow down"},
		{"adk", sql, `{"error":"ERROR: column \"a\" does not exist (SQLSTATE 42703)"}`},
		{"arcade", limit, "Upstream HTTP request failed (Unprocessable Entity, client error)."},
		{"arcade", slow, "Upstream HTTP request failed (Too Many Requests, client error). Retry after 30 second(s)."},
		{"arcade", graphQL, "Upstream GraphQL error: no field a; no field b"},
		{"arcade", google, "Upstream Google API error: Bad q"},
		{"arcade", slack, "Upstream Slack API error: channel_not_found"},
		{"arcade", sql, "Error in execution of 'query'"},
		{"known", limit, `"problems":[{"path":"/limit","problem":"must be at most 100"}]`},
		{"parts", limit, `"limit":"100"`},
		{"text", limit, `"upstream_message"`},
	} {
		tt.c.Schema = []byte(`{"type":"object","properties":{"limit":{"type":"integer"}}}`)
		got := entrant(t, tt.entrant).View(bench.Refusal{Case: tt.c, Err: bench.ErrorOf(t.Context(), tt.c)}).Raw
		if !strings.HasPrefix(got, `{"success"`) {
			assert.Equal(t, tt.want, got, tt.entrant)
		}
		assert.Contains(t, got, tt.want, tt.entrant)
	}
	for _, e := range bench.Entrants() {
		assert.NotEmpty(t, e.Rule, e.Name)
		assert.NotEmpty(t, e.Source, e.Name)
	}
}

// What the judge must find whatever the corpus is. The page has the whole table.
func TestRun(t *testing.T) {
	refused, err := bench.Load(t.Context(), bench.Groups()...)
	require.NoError(t, err)
	scores := bench.Run(refused, bench.Entrants(), false)
	whole, groups := map[string]bench.Score{}, map[string]int{}
	for _, s := range scores {
		if groups[s.Group]++; s.Group == "" {
			whole[s.Entrant] = s
		}
	}
	for _, group := range bench.Groups() {
		assert.Equal(t, len(bench.Entrants()), groups[group], group)
	}
	assert.Empty(t, whole["known"].Leaked)
	assert.Empty(t, whole["parts"].Leaked)
	assert.Zero(t, whole["masked"].Leaks)
	assert.Zero(t, whole["masked"].Clean)
	assert.Greater(t, whole["raw"].Leaks, whole["raw"].Cases/2)
	assert.GreaterOrEqual(t, whole["adk"].Met, whole["raw"].Met, "what contains the refusal tells as much")
	for class := range whole["names"].Leaked {
		assert.Contains(t, []string{"name", "order_ident"}, class, "names tell identifiers alone")
	}

	var table strings.Builder
	require.NoError(t, bench.Table(&table, scores))
	const name, begin, end = "../../../docs/bench.md", "<!-- table:begin -->\n", "<!-- table:end -->"
	page, err := os.ReadFile(name)
	require.NoError(t, err)
	before, rest, _ := strings.Cut(string(page), begin)
	_, after, _ := strings.Cut(rest, end)
	want := before + begin + table.String() + end + after
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(want), 0o600))
		return
	}
	assert.Equal(t, want, string(page), "render the page: go test ./conformance/refusals/bench -update")
}
