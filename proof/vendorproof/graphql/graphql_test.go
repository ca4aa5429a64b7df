// Package graphql_test tests graphqladapter with the real clients: genqlient with
// gqlparser, hasura's, machinebox's, shurcooL's and go-gh.
package graphql_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	hasura "github.com/hasura/go-graphql-client"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

// refuse returns the client's error for a response.
func refuse(t *testing.T, call proof.Call, status int, body string) error {
	t.Helper()
	s := proof.Serve(t, proof.Answer{Status: status, Body: body})
	err := call(t.Context(), s.Client(), s.URL)
	require.Error(t, err)
	return err
}

// coded returns a list of errors with these codes, and typed one of GitHub's.
func coded(codes ...string) string {
	var all []string
	for _, code := range codes {
		all = append(all, `{"message":"`+faults.CanaryMessage+`","extensions":{"code":"`+code+`","stacktrace":["`+faults.CanaryBody+`"]}}`)
	}
	return `{"errors":[` + strings.Join(all, ",") + `]}`
}

func typed(kind string) string {
	return `{"data":null,"errors":[{"type":"` + kind + `","path":["` + faults.CanaryPath + `"],"locations":[{"line":1,"column":2}],"message":"` + faults.CanaryMessage + `"}]}`
}

// Each client that keeps codes reads each code of the table.
func TestEveryCode(t *testing.T) {
	for _, name := range []string{"genqlient", "hasura", "go-gh"} {
		t.Run(name, func(t *testing.T) {
			for _, row := range spec.Of(graphqladapter.Adapter).Table().Rows() {
				proof.Check(t, graphqladapter.Adapter, proof.Case{
					Name: row.VendorCode, Err: refuse(t, callers[name], 200, coded(row.VendorCode)), Want: proof.WantRow(row, 0), Code: row.VendorCode,
				})
			}
		})
	}
}

