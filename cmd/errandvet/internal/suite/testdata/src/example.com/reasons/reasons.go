// Package reasons is a server with mcp-go that uses errand and says its reasons without it.
package reasons

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

func reasons(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := req.RequireString("name")
	switch {
	case err != nil:
		return nil, err
	case name == "":
		return nil, errors.New("the name is 100% empty") // want "a tool states its reason with errors.New"
	case name == "x":
		return nil, fmt.Errorf("the name %q is taken", name) // want "a tool states its reason with fmt.Errorf"
	case name == "y":
		return nil, fmt.Errorf("the name %q is taken: %w", name, err) // want "a tool states its reason with fmt.Errorf"
	}
	return nil, fmt.Errorf(name) // want "a tool states its reason with fmt.Errorf"
}

var wrapped = adapter.Wrap(func(ctx context.Context, in string) (string, error) {
	if in == "" {
		return "", errors.New("nothing to do") // want "a tool states its reason with errors.New"
	}
	return in, nil
}, adapter.Chain{})

var byName = adapter.Wrap(tool, adapter.Chain{})

func tool(ctx context.Context, in string) (string, error) {
	return "", errors.New("nothing to do") // want "a tool states its reason with errors.New"
}

func helper() error { return errors.New("not a tool") }

var (
	errClosed = errors.New("the office is closed") // want "a tool states its reason with errors.New"
	errUnused = errors.New("of no tool")
)

func sentinel(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if ctx == nil {
		return nil, errClosed
	}
	return nil, errClosed
}

func fetch(resp *http.Response, code int) error {
	switch {
	case resp.StatusCode == 404:
		return fmt.Errorf("API error: %s", resp.Status) // want "an error has the status of a response in its text alone"
	case resp.StatusCode >= 400:
		return toolerr.Errorf("API error: %d %s", resp.StatusCode, http.StatusText(resp.StatusCode)) // want "an error has the status of a response in its text alone"
	}
	return fmt.Errorf("code %d", code)
}

func fetches(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, fmt.Errorf("API error: %s", http.DefaultClient.Jar.(*jar).last.Status) // want "an error has the status of a response in its text alone"
}

type jar struct {
	http.CookieJar
	last *http.Response
}

func checks(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := check("x"); err != nil {
		return nil, fmt.Errorf("the name is refused: %w", err) // want "a tool states its reason with fmt.Errorf"
	}
	return nil, func() error { return (&jar{}).open(1) }()
}

func check(name string) error {
	if name == "" {
		return errors.New("the name is empty") // want "a tool states its reason with errors.New"
	}
	return check(name[1:])
}

func (j *jar) open(n int) error {
	return fmt.Errorf("the jar %d is closed", n) // want "a tool states its reason with fmt.Errorf"
}
