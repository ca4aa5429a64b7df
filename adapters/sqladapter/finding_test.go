package sqladapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A FullError has the fields of pgx for TestFindings.
type FullError struct {
	PgError
	Hint, ColumnName, InternalQuery, Routine string
}

// FieldsError is an error of bun's driver.
type FieldsError map[byte]string

func (e FieldsError) Error() string            { return e['M'] }
func (e FieldsError) Field(name byte) string   { return e[name] }
func (e FieldsError) IntegrityViolation() bool { return false }

// proof/vendorproof tests real servers; these are errors that they do not return.
func TestFindings(t *testing.T) {
	foreign(t)
	unknown := toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "emial", At: toolerr.Position{Offset: 8}}
	at := toolerr.Position{Offset: 8}
	message := `column "emial" does not exist`
	for name, tt := range map[string]struct {
		err  error
		want []toolerr.Finding
	}{
		"a column":                     {&PgError{Code: "42703", Message: message, Position: 8}, []toolerr.Finding{unknown}},
		"of lib/pq":                    {&PQError{Code: "42703", Message: message, Position: "8"}, []toolerr.Finding{unknown}},
		"of bun":                       {FieldsError{'C': "42703", 'M': message, 'P': "8"}, []toolerr.Finding{unknown}},
		"of another language":          {&PgError{Code: "42703", Message: "Spalte »emial« existiert nicht", Position: 8}, []toolerr.Finding{unknown}},
		"in another order":             {&PgError{Code: "42703", Message: `リレーション"t"の列"emial"は存在しません`, Position: 8}, []toolerr.Finding{{Rule: toolerr.RuleUnknown, At: at}}},
		"a hostile position":           {&PQError{Code: "42703", Message: message, Position: "-8"}, []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "emial"}}},
		"a function's own statement":   {&FullError{PgError: PgError{Code: "42703", Message: message}, InternalQuery: "select emial"}, nil},
		"what a function raises":       {&FullError{PgError: PgError{Code: "23514", Message: message}, Routine: "exec_stmt_raise"}, nil},
		"a raised exception":           {&PgError{Code: "P0001", Message: message}, nil},
		"a deadlock":                   {&PgError{Code: "40P01", Message: "deadlock detected", Detail: "Process 1"}, nil},
		"suggestions":                  {&FullError{PgError: PgError{Code: "42703", Message: message, Position: 8}, Hint: `Perhaps you meant to reference the column "t.email" or the column "u.email".`}, []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "emial", At: at, Names: []string{"t.email", "u.email"}}}},
		"a key without a detail":       {&PgError{Code: "23505", Message: "x", TableName: "t", ConstraintName: "t_email_key"}, []toolerr.Finding{{Rule: toolerr.RuleExistsAlready, Fields: []string{"email"}}}},
		"a constraint by another name": {&PgError{Code: "23505", Message: "x", TableName: "t", ConstraintName: "one_each"}, []toolerr.Finding{{Rule: toolerr.RuleExistsAlready, Word: "one_each"}}},
		"a key, and never its values":  {&PgError{Code: "23505", Message: "x", Detail: "Key (a, b)=(" + faults.CanaryBody + ", (c)=(d)) already exists."}, []toolerr.Finding{{Rule: toolerr.RuleExistsAlready, Fields: []string{"a", "b"}}}},
		"a power of ten":               {&PgError{Code: "22003", Message: "numeric field overflow", Detail: "… less than 10^12."}, []toolerr.Finding{{}}},
		"MySQL's apostrophe":           {&MySQLError{Number: 1062, Message: "Duplicate entry 'O'Brien' for key 't.name'"}, []toolerr.Finding{{Rule: toolerr.RuleExistsAlready, Value: "O'Brien", Fields: []string{"name"}}}},
		"MySQL's near":                 {&MySQLError{Number: 1064, Message: "You have an error; it's near 'form t where x = 'y'' at line 2"}, []toolerr.Finding{{Rule: toolerr.RuleSyntax, Word: "form", At: toolerr.Position{Line: 2}}}},
		"MySQL's near, cut":            {&MySQLError{Number: 1064, Message: "near 'form"}, []toolerr.Finding{{Rule: toolerr.RuleSyntax}}},
		"MySQL 8's group":              {&MySQLError{Number: 1055, Message: "Expression #2 of SELECT list is not in GROUP BY clause and contains nonaggregated column 'shop.t.status' which is not functionally dependent"}, []toolerr.Finding{{Rule: toolerr.RuleDepends, Word: "status"}}},
		"MySQL's signal":               {&MySQLError{Number: 1644, Message: "Unknown column 'x'"}, nil},
		"a maximum":                    {&MySQLError{Number: 1426, Message: "Too-big precision 70 specified for 'a'. Maximum is 65."}, []toolerr.Finding{{Rule: toolerr.RuleTooLarge, Fields: []string{"a"}, Limit: "65"}}},
		"SQLite's trigger":             {&ModerncError{msg: "constraint failed: no such column: x (1811)", code: 1811}, nil},
		"SQLite's other words":         {&ModerncError{msg: "SQL logic error: " + faults.CanaryMessage + " (1)", code: 1}, nil},
		"mattn's":                      {MattnError{Code: 1, err: "no such column: emial"}, []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "emial"}}},
		"ncruces's":                    {&NcrucesError{code: 1, msg: "no such column: emial"}, []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "emial"}}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, adapt(t, sqladapter.Adapter{}, tt.err).Refusal().Findings)
		})
	}
}

// No text of a server causes a failure.
func FuzzFindings(f *testing.F) {
	foreign(f)
	f.Add("42703", `column "x" of relation "y"`, "Key (a)=(b)", 1064)
	f.Add("22003", "«", "10^", 1366)
	f.Fuzz(func(_ *testing.T, state, message, detail string, number int) {
		for _, err := range []error{
			&FullError{PgError: PgError{Code: state, Message: message, Detail: detail, TableName: detail, ConstraintName: message}, Hint: detail, Routine: detail},
			&MySQLError{Number: uint16(number), Message: message},
			&ModerncError{msg: message, code: number},
		} {
			if te := (sqladapter.Adapter{}).FromError(err); te != nil {
				_ = te.Refusal()
			}
		}
	})
}
