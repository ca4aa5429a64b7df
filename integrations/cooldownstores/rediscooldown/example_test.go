package rediscooldown_test

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/integrations/cooldownstores/rediscooldown"
)

// When a service asks one replica of a program to wait, all of them wait.
func ExampleNew() {
	client := redis.NewClient(&redis.Options{Addr: "localhost:6379", ContextTimeoutEnabled: true})
	store, err := rediscooldown.New(client, "errand:cooldown:")
	if err != nil {
		fmt.Println(err)
		return
	}
	registry := adapters.Default().WithCooldown(&adapter.Cooldown{Store: store})
	search := adapter.Wrap(func(_ context.Context, query string) (string, error) {
		return "results for " + query, nil // calls the service
	}, registry.For("search"))
	fmt.Println(search(context.Background(), "mugs"))
}
