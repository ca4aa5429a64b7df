package cooldownstores_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/integrations/cooldownstores/pgcooldown"
	"github.com/errand-go/errand/integrations/cooldownstores/rediscooldown"
	"github.com/errand-go/errand/toolerr"
)

const (
	processes = 5
	tools     = 50
	eager     = 10 // calls of each tool that do not wait as advised
	waitFor   = 2 * time.Second
)

// A job has the arguments of a test process: the addresses of the store and the service.
type job struct{ Store, Service, Process, Key string }

// variable is the environment variable with the job of a process.
const variable = "ERRAND_COOLDOWN_JOB"

// TestMain runs the tests, or a process of [shared].
func TestMain(m *testing.M) {
	text := os.Getenv(variable)
	if text == "" {
		os.Exit(m.Run())
	}
	var j job
	err := json.Unmarshal([]byte(text), &j)
	if err == nil {
		var s adapter.CooldownStore
		if s, err = j.open(); err == nil {
			j.run(s)
			return
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// open returns the store of a process.
func (j job) open() (adapter.CooldownStore, error) {
	if strings.HasPrefix(j.Store, "postgres:") {
		db, err := sql.Open("pgx", j.Store)
		if err != nil {
			return nil, err
		}
		return pgcooldown.New(db)
	}
	return rediscooldown.New(newClient(j.Store), "test:")
}

// A call is a process's report about a tool call.
type call struct {
	Start, End time.Time
	Held       bool   // the cooldown refused the call
	Failed     string // neither a success nor a rate limit
}

// run waits for a line, and then calls the tools concurrently until a call of each tool has
// succeeded.
func (j job) run(s adapter.CooldownStore) {
	registry := adapter.NewRegistry(httpadapter.Adapter{}).WithCooldown(&adapter.Cooldown{
		Store: s, Key: func(context.Context, string) string { return j.Key },
	})
	client := &http.Client{Transport: httpadapter.NewTransport(&http.Transport{MaxIdleConnsPerHost: tools})}
	var mu sync.Mutex
	out := json.NewEncoder(os.Stdout)
	// Connect before the calls: on a busy machine this can take longer than the time that a
	// call gives a store.
	connect, cancel := context.WithTimeout(context.Background(), time.Minute)
	_, _, err := s.Get(connect, "connect")
	if cancel(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("ready")
	if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
		return
	}
	var group sync.WaitGroup
	for i := range tools {
		group.Go(func() {
			for n := 0; ; n++ {
				start := time.Now()
				p := adapter.Serve(context.Background(), registry, fmt.Sprint("tool", i), adapter.Call{}, func(ctx context.Context) (int, error) {
					return 0, j.ask(ctx, client, start)
				})
				te, _ := toolerr.Find(p.Err())
				c := call{Start: start, End: time.Now(), Held: te != nil && adapter.HeldBack(te)}
				wait, ok := te.RetryAfter()
				if te != nil && !ok {
					c.Failed = te.DeveloperMessage()
				}
				mu.Lock()
				_ = out.Encode(c)
				mu.Unlock()
				switch {
				case te == nil, !ok:
					return
				case n >= eager:
					<-time.After(wait)
				}
			}
		})
	}
	group.Wait()
}

// ask is the function of a tool: it calls the service.
func (j job) ask(ctx context.Context, client *http.Client, start time.Time) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, j.Service, nil)
	if err != nil {
		return err
	}
	req.Header.Set("X-Process", j.Process)
	req.Header.Set("X-Start", strconv.FormatInt(start.UnixNano(), 10))
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return httpadapter.CheckResponse(resp)
}

// shared runs tools in several processes against a service that responds with 429 and
// Retry-After: 2, and checks that a wait that one of them stored applies to all. The tools
// have a key, or the host of the service is the key.
func shared(t *testing.T, store string) {
	for name, key := range map[string]string{"a key": "acme", "a host": ""} {
		t.Run(name, func(t *testing.T) { share(t, store, key) })
	}
}

// An arrival is a request at the service.
type arrival struct {
	process   string
	start, at time.Time
}

func share(t *testing.T, store, key string) {
	var mu sync.Mutex
	var arrivals []arrival
	var first time.Time // of the responses
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		if first.IsZero() {
			first = now
		}
		ns, _ := strconv.ParseInt(r.Header.Get("X-Start"), 10, 64)
		arrivals = append(arrivals, arrival{r.Header.Get("X-Process"), time.Unix(0, ns), now})
		if now.Before(first.Add(waitFor)) {
			w.Header().Set("Retry-After", "2")
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	defer service.Close()

	self, err := os.Executable()
	require.NoError(t, err)
	type process struct {
		cmd  *exec.Cmd
		in   io.WriteCloser
		out  *bufio.Scanner
		over chan []call
	}
	var all []*process
	for i := range processes {
		text, err := json.Marshal(job{store, service.URL, strconv.Itoa(i), key})
		require.NoError(t, err)
		p := &process{cmd: exec.Command(self), over: make(chan []call, 1)}
		p.cmd.Env, p.cmd.Stderr = append(os.Environ(), variable+"="+string(text)), os.Stderr
		p.in, err = p.cmd.StdinPipe()
		require.NoError(t, err)
		out, err := p.cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, p.cmd.Start())
		t.Cleanup(func() { _ = p.cmd.Process.Kill(); _ = p.cmd.Wait() })
		p.out = bufio.NewScanner(out)
		require.True(t, p.out.Scan(), "the process ended")
		all = append(all, p)
	}
	// The first process gets the wait; the others start after that.
	stored := make(chan time.Time, 1)
	read := func(p *process, notify bool) {
		var calls []call
		for p.out.Scan() {
			var c call
			if json.Unmarshal(p.out.Bytes(), &c) == nil {
				calls = append(calls, c)
			}
			if notify && !c.Held {
				stored <- c.End
				notify = false
			}
		}
		if notify {
			stored <- time.Time{}
		}
		p.over <- calls
	}
	_, err = io.WriteString(all[0].in, "go\n")
	require.NoError(t, err)
	go read(all[0], true)
	since := <-stored // the response was adapted, so its wait is stored
	require.NotZero(t, since)
	for _, p := range all[1:] {
		_, err = io.WriteString(p.in, "go\n")
		require.NoError(t, err)
		go read(p, false)
	}
	var inTime, held, succeeded int
	for _, p := range all {
		for _, c := range <-p.over {
			require.Empty(t, c.Failed)
			if c.Start.After(since) && c.Start.Before(first.Add(waitFor)) {
				inTime++
			}
			if c.Held {
				held++
			} else if c.Start.After(first.Add(waitFor)) {
				succeeded++
			}
		}
	}
	reached := map[string]int{}
	for _, a := range arrivals {
		if a.start.After(since) && a.at.Before(first.Add(waitFor)) {
			reached[a.process]++
		}
	}
	t.Logf("%d calls started after the first wait was stored and before it ended, %d reached the service; %d were held back in all; %d requests in all",
		inTime, len(reached), held, len(arrivals))
	assert.Greater(t, inTime, (processes-1)*tools*eager/2, "otherwise the test shows nothing")
	for p, n := range reached {
		assert.LessOrEqual(t, n, 1, "process %s", p)
	}
	assert.Equal(t, processes*tools, succeeded, "every tool succeeded in the end")
}
