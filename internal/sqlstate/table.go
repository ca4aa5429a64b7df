package sqlstate

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// stateRules are the SQLSTATEs that a caller can avoid by changing the statement or its
// values (PostgreSQL 18, Appendix A). Those that end in 000 also apply to the others of
// their class. A state without a rule gives a finding only if its message names something.
var stateRules = map[string]stateRule{
	"0A000": {rule: toolerr.RuleUnsupported},
	"0P000": {rule: toolerr.RuleUnknown},
	"21000": {rule: toolerr.RuleTooMany},
	"2BP01": {rule: toolerr.RuleWrongState},
	"34000": {rule: toolerr.RuleUnknown},
	"3F000": {rule: toolerr.RuleUnknown},
	"44000": {},
	"55000": {rule: toolerr.RuleWrongState},

	// Values.
	"22000": {value: true},
	"22001": {toolerr.RuleTooLong, true},
	"22003": {value: true},
	"22004": {toolerr.RuleRequired, true},
	"22007": {toolerr.RuleBadFormat, true},
	"22008": {toolerr.RuleBadValue, true},
	"22012": {toolerr.RuleArithmetic, true},
	"22015": {toolerr.RuleArithmetic, true},
	"22018": {toolerr.RuleBadFormat, true},
	"22019": {toolerr.RuleBadFormat, true},
	"2200B": {toolerr.RuleBadFormat, true},
	"2200C": {toolerr.RuleBadFormat, true},
	"2200D": {toolerr.RuleBadFormat, true},
	"2200F": {toolerr.RuleTooShort, true},
	"2200G": {toolerr.RuleWrongType, true},
	"2200L": {toolerr.RuleSyntax, true},
	"2200M": {toolerr.RuleSyntax, true},
	"2200N": {toolerr.RuleSyntax, true},
	"2200S": {toolerr.RuleSyntax, true},
	"2200T": {toolerr.RuleSyntax, true},
	"2201B": {toolerr.RuleSyntax, true},
	"2201E": {toolerr.RuleArithmetic, true},
	"2201F": {toolerr.RuleArithmetic, true},
	"2201W": {toolerr.RuleTooSmall, true},
	"2201X": {toolerr.RuleTooSmall, true},
	"22021": {toolerr.RuleBadFormat, true},
	"22025": {toolerr.RuleSyntax, true},
	"22030": {toolerr.RuleDuplicate, true},
	"22032": {toolerr.RuleSyntax, true},
	"22034": {toolerr.RuleTooMany, true},
	"22035": {toolerr.RuleNotFound, true},
	"22036": {toolerr.RuleWrongType, true},
	"22037": {toolerr.RuleDuplicate, true},
	"22038": {toolerr.RuleTooMany, true},
	"22039": {toolerr.RuleWrongType, true},
	"2203A": {toolerr.RuleNotFound, true},
	"2203B": {toolerr.RuleWrongType, true},
	"2203C": {toolerr.RuleWrongType, true},
	"2203D": {toolerr.RuleTooMany, true},
	"2203E": {toolerr.RuleTooMany, true},
	"2203F": {toolerr.RuleWrongType, true},
	"2203G": {toolerr.RuleWrongType, true},
	"22P01": {toolerr.RuleArithmetic, true},
	"22P02": {toolerr.RuleBadFormat, true},
	"22P03": {toolerr.RuleBadFormat, true},
	"22P04": {toolerr.RuleBadFormat, true},
	"22P05": {toolerr.RuleBadFormat, true},
	"22P06": {toolerr.RuleSyntax, true},

	// Constraints.
	"23000": {},
	"23001": {rule: toolerr.RuleWrongState},
	"23502": {rule: toolerr.RuleRequired},
	"23503": {rule: toolerr.RuleNotFound},
	"23505": {rule: toolerr.RuleExistsAlready},
	"23514": {},
	"23P01": {rule: toolerr.RuleConflict},

	// The statement.
	"42000": {},
	"42501": {rule: toolerr.RuleNotPermitted},
	"42601": {rule: toolerr.RuleSyntax},
	"42602": {rule: toolerr.RuleBadFormat},
	"42611": {rule: toolerr.RuleSyntax},
	"42622": {rule: toolerr.RuleTooLong},
	"42701": {rule: toolerr.RuleDuplicate},
	"42702": {rule: toolerr.RuleAmbiguous},
	"42703": {rule: toolerr.RuleUnknown},
	"42704": {rule: toolerr.RuleUnknown},
	"42710": {rule: toolerr.RuleExistsAlready},
	"42712": {rule: toolerr.RuleDuplicate},
	"42723": {rule: toolerr.RuleExistsAlready},
	"42725": {rule: toolerr.RuleAmbiguous},
	"42803": {rule: toolerr.RuleDepends},
	"42804": {rule: toolerr.RuleWrongType},
	"42809": {}, // also of a window function without OVER
	"42846": {rule: toolerr.RuleWrongType},
	"42883": {rule: toolerr.RuleUnknown},
	"428C9": {rule: toolerr.RuleReadOnly},
	"42939": {rule: toolerr.RuleNotPermitted},
	"42P01": {rule: toolerr.RuleUnknown},
	"42P02": {rule: toolerr.RuleUnknown},
	"42P04": {rule: toolerr.RuleExistsAlready},
	"42P06": {rule: toolerr.RuleExistsAlready},
	"42P07": {rule: toolerr.RuleExistsAlready},
	"42P08": {rule: toolerr.RuleAmbiguous},
	"42P09": {rule: toolerr.RuleAmbiguous},
	"42P18": {rule: toolerr.RuleWrongType},
	"42P19": {rule: toolerr.RuleSyntax},
	"42P20": {rule: toolerr.RuleSyntax},
	"42P21": {rule: toolerr.RuleConflict},
	"42P22": {rule: toolerr.RuleAmbiguous},

	// Limits.
	"54000": {},
	"54011": {rule: toolerr.RuleTooMany},
	"54023": {rule: toolerr.RuleTooMany},
}

