// Package outcomelaw has a law that tests check on every path from a tool to a service that
// fails: no payment is made twice, and a model reads what became of each.
package outcomelaw

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// Faults are what a bank can do with a request.
var Faults = []string{"lost", "later", "limited", "failure", "no answer", "late answer", "twice"}

// settled is how long after a request the bank may still make its payment: it refuses a request
// that arrives later.
const settled = time.Second

// A Bank is a payment service with keys as Stripe documents them. It drops, delays, fails and
// duplicates on purpose, as a seed decides. Its ledger is the judge.
type Bank struct {
	mu     sync.Mutex
	random *rand.Rand
	faults []string
	counts map[string]int // payments by order; faults by order and fault
	status map[string]int // answers by key
}

// NewBank returns a bank that treats an eleventh of the requests with each of the faults, two
// for each order at most.
func NewBank(faults ...string) *Bank {
	return &Bank{random: rand.New(rand.NewPCG(1, 2)), faults: faults, counts: map[string]int{}, status: map[string]int{}} //nolint:gosec // for tests
}

// kept returns how long the key of an order is kept. It is the path of its payment, too.
func kept(order string) time.Duration {
	if strings.HasSuffix(order, "0") {
		return time.Second
	}
	return time.Minute
}

// Count returns the number of payments for an order, or of faults for the text of an order and
// a fault.
func (b *Bank) Count(what string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.counts[what]
}

// fault returns what to do with a request; at most two faults of an order.
func (b *Bank) fault(order string) (f string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := b.random.IntN(11); i < len(b.faults) && b.counts[order+"faults"] < 2 {
		f = b.faults[i]
		b.counts[order+"faults"]++
		b.counts[order+f]++
	}
	return f
}

// take makes the payment of a request, unless its key has an answer or its time is over, and
// returns its status.
func (b *Bank) take(h, request http.Header, order string, status int) int {
	key := request.Get("Idempotency-Key")
	b.mu.Lock()
	defer b.mu.Unlock()
	if was, again := b.status[key]; again {
		h.Set("Idempotent-Replayed", "true")
		return was
	}
	if until, err := time.Parse(time.RFC3339Nano, request.Get("Expires")); err != nil || !time.Now().Before(until) {
		return http.StatusGone
	}
	if status == http.StatusOK {
		b.counts[order]++
	}
	if key != "" {
		b.status[key] = status
		time.AfterFunc(kept(order), func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			delete(b.status, key)
		})
	}
	return status
}

// ServeHTTP makes a payment for an order, or answers how many there are.
func (b *Bank) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	order, status := r.FormValue("order"), http.StatusOK
	if r.Method == http.MethodGet {
		_, _ = fmt.Fprint(w, b.Count(order))
		return
	}
	fault := b.fault(order)
	switch fault {
	case "later":
		time.AfterFunc(settled/10, func() { b.take(http.Header{}, r.Header, order, status) })
		panic(http.ErrAbortHandler)
	case "lost":
		panic(http.ErrAbortHandler)
	case "limited":
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		return
	case "failure":
		status = http.StatusInternalServerError
	}
	status = b.take(w.Header(), r.Header, order, status)
	switch fault {
	case "no answer":
		panic(http.ErrAbortHandler)
	case "late answer":
		time.Sleep(settled)
	case "twice":
		if r.Header.Get("Idempotency-Key") != "" {
			b.take(http.Header{}, r.Header, order, status)
		}
	}
	w.WriteHeader(status)
}

// Client returns a client of the bank at a URL, which sends keys if the call has one.
func Client(url, mode string) *http.Client {
	transport := httpadapter.NewTransport(&http.Transport{ResponseHeaderTimeout: settled / 2})
	rule := httpadapter.KeyRule{Host: strings.TrimPrefix(url, "http://"), Header: "Idempotency-Key", Valid: time.Minute}
	short := rule
	short.Path, short.Valid = "/1s", kept("0")
	if strings.Contains(mode, "keys") {
		transport.Keys = httpadapter.NewKeys(short, rule)
	}
	return &http.Client{Transport: transport}
}

// Pay makes a payment for an order.
func Pay(ctx context.Context, c *http.Client, url, order string) (string, error) {
	req, _ := http.NewRequestWithContext(ctx, http.MethodPost, url+"/"+kept(order).String()+"?order="+order, nil)
	req.Header.Set("Expires", time.Now().Add(settled).Format(time.RFC3339Nano))
	resp, err := c.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	return "paid", httpadapter.CheckResponse(resp)
}

// Find finds out whether there is a payment for an order, and waits until none can follow.
func Find(ctx context.Context, c *http.Client, url, order string) (string, adapter.Outcome, error) {
	for n := 0; ; time.Sleep(settled / 10) {
		old := adapter.CallAge(ctx) > settled // before it looks
		resp, err := c.Get(url + "?order=" + order)
		if err == nil {
			_, err = fmt.Fscan(resp.Body, &n)
			_ = resp.Body.Close()
		}
		switch {
		case err != nil, ctx.Err() != nil:
			return "", adapter.OutcomeUnknown, err
		case n > 0:
			return "paid", adapter.OutcomeDone, nil
		case old:
			return "", adapter.OutcomeNever, nil
		}
	}
}

// Payer returns an agent that pays once, for the order that is the id of its session.
func Payer(url, mode string) (*agent.Agent, error) {
	c, opts := Client(url, mode), []agent.ToolOption{agent.HTTPOnly()}
	if strings.Contains(mode, "find") {
		opts = append(opts, agent.Reconcile(func(ctx context.Context, _ struct{}, _ string) (string, adapter.Outcome, error) {
			return Find(ctx, c, url, agent.RunFrom(ctx).Session.ID)
		}))
	}
	pay := agent.NewTool("pay", "Pays.", func(ctx context.Context, _ struct{}) (string, error) {
		return Pay(ctx, c, url, agent.CallFrom(ctx).Session.ID)
	}, opts...)
	model := agenttest.NewModel().Forever(func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
		turn := agenttest.Say("Done.")
		if raw, _ := json.Marshal(req.Contents); !strings.Contains(string(raw), `"functionResponse"`) {
			turn = agenttest.Call("pay", `{}`)
		}
		turn(ctx, req, yield)
	})
	return agent.New(agent.Config{Name: "payer", Model: model, Tools: []agent.Tool{pay}})
}

// Judge compares what a model read of an order with the ledger, and returns what that was. The
// text is "" without a response.
func (b *Bank) Judge(t *testing.T, order, text string, failed bool) string {
	said, least, most := "paid", 1, 1
	switch {
	case strings.Contains(text, `"effect":"unknown"`), strings.Contains(text, "may have been carried out"):
		said, least = "unknown", 0
	case text == "", failed:
		said, least, most = "not paid", 0, 0
	}
	if n := b.Count(order); n < least || n > most {
		t.Errorf("%d payments for %s, of which the model reads %q: %s", n, order, said, text)
	}
	return said
}
