package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/sqlstate"
	"github.com/errand-go/errand/toolerr"
)

var sqlTexts = []shape{
	{
		name: "Trino", members: []string{"error"}, source: "Trino 476, client protocol, error",
		read: func(d doc) []toolerr.Finding {
			e := d.root.Member("error")
			if !e.Member("errorName").IsString() {
				return nil
			}
			found := matched(e.Member("message").Str(), trino)
			if found == nil && e.Member("errorName").Text == "SYNTAX_ERROR" {
				found = []toolerr.Finding{{Rule: toolerr.RuleSyntax}}
			}
			for i := range found {
				if at := e.Member("errorLocation"); at.IsObject() {
					found[i].At = toolerr.Position{Line: max(at.Member("lineNumber").Int(), 0), Column: max(at.Member("columnNumber").Int(), 0)}
				}
			}
			return found
		},
	},
	{
		name: "SQL over HTTP", source: "ClickHouse 24.8, HTTP interface; Snowflake SQL API; Databricks SQL Statement Execution API",
		read: func(d doc) []toolerr.Finding {
			for _, path := range statements {
				if text := d.root.At(path...).Str(); text != d.sentence {
					if found := statement(text); found != nil {
						return found
					}
				}
			}
			return statement(d.sentence)
		},
	},
	{
		name: "SQLSTATE", members: []string{"code", "sqlState", "sqlstate", "sql_state", "SQLSTATE", "sqlcode", "status_code", "errorCode", "error_code", "error", "cause", "meta", "original", "parent", "details", "data", "errors", "internal"}, source: "PostgreSQL 18, Appendix A; PostgREST 13, Errors; Hasura 2.46, internal errors; node-postgres 8, DatabaseError",
		read: func(d doc) []toolerr.Finding {
			for _, path := range states {
				if found := state(d.root.At(path...)); found != nil {
					return found
				}
			}
			return nil
		},
	},
}

// states are the paths of a database error in a body.
var states = [][]string{{}, {"error"}, {"cause"}, {"meta"}, {"original"}, {"parent"}, {"details"}, {"data"}, {"errors", "0"}, {"errors", "0", "extensions", "internal", "error"}, {"internal", "error"}}

// state returns the findings of an error with a SQLSTATE in a member. A number of five
// digits counts as one only beside another member of such an error.
func state(e jsontree.Node) []toolerr.Finding {
	if !e.IsObject() {
		return nil
	}
	text := func(names ...string) string {
		for _, name := range names {
			if n := e.Member(name); n.IsString() {
				return n.Text
			}
		}
		return ""
	}
	code := text("sqlState", "sqlstate", "sql_state", "SQLSTATE", "sqlcode", "code", "status_code", "errorCode", "error_code")
	if len(code) != 5 {
		return nil
	}
	named := slices.ContainsFunc([]string{"hint", "details", "detail", "severity", "constraint", "routine", "sqlState", "sqlstate", "sql_state", "exec_status"}, func(m string) bool { return e.Member(m).Exists() })
	if !named && strings.Trim(code, "0123456789") == "" {
		return nil
	}
	found := sqlstate.Read(sqlstate.State{
		Code: code, Message: text("message", "msg", "error", "reason"), Detail: text("details", "detail", "description"), Hint: text("hint"),
		Table: text("table", "table_name"), Column: text("column", "column_name"), Constraint: text("constraint", "constraint_name"), Routine: text("routine"), InternalQuery: text("internalQuery"),
	})
	return unqualified(found) // the server made the statement, and the call has the names without the table
}

// statements are the paths of a message about a statement, besides the usual ones.
var statements = [][]string{{"exception"}, {"status", "error", "message"}, {"errorDetails"}}

