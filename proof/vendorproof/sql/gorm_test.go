package sql_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	gormmysql "gorm.io/driver/mysql"
	gormpostgres "gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
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
			checkRow(t, name+", "+code, code, err)
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

// misspelled are connection strings with a mistake, in every common form. Each contains the
// password.
var misspelled = []string{
	"postgres://USER:PASS@h:x/db", "postgres://USER:PASS@h:1/%zz", "postgres://USER:PASS@[h/db", "postgres://USER:PASS@h/db?sslmode=PASS",
	"postgres://USER:PA/SS@h/db", "postgres://USER:PASS@h/db?connect_timeout=PASS", "postgres://USER:PASS @h/db", "postgres//USER:PASS@h/db",
	"host=h user=USER password=PASS port=x", "host = h password = PASS port = x", "host=h password='PASS", "password=PASS sslmode=never",
	"host=h password=PASS connect_timeout=soon", "host=h password=\"PASS\" =", "PASS", "USER:PASS@h",
	"USER:PASS@tcp(h:1/db", "USER:PASS@net(h:1)/db", "USER:PASS@h/db", "USER:PASS@tcp(h:1)", "USER:PASS@tcp(h:1)/db?timeout=soon", "USER:PASS@tcp(h:1)/db?tls=never",
	"USER:PASS@tcp(h:1)/db?collation=PASS", "USER:PASS@tcp(h:1)/%zzPASS", "USER:PASS@tcp(h:1)/db?loc=Nowhere",
}

// The password is not shown, whatever error a driver returns for a connection string.
func TestConnectionStrings(t *testing.T) {
	open := map[string]func(dsn string) error{
		"pgx": func(dsn string) error { _, err := pgx.ParseConfig(dsn); return err },
		"pq":  func(dsn string) error { return ping("postgres", dsn) },
		"mysql": func(dsn string) error {
			db, err := sql.Open("mysql", dsn)
			if err == nil {
				_ = db.Close()
			}
			return err
		},
	}
	chain := adapter.NewChain(append([]adapter.Adapter{sqladapter.Adapter{}}, adapters.All()...)...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	failed := 0
	for name, open := range open {
		for _, dsn := range misspelled {
			dsn = strings.NewReplacer("USER", faults.CredentialUser, "PASS", password, "PA/SS", password[:8]+"/"+password[8:]).Replace(dsn)
			err := open(dsn)
			if err == nil {
				continue
			}
			failed++
			te, ok := toolerr.Find(chain.Adapt(ctx, err))
			require.True(t, ok)
			said := fmt.Sprintf("%+v %v %s", te.Report(), te.LogValue(), te.Payload())
			assert.NotContains(t, said, password, "%s %T", name, err)
			assert.NotContains(t, te.Payload().String(), faults.CredentialUser)
		}
	}
	assert.Greater(t, failed, 30)
}

// ping opens a connection with an ended context, so that nothing is dialled.
func ping(driver, dsn string) error {
	db, err := sql.Open(driver, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return db.PingContext(ctx)
}