// routineRules are the rules of states with several, by state and routine in the server's
// source (PostgreSQL 15.18). The routine is not translated.
var routineRules = map[string]toolerr.Rule{
	"22P02 enum_in":                         toolerr.RuleNotAllowed,
	"42601 transformInsertRow":              toolerr.RuleCountMismatch,
	"42601 transformSetOperationTree":       toolerr.RuleCountMismatch,
	"42601 transformValuesClause":           toolerr.RuleCountMismatch,
	"42601 transformMultiAssignRef":         toolerr.RuleCountMismatch,
	"42601 transformSubLink":                toolerr.RuleCountMismatch,
	"42601 make_row_comparison_op":          toolerr.RuleCountMismatch,
	"42701 check_for_column_name_collision": toolerr.RuleExistsAlready,
	"42883 op_error":                        toolerr.RuleWrongType,
	"21000 ExecOnConflictUpdate":            toolerr.RuleDuplicate,
}

const sourceMessages = "PostgreSQL 15.18, the server's message catalogue"

// statePatterns are PostgreSQL messages whose name is not the first quoted text, or that
// are more specific than the state. A row without a rule uses that of the state.
var statePatterns = []phrase.Pattern{
	{Text: `column {word} does not exist$`, Source: sourceMessages},
	{Text: `function {word}({}) does not exist`, Source: sourceMessages},
	{Text: `procedure {word}({}) does not exist`, Source: sourceMessages},
	{Text: `aggregate {word}({}) does not exist`, Source: sourceMessages},
	{Text: `function {word}({}) is not unique`, Source: sourceMessages},
	{Text: `procedure {word}({}) is not unique`, Source: sourceMessages},
	{Text: `INSERT has more expressions than target columns`, Rule: toolerr.RuleTooMany, Source: sourceMessages},
	{Text: `INSERT has more target columns than expressions`, Rule: toolerr.RuleTooFew, Source: sourceMessages},
	{Text: `cannot drop {} {word} because other objects depend on it`, Source: sourceMessages},
	{Text: `permission denied for materialized view {word}$`, Source: sourceMessages},
	{Text: `permission denied for foreign {} {word}$`, Source: sourceMessages},
	{Text: `permission denied for {} {word}$`, Source: sourceMessages},
	{Text: `must be owner of materialized view {word}$`, Source: sourceMessages},
	{Text: `must be owner of foreign {} {word}$`, Source: sourceMessages},
	{Text: `must be owner of {} {word}$`, Source: sourceMessages},
	{Text: `column "{word}" is of type {name} but expression is of type {}`, Source: sourceMessages},
	{Text: `invalid value for parameter "{word}": "{value}"`, Source: sourceMessages},
	{Text: `value "{value}" is out of range for type {name}$`, Source: sourceMessages},
	{Text: `ORDER BY position {value} is not in select list`, Source: sourceMessages},
	{Text: `GROUP BY position {value} is not in select list`, Source: sourceMessages},
	{Text: `table "{}" has {limit} columns available but {} columns specified`, Rule: toolerr.RuleCountMismatch, Source: sourceMessages},
}

// lengthPatterns match the length of a type in a message in any language, because the name
// of the type is not translated.
var lengthPatterns = []phrase.Pattern{
	{Text: `…character varying({limit})`, Rule: toolerr.RuleTooLong, Source: sourceMessages},
	{Text: `…character({limit})`, Rule: toolerr.RuleTooLong, Source: sourceMessages},
	{Text: `…bit varying({limit})`, Rule: toolerr.RuleTooLong, Source: sourceMessages},
	{Text: `…bit({limit})`, Rule: toolerr.RuleTooLong, Source: sourceMessages},
}
