//go:build cgosqlite

package sql_test

import _ "github.com/mattn/go-sqlite3" // the driver "sqlite3"

func init() { sqliteDrivers = append(sqliteDrivers, "sqlite3") }
