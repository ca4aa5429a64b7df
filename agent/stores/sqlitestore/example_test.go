package sqlitestore_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// A conversation goes on after the program was started again.
func Example() {
	dir, err := os.MkdirTemp("", "sessions")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "sessions.db")

	for _, answer := range []string{"Hello, Ada.", "As I said: hello."} { // two starts of a program
		if err := talk(context.Background(), path, answer); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 2 events: Hello, Ada.
	// 4 events: As I said: hello.
}

func talk(ctx context.Context, path, answer string) error {
	store, err := sqlitestore.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()

	model := agenttest.NewModel(agenttest.Say(answer)) // in place of a real one
	a, err := agent.New(agent.Config{Name: "helper", Model: model})
	if err != nil {
		return err
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{App: "demo", Agent: a, Store: store, CreateSessions: true})
	if err != nil {
		return err
	}
	ref := agent.SessionRef{App: "demo", User: "ada", ID: "1"}
	for _, err := range runner.Run(ctx, ref, agent.Say("Hello!")) {
		if err != nil {
			return err
		}
	}
	session, err := store.Get(ctx, ref)
	if err != nil {
		return err
	}
	last := session.Events[len(session.Events)-1]
	fmt.Printf("%d events: %s\n", len(session.Events), last.Content.Text())
	return nil
}
