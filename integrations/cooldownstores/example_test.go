package cooldownstores_test

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/redis/go-redis/v9"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/cooldownstores/pgcooldown"
	"github.com/errand-go/errand/integrations/cooldownstores/rediscooldown"
)

func github(context.Context, string) string { return "github" }

// overRedis returns the tools' registry of a program.
func overRedis(addr string, logger *slog.Logger) (adapter.Registry, error) {
	client := redis.NewClient(&redis.Options{Addr: addr, ContextTimeoutEnabled: true})
	store, err := rediscooldown.New(client, "errand:cooldown:")
	if err != nil {
		return adapter.Registry{}, err
	}
	return adapters.Default().WithLogger(logger).WithCooldown(&adapter.Cooldown{Key: github, Store: store}), nil
}

// overPostgres returns the tools' registry of a program.
func overPostgres(ctx context.Context, db *sql.DB, logger *slog.Logger) (adapter.Registry, error) {
	if _, err := db.ExecContext(ctx, pgcooldown.Schema); err != nil { // or in your own migrations
		return adapter.Registry{}, err
	}
	store := pgcooldown.New(db)
	return adapters.Default().WithLogger(logger).WithCooldown(&adapter.Cooldown{Key: github, Store: store}), nil
}

func Example() {
	registry, err := overRedis("127.0.0.1:6379", slog.New(slog.DiscardHandler))
	fmt.Println(registry.For("search").Tool(), err)

	db, err := sql.Open("pgx", "postgres://errand@127.0.0.1:1/errand")
	fmt.Println(err)
	_, err = overPostgres(context.Background(), db, slog.New(slog.DiscardHandler))
	fmt.Println(err != nil) // there is no server
	// Output:
	// search <nil>
	// <nil>
	// true
}
