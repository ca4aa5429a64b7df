package sql_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	gormmysql "gorm.io/driver/mysql"
	gormpostgres "gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// openGorm opens a database with gorm's translation of errors.
func openGorm(t *testing.T, dialector gorm.Dialector) *gorm.DB {
	t.Helper()
	db, err := gorm.Open(dialector, &gorm.Config{TranslateError: true, Logger: logger.Discard})
	require.NoError(t, err)
	t.Cleanup(func() {
		if pool, err := db.DB(); err == nil {
			_ = pool.Close()
		}
	})
	return db
}

// A row is a row of the table t.
type row struct{ ID int }

func (row) TableName() string { return "t" }

// gormOnPostgres tests gorm with pgx, whose error gorm keeps beside its own, and with
// lib/pq, of whose error gorm keeps the text.
func gormOnPostgres(t *testing.T, s server) {
	for name, config := range map[string]struct {
		gormpostgres.Config
		unique, foreign, check string
	}{
		"pgx": {gormpostgres.Config{DSN: s.dsn(database), PreferSimpleProtocol: true}, "23505", "23503", "23514"},
		"pq":  {gormpostgres.Config{DSN: s.dsn(database), DriverName: "postgres"}, "duplicated_key", "foreign_key_violated", "check_violated"},
	} {
		db := openGorm(t, gormpostgres.New(config.Config)).WithContext(t.Context())
		for code, err := range map[string]error{
			"no_rows":      db.First(&row{}, 404).Error,
			config.unique:  db.Exec("insert into t (id, email) values (1, '" + value + "')").Error,
			config.foreign: db.Exec("insert into child values (2, 31415)").Error,
			config.check:   db.Exec("insert into t (id, n) values (7, -1)").Error,
			"42P01":        db.Exec("select * from " + value).Error,
		} {
			checkGorm(t, name+", "+code, code, err)
		}
	}
}

// gormOnMySQL tests gorm with go-sql-driver/mysql, whose error gorm replaces.
func gormOnMySQL(t *testing.T, s server, checked func(code, name string, err error)) {
	t.Helper()
	db := openGorm(t, gormmysql.Open(fmt.Sprintf("root@tcp(127.0.0.1:%d)/%s", s.port, database))).WithContext(t.Context())
	checked("no_rows", "gorm, no row", db.First(&row{}, 404).Error)
	checked("duplicated_key", "gorm, a key", db.Exec("insert into t values (1, 0, '"+value+"')").Error)
	checked("foreign_key_violated", "gorm, no parent", db.Exec("insert into child values (2, 31415)").Error)
	checked("foreign_key_violated", "gorm, a child", db.Exec("delete from t where id = 1").Error)
	checked("ER_NO_SUCH_TABLE", "gorm, no table", db.Exec("select * from "+value).Error)
}

func checkGorm(t *testing.T, name, code string, err error) {
	t.Helper()
	checkRow(t, name, code, err)
}
