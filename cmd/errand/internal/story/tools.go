package story

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/conformance/faults"
)

// The tools' names.
const (
	getOrder     = "get_order"
	searchDocs   = "search_docs"
	readStock    = "read_stock"
	findSheet    = "find_sheet"
	refundOrder  = "refund_order"
	listRefunds  = "list_refunds"
	closeAccount = "close_account"
	courierPrice = "courier_price"
	courierTime  = "courier_time"
	openTicket   = "open_ticket"
	trackParcel  = "track_parcel"
)

// hangLimit is the timeout of the tool that hangs.
const hangLimit = 300 * time.Millisecond

// services are the steps of each tool: one for each run, and the last one for all further
// runs.
var services = map[string][]step{
	getOrder: {
		{happens: "net/http: 200, and the connection is reset in the middle of the body", fault: "reset-mid-body"},
		{happens: "200", body: says(`{"order":"A-1042","customer":"C-17","item":"mug-blue","cents":4999}`)},
	},
	searchDocs: {
		{happens: "go-retryablehttp: 429 with Retry-After: 1.5", fault: "429-fraction", client: "retryablehttp"},
		{happens: "200", body: says(`{"rule":"Broken goods are refunded in full."}`)},
	},
	readStock: {
		{happens: "AWS (smithy-go): a throttle that says 400, and not how long to wait", fault: "dynamodb-ThrottlingException-400", client: "aws"},
		{happens: "200", body: says(`{"Item":{"left":{"N":"3"}}}`)},
	},
	findSheet:   {{happens: "Google (googleapi): 403, because the API is not enabled", fault: "google-403-accessNotConfigured", client: "google"}},
	refundOrder: {{happens: "net/http: the service makes the refund, and then answers 500", fault: "status-500", books: true}},
	listRefunds: {{happens: "net/http: 200", body: func(w *world) any { return refunds{Order: "A-1042", Refunds: w.booked.Load()} }}},
	closeAccount: {{happens: "net/http: 200, the account is closed", body: func(w *world) any {
		w.closed.Add(1)
		return map[string]bool{"closed": true}
	}}},
	courierPrice: {{happens: "a bug: the tool panics, with a connection string in its message"}},
	courierTime:  {{happens: "the tool ignores its context, and does not return"}},
	openTicket: {
		{happens: "net/http: 422, because the urgency is too large", fault: "status-422", refuses: []refused{{"must be at most 3", "#/urgency"}}},
		{happens: "net/http: 200", body: says(`{"ticket":"T-7"}`)},
	},
	trackParcel: {
		{happens: "net/http: 404", fault: "status-404"},
		{happens: "net/http: 404 again", fault: "status-404"},
	},
}

func says(body string) func(*world) any {
	return func(*world) any { return json.RawMessage(body) }
}

// object returns a body of JSON.
func object(v any) faults.Content {
	raw, _ := json.Marshal(v) // one of the literals above
	return faults.Content{Type: "application/json", Body: raw}
}

// The arguments and results of the tools.
type (
	orderQuery struct {
		Order string `json:"order"`
	}
	docsQuery struct {
		Query string `json:"query"`
	}
	stockQuery struct {
		Item string `json:"item"`
	}
	sheetQuery struct {
		Name string `json:"name"`
	}
	refundQuery struct {
		Order string `json:"order"`
		Cents int    `json:"cents"`
	}
	customerQuery struct {
		Customer string `json:"customer"`
	}
	cityQuery struct {
		City string `json:"city"`
	}
	ticketQuery struct {
		Order   string `json:"order"`
		Subject string `json:"subject"`
		Urgency int    `json:"urgency,omitempty"`
	}
	parcelQuery struct {
		Parcel string `json:"parcel"`
	}

	order struct {
		Order    string `json:"order"`
		Customer string `json:"customer"`
		Item     string `json:"item"`
		Cents    int    `json:"cents"`
	}
	rule struct {
		Rule string `json:"rule"`
	}
	stock struct {
		Left int `json:"left"`
	}
	refunds struct {
		Order   string `json:"order"`
		Refunds int64  `json:"refunds"`
	}
	ticket struct {
		Ticket string `json:"ticket"`
	}
	closed struct {
		Closed bool `json:"closed"`
	}
)

