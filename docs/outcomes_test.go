package docs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

// A payments service carries out each key once, whose header is that of Stripe or PayPal or
// which is AWS's token, and loses its first answers. GET counts the payments of an order.
type payments struct {
	mu   sync.Mutex
	lose int
	seen int
	made map[string]int // by key, or by order
}

func (p *payments) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var body struct{ ClientToken, Order string }
	_ = json.Unmarshal(raw, &body)
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Method == http.MethodGet {
		_, _ = fmt.Fprint(w, p.made[r.FormValue("order")])
		return
	}
	key := r.Header.Get("Idempotency-Key") + r.Header.Get("PayPal-Request-Id") + body.ClientToken
	if p.made[key] == 0 || key == "" {
		p.made[key]++
		p.made[body.Order]++
	}
	if p.seen++; p.seen <= p.lose {
		panic(http.ErrAbortHandler)
	}
	_, _ = fmt.Fprint(w, `{}`)
}

// service is the payments service of the running example; every host leads to it.
var service *payments

func losing(lose int) (end func()) {
	service = &payments{lose: lose, made: map[string]int{}}
	web := httptest.NewServer(service)
	to, _ := url.Parse(web.URL)
	network = roundTripper(func(r *http.Request) (*http.Response, error) {
		r = r.Clone(r.Context())
		r.URL.Scheme, r.URL.Host = to.Scheme, to.Host
		return http.DefaultTransport.RoundTrip(r)
	})
	return web.Close
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// network is the transport of the program.
var network http.RoundTripper

// post sends a request, and returns the error of its answer.
func post(ctx context.Context, client *http.Client, url, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return httpadapter.CheckResponse(resp)
}

// settles is how long after a request the service may still make its payment.
const settles = 10 * time.Minute

// count returns the number that a service answers.
func count(ctx context.Context, client *http.Client, url string) (n int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, err
	}
	defer func() { _ = resp.Body.Close() }()
	_, err = fmt.Fscan(resp.Body, &n)
	return n, err
}

// failure returns the error of a tool; nil for nil.
func failure(err error) *toolerr.ToolRuntimeError {
	te, _ := toolerr.Find(err)
	return te
}

// uncertain returns the error of a call that may have been carried out.
func uncertain(err error) error {
	return toolerr.Fatal(toolerr.Msg("The database did not confirm the payment."), toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithCause(err))
}

type order struct {
	Order string `json:"order"`
}

// runTool lets an agent call the tool pay once, and prints what the model reads.
func runTool(pay agent.Tool) {
	a, err := agent.New(agent.Config{
		Name: "shop", Tools: []agent.Tool{pay},
		Model: agenttest.NewModel(agenttest.Call("pay", `{"order":"17"}`), agenttest.Say("Done.")),
	})
	if err != nil {
		panic(err)
	}
	runner, err := agent.NewRunner(agent.RunnerConfig{Agent: a, CreateSessions: true, Limits: agent.Limits{ToolRetries: 1}})
	if err != nil {
		panic(err)
	}
	for e := range runner.Run(context.Background(), agent.SessionRef{ID: "1"}, agent.Say("Pay.")) {
		for _, r := range e.FunctionResponses() {
			fmt.Println(strings.TrimSpace(string(r.Response) + " " + string(r.Reconciled)))
		}
	}
}

func Example_stripe() {
	defer losing(1)()
	client := &http.Client{Transport: httpadapter.Transport{Base: network, Keys: httpadapter.NewKeys()}}
	runTool(agent.NewTool("pay", "Pays an order.", func(ctx context.Context, in order) (string, error) {
		return "paid", post(ctx, client, "https://api.stripe.com/v1/payment_intents", `{"order":"`+in.Order+`"}`)
	}, agent.HTTPOnly()))
	fmt.Println("payments:", service.made["17"])
	// Output:
	// {"success":true,"error":null,"data":"paid"}
	// payments: 1
}