const (
	rateLimit  = toolerr.KindUpstreamRateLimit
	authError  = toolerr.KindUpstreamAuthError
	validation = toolerr.KindUpstreamValidationError
	unmapped   = toolerr.KindUpstreamUnmapped

	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

func TestSeveral(t *testing.T) {
	for _, name := range []string{"genqlient", "hasura", "go-gh"} {
		t.Run(name, func(t *testing.T) {
			for _, tt := range []struct {
				codes  []string
				wins   string
				effect toolerr.Effect
			}{
				{[]string{"THROTTLED", "UNAUTHENTICATED"}, "UNAUTHENTICATED", none},
				{[]string{"BAD_USER_INPUT", "THROTTLED"}, "THROTTLED", none},
				{[]string{"NOT_FOUND", "BAD_USER_INPUT"}, "BAD_USER_INPUT", none},
				{[]string{"INTERNAL_SERVER_ERROR", "NOT_FOUND"}, "NOT_FOUND", unknown},
				{[]string{faults.CanaryCode, "INTERNAL_SERVER_ERROR"}, "INTERNAL_SERVER_ERROR", unknown},
				{[]string{"THROTTLED", "INTERNAL_SERVER_ERROR"}, "THROTTLED", unknown},
				{[]string{"THROTTLED", faults.CanaryCode}, "THROTTLED", unknown},
				{[]string{"PERSISTED_QUERY_NOT_FOUND", "INTERNAL_SERVER_ERROR"}, "PERSISTED_QUERY_NOT_FOUND", unknown},
			} {
				row, _ := spec.Of(graphqladapter.Adapter).Table().Lookup(tt.wins)
				proof.Check(t, graphqladapter.Adapter, proof.Case{
					Name: strings.Join(tt.codes, " and "), Err: refuse(t, callers[name], 200, coded(tt.codes...)), Want: proof.WantRow(row, 0).With(tt.effect), Code: tt.wins,
				})
			}
		})
	}
}

// One of these clients keeps GitHub's types. For the others such an error has no code.
func TestTypes(t *testing.T) {
	for _, code := range []string{"NOT_FOUND", "FORBIDDEN", "RATE_LIMITED", "INSUFFICIENT_SCOPES"} {
		row, _ := spec.Of(graphqladapter.Adapter).Table().Lookup(code)
		proof.Check(t, graphqladapter.Adapter, proof.Case{
			Name: "go-gh, " + code, Err: refuse(t, callGh, 200, typed(code)), Want: proof.WantRow(row, 0).With(unknown), Code: code,
		})
	}
	for _, name := range []string{"genqlient", "genqlient v0.5", "hasura", "machinebox", "shurcool", "githubv4"} {
		proof.Check(t, graphqladapter.Adapter, proof.Case{
			Name: name, Err: refuse(t, callers[name], 200, typed("NOT_FOUND")), Want: proof.Want(unmapped, unknown),
		})
	}
}

func TestStatuses(t *testing.T) {
	for _, name := range []string{"genqlient", "genqlient v0.5", "hasura", "shurcool", "githubv4"} {
		t.Run(name, func(t *testing.T) {
			call := callers[name]
			for _, n := range []int{400, 401, 403, 404, 422, 429, 500, 502, 503} {
				proof.Check(t, graphqladapter.Adapter, proof.Case{
					Name: http.StatusText(n), Err: refuse(t, call, n, "<html>"+faults.CanaryBody), Want: faults.ForStatus(n),
				})
			}
			for _, c := range []proof.Case{
				{Name: "400 with a code", Err: refuse(t, call, 400, coded("GRAPHQL_VALIDATION_FAILED")), Want: faults.ForCode(validation, 400), Code: "GRAPHQL_VALIDATION_FAILED"},
				{Name: "401 with a code", Err: refuse(t, call, 401, coded("UNAUTHENTICATED")), Want: faults.ForCode(authError, 401), Code: "UNAUTHENTICATED"},
				{Name: "500 with a code", Err: refuse(t, call, 500, coded("INTERNAL_SERVER_ERROR")), Want: faults.ForStatus(500), Code: "INTERNAL_SERVER_ERROR"},
				{Name: "429 with another's code", Err: refuse(t, call, 429, coded("INTERNAL_SERVER_ERROR")), Want: faults.ForStatus(429)},
				{Name: "403 that is a limit", Err: refuse(t, call, 403, coded("RATE_LIMITED")), Want: faults.ForCode(rateLimit, 403), Code: "RATE_LIMITED"},
			} {
				proof.Check(t, graphqladapter.Adapter, c)
			}
		})
	}
}

// These clients keep the message of GitHub's errors and drop the type.
func TestTextsOfGitHub(t *testing.T) {
	for _, name := range []string{"githubv4", "shurcool", "genqlient", "genqlient v0.5", "hasura", "machinebox"} {
		for text, want := range map[string]struct {
			code   string
			effect toolerr.Effect
		}{
			"Could not resolve to a Repository with the name 'a/b'.":                        {"NOT_FOUND", unknown},
			"Could not resolve to an issue or pull request with the number of 7.":           {"NOT_FOUND", unknown},
			"API rate limit exceeded for user ID 8841.":                                     {"RATE_LIMITED", none},
			"API rate limit already exceeded for user ID 8841.":                             {"RATE_LIMITED", none},
			"Resource not accessible by personal access token":                              {"FORBIDDEN", unknown},
			"Resource protected by organization SAML enforcement. You must grant access.":   {"FORBIDDEN", unknown},
			"Your token has not been granted the required scopes to execute this query.":    {"INSUFFICIENT_SCOPES", unknown},
			"Field 'nme' doesn't exist on type 'Repository'":                                {"undefinedField", none},
			"Something went wrong while executing your query. Please include `E9:28` when.": {"INTERNAL", unknown},
		} {
			row, _ := spec.Of(graphqladapter.Adapter).Table().Lookup(want.code)
			body, err := json.Marshal(map[string]any{"data": nil, "errors": []any{map[string]any{"message": text, "locations": []any{map[string]int{"line": 1, "column": 2}}}}})
			require.NoError(t, err)
			proof.Check(t, graphqladapter.Adapter, proof.Case{
				Name: name + ", " + text, Err: refuse(t, callers[name], 200, string(body)), Want: proof.WantRow(row, 0).With(want.effect), Code: want.code,
			})
		}
	}
	limited := `{"message":"You have exceeded a secondary rate limit. Please wait.","documentation_url":"https://docs.github.com/"}`
	for _, name := range []string{"githubv4", "shurcool", "hasura"} {
		proof.Check(t, graphqladapter.Adapter, proof.Case{
			Name: name + ", a limit under a 403", Err: refuse(t, callers[name], 403, limited), Want: faults.ForCode(rateLimit, 403), Code: "RATE_LIMITED",
		})
	}
}

// The extensions have the HTTP status of an error, and the response itself has another.
func TestStatusInExtensions(t *testing.T) {
	for _, name := range []string{"genqlient", "hasura", "go-gh"} {
		for extensions, status := range map[string]int{
			`{"code":401}`: 401, `{"http":{"status":503}}`: 503, `{"statusCode":404,"code":"` + faults.CanaryCode + `"}`: 404, `{"status":429}`: 429,
		} {
			want := faults.ForStatus(status)
			want.Status = 0 // the response has another one
			proof.Check(t, graphqladapter.Adapter, proof.Case{
				Name: name + ", " + extensions, Want: want,
				Err: refuse(t, callers[name], 200, `{"errors":[{"message":"`+faults.CanaryMessage+`","extensions":`+extensions+`}]}`),
			})
		}
		for _, extensions := range []string{`{"errorType":"UNAVAILABLE"}`, `{"classification":"UNAVAILABLE"}`} {
			proof.Check(t, graphqladapter.Adapter, proof.Case{
				Name: name + ", " + extensions, Want: faults.ForKind(toolerr.KindUpstreamServerError, unknown), Code: "UNAVAILABLE",
				Err: refuse(t, callers[name], 200, `{"errors":[{"message":"`+faults.CanaryMessage+`","extensions":`+extensions+`}]}`),
			})
		}
	}
}

// Errors in a form that GraphQL does not define are a failure of the service, not of the
// model's input.
func TestOtherForms(t *testing.T) {
	for _, form := range []string{`"` + faults.CanaryMessage + `"`, `{"message":"` + faults.CanaryMessage + `"}`, "7", `["` + faults.CanaryMessage + `"]`} {
		body := `{"data":null,"errors":` + form + `}`
		want := proof.Want(unmapped, unknown)
		for name, call := range callers {
			proof.Check(t, graphqladapter.Adapter, proof.Case{Name: name + ", " + form, Err: refuse(t, call, 200, body), Want: want})
		}
		te := spec.Of(graphqladapter.Adapter).FromAnswer(nil, 200, nil, []byte(body))
		require.NotNil(t, te, form)
		require.Empty(t, want.Diff(te), form)
	}
}

// A query that was not executed had no effect. Servers based on graphql-ruby add the path
// of the field in the query to such an error.
func TestBeforeExecution(t *testing.T) {
	for _, name := range []string{"genqlient", "hasura", "go-gh"} {
		for _, code := range []string{"undefinedField", "GRAPHQL_VALIDATION_FAILED", "PERSISTED_QUERY_NOT_FOUND", "COMPLEXITY_LIMIT_EXCEEDED"} {
			row, _ := spec.Of(graphqladapter.Adapter).Table().Lookup(code)
			body := `{"errors":[{"message":"` + faults.CanaryMessage + `","path":["mutation","createIssue"],"extensions":{"code":"` + code + `"}}]}`
			proof.Check(t, graphqladapter.Adapter, proof.Case{
				Name: name + ", " + code, Err: refuse(t, callers[name], 200, body), Want: proof.WantRow(row, 0).With(none), Code: code,
			})
		}
	}
	located := `{"errors":[{"message":"` + faults.CanaryMessage + `","locations":[{"line":1,"column":2}]}]%s}`
	for end, effect := range map[string]toolerr.Effect{"": none, `,"data":null`: unknown} {
		te := spec.Of(graphqladapter.Adapter).FromAnswer(nil, 200, nil, []byte(strings.Replace(located, "%s", end, 1)))
		require.Equal(t, effect, te.Effect(), end)
	}
}

// The client's own failures did not come from the service.
func TestEffectOfOwnFailures(t *testing.T) {
	for code, effect := range map[string]toolerr.Effect{
		"graphql_encode_error": none, "json_encode_error": none, "json_decode_error": unknown,
		"graphql_decode_error": unknown, "graphql_extensions_decode_error": unknown,
	} {
		te := graphqladapter.Adapter.FromError(hasura.Errors{{Extensions: map[string]any{"code": code}}})
		require.NotNil(t, te, code)
		require.Equal(t, effect, te.Effect(), code)
		require.False(t, te.Answered(), code)
	}
}

// The failures have hasura's client's own codes.
func TestHasura(t *testing.T) {
	encode := func() error {
		var data struct {
			Me struct{ ID string } `graphql:"me(arg: $arg)"`
		}
		return hasura.NewClient("http://127.0.0.1:1", nil).Query(t.Context(), &data, map[string]any{"arg": func() {}})
	}
	closed := "http://" + faults.ClosedPort(t)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []proof.Case{
		{Name: "not JSON", Err: refuse(t, callHasura, 200, "<html>"+faults.CanaryBody), Want: proof.Want(unmapped, unknown)},
		{Name: "a redirect", Err: refuse(t, callHasura, 304, ""), Want: proof.Want(unmapped, unknown)},
		{Name: "another type", Err: refuse(t, callHasura, 200, `{"data":{"me":"`+faults.CanaryBody+`"}}`), Want: proof.Want(toolerr.KindToolFatal, unknown)},
		{Name: "a variable that is none", Err: encode(), Want: proof.Want(toolerr.KindToolFatal, none)},
		{Name: "with debugging", Err: refuse(t, callHasuraDebug, 200, coded("FORBIDDEN")), Want: faults.ForKind(authError, none), Code: "FORBIDDEN"},
		{Name: "with debugging, a status", Err: refuse(t, callHasuraDebug, 502, faults.CanaryBody), Want: faults.ForStatus(502)},
		{Name: "refused", Err: callHasura(t.Context(), http.DefaultClient, closed), Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none), Service: "_http"},
		{Name: "canceled", Err: callHasura(canceled, http.DefaultClient, closed), Context: canceled, Want: proof.Want(toolerr.KindToolCanceled, unknown), Service: "_http"},
	} {
		proof.Check(t, graphqladapter.Adapter, c)
	}
}