// tools returns the tools of a world.
func (w *world) tools() []tool {
	return []tool{
		define(w, getOrder, "Reads an order.", get[orderQuery, order], agent.ReadOnly()),
		define(w, searchDocs, "Searches the rules of the shop.", search, agent.ReadOnly()),
		define(w, readStock, "Counts what is left of an item.", count, agent.ReadOnly()),
		define(w, findSheet, "Finds a spreadsheet.", find, agent.ReadOnly()),
		define(w, refundOrder, "Pays the customer back.", post[refundQuery, refunds]),
		define(w, listRefunds, "Lists the refunds of an order.", get[orderQuery, refunds], agent.ReadOnly()),
		define(w, closeAccount, "Closes an account for good.", post[customerQuery, closed], agent.Confirm()),
		define(w, courierPrice, "What a courier costs.", crash, agent.ReadOnly()),
		define(w, courierTime, "How long a courier takes.", hang, agent.ReadOnly(), agent.Timeout(hangLimit)),
		define(w, openTicket, "Opens a ticket.", post[ticketQuery, ticket], agent.HTTPOnly()),
		define(w, trackParcel, "Says where a parcel is.", get[parcelQuery, order], agent.ReadOnly()),
	}
}

// A tool is a function in a form for each of the two loops.
type tool struct {
	name  string
	agent agent.Tool
	// naked decodes the arguments and calls the function.
	naked func(ctx context.Context, args json.RawMessage) (any, error)
}

// define makes a tool of a function, and records its runs.
func define[In, Out any](
	w *world, name, description string, does func(context.Context, service, In) (Out, error), opts ...agent.ToolOption,
) tool {
	fn := func(ctx context.Context, in In) (out Out, err error) {
		r := w.begin(ctx, name)
		returned := false
		defer func() { w.finish(r, returned) }()
		s := w.service(r.step)
		defer s.client.CloseIdleConnections()
		out, err = does(ctx, s, in)
		returned = true
		return out, err
	}
	return tool{
		name:  name,
		agent: agent.NewTool(name, description, fn, opts...),
		naked: func(ctx context.Context, args json.RawMessage) (any, error) {
			var in In
			if err := json.Unmarshal(args, &in); err != nil {
				return nil, err
			}
			return fn(ctx, in)
		},
	}
}

// get is a read-only tool.
func get[In, Out any](ctx context.Context, s service, _ In) (out Out, err error) {
	err = s.call(ctx, http.MethodGet, nil, &out)
	return out, err
}

// post is a tool with side effects.
func post[In, Out any](ctx context.Context, s service, in In) (out Out, err error) {
	err = s.call(ctx, http.MethodPost, in, &out)
	return out, err
}

// call makes a request like a tool with net/http.
func (s service) call(ctx context.Context, method string, in, out any) error {
	req, err := s.request(ctx, method, in)
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := s.checkStatus(resp); err != nil {
		return err
	}
	return s.checkBody(resp, json.NewDecoder(resp.Body).Decode(out))
}

// request returns a request with secrets in it.
func (s service) request(ctx context.Context, method string, in any) (*http.Request, error) {
	var body io.Reader
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, s.target.URL, body)
	if err != nil {
		return nil, err
	}
	faults.Plant(req)
	return req, nil
}

// crash is a tool with a bug.
func crash(context.Context, service, cityQuery) (stock, error) { panic(panicText) }

// hang is a tool that ignores its context.
func hang(_ context.Context, s service, _ cityQuery) (stock, error) {
	s.world.hangs <- struct{}{}
	<-s.world.release
	return stock{Left: 1}, nil
}
