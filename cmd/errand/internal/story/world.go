package story

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
)

// A step is the service's behavior in one run of a tool.
type step struct {
	happens string
	// fault is the server's; with "" it responds with body.
	fault string
	body  func(w *world) any
	// refuses are the errors in the body of a failure, by RFC 9457 section 3.
	refuses []refused
	// client is the family of the tool's client, if its errors have their own expected
	// answer.
	client string
	// books: the service executes the request, and then fails.
	books bool
}

// A refused value has a sentence about it, and its place as a JSON pointer.
type refused struct {
	Detail  string `json:"detail"`
	Pointer string `json:"pointer"`
}

// A world has the tools and the services of one of the two loops.
type world struct {
	server *faults.Server
	// errand: the tools use errand's transport, and its checks of responses.
	errand  bool
	release chan struct{} // ends the tool that hangs
	hangs   chan struct{} // receives a value when the tool hangs
	busy    sync.WaitGroup

	mu    sync.Mutex
	taken map[string]int // runs of each tool
	runs  []*run

	booked atomic.Int64 // refunds by the payment service
	closed atomic.Int64 // closed accounts
	asked  atomic.Int64 // requests to a person
}

func newWorld(server *faults.Server, errand bool) *world {
	return &world{server: server, errand: errand, release: make(chan struct{}), hangs: make(chan struct{}, 1), taken: map[string]int{}}
}

// end releases the tools that hang, and waits for them.
func (w *world) end() {
	close(w.release)
	w.busy.Wait()
}

// A run is one run of a tool. Writes to it are guarded by the world's lock.
type run struct {
	call, tool     string
	step           step
	started, ended time.Time // ended is zero while it runs
	panicked       bool
}

type nakedCall struct{}

// callOf returns the id of the call that ctx belongs to, in either loop.
func callOf(ctx context.Context) string {
	if c := agent.CallFrom(ctx); c != nil {
		return c.ID
	}
	id, _ := ctx.Value(nakedCall{}).(string)
	return id
}

// begin records that a tool runs, and returns its step.
func (w *world) begin(ctx context.Context, tool string) *run {
	w.busy.Add(1)
	w.mu.Lock()
	defer w.mu.Unlock()
	steps := services[tool]
	r := &run{call: callOf(ctx), tool: tool, step: steps[min(w.taken[tool], len(steps)-1)], started: time.Now()}
	w.taken[tool]++
	w.runs = append(w.runs, r)
	return r
}

// finish records how a run ended.
func (w *world) finish(r *run, returned bool) {
	w.mu.Lock()
	r.ended, r.panicked = time.Now(), !returned
	w.mu.Unlock()
	w.busy.Done()
}

// runsOf returns copies of the runs of a call, in order.
func (w *world) runsOf(call string) (runs []run) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.runs {
		if r.call == call {
			runs = append(runs, *r)
		}
	}
	return runs
}

// A service has what a tool needs for calls: the address and the client.
type service struct {
	world  *world
	client *http.Client
	target faults.Target
}

// service sets up the service for a run. The caller closes the client's idle connections.
func (w *world) service(s step) service {
	fault := faults.Healthy()
	if s.fault != "" {
		fault, _ = faults.Lookup(s.fault)
	}
	shape := faults.PlainJSON()
	if s.books {
		fails := shape.Error
		shape.Error = func(a faults.Answer) faults.Content {
			w.booked.Add(1)
			return fails(a)
		}
	}
	if s.refuses != nil {
		shape.Error = func(a faults.Answer) faults.Content {
			body := object(map[string]any{"title": a.Message, "status": a.Status, "instance": a.Resource, "errors": s.refuses})
			body.Type = "application/problem+json"
			return body
		}
	}
	if s.body != nil {
		shape.Success = func(faults.Request) faults.Content { return object(s.body(w)) }
	}
	target := w.server.Target(fault, faults.WithTargetShape(shape))
	if w.errand {
		return service{world: w, client: clients.Recorded(target), target: target}
	}
	return service{world: w, client: target.Client, target: target}
}

// checkStatus returns the error of a status: that of httpadapter.CheckResponse in errand's
// loop, otherwise one like those of most SDKs, whose text has the URL and the service's
// text.
func (s service) checkStatus(resp *http.Response) error {
	switch {
	case s.world.errand:
		return httpadapter.CheckResponse(resp)
	case resp.StatusCode < 200 || resp.StatusCode > 299:
		body, _ := io.ReadAll(resp.Body) // of a broken body, what there is
		//errandvet:ignore an SDK's error, which the demo shows without errand
		return fmt.Errorf("%s %s: %s: %s", resp.Request.Method, resp.Request.URL.Redacted(), resp.Status, body)
	}
	return nil
}

// checkBody does the same for a body that could not be read.
func (s service) checkBody(resp *http.Response, err error) error {
	if s.world.errand {
		return httpadapter.CheckBody(resp, err)
	}
	return err
}

// panicText is the panic value of the tool with a bug.
var panicText = fmt.Sprintf("no tariff in postgres://%s:%s@10.0.0.7/prices for %s",
	faults.CredentialUser, faults.CredentialPassword, faults.CanaryResource)