// statement returns the findings of a database's message about a statement.
func statement(text string) []toolerr.Finding {
	switch {
	case text == "":
		return nil
	case strings.Contains(text, "DB::Exception"):
		return matched(text, clickHouse)
	case strings.HasPrefix(text, "SQL compilation error"), strings.HasPrefix(text, "SQL execution error"):
		found := matched(strings.ReplaceAll(text, "\n", " "), snowflake)
		for i := range found {
			if found[i].At.Line > 0 {
				found[i].At.Column++ // columns begin at 0
			}
		}
		return found
	case strings.Contains(text, "ORA-"):
		return matched(text, oracle)
	case strings.Contains(text, "[SQL Server]"): // the form of an ODBC diagnostic record
		_, text, _ = strings.Cut(text, "[SQL Server]")
		return unqualified(matched(text, SQLServer))
	case strings.Contains(text, "["):
		found := matched(text, spark)
		if at, ok := phrase.Find(text, sparkPosition); ok && len(found) > 0 {
			found[0].At = toolerr.Position{Line: at.At.Line, Column: at.At.Column + 1} // pos begins at 0
		}
		return found
	}
	return unqualified(matched(text, SQLServer, snowflakeValues))
}

// unqualified removes schema and table from the names in findings.
func unqualified(found []toolerr.Finding) []toolerr.Finding {
	for i := range found {
		found[i].Word = found[i].Word[strings.LastIndexByte(found[i].Word, '.')+1:]
	}
	return found
}