// No client keeps a header; the transport does.
func TestWaits(t *testing.T) {
	for name, call := range callers {
		s := proof.Serve(t, proof.Answer{Status: 429, Header: http.Header{"Retry-After": {"30"}}, Body: coded("x")})
		c := proof.Case{Name: name, Want: faults.ForStatus(429).Wait(30 * time.Second)}
		switch name {
		case "go-gh":
			c.Service, c.Code = "_github", "secondary_rate_limit"
		}
		proof.CheckRecorded(t, graphqladapter.Adapter, s, call, c)
	}
}

// The errors are gqlparser's, made by a server's library.
func TestListsOfServers(t *testing.T) {
	one := gqlerror.Wrap(errors.New(faults.CanaryMessage))
	one.Extensions = map[string]any{"code": "GRAPHQL_PARSE_FAILED"}
	sourced := gqlerror.NewErrorWithSources(one, nil)
	for name, err := range map[string]error{
		"one": one, "a list": gqlerror.List{nil, one}, "with sources": sourced, "a list with sources": gqlerror.SourceList{sourced},
	} {
		proof.Check(t, graphqladapter.Adapter, proof.Case{Name: name, Err: err, Want: faults.ForKind(validation, none), Code: "GRAPHQL_PARSE_FAILED"})
	}
}

// The clients that keep statuses run with the fault server.
func TestFaults(t *testing.T) {
	shape := proof.Shape("GraphQL", "application/json", func(a faults.Answer) []byte {
		body, _ := json.Marshal(map[string]any{"errors": []map[string]any{{ // strings encode
			"message": a.Message, "extensions": map[string]string{"code": a.Code, "requestId": a.RequestID},
		}}})
		return body
	}, `{"data":{"me":{"id":"`+faults.CanaryBody+`"}}}`)
	lost := proof.HeaderLimits()
	for _, f := range []string{"status-300", "status-304", "redirect-no-location-302"} {
		lost["fault/"+f] = proof.Want(unmapped, unknown).Because("of a redirect the client keeps a text alone, and the last exchange's status is not an answer where it is one")
	}
	for name, wants := range map[string]map[string]conformance.Want{"genqlient": proof.HeaderLimits(), "hasura": lost} {
		t.Run(name, func(t *testing.T) {
			suite := proof.Suite(graphqladapter.Adapter, "graphql/"+name, shape, proof.WithoutRows("TestEveryCode reaches every row"), callers[name])
			suite.Messages, suite.Wants = append(suite.Messages, clients.Messages()...), wants
			suite.Run(t)
		})
	}
}
