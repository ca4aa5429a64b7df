// Database is a tool that runs a query in PostgreSQL.
package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/examples/programs/internal/standin"
)

// query runs the statement that the model wrote, and returns the driver's errors unchanged.
func query(ctx context.Context, dsn, sql string) ([]string, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func main() {
	const sql = "SELECT emial FROM customers"
	addr, closeServer := standin.Postgres(&pgproto3.ErrorResponse{
		Severity: "ERROR", Code: "42703", Message: `column "emial" does not exist`, Position: 8,
		Hint: `Perhaps you meant to reference the column "customers.email_of_card_holder".`,
	})
	defer closeServer()
	dsn := "postgres://bot:s3cr3t@" + addr + "/shop?sslmode=disable&default_query_exec_mode=simple_protocol"

	arguments, err := json.Marshal(map[string]string{"sql": sql})
	if err != nil {
		panic(err)
	}
	ask := func(registry adapter.Registry) {
		call := adapter.Call{Arguments: arguments}
		p := adapter.Serve(context.Background(), registry, "query", call, func(ctx context.Context) ([]string, error) {
			return query(ctx, dsn, sql)
		})
		fmt.Println(p) // what the model reads
	}
	registry := adapters.Default()
	ask(registry.WithLogger(standin.Logger()))
	ask(registry.WithDisclosure(adapter.DisclosureNames)) // a model that may see the schema
}
