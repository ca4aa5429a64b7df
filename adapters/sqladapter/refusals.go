package sqladapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// mssqlTexts are messages that a caller can avoid by changing the statement or its values
// (SQL Server 2022, Database Engine events and errors).
var mssqlTexts = []phrase.Pattern{
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
}