func Example_payPal() {
	defer losing(1)()
	client := &http.Client{Transport: httpadapter.Transport{Base: network, Keys: httpadapter.NewKeys()}}
	call := &adapter.KeyedCall{ID: "order 17"} // of a queue; State and Keeper keep it over a restart
	capture := adapter.Wrap(func(ctx context.Context, in order) (string, error) {
		return "captured", post(ctx, client, "https://api-m.paypal.com/v2/checkout/orders/5O1/capture", `{"order":"`+in.Order+`"}`)
	}, adapter.NewChain(httpadapter.Adapter{}))
	for {
		out, err := capture(adapter.WithCallKey(context.Background(), call), order{"17"})
		if te := failure(err); te != nil && te.SafeToRetry(false) {
			continue
		}
		fmt.Println(out, err, service.made["17"])
		break
	}
	// Output:
	// captured <nil> 1
}

func Example_aws() {
	defer losing(1)()
	const host = "ecs.eu-west-1.amazonaws.com"
	keys := httpadapter.NewKeys(httpadapter.KeyRule{Host: host, Valid: 8 * time.Hour}) // without a header: the tool writes it
	client := &http.Client{Transport: httpadapter.Transport{Base: network, Keys: keys}}
	runTool(agent.NewTool("pay", "Runs a task for an order.", func(ctx context.Context, in order) (string, error) {
		return "started", post(ctx, client, "https://"+host, `{"order":"`+in.Order+`","clientToken":"`+adapter.CallKey(ctx)+`"}`)
	}, agent.HTTPOnly()))
	fmt.Println("tasks:", service.made["17"])
	// Output:
	// {"success":true,"error":null,"data":"started"}
	// tasks: 1
}

// A database has a table of payments with a unique column for the key.
type database struct{ rows map[string]string }

var errLost = errors.New("the connection was lost while the transaction was committed")

// insert inserts a row, and loses the connection.
func (d *database) insert(_ context.Context, key, order string) error {
	d.rows[key] = order
	return errLost
}

func (d *database) find(_ context.Context, key string) (order string, ok bool) {
	order, ok = d.rows[key]
	return order, ok
}

func Example_database() {
	db := &database{rows: map[string]string{}}
	runTool(agent.NewTool("pay", "Pays an order.", func(ctx context.Context, in order) (string, error) {
		if err := db.insert(ctx, adapter.CallKey(ctx), in.Order); err != nil {
			return "", uncertain(err)
		}
		return "paid", nil
	}, agent.Reconcile(func(ctx context.Context, _ order, key string) (string, adapter.Outcome, error) {
		if _, ok := db.find(ctx, key); ok {
			return "paid", adapter.OutcomeDone, nil
		}
		return "", adapter.OutcomeNotFound, nil // the transaction may still be committed
	})))
	// Output:
	// {"success":true,"error":null,"data":"paid"} done
}

func Example_withoutKeys() {
	defer losing(9)()
	client := &http.Client{Transport: httpadapter.Transport{Base: network}}
	runTool(agent.NewTool("pay", "Pays an order.", func(ctx context.Context, in order) (string, error) {
		return "paid", post(ctx, client, "https://pay.example.com/payments", `{"order":"`+in.Order+`"}`)
	}, agent.Reconcile(func(ctx context.Context, in order, _ string) (string, adapter.Outcome, error) {
		n, err := count(ctx, client, "https://pay.example.com/payments?order="+in.Order)
		switch {
		case err != nil:
			return "", adapter.OutcomeUnknown, err
		case n > 0:
			return "paid", adapter.OutcomeDone, nil
		case adapter.CallAge(ctx) > settles: // the service says that no payment begins later
			return "", adapter.OutcomeNever, nil
		}
		return "", adapter.OutcomeNotFound, nil
	})))
	fmt.Println("payments:", service.made["17"])
	// Output:
	// {"success":true,"error":null,"data":"paid"} done
	// payments: 1
}

// TestDocsOutcomes checks that the page's code is compiled.
func TestDocsOutcomes(t *testing.T) {
	page := assertParts(t, "outcomes.md")
	assert.LessOrEqual(t, len(strings.Fields(page)), 900)
	for _, rule := range []string{"api.stripe.com", "api-m.paypal.com", "checkout-test.adyen.com"} {
		assert.Contains(t, page, rule)
	}
}
