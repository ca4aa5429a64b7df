package sqladapter

import "cmp"

// MySQLCode returns the code that the table has for an error number of MySQL's or
// MariaDB's, "" if it has none: 1062 is ER_DUP_ENTRY.
func MySQLCode(number int) string { return symbols[number] }

// SQLiteCode returns the code that the table has for a result code of SQLite's, ""
// if it has none: 2067 is SQLITE_CONSTRAINT_UNIQUE. An extended code that the table
// does not know has the meaning of its primary code, the low byte.
func SQLiteCode(number int) string {
	return cmp.Or(results[number], results[number&0xff])
}
