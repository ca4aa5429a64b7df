package cooldownstores_test

import (
	"context"
	"database/sql"
	"log"
	"log/slog"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/redis/go-redis/v9"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/cooldownstores/pgcooldown"
	"github.com/errand-go/errand/integrations/cooldownstores/rediscooldown"
)

func github(context.Context, string) string { return "github" }

func Example_redis() {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", ContextTimeoutEnabled: true})
	store, err := rediscooldown.New(client, "errand:cooldown:")
	if err != nil {
		log.Fatal(err)
	}
	registry := adapters.Default().WithLogger(slog.Default()).WithCooldown(&adapter.Cooldown{Key: github, Store: store})
	_ = registry.For("search")
}

func Example_postgres() {
	db, err := sql.Open("pgx", "postgres://errand@127.0.0.1/errand")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := db.Exec(pgcooldown.Schema); err != nil { // or in your own migrations
		log.Fatal(err)
	}
	store := pgcooldown.New(db)
	registry := adapters.Default().WithLogger(slog.Default()).WithCooldown(&adapter.Cooldown{Key: github, Store: store})
	_ = registry.For("search")
}
