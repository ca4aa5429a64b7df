package refusal_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

type finding = toolerr.Finding

func at(line, column int) toolerr.Position { return toolerr.Position{Line: line, Column: column} }

// google returns a body with a message in the form of Google's JSON APIs.
func google(message, rest string) string {
	return `{"error":{"code":400,"message":` + quote(message) + `,"status":"INVALID_ARGUMENT"` + rest + `}}`
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

func kubernetes(reason, message, causes string) string {
	return `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"` + reason + `","message":` + quote(message) + `,"details":{"causes":[` + causes + `]},"code":422}`
}

func graphQL(message, rest string) string {
	return `{"errors":[{"message":` + quote(message) + `,"locations":[{"line":1,"column":9}]` + rest + `}]}`
}

func elastic(typ, reason, rest string) string {
	e := `"type":"` + typ + `","reason":` + quote(reason) + rest
	return `{"error":{"root_cause":[{` + e + `}],` + e + `},"status":400}`
}

func gitHub(message, errors string) string {
	return `{"message":` + quote(message) + `,"errors":[` + errors + `],"documentation_url":"https://docs.github.com/rest"}`
}

func prometheus(text string) string {
	return `{"status":"error","errorType":"bad_data","error":` + quote(text) + `}`
}

// The bodies have the forms that the sources of shapes and rows describe.
func TestInfrastructure(t *testing.T) {
	for name, tt := range map[string]struct {
		body string
		want []finding
	}{
		// google/rpc/error_details.proto.
		"Google, a field": {
			google("Request contains an invalid argument.", `,"details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"page_size","description":"must be at most 100","reason":"X"}]}]`),
			[]finding{{Rule: toolerr.RuleTooLarge, Fields: []string{"page_size"}, Limit: "100"}},
		},
		"Google, a name in an object": {
			google(`Invalid JSON payload received. Unknown name "const" at 'tools[0].parameters': Cannot find field.`, ""),
			[]finding{{Rule: toolerr.RuleUnknown, Fields: []string{"tools[0].parameters"}, Word: "const"}},
		},
		"Google, a parameter": {
			google("Invalid value '5000'. Values must be within the range: [1, 1000]", `,"errors":[{"reason":"invalidParameter","locationType":"parameter","location":"maxResults"}]`),
			[]finding{
				{Rule: toolerr.RuleTooSmall, Fields: []string{"maxResults"}, Value: "5000", Limit: "1"},
				{Rule: toolerr.RuleTooLarge, Fields: []string{"maxResults"}, Value: "5000", Limit: "1000"},
			},
		},
		"Google, a parameter and no known text": {
			google("No.", `,"errors":[{"reason":"required","locationType":"parameter","location":"calendarId"}]`), []finding{{Rule: toolerr.RuleRequired, Fields: []string{"calendarId"}}},
		},
		"Google, a precondition": {
			google("No.", `,"details":[{"violations":[{"type":"STATE","subject":"vm-1","description":"x"},{"type":"TOS","subject":"a"},{"subject":"q","description":"quota"}]}]`),
			[]finding{{Rule: toolerr.RuleWrongState, Value: "vm-1"}},
		},
		"Google, a header": {google("No.", `,"errors":[{"reason":"required","locationType":"header","location":"Authorization"}]`), nil},
		"Google, a list": {
			"[" + google("Invalid value for field 'resource.machineType': 'n1'. The URL is malformed.", "") + "]",
			[]finding{{Rule: toolerr.RuleBadValue, Fields: []string{"machineType"}, Value: "n1"}},
		},
		"BigQuery": {
			google("Unrecognized name: emial; Did you mean email? at [2:8]", ""), []finding{{Rule: toolerr.RuleUnknown, Word: "emial", Names: []string{"email"}, At: at(2, 8)}},
		},
		"BigQuery, a syntax error": {
			google(`Syntax error: Expected end of input but got identifier "FORM" at [1:10]`, ""), []finding{{Rule: toolerr.RuleSyntax, Word: "FORM", At: at(1, 10)}},
		},

		"Kubernetes, a value": {
			kubernetes("Invalid", "…", `{"reason":"FieldValueNotSupported","field":"spec.type","message":"Unsupported value: \"X\": supported values: \"A\", \"B\""}`),
			[]finding{{Rule: toolerr.RuleNotAllowed, Fields: []string{"spec.type"}, Value: "X", Names: []string{"A", "B"}}},
		},
		"Kubernetes, a range": {
			kubernetes("Invalid", "…", `{"reason":"FieldValueInvalid","field":"spec.ports[0].port","message":"Invalid value: 70000: must be between 1 and 65535, inclusive"}`),
			[]finding{
				{Rule: toolerr.RuleTooSmall, Fields: []string{"spec.ports[0].port"}, Value: "70000", Limit: "1"},
				{Rule: toolerr.RuleTooLarge, Fields: []string{"spec.ports[0].port"}, Value: "70000", Limit: "65535"},
			},
		},
		"Kubernetes, a reason alone": {
			kubernetes("Invalid", "…", `{"reason":"FieldValueForbidden","field":"spec.x","message":"Forbidden: of another"},{"reason":"Unknown","field":"spec.y"}`),
			[]finding{{Rule: toolerr.RuleNotPermitted, Fields: []string{"spec.x"}}},
		},
		"Kubernetes, strict decoding": {
			kubernetes("BadRequest", `Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica", duplicate field "spec.paused"`, ""),
			[]finding{{Rule: toolerr.RuleUnknown, Fields: []string{"spec.replica"}}, {Rule: toolerr.RuleDuplicate, Fields: []string{"spec.paused"}}},
		},
		"Kubernetes, a type": {
			kubernetes("BadRequest", `json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32`, ""),
			[]finding{{Rule: toolerr.RuleWrongType, Fields: []string{"spec.replicas"}}},
		},
		"Kubernetes, a conflict": {kubernetes("Conflict", `Operation cannot be fulfilled on pods "x": the object has been modified; please apply`, ""), []finding{{Rule: toolerr.RuleStale}}},
		"Kubernetes, a right":    {kubernetes("Forbidden", `pods "x" not found`, ""), []finding{{Rule: toolerr.RuleNotFound, Value: "x"}}},

		"GraphQL, a field": {
			graphQL(`Cannot query field "tilte" on type "Issue". Did you mean "title" or "titles"?`, ""),
			[]finding{{Rule: toolerr.RuleUnknown, Word: "tilte", Names: []string{"title", "titles"}, At: at(1, 9)}},
		},
		"GraphQL, a missing argument": {
			graphQL(`Field "issue" argument "id" of type "ID!" is required, but it was not provided.`, ""),
			[]finding{{Rule: toolerr.RuleRequired, Word: "issue", Names: []string{"id"}, At: at(1, 9)}},
		},
		"GraphQL, a value of a variable": {
			graphQL(`Variable "$input" got invalid value "big" at "input.estimate"; Int cannot represent non-integer value: "big"`, ""),
			[]finding{{Rule: toolerr.RuleWrongType, Fields: []string{"variables.input.estimate"}, Value: "big", Names: []string{"Int"}}},
		},
		"GraphQL, a missing field of a variable": {
			graphQL(`Variable "$input" got invalid value { a: 1 }; Field "teamId" of required type "ID!" was not provided.`, ""),
			[]finding{{Rule: toolerr.RuleRequired, Fields: []string{"variables.input.teamId"}, Value: "{ a: 1 }"}},
		},
		"gqlparser, a variable": {
			`{"errors":[{"message":"must be defined","path":["variable","input","items",0,"title"]}],"data":null}`,
			[]finding{{Rule: toolerr.RuleRequired, Fields: []string{"variables.input.items.0.title"}}},
		},
		"graphql-ruby, a variable": {
			graphQL(`Variable $input of type X! was provided invalid value for title (Expected value to not be null)`, `,"extensions":{"value":{},"problems":[{"path":["title"],"explanation":"Expected value to not be null"}]}`),
			[]finding{{Rule: toolerr.RuleRequired, Fields: []string{"variables.input.title"}}},
		},
		"graphql-ruby, an argument": {
			graphQL(`Field 'items' doesn't accept argument 'quer'`, `,"path":["query","items","quer"],"extensions":{"code":"argumentNotAccepted"}`), []finding{{Rule: toolerr.RuleUnknown, Word: "quer"}},
		},
		"graphql-ruby, a syntax error": {
			graphQL(`Expected NAME, actual: RCURLY ("}") at [1, 20]`, ""), []finding{{Rule: toolerr.RuleSyntax, Word: "}", At: at(1, 20)}},
		},
		"graphql-java": {
			graphQL(`Validation error (FieldUndefined@[issue/tilte]) : Field 'tilte' in type 'Issue' is undefined`, `,"extensions":{"classification":"ValidationError"}`),
			[]finding{{Rule: toolerr.RuleUnknown, Word: "tilte", At: at(1, 9)}},
		},
		"SmallRye": {
			`{"errors":[{"message":"validation failed","path":["a","b"],"extensions":{"violation.propertyPath":["a","b","email"],"violation.message":"must not be blank"}}]}`,
			[]finding{{Rule: toolerr.RuleRequired, Fields: []string{"email"}}},
		},
		"Hasura": {`{"errors":[{"message":"field 'emial' not found in type: 'users'","extensions":{"path":"$.selectionSet.users","code":"validation-failed"}}]}`, []finding{{Rule: toolerr.RuleUnknown, Word: "emial"}}},
		"Hasura, PostgreSQL's error": {
			`{"errors":[{"message":"database query error","extensions":{"code":"unexpected","internal":{"error":{"status_code":"42703","message":"column \"emial\" does not exist","exec_status":"FatalError"}}}}]}`,
			[]finding{{Rule: toolerr.RuleUnknown, Word: "emial"}},
		},
		"a SQLSTATE in a list": {
			`{"errors":[{"code":"23505","message":"duplicate key value violates unique constraint \"users_email_key\"","detail":"Key (email)=(a@b) already exists.","severity":"ERROR"}]}`,
			[]finding{{Rule: toolerr.RuleExistsAlready, Fields: []string{"email"}}},
		},
		"GraphQL, a code":          {graphQL("Nope", `,"extensions":{"code":"GRAPHQL_PARSE_FAILED"}`), []finding{{Rule: toolerr.RuleSyntax, At: at(1, 9)}}},
		"GraphQL, of a resolver":   {graphQL("Something broke", `,"path":["a"]`), nil},
		"errors without GraphQL's": {`{"errors":[{"message":"Cannot query field \"x\" on type"}]}`, []finding{{Rule: toolerr.RuleUnknown, Fields: []string{"x"}}}},

		"Elasticsearch, an index": {
			elastic("index_not_found_exception", "no such index [ordres]", `,"index":"ordres"`), []finding{{Rule: toolerr.RuleNotFound, Fields: []string{"index"}, Value: "ordres"}},
		},
		"Elasticsearch, another index": {
			elastic("index_not_found_exception", "no such index [ordres]", `,"index":"x"`), []finding{{Rule: toolerr.RuleNotFound, Value: "ordres"}},
		},
		"Elasticsearch, a query": {
			elastic("parsing_exception", "unknown query [mtach] did you mean [match]?", `,"line":1,"col":20`), []finding{{Rule: toolerr.RuleUnknown, Word: "mtach", Names: []string{"match"}, At: at(1, 20)}},
		},
		"Elasticsearch, a document": {
			elastic("document_parsing_exception", "[1:12] failed to parse field [price] of type [long] in document with id '1'. Preview of field's value: 'abc'", `,"caused_by":{"type":"illegal_argument_exception","reason":"For input string: \"abc\""}`),
			[]finding{{Rule: toolerr.RuleWrongType, Fields: []string{"price"}, Value: "abc", Names: []string{"long"}}},
		},
		"OpenSearch, a query string": {
			elastic("query_shard_exception", "Failed to parse query [heart(]", `,"caused_by":{"type":"parse_exception","reason":"Cannot parse 'heart(': Encountered \"<EOF>\" at line 1, column 6.\nWas expecting one of:"}`),
			[]finding{{Rule: toolerr.RuleSyntax, Value: "heart(", At: at(1, 6)}},
		},
		"ES|QL": {
			elastic("verification_exception", "Found 1 problem\nline 1:8: Unknown column [emial], did you mean [email]?", ""), []finding{{Rule: toolerr.RuleUnknown, Word: "emial", Names: []string{"email"}, At: at(1, 8)}},
		},

		"GitHub, fields": {
			gitHub("Validation Failed", `{"resource":"Issue","field":"assignees","code":"invalid","value":"nobody"},{"resource":"Issue","code":"missing_field","field":"title"},{"code":"other","field":"x"}`),
			[]finding{{Rule: toolerr.RuleBadValue, Fields: []string{"assignees"}, Value: "nobody"}, {Rule: toolerr.RuleRequired, Fields: []string{"title"}}},
		},
		"GitHub, a text": {
			gitHub("Validation Failed", `{"resource":"PullRequest","code":"custom","message":"A pull request already exists for o:b."}`), []finding{{Rule: toolerr.RuleExistsAlready}},
		},
		"GitHub, the form of the request": {
			gitHub("Invalid request.\n\nFor 'properties/color', \"zz\" does not match /^[0-9a-f]{6}$/.\n\"a\", \"b\" weren't supplied.", ""),
			[]finding{{Rule: toolerr.RuleBadFormat, Fields: []string{"/properties/color"}}, {Rule: toolerr.RuleRequired, Fields: []string{"a"}}, {Rule: toolerr.RuleRequired, Fields: []string{"b"}}},
		},
		"GitHub, a revision": {gitHub("a.md does not match 3f2a", ""), []finding{{Rule: toolerr.RuleStale, Fields: []string{"sha"}, Value: "3f2a"}}},

		"Prometheus, a function": {
			prometheus(`invalid parameter "query": 1:1: parse error: unknown function with name "rat"`), []finding{{Rule: toolerr.RuleUnknown, Fields: []string{"query"}, Word: "rat", At: at(1, 1)}},
		},
		"Prometheus, two parameters": {
			prometheus(`invalid parameter "end": end timestamp must not be before start time`), []finding{{Rule: toolerr.RuleConflict, Fields: []string{"end", "start"}}},
		},
		"Prometheus, points": {
			prometheus("exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)"), []finding{{Rule: toolerr.RuleTooMany, Fields: []string{"step"}, Limit: "11000"}},
		},
		"Loki, text": {"parse error at line 1, col 2: syntax error: unexpected }, expecting IDENTIFIER", []finding{{Rule: toolerr.RuleSyntax, At: at(1, 2)}}},
		"Loki, a limit": {
			"max entries limit per query exceeded, limit > max_entries_limit_per_query (10000 > 5000)", []finding{{Rule: toolerr.RuleTooLarge, Fields: []string{"limit"}, Limit: "5000"}},
		},
		"Grafana, a data source": {
			`{"results":{"A":{"status":400,"error":"invalid parameter \"query\": 1:1: parse error: unknown function with name \"rat\""}}}`,
			[]finding{{Rule: toolerr.RuleUnknown, Fields: []string{"query"}, Word: "rat", At: at(1, 1)}},
		},
		"Grafana, a dashboard": {`{"message":"Dashboard title cannot be empty","status":"empty-name"}`, []finding{{Rule: toolerr.RuleRequired, Fields: []string{"title"}}}},

		"ClickHouse, a column": {
			"Code: 47. DB::Exception: Unknown expression identifier `emial` in scope SELECT emial FROM t. Maybe you meant: ['email']. (UNKNOWN_IDENTIFIER) (version 24.8.4.13)",
			[]finding{{Rule: toolerr.RuleUnknown, Word: "emial", Names: []string{"email"}}},
		},
		"ClickHouse, a syntax error": {
			"Code: 62. DB::Exception: Syntax error: failed at position 10 ('FORM') (line 1, col 10): FORM t. Expected one of: …", []finding{{Rule: toolerr.RuleSyntax, Word: "FORM", At: at(1, 10)}},
		},
		"Snowflake": {
			`{"code":"000904","message":"SQL compilation error: error line 1 at position 7\ninvalid identifier 'EMIAL'","sqlState":"42000"}`,
			[]finding{{Rule: toolerr.RuleUnknown, Word: "EMIAL", At: at(1, 8)}},
		},
		"SQL Server":                   {`{"message":"Incorrect syntax near 'form'."}`, []finding{{Rule: toolerr.RuleSyntax, Word: "form"}}},
		"SQL Server, a qualified name": {`{"error":{"message":"Invalid object name 'dbo.customrs'."}}`, []finding{{Rule: toolerr.RuleUnknown, Word: "customrs"}}},
		"SQL Server, through ODBC": {
			`{"detail":"('42S22', \"[42S22] [Microsoft][ODBC Driver 18 for SQL Server][SQL Server]Invalid column name 'emial'. (207) (SQLExecDirectW)\")"}`,
			[]finding{{Rule: toolerr.RuleUnknown, Word: "emial"}},
		},
		"Oracle":             {`{"message":"ORA-00904: \"C\".\"EMIAL\": invalid identifier"}`, []finding{{Rule: toolerr.RuleUnknown, Word: "EMIAL"}}},
		"Oracle, a limit":    {`{"error":"ORA-12899: value too large for column \"SHOP\".\"USERS\".\"COUNTRY\" (actual: 6, maximum: 2)"}`, []finding{{Rule: toolerr.RuleTooLong, Fields: []string{"COUNTRY"}, Limit: "2"}}},
		"Oracle, no message": {`{"message":"ORA-00933: comando SQL no terminado correctamente"}`, []finding{{Rule: toolerr.RuleSyntax}}},
		"Databricks": {
			`{"status":{"state":"FAILED","error":{"error_code":"BAD_REQUEST","message":"[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column, variable, or function parameter with name ` + "`emial` cannot be resolved. Did you mean one of the following? [`email`, `name`]. SQLSTATE: 42703; line 1 pos 7" + `"}}}`,
			[]finding{{Rule: toolerr.RuleUnknown, Word: "emial", Names: []string{"email", "name"}, At: at(1, 8)}},
		},
		"Trino": {
			`{"error":{"message":"line 1:8: Column 'emial' cannot be resolved","errorName":"COLUMN_NOT_FOUND","errorLocation":{"lineNumber":1,"columnNumber":8}}}`,
			[]finding{{Rule: toolerr.RuleUnknown, Word: "emial", At: at(1, 8)}},
		},

		"GitLab, parameters": {
			`{"error":"title is missing, state does not have a valid value, a, b are mutually exclusive, c, d are missing, at least one parameter must be provided"}`,
			[]finding{
				{Rule: toolerr.RuleRequired, Fields: []string{"title"}},
				{Rule: toolerr.RuleNotAllowed, Fields: []string{"state"}},
				{Rule: toolerr.RuleConflict, Fields: []string{"a", "b"}},
				{Rule: toolerr.RuleRequired, Fields: []string{"c"}},
			},
		},
		"GitLab, prose": {`{"error":"The project you asked for, is missing"}`, nil},
		"Docker": {
			`{"message":"Conflict. The container name \"/c1\" is already in use by container \"3f41\"."}`, []finding{{Rule: toolerr.RuleExistsAlready, Value: "c1"}},
		},
		"nothing known": {`{"message":"Something went wrong","code":17}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, refusal.Read([]byte(tt.body)).Findings)
			assert.Empty(t, refusal.Skipped([]byte(tt.body)))
		})
	}
}

// A truncated body causes no panic.
func TestCutBodies(t *testing.T) {
	body := kubernetes("Invalid", "…", `{"reason":"FieldValueRequired","field":"spec.x","message":"Required value"},{"reason":"FieldValueRequired","field":"spec.y","message":"Required value"}`)
	for i := range body {
		_ = refusal.Read([]byte(body[:i]))
	}
	many := kubernetes("Invalid", "…", strings.TrimSuffix(strings.Repeat(`{"reason":"FieldValueRequired","field":"spec.x","message":"Required value"},`, 100), ","))
	assert.Len(t, refusal.Read([]byte(many)).Findings, 16)
}
