package audit_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// This test binary is also an MCP server with one selected flaw and no other, which the
// tests audit. These variables make it one.
const (
	// flawVariable has the flaw: the ID of a column, or noFlaw.
	flawVariable = "ERRAND_AUDIT_FLAW"
	// environFile has the file for the server's environment.
	environFile = "ERRAND_AUDIT_ENVIRON_FILE"
	// listen has the address of a server that uses HTTP.
	listen = "ERRAND_AUDIT_LISTEN"
	// grandchild makes the server start another process.
	grandchild = "ERRAND_AUDIT_GRANDCHILD"
)

// The values of flawVariable besides the columns.
const (
	noFlaw = "none"
	idle   = "idle"
	// steps gives the server a tool that asks for a list before it creates an item.
	steps = "steps"
	// limited makes the server answer all calls but the first by itself.
	limited = "limited"
)

// patience is how long the server waits for its upstream: long enough for a busy machine,
// and shorter than an audit waits for the server.
const patience = 3 * time.Second

// serveFlawed runs the server and does not return, if the environment selects a flaw.
func serveFlawed() {
	flaw := os.Getenv(flawVariable)
	if flaw == "" {
		return
	}
	if flaw == idle {
		forever := make(chan os.Signal, 1)
		signal.Notify(forever, os.Interrupt)
		<-forever
	}
	if err := start(); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	server := newServer(flaw)
	if address := os.Getenv(listen); address != "" {
		handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil)
		_ = (&http.Server{Addr: address, Handler: handler, ReadHeaderTimeout: patience}).ListenAndServe()
		os.Exit(1)
	}
	_ = server.Run(context.Background(), &mcp.StdioTransport{})
	os.Exit(0)
}

func start() error {
	if name := os.Getenv(environFile); name != "" {
		if err := os.WriteFile(name, []byte(strings.Join(os.Environ(), "\x00")), 0o600); err != nil {
			return err
		}
	}
	if os.Getenv(grandchild) == "" {
		return nil
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), flawVariable+"="+idle)
	return cmd.Start()
}

type items struct {
	flaw   string
	client *http.Client
	turn   sync.Mutex
	calls  atomic.Int64
}

type newItem struct {
	Title string `json:"title" jsonschema:"the title"`
	Note  string `json:"note,omitempty" jsonschema:"more about it"`
}

type itemID struct {
	ID int `json:"id" jsonschema:"which item"`
}

func newServer(flaw string) *mcp.Server {
	s := &items{flaw: flaw, client: &http.Client{Timeout: patience}}
	if flaw == "hang" {
		s.client.Timeout = 0
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "flawed", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "create_item", Description: "Creates an item."},
		func(ctx context.Context, _ *mcp.CallToolRequest, in newItem) (*mcp.CallToolResult, any, error) {
			return s.call(ctx, http.MethodPost, "/items", in), nil, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "get_item", Description: "Returns an item.", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		func(ctx context.Context, _ *mcp.CallToolRequest, in itemID) (*mcp.CallToolResult, any, error) {
			return s.call(ctx, http.MethodGet, fmt.Sprintf("/items/%d", in.ID), nil), nil, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "count_letters", Description: "Counts letters, and needs no upstream."},
		func(_ context.Context, _ *mcp.CallToolRequest, in newItem) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(len(in.Title))}}}, nil, nil
		})
	if flaw == steps {
		mcp.AddTool(server, &mcp.Tool{Name: "add_to_list", Description: "Adds an item to a list."}, s.addToList)
	}
	server.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if flaw == "blocked" && strings.HasPrefix(method, "tools/") {
				s.turn.Lock()
				defer s.turn.Unlock()
			}
			return next(ctx, method, r)
		}
	})
	return server
}

