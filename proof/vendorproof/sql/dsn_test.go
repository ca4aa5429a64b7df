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

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

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
