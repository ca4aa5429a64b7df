package docs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/toolerr"
)

// logs is where the program writes its logs.
var logs = io.Discard

// chat is a tool as it is today: its errors are plain, and the host passes err.Error() on.
type chat struct {
	base, token string
	ids         map[string]string
}

func (c chat) history(_ context.Context, channel string) (string, error) {
	id, ok := c.ids[channel]
	if !ok {
		return "", fmt.Errorf("channel %q not found; list the channels first", channel)
	}
	resp, err := http.Get(c.base + "/history?token=" + c.token + "&channel=" + id)
	if err != nil {
		return "", fmt.Errorf("cannot read the history: %w", err)
	}
	defer resp.Body.Close()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return "", fmt.Errorf("cannot read the history: %w", err)
	}
	return c.ids["no such"][:8], nil // it panics
}

// historyStated is history with its own errors stated.
func (c chat) historyStated(_ context.Context, channel string) (string, error) {
	id, ok := c.ids[channel]
	if !ok {
		return "", toolerr.Errorf("channel %q not found; list the channels first", channel)
	}
	resp, err := http.Get(c.base + "/history?token=" + c.token + "&channel=" + id)
	if err != nil {
		return "", toolerr.Errorf("cannot read the history: %w", err)
	}
	defer resp.Body.Close()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return "", toolerr.Errorf("cannot read the history: %w", err)
	}
	return c.ids["no such"][:8], nil
}

type historyArgs struct {
	Channel string `json:"channel"`
}

var historySchema = json.RawMessage(`{"type":"object","properties":{"channel":{"type":"string"}},"required":["channel"]}`)

// The handler of a server with a custom protocol library, without errand.
func (c chat) handleToday(ctx context.Context, arguments json.RawMessage) (text string, isError bool) {
	var args historyArgs
	if err := json.Unmarshal(arguments, &args); err != nil {
		return err.Error(), true
	}
	text, err := c.history(ctx, args.Channel)
	if err != nil {
		return err.Error(), true
	}
	return text, false
}

// The same handler with errand.
func (c chat) handle(ctx context.Context, registry adapter.Registry, arguments json.RawMessage) (text string, isError bool) {
	call := adapter.Call{Arguments: arguments, Schema: historySchema}
	p := adapter.Serve(ctx, registry, "history", call, func(ctx context.Context) (string, error) {
		var args historyArgs
		if err := json.Unmarshal(arguments, &args); err != nil {
			return "", toolerr.InvalidInputf("", "must be a JSON object that fits the schema: %w", err)
		}
		return c.history(ctx, args.Channel)
	}, adapter.Bounded{Timeout: 30 * time.Second})
	return p.Text(), p.IsError()
}

func chatServer() (c chat, stop func()) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.FormValue("channel") {
		case "C1":
			w.Header().Set("Retry-After", "30")
			http.Error(w, "team 8841 is over its quota", http.StatusTooManyRequests)
		case "C2":
			http.Error(w, "the token xoxb-0123456789-abcdefghij lacks channels:history", http.StatusForbidden)
		}
	}))
	return chat{s.URL, "xoxb-0123456789-abcdefghij", map[string]string{"#busy": "C1", "#closed": "C2", "#odd": "C3"}}, s.Close
}

// loopback is the address of the server, and reference the word that finds the log record.
var (
	loopback  = regexp.MustCompile(`127\.0\.0\.1:\d+`)
	reference = regexp.MustCompile(`,"reference":"[A-Z2-7]+"`)
)

// show prints what the model reads of the failures of some channels.
func show(handle func(ctx context.Context, arguments json.RawMessage) (string, bool), channels ...string) {
	for _, channel := range channels {
		text, _ := handle(context.Background(), json.RawMessage(`{"channel":"`+channel+`"}`))
		fmt.Println(reference.ReplaceAllString(loopback.ReplaceAllString(text, "api.example"), ""))
	}
}

func Example_adoptingStep1() {
	c, stop := chatServer()
	defer stop()
	logger := slog.New(slog.NewJSONHandler(logs, &slog.HandlerOptions{ReplaceAttr: toolerr.LogAttr}))

	registry := stdadapter.NewRegistry().
		WithDisclosure(adapter.DisclosureText).
		WithLogger(logger)

	show(func(ctx context.Context, arguments json.RawMessage) (string, bool) {
		return c.handle(ctx, registry, arguments)
	}, "#ops", "#busy", "#closed", "#odd")
	// Output:
	// channel "#ops" not found; list the channels first
	// - /channel: names "#ops", which does not exist
	// team 8841 is over its quota
	// cannot read the history: GET http://api.example/history: HTTP status 429 (Too Many Requests)
	// retry after 30 s
	// the token (redacted) lacks channels:history
	// cannot read the history: GET http://api.example/history: HTTP status 403 (Forbidden)
	// The tool's account may not do this. Use something that it has access to, or ask someone to grant the permission.
	// a person has to act first
	// The tool stopped unexpectedly. The request may have been carried out all the same.
	// The call may have been carried out. Find out before you make it again.
}

func Example_adoptingStep2() {
	c, stop := chatServer()
	defer stop()
	registry := stdadapter.NewRegistry().WithDisclosure(adapter.DisclosureText)
	show(func(ctx context.Context, arguments json.RawMessage) (string, bool) {
		return c.handleStated(ctx, registry, arguments)
	}, "#ops", "#busy")
	// Output:
	// channel "#ops" not found; list the channels first
	// cannot read the history: Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.
	// team 8841 is over its quota
	// GET http://api.example/history: HTTP status 429 (Too Many Requests)
}

func Example_adoptingStep3() {
	c, stop := chatServer()
	defer stop()

	registry := stdadapter.NewRegistry().
		WithDisclosure(adapter.DisclosureText).
		WithDisclosure(adapter.DisclosureKnown, "history")

	show(func(ctx context.Context, arguments json.RawMessage) (string, bool) {
		return c.handleStated(ctx, registry, arguments)
	}, "#busy")
	// Output:
	// cannot read the history: Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.
}

func (c chat) handleStated(ctx context.Context, registry adapter.Registry, arguments json.RawMessage) (text string, isError bool) {
	call := adapter.Call{Arguments: arguments, Schema: historySchema}
	p := adapter.Serve(ctx, registry, "history", call, func(ctx context.Context) (string, error) {
		var args historyArgs
		_ = json.Unmarshal(arguments, &args)
		return c.historyStated(ctx, args.Channel)
	})
	return p.Text(), p.IsError()
}

func Example_adoptingToday() {
	c, stop := chatServer()
	defer stop()
	text, _ := c.handleToday(context.Background(), json.RawMessage(`{"channel":"#ops"}`))
	fmt.Println(text)
	// Output:
	// channel "#ops" not found; list the channels first
}
