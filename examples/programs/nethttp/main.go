// Nethttp is a tool that calls an API with net/http.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/examples/programs/internal/standin"
	"github.com/errand-go/errand/toolerr"
)

// A booking has the arguments of the tool.
type booking struct {
	Room   string `json:"room"`
	Guests int    `json:"guests"`
}

// A hotel is the API that the tool calls.
type hotel struct {
	client *http.Client
	token  string
}

// book sends the arguments to the API. It returns every error unchanged.
func (h hotel) book(ctx context.Context, arguments json.RawMessage) (receipt map[string]any, err error) {
	var b booking
	if err := json.Unmarshal(arguments, &b); err != nil {
		return nil, toolerr.InvalidInputf("", "must be a JSON object that fits the schema: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://api.hotel.example/rooms?token="+h.token, bytes.NewReader(arguments))
	if err != nil {
		return nil, err
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if err := httpadapter.CheckResponse(resp); err != nil { // an error, unless the status is 2xx
		return nil, err
	}
	return receipt, httpadapter.CheckBody(resp, json.NewDecoder(resp.Body).Decode(&receipt))
}

func main() {
	client, closeServer := standin.Client(func(w http.ResponseWriter, r *http.Request) {
		var b booking
		_ = json.NewDecoder(r.Body).Decode(&b)
		if b.Guests > 4 {
			w.WriteHeader(http.StatusUnprocessableEntity)
			fmt.Fprint(w, `{"errors":[{"field":"guests","message":"must be at most 4, says rooms-db-3.internal"}]}`)
			return
		}
		http.Error(w, "rooms-db-3.internal: too many connections", http.StatusServiceUnavailable)
	})
	defer closeServer()
	h := hotel{client, "s3cr3t"}
	registry := adapters.Default().WithLogger(standin.Logger())

	for _, arguments := range []string{`{"room":"12","guests":9}`, `{"room":"12","guests":2}`} {
		call := adapter.Call{Arguments: json.RawMessage(arguments)}
		p := adapter.Serve(context.Background(), registry, "book", call, func(ctx context.Context) (any, error) {
			return h.book(ctx, call.Arguments)
		})
		fmt.Println(p) // what the model reads
	}
}
