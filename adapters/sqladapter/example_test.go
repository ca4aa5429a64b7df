package sqladapter_test

import (
	"context"
	"fmt"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/toolerr"
)

// duplicate replaces pgx's *pgconn.PgError, or lib/pq's *pq.Error: this method returns the
// SQLSTATE of both.
type duplicate struct{}

func (duplicate) Error() string {
	return `ERROR: duplicate key value violates unique constraint "users_email_key" (SQLSTATE 23505)`
}
func (duplicate) SQLState() string { return "23505" }

// A tool writes rows. The model learns what to do, but nothing about the content of the
// table.
func ExampleAdapter() {
	save := adapter.Wrap(func(context.Context, string) (int, error) {
		return 0, fmt.Errorf("save mara@example.com: %w", duplicate{})
	}, adapter.NewChain(sqladapter.Adapter{}))

	_, err := save(context.Background(), "mara@example.com")
	fmt.Println(toolerr.Result(nil, err))
	// Output:
	// {"success":false,"error":"The database refused a row: one with the same key exists already.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"service":"_sql","vendor_code":"23505","hint":"Use another key, or change the row that exists."}
}
