package scene

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/errand-go/errand/conformance/faults"
)

// A Tool is one of the demo's tools: a function that calls a service with a
// real HTTP client and returns what it got for an error, as it is.
type Tool struct {
	// Name is what the registry and the model know it by.
	Name string
	// Method is what it sends; "" for the tools that send no HTTP.
	Method string
	// Idempotent: calling it twice is the same as calling it once.
	Idempotent bool
	// Does says what it is for.
	Does string

	call func(ctx context.Context, s service) (any, error)
}

// A service is what a tool is set up with: where to call, and with what.
type service struct {
	client *http.Client
	target faults.Target
	// check is httpadapter.CheckBody where errand is at work.
	check func(*http.Response, error) error
}

// The tools.
var (
	getOrder     = Tool{Name: "get_order", Method: http.MethodGet, Idempotent: true, Does: "reads an order", call: read}
	listInvoices = Tool{Name: "list_invoices", Method: http.MethodGet, Idempotent: true, Does: "lists invoices", call: read}
	searchDocs   = Tool{Name: "search_docs", Method: http.MethodGet, Idempotent: true, Does: "searches documents", call: read}
	createTicket = Tool{Name: "create_ticket", Method: http.MethodPost, Does: "opens a ticket", call: write(`{"title":"","priority":"soonish"}`)}
	chargeCard   = Tool{Name: "charge_card", Method: http.MethodPost, Does: "takes money from a card", call: write(`{"customer":"c-117","amount":4999}`)}
	priceQuote   = Tool{Name: "price_quote", Does: "computes a price; it has a bug", Idempotent: true, call: crash}
	checkStock   = Tool{Name: "check_stock", Does: "asks a warehouse through its own SDK", Idempotent: true, call: ask}
	countStock   = Tool{Name: "count_stock", Does: "asks the same warehouse, and has an adapter registered", Idempotent: true, call: ask}
)

// read is the body of the tools that GET.
func read(ctx context.Context, s service) (any, error) {
	req, err := s.target.Request(ctx)
	if err != nil {
		return nil, err
	}
	return s.send(req)
}

// write is the body of the tools that POST.
func write(body string) func(context.Context, service) (any, error) {
	return func(ctx context.Context, s service) (any, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.target.URL, strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		faults.Plant(req)
		if s.target.Prepare != nil {
			s.target.Prepare(req)
		}
		req.Header.Set("Content-Type", "application/json")
		return s.send(req)
	}
}

// send is what every tool over HTTP comes to: send, check, decode.
func (s service) send(req *http.Request) (any, error) {
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return nil, StatusError(resp)
	}
	if req.Method == http.MethodHead {
		return nil, nil
	}
	var item faults.Item
	if err := s.check(resp, json.NewDecoder(resp.Body).Decode(&item)); err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return item, err
}

// An apiError is what the SDKs of most services make of a status: the status
// and the headers by methods, and the service's own words in the text.
type apiError struct {
	status int
	header http.Header
	text   string
}

// StatusError returns that error for a response, whose body it reads.
func StatusError(resp *http.Response) error {
	e := &apiError{status: resp.StatusCode, header: resp.Header}
	body, _ := io.ReadAll(io.LimitReader(resp.Body, 4<<10)) // of a broken body, what there is
	var said struct {
		Error struct{ Code, Message string }
	}
	if json.Unmarshal(body, &said) == nil {
		body = []byte(said.Error.Message + " (" + said.Error.Code + ", request " + resp.Header.Get("X-Request-Id") + ")")
	}
	e.text = fmt.Sprintf("%s %s: %d: %s", resp.Request.Method, resp.Request.URL.Redacted(), e.status, body)
	return e
}

func (e *apiError) Error() string       { return e.text }
func (e *apiError) StatusCode() int     { return e.status }
func (e *apiError) Header() http.Header { return e.header }

// crash is the body of a tool with a bug.
func crash(context.Context, service) (any, error) {
	panic("price_quote: no price in postgres://" + faults.CredentialUser + ":" + faults.CredentialPassword +
		"@10.0.0.7/prices for " + faults.CanaryResource)
}
