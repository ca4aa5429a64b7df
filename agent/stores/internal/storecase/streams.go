package storecase

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
)

// Streams starts a run for each of many clients at the same time, each in its own session. A
// third of the clients leave at the first event. It checks that the others read the whole
// answer, that every session has a sound history with whole events only, and that each
// session can be claimed again.
func Streams(t *testing.T, store agent.Store, clients int) {
	t.Helper()
	text := strings.Repeat("b", 10_000)
	helper, err := agent.New(agent.Config{Name: "helper", Model: agenttest.NewModel().Forever(agenttest.Stream("a", text, "c"))})
	if err != nil {
		t.Fatal(err)
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{Agent: helper, Store: store, CreateSessions: true})
	if err != nil {
		t.Fatal(err)
	}
	h, err := agenthttp.New(agenthttp.Config{Apps: map[string]*agent.Runner{"app": runner}, MaxRuns: -1})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	ref := func(i int) agent.SessionRef {
		return agent.SessionRef{App: "app", User: "ada", ID: fmt.Sprint("s", i)}
	}
	leaves := func(i int) bool { return i%3 == 2 }
	var group sync.WaitGroup
	for i := range clients {
		group.Go(func() {
			if err := stream(t.Context(), server, ref(i), leaves(i)); err != nil {
				t.Errorf("client %d: %v", i, err)
			}
		})
	}
	group.Wait()
	server.Close() // waits for the runs of the clients that left
	for i := range clients {
		if runner.Active(ref(i)) {
			t.Errorf("the run of client %d goes on without its client", i)
		}
		session, err := store.Get(t.Context(), ref(i))
		if leaves(i) && errors.Is(err, agent.ErrSessionNotFound) {
			continue // it left before its run began
		}
		if err != nil {
			t.Fatal(err)
		}
		agenttest.AssertHistorySound(t, session.Events)
		if got := session.Events[len(session.Events)-1].Content; !leaves(i) && (got == nil || len(got.Text()) != len(text)+2) {
			t.Errorf("session %d ends without the whole answer", i)
		}
		for _, err := range runner.Run(t.Context(), ref(i), agent.Say("again")) {
			if err != nil {
				t.Fatalf("session %d: %v", i, err)
			}
		}
	}
}

// stream reads a run until its end, or leaves at the first byte.
func stream(ctx context.Context, server *httptest.Server, ref agent.SessionRef, leaves bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	body := fmt.Sprintf(`{"appName":"app","userId":"ada","sessionId":%q,"streaming":true,"newMessage":{"role":"user","parts":[{"text":"go"}]}}`, ref.ID)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/run_sse", strings.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := server.Client().Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if leaves {
		_, err := io.ReadFull(resp.Body, make([]byte, 1))
		return err
	}
	all, err := io.ReadAll(resp.Body)
	if n := bytes.Count(all, []byte("data: ")); err == nil && n != 4 {
		return fmt.Errorf("%d of 4 events", n)
	}
	return err
}
