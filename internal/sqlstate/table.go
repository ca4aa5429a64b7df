package sqlstate

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/inverse"
	"github.com/errand-go/errand/toolerr"
)

// stateRules are the SQLSTATEs that a caller can avoid by changing the statement or its
// values (PostgreSQL 18, Appendix A). Those that end in 000 also apply to the others of
// their class. A state without a rule gives a finding only if its message names something:
// 42809 is also the state of a window function without OVER.
var stateRules = inverse.Of(map[stateRule][]string{
	{}:                                          {"44000", "23000", "23514", "42000", "42809", "54000"},
	{rule: toolerr.RuleAmbiguous}:               {"42702", "42725", "42P08", "42P09", "42P22"},
	{rule: toolerr.RuleBadFormat}:               {"42602"},
	{rule: toolerr.RuleConflict}:                {"23P01", "42P21"},
	{rule: toolerr.RuleDepends}:                 {"42803"},
	{rule: toolerr.RuleDuplicate}:               {"42701", "42712"},
	{rule: toolerr.RuleExistsAlready}:           {"23505", "42710", "42723", "42P04", "42P06", "42P07"},
	{rule: toolerr.RuleNotFound}:                {"23503"},
	{rule: toolerr.RuleNotPermitted}:            {"42501", "42939"},
	{rule: toolerr.RuleReadOnly}:                {"428C9"},
	{rule: toolerr.RuleRequired}:                {"23502"},
	{rule: toolerr.RuleSyntax}:                  {"42601", "42611", "42P19"},
	{rule: toolerr.RuleTooLong}:                 {"42622"},
	{rule: toolerr.RuleTooMany}:                 {"21000", "54011", "54023"},
	{rule: toolerr.RuleUnknown}:                 {"0P000", "34000", "3F000", "42703", "42704", "42883", "42P01", "42P02"},
	{rule: toolerr.RuleUnsupported}:             {"0A000", "42P20"},
	{rule: toolerr.RuleWrongState}:              {"2BP01", "55000", "23001"},
	{rule: toolerr.RuleWrongType}:               {"42804", "42846", "42P18"},
	{value: true}:                               {"22000", "22003"},
	{rule: toolerr.RuleArithmetic, value: true}: {"22012", "22015", "2201E", "2201F", "22P01"},
	{rule: toolerr.RuleBadFormat, value: true}: {
		"22007", "22018", "22019", "2200B", "2200C", "2200D", "22021", "22P02", "22P03", "22P04", "22P05",
	},
	{rule: toolerr.RuleBadValue, value: true}:  {"22008"},
	{rule: toolerr.RuleDuplicate, value: true}: {"22030", "22037"},
	{rule: toolerr.RuleNotFound, value: true}:  {"22035", "2203A"},
	{rule: toolerr.RuleRequired, value: true}:  {"22004"},
	{rule: toolerr.RuleSyntax, value: true}:    {"2200L", "2200M", "2200N", "2200S", "2200T", "2201B", "22025", "22032", "22P06"},
	{rule: toolerr.RuleTooLong, value: true}:   {"22001"},
	{rule: toolerr.RuleTooMany, value: true}:   {"22034", "22038", "2203D", "2203E"},
	{rule: toolerr.RuleTooShort, value: true}:  {"2200F"},
	{rule: toolerr.RuleTooSmall, value: true}:  {"2201W", "2201X"},
	{rule: toolerr.RuleWrongType, value: true}: {"2200G", "22036", "22039", "2203B", "2203C", "2203F", "2203G"},
})

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
