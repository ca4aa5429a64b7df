// Package mcpgo is a server with mcp-go that does not use errand. // want package:"read"
package mcpgo

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"example.com/upstream"
)

var errNoPath = errors.New("no path")

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path, err := req.RequireString("path")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil // the SDK's words about the call
	}
	if path == "" {
		return mcp.NewToolResultError(errNoPath.Error()), nil
	}
	if _, err := strconv.Atoi(path); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // says what it was given
	}
	if err := upstream.Own(path); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if err := upstream.Foreign(path); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want "text of os.Open reaches a model through mcp.NewToolResultError"
	}
	f, err := os.Open(path)
	if err != nil {
		return mcp.NewToolResultErrorFromErr("cannot open", err), nil // want "text of os.Open"
	}
	if _, err := io.ReadAll(f); err != nil {
		return mcp.NewToolResultErrorf("cannot read %s: %v", path, err), nil // want "text of io.ReadAll"
	}
	if err := os.Remove(path); err != nil {
		return mcp.NewToolResultError(fmt.Sprintf("100%% of %s: %s", path, err.Error())), nil // want "text of os.Remove"
	}
	if err := os.Remove(path); err != nil {
		return mcp.NewToolResultError("cannot remove " + path + ": " + err.Error()), nil // want "text of os.Remove"
	}
	if err := os.Remove(path); err != nil {
		message := fmt.Sprintf("cannot remove: %v", err)
		return mcp.NewToolResultError(message), nil // want "text of os.Remove"
	}
	if err := os.Remove(path); err != nil {
		return nil, err // want "text of os.Remove reaches a model through the error of a tool"
	}
	if err := os.Remove(path); err != nil {
		return nil, fmt.Errorf("cannot remove: %w", err) // want "text of os.Remove"
	}
	if path == "." {
		return nil, errors.New("the path is a folder")
	}
	return mcp.NewToolResultText("done"), nil
}

// fail is a helper: what its callers give it is reported where they do.
func fail(message string) (*mcp.CallToolResult, error) { return mcp.NewToolResultError(message), nil }

func helpers(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := os.Stat("x")
	switch {
	case err == nil:
		return fail("it is there")
	case os.IsNotExist(err):
		return fail("cannot stat: " + err.Error()) // want "text of os.Stat"
	case os.IsExist(err):
		return upstream.Fail(err.Error()), nil // want "text of os.Stat"
	}
	return mcp.NewToolResultText(upstream.Describe(err)), nil // want "text of os.Stat"
}

type outcome struct {
	Name  string
	Error string // want Error:`tainted\(os.Remove\)`
}

func structs(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out := outcome{Name: "x"}
	if err := os.Remove("x"); err != nil {
		out.Error = err.Error()
	}
	if out.Name == "" {
		return mcp.NewToolResultText(out.Name), nil
	}
	b, err := json.Marshal(out)
	if err != nil {
		return nil, err // says nothing but types
	}
	return mcp.NewToolResultText(string(b)), nil // want "text of os.Remove"
}

func literals(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("x"); err != nil {
		return &mcp.CallToolResult{
			IsError: true,
			Content: []mcp.Content{mcp.TextContent{Type: "text", Text: fmt.Sprintf("Error: %v", err)}}, // want "text of os.Remove"
		}, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{mcp.TextContent{Type: "text", Text: "done"}}}, nil
}

func responses(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("http://api.example")
	if err != nil {
		return nil, err // want "text of http.Get"
	}
	body, _ := io.ReadAll(resp.Body)
	if resp.StatusCode >= 400 {
		return mcp.NewToolResultErrorf("status %d: %s", resp.StatusCode, body), nil // want "text of http.Response"
	}
	if resp.StatusCode == 399 {
		return mcp.NewToolResultErrorf("status %d", resp.StatusCode), nil
	}
	if resp.StatusCode == 398 {
		err := upstream.NewAPIError(string(body))
		return mcp.NewToolResultError(err.Error()), nil // want "text of http.Response"
	}
	if resp.StatusCode == 397 {
		var e struct{ Message string }
		_ = json.Unmarshal(body, &e)
		return nil, fmt.Errorf("refused: %s", e.Message) // want "text of http.Response"
	}
	return mcp.NewToolResultText(string(body)), nil // what the tool is for
}

func programs(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := exec.Command("git", "push").CombinedOutput()
	if err != nil {
		return mcp.NewToolResultError("git push: " + string(out)), nil // want "text of exec.Cmd.CombinedOutput"
	}
	var b strings.Builder
	if _, err := os.Stat("x"); err != nil {
		fmt.Fprintf(&b, "no x: %v\n", err)
	}
	b.WriteString("done")
	return mcp.NewToolResultText(b.String()), nil // want "text of os.Stat"
}

func panics(ctx context.Context, req mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			result = mcp.NewToolResultErrorf("panic: %v", r) // want "text of a panic"
		}
	}()
	return mcp.NewToolResultText("done"), nil
}

func deferred(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.Open("x")
	if err != nil {
		return nil, err // want "text of os.Open"
	}
	defer func() { _ = f.Close() }()
	if ctx.Err() != nil {
		return nil, errNoPath
	}
	return mcp.NewToolResultText("done"), nil
}

func recovered(ctx context.Context, req mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r) // want "text of a panic reaches a model through the error of a tool"
		}
	}()
	return mcp.NewToolResultText("done"), nil
}

func known(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	files, err := os.ReadDir("x")
	if err != nil {
		return nil, err // want "text of os.ReadDir"
	}
	if len(files) == 0 {
		return mcp.NewToolResultErrorFromErr("no files", err), nil // it is nil
	}
	return nil, err
}

func ignored(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("x"); err != nil {
		//errandvet:ignore the tool runs on the model's own files
		return mcp.NewToolResultError(err.Error()), nil
	}
	if err := os.Remove("y"); err != nil {
		return nil, err //errandvet:ignore the same
	}
	if err := os.Remove("z"); err != nil {
		//errandvet:ignore
		return mcp.NewToolResultError(err.Error()), nil // want "text of os.Remove"
	}
	return nil, nil
}

// say sends a text to a chat that a model reads.
func say(ctx context.Context, channel int, text string) {}

type reply struct {
	text string
	code string
}

func sinks(ctx context.Context) *reply {
	_, err := os.Stat("x")
	say(ctx, 1, err.Error()) // want "text of os.Stat reaches a model through mcpgo.say"
	return &reply{
		text: err.Error(), // want "text of os.Stat reaches a model through mcpgo.reply.text"
		code: err.Error(),
	}
}

// logged is not a tool: its errors are its callers' to show.
func logged() error {
	_, err := os.Stat("x")
	return err
}

func middleware(next func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error)) func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			return nil, err // reported where it is made
		}
		return res, nil
	}
}

var errClosed = errors.New("the channel is closed")

var pages embed.FS

type page struct {
	Text  string
	Error string // want Error:`tainted\(os.Stat\)`
}

// clean has errors that tell nothing of others, though functions ask what they are.
func clean(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := os.Stat("x"); errors.Is(err, errClosed) {
		return nil, errClosed
	}
	if _, err := pages.ReadFile("x"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	p := page{Text: "y"}
	if _, err := os.Stat("y"); err != nil {
		p.Error = err.Error()
	}
	if _, err := again(p); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // of JSON that this program wrote
	}
	return mcp.NewToolResultText("done"), nil
}

func again(v any) (out any, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(b, &out)
}
