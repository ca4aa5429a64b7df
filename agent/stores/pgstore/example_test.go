package pgstore_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/stores/pgstore"
)

// Any number of processes may do this with one database.
func Example() {
	ctx := context.Background()
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer pool.Close()
	store, err := pgstore.Open(ctx, pool)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := agent.New(agent.Config{Name: "helper", Model: agenttest.NewModel(agenttest.Say("Hello, Ada."))}) // in place of a real one
	if err != nil {
		fmt.Println(err)
		return
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "demo", Agent: a, Store: store, CreateSessions: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for event, err := range runner.Run(ctx, agent.SessionRef{User: "ada", ID: "1"}, agent.Say("Hello!")) {
		switch {
		case errors.Is(err, agent.ErrSessionBusy):
			fmt.Println("Another replica runs this session. Try again later.")
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Println(event.Content.Text())
		}
	}
}
