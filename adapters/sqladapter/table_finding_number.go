package sqladapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/inverse"
	"github.com/errand-go/errand/toolerr"
)

// numberRules are the error numbers of MySQL and MariaDB that a caller can avoid by
// changing the statement or its values (MariaDB 10.11 and MySQL 8.4, Server Error Message
// Reference).
var numberRules = inverse.Of(map[numberRule][]int{
	{rule: toolerr.RuleAmbiguous, quotes: "w"}:      {1052},
	{rule: toolerr.RuleArithmetic}:                  {1365, 1690},
	{rule: toolerr.RuleBadFormat, quotes: "w"}:      {1102, 1103, 1166, 1458},
	{rule: toolerr.RuleBadFormat, quotes: "vf"}:     {1292, 1366},
	{rule: toolerr.RuleBadFormat, quotes: "f"}:      {1299},
	{rule: toolerr.RuleBadFormat, quotes: "v"}:      {1300, 1367, 1411, 1525, 1918},
	{rule: toolerr.RuleBadFormat}:                   {1416},
	{rule: toolerr.RuleBadValue, quotes: "f"}:       {1063, 1067},
	{rule: toolerr.RuleConflict, quotes: "w"}:       {1253},
	{rule: toolerr.RuleCountMismatch}:               {1058, 1136, 1222, 1318},
	{rule: toolerr.RuleCountMismatch, quotes: "w"}:  {1107, 1582},
	{rule: toolerr.RuleCountMismatch, quotes: "l"}:  {1241},
	{rule: toolerr.RuleDepends, quotes: "t"}:        {1055},
	{rule: toolerr.RuleDepends, quotes: "w"}:        {1463},
	{rule: toolerr.RuleDuplicate, quotes: "w"}:      {1060, 1061, 1066, 1110, 1225, 1652, 1826, 3822},
	{rule: toolerr.RuleDuplicate, quotes: "fv"}:     {1291},
	{rule: toolerr.RuleExistsAlready, quotes: "w"}:  {1050, 1125, 1359, 1537, 1973, 1975},
	{rule: toolerr.RuleExistsAlready, quotes: "vf"}: {1062, 1586},
	{rule: toolerr.RuleExistsAlready, quotes: "f"}:  {1859},
	{rule: toolerr.RuleNotFound}:                    {1216, 1452},
	{rule: toolerr.RuleNotPermitted, quotes: "--w"}: {1044, 1143},
	{rule: toolerr.RuleNotPermitted, quotes: "w"}:   {1056, 1228, 1229, 1233},
	{rule: toolerr.RuleNotPermitted, quotes: "--t"}: {1142, 1370},
	{rule: toolerr.RuleReadOnly, quotes: "f"}:       {1238, 1348, 1906, 3105},
	{rule: toolerr.RuleReadOnly}:                    {1288, 1471},
	{rule: toolerr.RuleRequired, quotes: "f"}:       {1048, 1263, 1364},
	{rule: toolerr.RuleRequired}:                    {1138, 1248},
	{rule: toolerr.RuleSyntax}:                      {1064, 1120, 1139, 1149, 3141, 3143, 4038, 4042},
	{rule: toolerr.RuleSyntax, quotes: "-f"}:        {3140},
	{rule: toolerr.RuleTooLarge, quotes: "fL"}:      {1074, 1425, 1426, 1439},
	{rule: toolerr.RuleTooLong, quotes: "w"}:        {1059},
	{rule: toolerr.RuleTooLong, quotes: "f"}:        {1406, 1552, 1742},
	{rule: toolerr.RuleTooLong, quotes: "vL"}:       {1470},
	{rule: toolerr.RuleTooLong, quotes: "wL"}:       {1628, 1629},
	{rule: toolerr.RuleTooMany}:                     {1070, 1117, 1242},
	{rule: toolerr.RuleUnknown, quotes: "w"}: {
		1049, 1054, 1072, 1091, 1106, 1109, 1115, 1128, 1176, 1193, 1273, 1286, 1539, 1649, 1735, 1824,
		1911, 1974, 1976, 4161,
	},
	{rule: toolerr.RuleUnknown, quotes: "t"}:     {1051, 1146},
	{rule: toolerr.RuleUnknown}:                  {1305},
	{rule: toolerr.RuleUnsupported, quotes: "w"}: {1093, 1235, 1247, 1901},
	{rule: toolerr.RuleUnsupported, quotes: "t"}: {1393, 1394, 1395},
	{rule: toolerr.RuleWrongState}:               {1217, 1451, 1834},
	{rule: toolerr.RuleWrongState, quotes: "w"}:  {1442, 1553, 1828, 1829, 1830, 1832, 1833, 3730},
	{rule: toolerr.RuleWrongType, quotes: "f"}:   {1232},
	{rule: toolerr.RuleWrongType, quotes: "t"}:   {1347},
	{rule: toolerr.RuleWrongType}:                {3146, 4078},
	{rule: toolerr.RuleWrongType, quotes: "w"}:   {3780},
	{quotes: "fv"}: {1231},
	{quotes: "f"}:  {1264, 1265, 4025},
	{quotes: "v"}:  {1298, 1916, 1917},
	{quotes: "w"}:  {1583, 1584, 3819},
	{quotes: "vf"}: {1912, 1978},
})

