package resolve_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// pointed returns the problems of one finding.
func pointed(arguments, message string, f toolerr.Finding) string {
	c := resolve.NewCall(json.RawMessage(arguments), json.RawMessage(`{"properties": {"key": {"format": "password"}}}`))
	var lines []string
	for _, p := range c.Resolve(toolerr.Refusal{Findings: []toolerr.Finding{f}, Message: message}, false) {
		lines = append(lines, strings.TrimSpace(p.Path+" "+p.Problem.String()))
	}
	return strings.Join(lines, "\n")
}

// A word is taken from the call's text only if position and message agree.
func TestWordsAtAPosition(t *testing.T) {
	const nowhere = "A value is not known (character 8 of the text that the service received)"
	query := func(text string) string {
		encoded, _ := json.Marshal(map[string]string{"sql": text})
		return string(encoded)
	}
	for name, tt := range map[string]struct{ arguments, message, want string }{
		"another language":         {query("select emial from t"), "Spalte »emial« existiert nicht", `/sql contains the name "emial", which is not known (line 1, column 8)`},
		"without spaces":           {query("select c.emial from t"), "列c.emialは存在しません", `/sql contains the name "c.emial", which is not known (line 1, column 8)`},
		"another letter case":      {query("select Emial from t"), `column "emial" does not exist`, `/sql contains the name "Emial", which is not known (line 1, column 8)`},
		"its qualifier":            {query("select cust.email from t"), `missing FROM-clause entry for table "cust"`, `/sql contains the name "cust.email", which is not known (line 1, column 8)`},
		"not in the message":       {query("select emial from t"), "existiert nicht", nowhere},
		"a part of another word":   {query("select emi from t"), "Spalte »emial« existiert nicht", nowhere},
		"not at the position":      {query("select a, emial from t"), "Spalte »emial« existiert nicht", `/sql contains the name "emial", which is not known (line 1, column 11; character 8 of the text that the service received)`},
		"in the middle of a token": {query("selecting emial from t"), "Spalte »ng« existiert nicht", nowhere},
		"in a comment":             {query("/* no emial */ select 1"), "Spalte »emial« existiert nicht", nowhere},
		"in two texts":             {`{"a": "select emial from t", "b": "select emial from u"}`, "Spalte »emial« existiert nicht", nowhere},
		"in a secret":              {`{"key": "select emial from t"}`, "Spalte »emial« existiert nicht", nowhere},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, pointed(tt.arguments, tt.message, toolerr.Finding{Rule: toolerr.RuleUnknown, At: toolerr.Position{Offset: 8}}))
		})
	}
}

// A refused value is shown if a statement of the call has it in quotation marks.
func TestValuesInAStatement(t *testing.T) {
	for name, tt := range map[string]struct{ arguments, value, want string }{
		"quoted":      {`{"sql": "select '2026-13-45 10:00'"}`, "2026-13-45 10:00", `/sql has an invalid value: "2026-13-45 10:00" (line 1, column 8)`},
		"not quoted":  {`{"sql": "select 2026-13-45 10:00"}`, "2026-13-45 10:00", ""},
		"a part":      {`{"sql": "select 'at 2026-13-45 10:00'"}`, "2026-13-45 10:00", ""},
		"in a secret": {`{"key": "select 'red, blue'"}`, "red, blue", ""},
		"a comment's": {`{"sql": "select 1 /* 'red, blue' */"}`, "red, blue", ""},
		"too long":    {`{"sql": "select '` + strings.Repeat("red, ", 20) + `'"}`, strings.Repeat("red, ", 20), ""},
		"a password":  {`{"sql": "select 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJlMTIzNDU2'"}`, "Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJlMTIzNDU2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, pointed(tt.arguments, "", toolerr.Finding{Rule: toolerr.RuleBadValue, Value: tt.value}))
		})
	}
	c := resolve.NewCall(json.RawMessage(`{"sql": "select 'one two', 'three four'"}`), nil)
	problems := c.Resolve(toolerr.Refusal{Findings: []toolerr.Finding{{Rule: toolerr.RuleTooLong, Value: "three four"}, {Rule: toolerr.RuleTooShort, Value: "one two"}}}, false)
	said := ""
	for _, p := range problems {
		said += p.Problem.String()
	}
	assert.Contains(t, said, "three four")
	assert.NotContains(t, said, "one two", "one of them alone")
}

// The tool's folder is not in the call, but the path below it is.
func TestPathsBelowAFolder(t *testing.T) {
	for name, tt := range map[string]struct{ arguments, path, want string }{
		"below":         {`{"path": "a/b.txt"}`, "/srv/data/a/b.txt", `/path names "a/b.txt", which does not exist`},
		"absolute":      {`{"path": "/a/b.txt"}`, "/srv/data/a/b.txt", `/path names "/a/b.txt", which does not exist`},
		"another":       {`{"path": "b.txt"}`, "/srv/data/ab.txt", "A value refers to something that does not exist"},
		"of two":        {`{"from": "b.txt", "to": "a/b.txt"}`, "/srv/a/b.txt", "A value refers to something that does not exist"},
		"of a password": {`{"key": "b.txt"}`, "/srv/b.txt", "A value refers to something that does not exist"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, pointed(tt.arguments, "", toolerr.Finding{Rule: toolerr.RuleNotFound, Value: tt.path}))
		})
	}
}

// A field without a path is the subject of its sentence.
func TestFieldsWithoutAPath(t *testing.T) {
	const sql = `{"sql": "insert into t (tenant, email) values (1, 'x')"}`
	assert.Equal(t, `"tenant" already exists, and must be unique (see also "email")`,
		pointed(sql, "", toolerr.Finding{Rule: toolerr.RuleExistsAlready, Fields: []string{"tenant", "email"}}))
	assert.Equal(t, `A value contains the name "email", which is not known`,
		pointed(sql, "", toolerr.Finding{Rule: toolerr.RuleUnknown, Fields: []string{"email"}}))
	assert.Equal(t, "A value is required", pointed(sql, "", toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"secret"}}))
}