func (s *items) addToList(ctx context.Context, _ *mcp.CallToolRequest, in newItem) (*mcp.CallToolResult, any, error) {
	resp, err := s.client.Get("https://items.example.com/lists")
	if err != nil {
		return s.call(ctx, http.MethodGet, "/lists", nil), nil, nil
	}
	defer func() { _ = resp.Body.Close() }()
	var lists map[string]any
	if err := json.NewDecoder(resp.Body).Decode(&lists); err != nil || lists[in.Title+"/"] == nil {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "There is no such list."}}}, nil, nil
	}
	return s.call(ctx, http.MethodPost, "/lists/items", in), nil, nil
}

// call calls the upstream and returns a text of the server.
func (s *items) call(ctx context.Context, method, path string, in any) *mcp.CallToolResult {
	if s.calls.Add(1) > 1 && s.flaw == limited {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "Slow down."}}}
	}
	text, failed := s.ask(ctx, method, path, in)
	if again := "The item service cannot"; s.flaw == "blind-retry" && strings.HasPrefix(text, again) {
		text, failed = s.ask(ctx, method, path, in)
	}
	if failed && s.flaw == "bulk" {
		text += strings.Repeat(" Please call the owner of the items.", 200)
	}
	return &mcp.CallToolResult{IsError: failed && s.flaw != "success", Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func (s *items) ask(ctx context.Context, method, path string, in any) (text string, failed bool) {
	body, err := json.Marshal(in)
	if err != nil {
		return "The item cannot be encoded.", true
	}
	r, err := http.NewRequestWithContext(ctx, method, "https://items.example.com"+path, strings.NewReader(string(body)))
	if err != nil {
		return "The request cannot be made.", true
	}
	r.Header.Set("Authorization", "Bearer "+os.Getenv("ITEMS_TOKEN"))
	resp, err := s.client.Do(r)
	if err != nil {
		return "The item service cannot be reached.", true
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return "The item service cannot be understood: its answer ends early.", true
	}
	if resp.StatusCode >= 300 {
		return s.refusal(resp, string(answer)), true
	}
	var item *struct {
		Errors []any `json:"errors"`
	}
	if err := json.Unmarshal(answer, &item); err != nil {
		if s.flaw == "death" {
			os.Exit(3)
		}
		return "The item service's answer is not JSON.", true
	}
	if item == nil || len(item.Errors) > 0 {
		return "The item service has no item.", true
	}
	return "Done.", false
}

// credential matches the text that a careful server removes.
var credential = regexp.MustCompile(`gh[a-z]_\w+`)

// refusal returns the text about the service's refusal.
func (s *items) refusal(resp *http.Response, body string) string {
	limited := resp.Header.Get("X-Ratelimit-Remaining") == "0"
	var told []string
	if s.flaw != "status" {
		told = append(told, fmt.Sprintf("The item service answered %d.", resp.StatusCode))
		if limited {
			told = append(told, "Its rate limit is reached.")
		}
	} else {
		told = append(told, "The item service refused the call.")
	}
	if wait := resp.Header.Get("Retry-After"); wait != "" && s.flaw != "wait" {
		told = append(told, "Wait "+wait+" seconds, then you can retry.")
	}
	if s.flaw != "fix" {
		if scope := resp.Header.Get("X-Accepted-Oauth-Scopes"); scope != "" {
			told = append(told, "It wants the scope "+scope+".")
		}
		for _, name := range []string{"title", "note", "id"} {
			if place(name).MatchString(body) {
				told = append(told, name+" must be at most 100.")
			}
		}
	}
	switch s.flaw {
	case "credential":
		told = append(told, resp.Header.Get("Set-Cookie"))
	case "private":
		told = append(told, resp.Header.Get("X-Upstream-Note"))
	case "identifier":
		told = append(told, resp.Header.Get("X-Request-Id"))
	case "advice":
		told = append(told, "Please try again.")
	case "injection":
		var b struct{ Message string }
		if json.Unmarshal([]byte(body), &b) == nil {
			told = append(told, credential.ReplaceAllString(b.Message, ""))
		}
	}
	return strings.Join(told, " ")
}

// place matches the argument's name in a body.
func place(name string) *regexp.Regexp { return regexp.MustCompile(`["/.]` + name + `["./ ]`) }
