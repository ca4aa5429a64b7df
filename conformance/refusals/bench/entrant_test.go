package bench_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/conformance/refusals/bench"
)

func ExampleRun() {
	refused, err := bench.Load(context.Background(), "open")
	if err != nil {
		panic(err)
	}
	entrants := slices.DeleteFunc(bench.Entrants(), func(e bench.Entrant) bool { return e.Name != "raw" && e.Name != "masked" })
	for _, s := range bench.Run(refused, entrants, false) {
		if s.Group == "" {
			fmt.Println(s.Entrant, "tells all facts of most cases:", s.Fixable > s.Cases/2, "leaks:", s.Leaks > 0)
		}
	}
	// Output:
	// raw tells all facts of most cases: true leaks: true
	// masked tells all facts of most cases: false leaks: false
}

// entrant returns an entrant by name.
func entrant(t *testing.T, name string) bench.Entrant {
	t.Helper()
	all := bench.Entrants()
	i := slices.IndexFunc(all, func(e bench.Entrant) bool { return e.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return all[i]
}

// refusal returns the refusal of a case.
func refusal(t *testing.T, c refusals.Case) bench.Refusal {
	t.Helper()
	if c.Schema == nil {
		c.Schema = []byte(`{"type":"object","properties":{"limit":{"type":"integer"}}}`)
	}
	if c.Upstream.Driver == "" {
		c.Upstream.Method, c.Upstream.Path = "POST", "/v1/search"
	}
	return bench.Refusal{Case: c, Err: bench.ErrorOf(t.Context(), c)}
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
		{"raw", sql, `column "a" does not exist`},
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
		got := entrant(t, tt.entrant).View(refusal(t, tt.c)).Raw
		if slices.Contains([]string{"known", "parts", "text"}, tt.entrant) {
			assert.Contains(t, got, tt.want, tt.entrant)
		} else {
			assert.Equal(t, tt.want, got, tt.entrant)
		}
	}
	for _, e := range bench.Entrants() {
		assert.NotEmpty(t, e.Rule, e.Name)
		assert.NotEmpty(t, e.Source, e.Name)
	}
}

// scores returns the scores of all groups.
func scores(t *testing.T) []bench.Score {
	t.Helper()
	refused, err := bench.Load(t.Context(), bench.Groups()...)
	require.NoError(t, err)
	return bench.Run(refused, bench.Entrants(), false)
}

// What the judge must find whatever the corpus is.
func TestRun(t *testing.T) {
	whole := map[string]bench.Score{}
	groups := map[string]int{}
	for _, s := range scores(t) {
		if groups[s.Group]++; s.Group == "" {
			whole[s.Entrant] = s
		}
	}
	for _, group := range bench.Groups() {
		assert.Equal(t, len(bench.Entrants()), groups[group], group)
	}
	for _, name := range []string{"known", "parts"} {
		for class := range whole[name].Leaked {
			assert.Equal(t, "advice", class, name)
		}
	}
	assert.Zero(t, whole["masked"].Leaks)
	assert.Zero(t, whole["masked"].Clean)
	assert.Greater(t, whole["raw"].Leaks, whole["raw"].Cases/2)
	assert.Greater(t, whole["known"].Clean, 2*whole["raw"].Clean)
	assert.GreaterOrEqual(t, whole["adk"].Met, whole["raw"].Met, "what contains the refusal tells as much")
	assert.GreaterOrEqual(t, whole["parts"].Met, whole["known"].Met)
	for class := range whole["names"].Leaked {
		assert.Contains(t, []string{"name", "order_ident", "advice"}, class, "names tell identifiers alone")
	}
}

func TestTable(t *testing.T) {
	s := bench.Score{Entrant: "a"}
	s.Count(refusals.Case{}, refusals.View{Raw: strings.Repeat("x", 40)}, refusals.Verdict{Met: make([]refusals.Fact, 2), Leaked: []refusals.Leak{{Class: "host", Text: "h"}}})
	group := s
	group.Group = "g"
	var b strings.Builder
	require.NoError(t, bench.Table(&b, []bench.Score{s, group}))
	assert.Equal(t, strings.Join([]string{
		"| entrant | right  | clean | facts  | misleading | host | bytes | tokens |",
		"| ---     | ---    | ---   | ---    | ---        | ---  | ---   | ---    |",
		"| a       | 1 of 1 | 0     | 2 of 2 | 0          | 1    | 40    | 10     |",
		"",
		"| right / clean, % | g       |",
		"| ---              | ---     |",
		"| a                | 100 / 0 |",
		"",
	}, "\n"), b.String())
}
