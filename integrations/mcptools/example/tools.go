package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

type city struct {
	City string `json:"city" jsonschema:"the city, in English"`
	Days int    `json:"days,omitempty" jsonschema:"how many days, 1 to 7"`
}

type forecast struct {
	City string `json:"city"`
	Sky  string `json:"sky"`
}

// addTools adds one working tool and several that fail.
func addTools(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "weather", Description: "The weather of a city. Oslo works; Paris is unknown; any other is rate limited."}, weather)
	mcp.AddTool(s, &mcp.Tool{Name: "crash", Description: "Panics."}, crash)
	mcp.AddTool(s, &mcp.Tool{Name: "hang", Description: "Never answers."}, hang)
	mcp.AddTool(s, &mcp.Tool{Name: "chatty", Description: "Prints to standard output, and works."}, chatty)
}

func weather(ctx context.Context, _ *mcp.CallToolRequest, in city) (*mcp.CallToolResult, forecast, error) {
	switch in.City {
	case "Oslo":
		return nil, forecast{City: in.City, Sky: "clear"}, nil
	case "Paris":
		return nil, forecast{}, toolerr.Retryable(
			toolerr.Msgf("There is no weather station in %s.", toolerr.Quote(in.City)),
			toolerr.Msg("Name a larger city nearby."))
	}
	err := askService(ctx, in.City)
	return nil, forecast{}, toolerr.Errorf("weather of %s: %w", in.City, err)
}

// askService simulates a vendor's client whose service has a rate limit.
func askService(ctx context.Context, name string) error {
	w := httptest.NewRecorder()
	w.Header().Set("Retry-After", "30")
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = io.WriteString(w, `{"error":"key sk-example is over its limit"}`)
	resp := w.Result()
	defer func() { _ = resp.Body.Close() }()
	address := "https://weather.example/v1/now?key=sk-example&q=" + url.QueryEscape(name)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	resp.Request = req
	return httpadapter.CheckResponse(resp)
}

func crash(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
	var stations []string
	return nil, stations[len(stations)], nil
}

func hang(ctx context.Context, _ *mcp.CallToolRequest, _ any) (*mcp.CallToolResult, any, error) {
	<-ctx.Done()
	return nil, nil, ctx.Err()
}

func chatty(context.Context, *mcp.CallToolRequest, any) (*mcp.CallToolResult, any, error) {
	_, _ = fmt.Fprintln(os.Stdout, "a line that is not part of the protocol")
	return nil, "done", nil
}
