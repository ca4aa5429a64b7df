package pgcooldown_test

import (
	"context"
	"database/sql"
	"fmt"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/cooldownstores/pgcooldown"
)

// When a service asks one replica of a program to wait, all of them wait.
func ExampleNew() {
	ctx := context.Background()
	db, err := sql.Open("pgx", "postgres://localhost/app")
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := db.ExecContext(ctx, pgcooldown.Schema); err != nil {
		fmt.Println(err)
		return
	}
	store, err := pgcooldown.New(db)
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := adapters.Default().WithCooldown(&adapter.Cooldown{Store: store})
	search := adapter.Wrap(func(_ context.Context, query string) (string, error) {
		return "results for " + query, nil // calls the service
	}, registry.For("search"))
	fmt.Println(search(ctx, "mugs"))
}