// clickHouse are messages of ClickHouse's exceptions. Their endings differ.
var clickHouse = besides("ClickHouse 24.8, src/Analyzer, src/Interpreters, src/Parsers, src/Functions", []phrase.Pattern{
	{Text: "…Exception: Syntax error: failed at position {} ('{word}') (line {line}, col {column})", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Syntax error: failed at position {offset} ('{word}')", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Syntax error{}: failed at position {} ('{word}') (line {line}, col {column})", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Syntax error: failed at position {} (line {line}, col {column})", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Syntax error", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Missing columns: '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Unknown expression identifier `{word}`", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Identifier '{word}' cannot be resolved", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Unknown table expression identifier '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Table {word} doesn't exist", Rule: toolerr.RuleNotFound},
	{Text: "…Exception: Table {word} does not exist", Rule: toolerr.RuleNotFound},
	{Text: "…Exception: Table {word} already exists", Rule: toolerr.RuleExistsAlready},
	{Text: "…Exception: Database {word} doesn't exist", Rule: toolerr.RuleNotFound},
	{Text: "…Exception: Database {word} does not exist", Rule: toolerr.RuleNotFound},
	{Text: "…Exception: Function with name `{word}` does not exist", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Function with name '{word}' does not exist", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Unknown setting '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Number of arguments for function {word} doesn't match: passed {}, should be {limit}", Rule: toolerr.RuleCountMismatch},
	{Text: "…Exception: Illegal type {} of {}argument {}of function {word}", Rule: toolerr.RuleWrongType},
	{Text: "…Exception: Cannot parse string '{value}' as", Rule: toolerr.RuleWrongType},
	{Text: "…Exception: Cannot parse ", Rule: toolerr.RuleBadFormat},
	{Text: "…Exception: Cannot convert string '{value}' to type", Rule: toolerr.RuleWrongType},
	{Text: "…Exception: Type mismatch", Rule: toolerr.RuleWrongType},
	{Text: "…Exception: Column '{word}' is not under aggregate function and not in GROUP BY", Rule: toolerr.RuleBadValue},
	{Text: "…Exception: Ambiguous identifier '{word}'", Rule: toolerr.RuleAmbiguous},
	{Text: "…Exception: Division by zero", Rule: toolerr.RuleArithmetic},
})

// snowflake are messages of compilation, in one line.
var snowflake = besides("Snowflake documentation, Troubleshooting; snowflakedb/gosnowflake v1.17 and snowflake-connector-python 3.17 tests", []phrase.Pattern{
	{Text: "…syntax error line {line} at position {column} unexpected '{word}'", Rule: toolerr.RuleSyntax},
	{Text: "…error line {line} at position {column} invalid identifier '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "…error line {line} at position {column} ambiguous column name '{word}'", Rule: toolerr.RuleAmbiguous},
	{Text: "…error line {line} at position {column} Invalid argument types for function '{word}'", Rule: toolerr.RuleWrongType},
	{Text: "…error line {line} at position {column} not enough arguments for function [{word}({}expected {limit}, got", Rule: toolerr.RuleCountMismatch},
	{Text: "…error line {line} at position {column} too many arguments for function [{word}({}expected {limit}, got", Rule: toolerr.RuleCountMismatch},
	{Text: "…'{word}' does not exist or not authorized", Rule: toolerr.RuleNotFound},
	{Text: "…Insert value list does not match column list expecting {limit} but got", Rule: toolerr.RuleCountMismatch},
})

// snowflakeValues are messages about a value at run time.
var snowflakeValues = besides("Snowflake documentation, Troubleshooting; snowflakedb/snowflake-connector-python 3.17 tests", []phrase.Pattern{
	{Text: "Numeric value '{value}' is not recognized", Rule: toolerr.RuleWrongType},
	{Text: "Timestamp '{value}' is not recognized", Rule: toolerr.RuleBadFormat},
	{Text: "Date '{value}' is not recognized", Rule: toolerr.RuleBadFormat},
})

// trino are messages of Trino, PrestoDB and Athena; the position is beside them.
var trino = besides("Trino 476, core/trino-main sql/analyzer; core/trino-parser", []phrase.Pattern{
	{Text: "line {line}:{column}: Column '{word}' cannot be resolved", Rule: toolerr.RuleUnknown},
	{Text: "line {line}:{column}: Column '{word}' is ambiguous", Rule: toolerr.RuleAmbiguous},
	{Text: "line {line}:{column}: Table '{word}' does not exist", Rule: toolerr.RuleNotFound},
	{Text: "line {line}:{column}: Function '{word}' not registered", Rule: toolerr.RuleUnknown},
	{Text: "line {line}:{column}: Unexpected parameters ({}) for function {word}. ", Rule: toolerr.RuleWrongType},
	{Text: "line {line}:{column}: Unknown type: {word}", Rule: toolerr.RuleUnknown},
	{Text: "line {line}:{column}: '{}' must be an aggregate expression or appear in GROUP BY clause", Rule: toolerr.RuleBadValue},
	{Text: "line {line}:{column}: {} cannot be applied to ", Rule: toolerr.RuleWrongType},
	{Text: "Cannot cast '{value}' to {name}", Rule: toolerr.RuleWrongType},
	{Text: "Division by zero", Rule: toolerr.RuleArithmetic},
})

// spark are messages of Spark and Databricks, by their error classes.
var spark = besides("Apache Spark 4.0, common/utils/src/main/resources/error/error-conditions.json", []phrase.Pattern{
	{Text: "…[UNRESOLVED_COLUMN.{}with name `{word}` cannot be resolved", Rule: toolerr.RuleUnknown},
	{Text: "…[UNRESOLVED_ROUTINE] Cannot resolve routine `{word}`", Rule: toolerr.RuleUnknown},
	{Text: "…[TABLE_OR_VIEW_NOT_FOUND] The table or view {}`{word}` cannot be found", Rule: toolerr.RuleNotFound},
	{Text: "…[AMBIGUOUS_REFERENCE] Reference `{word}` is ambiguous", Rule: toolerr.RuleAmbiguous},
	{Text: "…[PARSE_SYNTAX_ERROR] Syntax error at or near '{word}'", Rule: toolerr.RuleSyntax},
	{Text: "…[PARSE_SYNTAX_ERROR]", Rule: toolerr.RuleSyntax},
	{Text: "…[WRONG_NUM_ARGS.{}The `{word}` requires {limit} parameter", Rule: toolerr.RuleCountMismatch},
	{Text: "…[DATATYPE_MISMATCH.", Rule: toolerr.RuleWrongType},
	{Text: "…[CAST_INVALID_INPUT] The value '{value}' of", Rule: toolerr.RuleWrongType},
	{Text: "…[DIVIDE_BY_ZERO]", Rule: toolerr.RuleArithmetic},
})

var sparkPosition = besides("Apache Spark 4.0, ParseException.scala, AnalysisException.scala", []phrase.Pattern{
	{Text: "…line {line} pos {column}"},
	{Text: "…(line {line}, pos {column})"},
})

// SQLServer are messages that a caller can avoid by changing the statement or its values.
var SQLServer = besides("SQL Server 2022, Database Engine events and errors", []phrase.Pattern{
	{Text: "Invalid column name '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "Invalid object name '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "Could not find stored procedure '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "'{word}' is not a recognized built-in function name", Rule: toolerr.RuleUnknown},
	{Text: `The multi-part identifier "{word}" could not be bound`, Rule: toolerr.RuleUnknown},
	{Text: "Database '{word}' does not exist", Rule: toolerr.RuleUnknown},
	{Text: "Ambiguous column name '{word}'", Rule: toolerr.RuleAmbiguous},
	{Text: "Column '{word}' is invalid in the ", Rule: toolerr.RuleDepends},
	{Text: "Incorrect syntax near the keyword '{word}'", Rule: toolerr.RuleSyntax},
	{Text: "Incorrect syntax near '{word}'", Rule: toolerr.RuleSyntax},
	{Text: `Must declare the scalar variable "{word}"`, Rule: toolerr.RuleUnknown},
	{Text: "There is already an object named '{word}' in the database", Rule: toolerr.RuleExistsAlready},
	{Text: "Cannot insert the value NULL into column '{field}'", Rule: toolerr.RuleRequired},
	{Text: "String or binary data would be truncated in table '{}', column '{field}'", Rule: toolerr.RuleTooLong},
	{Text: "Conversion failed when converting the {} value '{value}' to data type", Rule: toolerr.RuleWrongType},
	{Text: "Conversion failed when converting date and/or time from character string", Rule: toolerr.RuleBadFormat},
	{Text: "Cannot insert explicit value for identity column in table", Rule: toolerr.RuleNotPermitted},
	{Text: "Violation of {} constraint '{field}'. Cannot insert duplicate key", Rule: toolerr.RuleExistsAlready},
	{Text: "Cannot insert duplicate key row in object '{}' with unique index '{field}'", Rule: toolerr.RuleExistsAlready},
	{Text: "The {} statement conflicted with the FOREIGN KEY constraint", Rule: toolerr.RuleNotFound},
	{Text: "The {} statement conflicted with the REFERENCE constraint", Rule: toolerr.RuleWrongState},
	{Text: "Divide by zero error encountered", Rule: toolerr.RuleArithmetic},
})

// oracle are messages of Oracle Database. It writes unquoted names of a statement in
// capitals.
var oracle = besides("Oracle Database 23ai, Error Help", []phrase.Pattern{
	{Text: `…ORA-00904: "{}"."{word}": invalid identifier`, Rule: toolerr.RuleUnknown},
	{Text: `…ORA-00904: "{word}": invalid identifier`, Rule: toolerr.RuleUnknown},
	{Text: `…ORA-00904: {word}: invalid identifier`, Rule: toolerr.RuleUnknown},
	{Text: `…ORA-00942: table or view "{}"."{word}" does not exist`, Rule: toolerr.RuleUnknown},
	{Text: `…ORA-00942: `, Rule: toolerr.RuleUnknown},
	{Text: `…ORA-00918: {word}: column ambiguously specified`, Rule: toolerr.RuleAmbiguous},
	{Text: `…ORA-00918: `, Rule: toolerr.RuleAmbiguous},
	{Text: `…ORA-00001: unique constraint`, Rule: toolerr.RuleExistsAlready},
	{Text: `…ORA-01400: cannot insert NULL into ("{}"."{}"."{field}")`, Rule: toolerr.RuleRequired},
	{Text: `…ORA-12899: value too large for column "{}"."{}"."{field}" (actual: {}, maximum: {limit})`, Rule: toolerr.RuleTooLong},
	{Text: `…ORA-12899: `, Rule: toolerr.RuleTooLong},
	{Text: `…ORA-01722: `, Rule: toolerr.RuleWrongType},
	{Text: `…ORA-02291: `, Rule: toolerr.RuleNotFound},
	{Text: `…ORA-02292: `, Rule: toolerr.RuleWrongState},
	{Text: `…ORA-01476: `, Rule: toolerr.RuleArithmetic},
	{Text: `…ORA-00947: `, Rule: toolerr.RuleCountMismatch},
	{Text: `…ORA-00923: `, Rule: toolerr.RuleSyntax},
	{Text: `…ORA-00933: `, Rule: toolerr.RuleSyntax},
	{Text: `…ORA-00936: `, Rule: toolerr.RuleSyntax},
})
