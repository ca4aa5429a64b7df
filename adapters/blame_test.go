package adapters_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

// problemsOf returns the paths with the problems that a model reads of an error.
func problemsOf(t *testing.T, err error) (toolerr.Kind, map[string]string) {
	t.Helper()
	ctx := adapter.WithCall(t.Context(), adapter.Call{
		Arguments: json.RawMessage(`{"title":"spring sale","count":12,"name":"shop","email":"a@b.c","zone":"Europe/Berlin","mode":"Turbo/Max","dry_run":false,"note":""}`),
		Schema:    json.RawMessage(`{"type":"object","properties":{"region":{"type":"string"}}}`),
	})
	var te *toolerr.ToolRuntimeError
	require.ErrorAs(t, adapters.Default().For("t").Adapt(ctx, err), &te)
	found := map[string]string{}
	for _, p := range te.Problems() {
		if p.Path != "" {
			found[p.Path] = p.Problem.String()
		}
	}
	return te.Kind(), found
}

// Failures that are not about the call, with names that the call has too.
func TestPlainErrorsThatBlameNoArgument(t *testing.T) {
	for _, text := range []string{
		`missing required environment variable: name`,
		`load settings: json: unknown field "title"`,
		`row has no field "title"`,
		`config: count must be at most 10`,
		`reply of the queue: missing field "email"`,
		`unmarshal response: json: cannot unmarshal number into Go struct field Issue.title of type string`,
		`invalid response: Key: 'Answer.Email' Error:Field validation for 'Email' failed on the 'email' tag`,
		`sql: Scan error on column index 0, name "count": converting NULL to int is unsupported`,
		`pq: null value in column "name" of relation "jobs" violates not-null constraint`,
		`pq: column "email" of relation "audit" does not exist`,
		`template: receipt:9: function "count" not defined`,
		`Cannot query field "email" on type "Viewer".`,
		`proto: (line 3:5): unknown field "name"`,
		`startup: name is required`,
		`the secret "title" was not found`,
		`cache entry has an invalid field "count"`,
		`struct has no member "name"`,
		`migration 12: column "title" already exists`,
		`yaml: unmarshal errors: field title not found in type main.Config`,
		`certificate: field "name" is invalid`,
		`invalid flag: "count" is not known`,
		`missing key "email"`,
		`unknown time zone Europe/Berlin`, // the host may have no database of time zones
		`load location: unknown time zone "Europe/Berlin"`,
		`invalid argument: unknown time zone Europe/Berlin`,
		`config file not found: /etc/shop.yaml`,
		`/etc/shop.yaml:3:5: unexpected token`,
		`open /var/lib/title: permission denied`,
		`sh: 1: title: not found`,
		`unknown flag: --title`,
		`error: invalid value 'x' for '--count <N>': invalid digit found in string`,
		`ERROR: <input>:1:18: undeclared reference to 'count' (in container '')`,
		`yaml: line 4: did not find expected key`,
		`dial tcp 10.0.0.7:8080: connect: connection refused`,
		`bash: line 1: kill: (12) - Operation not permitted`,
	} {
		kind, found := problemsOf(t, errors.New(text))
		assert.Empty(t, found, text)
		assert.NotEqual(t, toolerr.KindToolBadInputValue, kind, text)
	}
}

// Failures that are about the call.
func TestPlainErrorsThatBlameAnArgument(t *testing.T) {
	for text, want := range map[string]map[string]string{
		`count must be at most 10`:                       {"/count": "must be at most 10"},
		`invalid argument: unknown field "title"`:        {"/title": "is not known"},
		`bad request parameter "region": is required`:    {"/region": "is required"},
		`validation failed: note is required`:            {"/note": "is required"},
		`channel "spring sale" not found`:                {"/title": `names "spring sale", which does not exist`},
		`validation failed: count must not be below 20`:  {"/count": "must be at least 20"},
		`invalid arguments: email: must be an integer`:   {"/email": "has the wrong type"},
		`unknown mode "Turbo/Max"`:                       {"/mode": `contains the name "Turbo/Max", which is not known`},
		`stat Turbo/Max: no such file or directory`:      {"/mode": `names "Turbo/Max", which does not exist`},
		`exit status 2: unknown flag: Turbo/Max`:         {"/mode": `contains the name "Turbo/Max", which is not known`},
		`unknown time zone Turbo/Max`:                    {"/mode": `has an invalid value: "Turbo/Max"`},
		`Missing or invalid 'region' parameter`:          {"/region": "is required"},
		`missing or invalid parameter: region`:           {"/region": "is required"},
		`Missing or invalid 'count' parameter`:           {"/count": "has an invalid value"},
		`validation failed: title is required`:           {},
		`invalid input: parameter "count" is required`:   {},
		`missing required parameter: email in arguments`: {},
	} {
		_, found := problemsOf(t, errors.New(text))
		assert.Equal(t, want, found, text)
	}
	_, found := problemsOf(t, toolerr.InvalidInputf("/title", "must not contain a space"))
	assert.Equal(t, map[string]string{"/title": "must not contain a space"}, found)
}