const (
	sourceMaria10 = "MariaDB 10.11.19, errmsg-utf8.txt"
	sourceLite    = "SQLite 3.53, sqlite3.c"
)

// barePatterns match the names that MySQL does not quote.
var barePatterns = []phrase.Pattern{
	{Text: "…FUNCTION {word}; {} {limit},", Source: sourceMaria10},
	{Text: "…PROCEDURE {word}; {} {limit},", Source: sourceMaria10},
	{Text: "The target table {word} of the ", Source: sourceMaria10},
	{Text: "FUNCTION {word} {}", Source: sourceMaria10},
	{Text: "PROCEDURE {word} {}", Source: sourceMaria10},
}

// sqlitePatterns are SQLite's messages about a statement and its values.
var sqlitePatterns = []phrase.Pattern{
	// Names.
	{Text: "no such column: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such table: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such table column: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such view: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such index: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such trigger: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such function: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "unknown function: {word}()", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such collation sequence: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such module: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such window: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such savepoint: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "no such database: {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "unknown database {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: `unknown datatype for {}: "{word}"`, Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: `unknown column "{word}" in foreign key definition`, Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "table {} has no column named {word}$", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "cannot join using column {word} - ", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "ambiguous column name: {word}$", Rule: toolerr.RuleAmbiguous, Source: sourceLite},
	{Text: "ambiguous reference to {word} in USING()", Rule: toolerr.RuleAmbiguous, Source: sourceLite},
	{Text: "circular reference: {word}$", Rule: toolerr.RuleConflict, Source: sourceLite},
	{Text: "duplicate column name: {word}$", Rule: toolerr.RuleDuplicate, Source: sourceLite},
	{Text: "duplicate WITH table name: {word}$", Rule: toolerr.RuleDuplicate, Source: sourceLite},
	{Text: "there is already a table named {word}$", Rule: toolerr.RuleExistsAlready, Source: sourceLite},
	{Text: "there is already an index named {word}$", Rule: toolerr.RuleExistsAlready, Source: sourceLite},
	{Text: "there is already another table or index with this name: {word}$", Rule: toolerr.RuleExistsAlready, Source: sourceLite},
	{Text: "table {word} already exists", Rule: toolerr.RuleExistsAlready, Source: sourceLite},
	{Text: "view {word} already exists", Rule: toolerr.RuleExistsAlready, Source: sourceLite},
	{Text: "index {word} already exists", Rule: toolerr.RuleExistsAlready, Source: sourceLite},
	{Text: "trigger {word} already exists", Rule: toolerr.RuleExistsAlready, Source: sourceLite},
	{Text: "object name reserved for internal use: {word}$", Rule: toolerr.RuleNotPermitted, Source: sourceLite},

	// Syntax, and parts that belong together.
	{Text: `near "{word}": syntax error`, Rule: toolerr.RuleSyntax, Source: sourceLite},
	{Text: `unrecognized token: "{word}"`, Rule: toolerr.RuleSyntax, Source: sourceLite},
	{Text: "incomplete input", Rule: toolerr.RuleSyntax, Source: sourceLite},
	{Text: "{} values for {limit} columns", Rule: toolerr.RuleCountMismatch, Source: sourceLite},
	{Text: "table {} has {limit} columns but {} values were supplied", Rule: toolerr.RuleCountMismatch, Source: sourceLite},
	{Text: "table {} has {limit} values for {} columns", Rule: toolerr.RuleCountMismatch, Source: sourceLite},
	{Text: "sub-select returns {} columns - expected {limit}", Rule: toolerr.RuleCountMismatch, Source: sourceLite},
	{Text: "SELECTs to the left and right of {} do not have the same number of result columns", Rule: toolerr.RuleCountMismatch, Source: sourceLite},
	{Text: "all VALUES must have the same number of terms", Rule: toolerr.RuleCountMismatch, Source: sourceLite},
	{Text: "row value misused", Rule: toolerr.RuleCountMismatch, Source: sourceLite},
	{Text: "wrong number of arguments to function {word}()", Rule: toolerr.RuleCountMismatch, Source: sourceLite},
	{Text: "{} BY term out of range - should be between 1 and {limit}", Rule: toolerr.RuleTooLarge, Source: sourceLite},
	{Text: "{} BY term does not match any column in the result set", Rule: toolerr.RuleUnknown, Source: sourceLite},
	{Text: "misuse of aggregate: {word}()", Rule: toolerr.RuleNotPermitted, Source: sourceLite},
	{Text: "misuse of aggregate function {word}()", Rule: toolerr.RuleNotPermitted, Source: sourceLite},
	{Text: "misuse of window function {word}()", Rule: toolerr.RuleNotPermitted, Source: sourceLite},
	{Text: "misuse of aliased aggregate {word}$", Rule: toolerr.RuleNotPermitted, Source: sourceLite},
	{Text: "misuse of aliased window function {word}$", Rule: toolerr.RuleNotPermitted, Source: sourceLite},
	{Text: "aggregate functions are not allowed in the GROUP BY clause", Rule: toolerr.RuleNotPermitted, Source: sourceLite},
	{Text: "a GROUP BY clause is required before HAVING", Rule: toolerr.RuleDepends, Source: sourceLite},
	{Text: "foreign key mismatch - ", Rule: toolerr.RuleConflict, Source: sourceLite},
	{Text: "ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint", Rule: toolerr.RuleConflict, Source: sourceLite},

	// Objects that cannot be written.
	{Text: "cannot modify {word} because it is a view", Rule: toolerr.RuleReadOnly, Source: sourceLite},
	{Text: "table {word} may not be ", Rule: toolerr.RuleNotPermitted, Source: sourceLite},
	{Text: `cannot INSERT into generated column "{field}"`, Rule: toolerr.RuleReadOnly, Source: sourceLite},
	{Text: `cannot UPDATE generated column "{field}"`, Rule: toolerr.RuleReadOnly, Source: sourceLite},

	// Values.
	{Text: "malformed JSON", Rule: toolerr.RuleSyntax, Source: sourceLite},
	{Text: "bad JSON path: '{value}'", Rule: toolerr.RuleSyntax, Source: sourceLite},
	{Text: "JSON path error near '{value}'", Rule: toolerr.RuleSyntax, Source: sourceLite},
	{Text: "integer overflow", Rule: toolerr.RuleArithmetic, Source: sourceLite},
	{Text: "datatype mismatch", Rule: toolerr.RuleWrongType, Source: sourceLite},
	{Text: "cannot store {} value in {name} column {field}$", Rule: toolerr.RuleWrongType, Source: sourceLite},
	{Text: "too many columns", Rule: toolerr.RuleTooMany, Source: sourceLite},
	{Text: "too many terms in ", Rule: toolerr.RuleTooMany, Source: sourceLite},
	{Text: "too many arguments on function {word}$", Rule: toolerr.RuleTooMany, Source: sourceLite},
	{Text: "at most {limit} tables in a join", Rule: toolerr.RuleTooMany, Source: sourceLite},
	{Text: "LIKE or GLOB pattern too complex", Rule: toolerr.RuleTooLong, Source: sourceLite},

	// Constraints. One without a name is identified by its expression.
	{Text: "UNIQUE constraint failed: index '{word}'", Rule: toolerr.RuleDuplicate, Source: sourceLite},
	{Text: "UNIQUE constraint failed: {names}$", Rule: toolerr.RuleExistsAlready, Source: sourceLite},
	{Text: "NOT NULL constraint failed: {field}$", Rule: toolerr.RuleRequired, Source: sourceLite},
	{Text: "CHECK constraint failed: length({field}) <= {limit}$", Rule: toolerr.RuleTooLong, Source: sourceLite},
	{Text: "CHECK constraint failed: length({field}) >= {limit}$", Rule: toolerr.RuleTooShort, Source: sourceLite},
	{Text: "CHECK constraint failed: {field} >= {limit}$", Rule: toolerr.RuleTooSmall, Source: sourceLite},
	{Text: "CHECK constraint failed: {field} > {limit}$", Rule: toolerr.RuleTooSmall, Beyond: true, Source: sourceLite},
	{Text: "CHECK constraint failed: {field} <= {limit}$", Rule: toolerr.RuleTooLarge, Source: sourceLite},
	{Text: "CHECK constraint failed: {field} < {limit}$", Rule: toolerr.RuleTooLarge, Beyond: true, Source: sourceLite},
	{Text: "CHECK constraint failed: {field} in ({names})$", Rule: toolerr.RuleNotAllowed, Source: sourceLite},
	{Text: "CHECK constraint failed: {field} IN ({names})$", Rule: toolerr.RuleNotAllowed, Source: sourceLite},
	{Text: "CHECK constraint failed: {word}$", Source: sourceLite},
}
