// Package sqlstate reads what an error with a SQLSTATE says was refused, whichever client
// or server carries it.
package sqlstate

import (
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// A State is an error of PostgreSQL's, or of a server that has its codes. Only Code is
// needed.
type State struct {
	Code, Message, Detail, Hint, InternalQuery string
	Table, Column, Constraint, Routine         string
	Position                                   int // in the call's own statement, from 1; 0 if it is not known
}

// Read returns what was refused. The state decides the rule, or the server's routine where
// a state has several. The word is what the message quotes first, which is so in every
// message of PostgreSQL's that is not in statePatterns; in a language with another order
// it is what the message quotes if that is one thing alone. Nothing is read from what a
// RAISE of the database's own says, and no name from a fault in a statement of a function.
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
		f.Names, _ = Quoted(s.Hint)
	case s.Code == "42P01":
		if strings.HasPrefix(s.Hint, "Perhaps you meant") {
			f.Names, _ = Quoted(s.Hint)
		}
	case s.Code == "42803" && f.Word == "":
		f.Rule = toolerr.RuleNotPermitted // an aggregate where none is allowed
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

// A stateRule is what a SQLSTATE means for the text that it is about.
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
	items, ordered := Quoted(message)
	switch {
	case len(items) == 0 || !ordered && len(items) > 1:
	case s.value:
		f.Value = items[0]
	default:
		f.Word = items[0]
	}
	return f
}

// constrain reads which columns a constraint is about: from the server's field, from the
// key in the detail, or else from the name that PostgreSQL gives a constraint.
func (s State) constrain(f *toolerr.Finding) {
	items, _ := Quoted(s.Message)
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
		// An update or a delete names the table that still refers to the row as well.
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

// keyColumns returns the columns of the first key in a detail, such as "Key (a, b)=(1,
// 2) already exists.", and nothing of its values.
func keyColumns(detail string) []string {
	columns, _, ok := strings.Cut(detail[:min(len(detail), MaxText)], ")=(")
	start := strings.IndexByte(columns, '(')
	if !ok || start < 0 {
		return nil
	}
	return strings.Split(columns[start+1:], ", ")
}

// endings are those of the names that PostgreSQL gives constraints: the table, the
// column, and one of these (PostgreSQL 18, ChooseConstraintName, ChooseIndexName).
var endings = [...]string{"_key", "_fkey", "_check", "_excl", "_not_null"}

// columnOf returns the column in the name of a constraint, "" if it has another form.
func columnOf(constraint, table string) string {
	name, ok := strings.CutPrefix(constraint, table+"_")
	for _, ending := range endings {
		if column, is := strings.CutSuffix(name, ending); is && ok && table != "" {
			return column
		}
	}
	return ""
}

// largest are the largest values of types.
var largest = map[string]string{"smallint": "32767", "integer": "2147483647", "bigint": "9223372036854775807"}

// beyond makes a number that is out of range too small or too large: by its sign, or
// because the detail names the power of ten that a numeric's absolute value must not
// reach.
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
