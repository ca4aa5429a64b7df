// Package sqlstate reads the refusal in an error with a SQLSTATE, for any client or server.
package sqlstate

import (
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/quoted"
	"github.com/errand-go/errand/toolerr"
)

// A State is an error of PostgreSQL, or of a server with the same codes. Only Code is
// required.
type State struct {
	Code, Message, Detail, Hint, InternalQuery string
	Table, Column, Constraint, Routine         string
	Position                                   int // in the call's statement, from 1; 0 if unknown
}

// Read returns the findings of an error. The state determines the rule, or the server's
// routine if the state has several rules. The word is the first quoted text of the message:
// this is right for every PostgreSQL message that is not in statePatterns. In a language
// with another order, it is the only quoted text. Read ignores the text of a RAISE in the
// database, and names in a statement inside a function.
func Read(s State) []toolerr.Finding {
	if len(s.Code) != 5 {
		return nil
	}
	found, ok := stateRules[s.Code]
	if !ok {
		found, ok = stateRules[s.Code[:2]+"000"]
	}
	if !ok || s.Routine == "exec_stmt_raise" || s.Code[:2] == "42" && s.InternalQuery != "" {
		return nil
	}
	if rule, ok := routineRules[s.Code+" "+s.Routine]; ok {
		found.rule = rule
	}
	f := found.finding(s.Message)
	switch {
	case s.Code[:2] == "23":
		s.constrain(&f)
	case s.Code == "42703":
		f.Names, _ = quoted.Texts(s.Hint)
	case s.Code == "42P01":
		if strings.HasPrefix(s.Hint, "Perhaps you meant") {
			f.Names, _ = quoted.Texts(s.Hint)
		}
	case s.Code == "42803" && f.Word == "":
		f.Rule = toolerr.RuleNotPermitted // an aggregate that is not allowed here
	case s.Code == "22001":
		if length, ok := phrase.Find(s.Message, lengthPatterns); ok {
			f = length
		}
	case s.Code == "22003":
		beyond(&f, s.Detail)
	}
	f.At.Offset = max(s.Position, 0)
	return []toolerr.Finding{f}
}

// A stateRule is the meaning of a SQLSTATE for the text that it is about.
type stateRule struct {
	rule  toolerr.Rule
	value bool // the message quotes a value, not a name
}

// finding reads a message.
func (s stateRule) finding(message string) toolerr.Finding {
	if f, ok := phrase.Find(message, statePatterns); ok && !strings.Contains(f.Word, `"`) {
		if f.Rule == "" {
			f.Rule = s.rule
		}
		return f
	}
	f := toolerr.Finding{Rule: s.rule}
	items, ordered := quoted.Texts(message)
	switch {
	case len(items) == 0 || !ordered && len(items) > 1:
	case s.value:
		f.Value = items[0]
	default:
		f.Word = items[0]
	}
	return f
}

// constrain sets the columns of a constraint: from the server's field, from the key in the
// detail, or otherwise from the name that PostgreSQL gives a constraint.
func (s State) constrain(f *toolerr.Finding) {
	items, _ := quoted.Texts(s.Message)
	f.Word = s.Constraint
	f.Fields = keyColumns(s.Detail)
	switch {
	case s.Code == "23502":
		f.Word = ""
		if s.Column != "" {
			f.Fields = []string{s.Column}
		} else if len(items) > 0 {
			f.Fields = items[:1]
		}
	case s.Code == "23503" && len(items) > 2:
		// For an update or delete, the message also names the table that still refers to the row.
		f.Rule = toolerr.RuleWrongState
	case len(f.Fields) == 0:
		if column := columnOf(s.Constraint, s.Table); column != "" {
			f.Fields = []string{column}
		}
	}
	if len(f.Fields) > 0 {
		f.Word = ""
	}
}

// keyColumns returns the columns of the first key in a detail, such as "Key (a, b)=(1, 2)
// already exists.", without values.
func keyColumns(detail string) []string {
	columns, _, ok := strings.Cut(detail[:min(len(detail), quoted.MaxText)], ")=(")
	start := strings.IndexByte(columns, '(')
	if !ok || start < 0 {
		return nil
	}
	return strings.Split(columns[start+1:], ", ")
}

// endings are the endings of PostgreSQL's names for constraints, after the table and the
// column (PostgreSQL 18, ChooseConstraintName, ChooseIndexName).
var endings = [...]string{"_key", "_fkey", "_check", "_excl", "_not_null"}

// columnOf returns the column in the name of a constraint, or "".
func columnOf(constraint, table string) string {
	name, ok := strings.CutPrefix(constraint, table+"_")
	for _, ending := range endings {
		if column, is := strings.CutSuffix(name, ending); is && ok && table != "" {
			return column
		}
	}
	return ""
}

// largest maps types to their largest values.
var largest = map[string]string{"smallint": "32767", "integer": "2147483647", "bigint": "9223372036854775807"}

// beyond changes the rule for a number out of range to too small or too large: by its sign,
// or because the detail has the power of ten that the absolute value of a numeric must stay
// below.
func beyond(f *toolerr.Finding, detail string) {
	kind := ""
	if len(f.Names) > 0 {
		kind, f.Names = f.Names[0], nil
	}
	switch {
	case strings.HasPrefix(f.Value, "-"):
		f.Rule = toolerr.RuleTooSmall
	case f.Value != "":
		f.Rule, f.Limit = toolerr.RuleTooLarge, largest[kind]
	}
	_, power, ok := strings.Cut(detail, "10^")
	if n, err := strconv.Atoi(power[:min(1, len(power))]); ok && err == nil && (len(power) == 1 || power[1] < '0' || power[1] > '9') && n < 9 {
		f.Rule, f.Limit, f.Beyond = toolerr.RuleTooLarge, "1"+strings.Repeat("0", n), true
	}
}
