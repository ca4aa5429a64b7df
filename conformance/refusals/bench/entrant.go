// Package bench compares what a model reads of the same refusals by the rules of several tools,
// and what a model does next.
//
// [Run] judges every [Entrant] with every case of conformance/refusals. [Job] is the command
// `errand bench`; with a model, it asks the model for its next step and grades that.
package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/toolerr"
)

// A Refusal is a refused call, as a tool has it.
type Refusal struct {
	refusals.Case
	// Err is the error of the client; nil if the client takes the response for a success.
	Err error
}

// text returns the text of the error of a tool that hides nothing.
func (r Refusal) text() string {
	if u := r.Upstream; u.Driver == "" {
		return fmt.Sprintf("%d %s: %s", u.Status, http.StatusText(u.Status), u.Bytes())
	}
	return r.Err.Error()
}

// An Entrant is a rule by which a tool tells a model of a refusal. Each is the best that its
// documentation offers for the errors of others.
type Entrant struct {
	Name   string
	Rule   string // what the model reads
	Source string // where the rule is documented, or its code
	View   func(Refusal) refusals.View
}

// Entrants returns all entrants.
func Entrants() []Entrant {
	const ours = "docs/findings.md"
	known := registry()
	return []Entrant{
		{"raw", "the status and the body, or the text of the error", "most examples of tools", func(r Refusal) refusals.View { return r.Upstream.Raw() }},
		{"masked", "the name of the tool", "FastMCP with mask_error_details (docs/servers/tools, server/server.py call_tool)", func(r Refusal) refusals.View {
			return said("Error calling tool '" + r.Tool + "'")
		}},
		{"status", "the status in words", "a client's adapter without findings", statusAlone},
		{"openai-agents", "advice to try again, and the text of the error", "OpenAI Agents SDK, default_tool_error_function (src/agents/tool.py)", func(r Refusal) refusals.View {
			return passedOn(r, "An error occurred while running the tool. Please try again. Error: "+r.text())
		}},
		{"adk", `{"error": the text of the error}`, "ADK for Go, base_flow.go handleFunctionCalls", func(r Refusal) refusals.View {
			sent, _ := json.Marshal(map[string]string{"error": r.text()}) // strings never fail
			return passedOn(r, string(sent))
		}},
		{"arcade", "a sentence on the status, and the messages of GraphQL, Google and Slack", "arcade-mcp, arcade_tdk/providers/*/error_adapter.py, executor.py and server.py", arcade},
		{"known", "errand: its own words and those of the call", ours, Errand(known)},
		{"parts", "known, with the parts of each problem beside its sentence", "docs/wire.md", func(r Refusal) refusals.View {
			if p := Payload(known, r); p.IsError() {
				return said(p.WithParts().String())
			}
			return refusals.View{}
		}},
		{"names", "known, and identifiers of the service", ours, Errand(known.WithDisclosure(adapter.DisclosureNames))},
		{"text", "names, and the service's text, redacted and cut", ours, Errand(known.WithDisclosure(adapter.DisclosureText))},
	}
}

func said(text string) refusals.View { return refusals.NewView([]byte(text)) }

// passedOn returns the view of a text that contains the whole refusal: a model reads JSON within
// a text as well as alone.
func passedOn(r Refusal, sent string) refusals.View {
	v := said(sent)
	v.Text += "\n" + r.Upstream.Raw().Text
	return v
}

func statusAlone(r Refusal) refusals.View {
	if u := r.Upstream; u.Driver == "" {
		return said(fmt.Sprintf("The request failed with status code %d (%s).", u.Status, http.StatusText(u.Status)))
	}
	return said("The tool failed.")
}

// arcade returns what a model reads by the adapters of Arcade's toolkit: over MCP, the message
// of an error alone.
func arcade(r Refusal) refusals.View {
	u := r.Upstream
	if u.Driver != "" {
		return said("Error in execution of '" + r.Tool + "'")
	}
	var body struct {
		Errors []struct {
			Message    string
			Locations  []any
			Extensions map[string]any
		}
		Error any
	}
	_ = json.Unmarshal(u.Bytes(), &body) // which stays empty
	var messages []string
	for _, e := range body.Errors {
		if e.Message != "" && (e.Locations != nil || e.Extensions != nil || u.Status == http.StatusOK) {
			messages = append(messages, e.Message)
		}
	}
	if len(messages) > 0 {
		return said("Upstream GraphQL error: " + strings.Join(messages, "; "))
	}
	switch e := body.Error.(type) {
	case map[string]any:
		if message, _ := e["message"].(string); message != "" && (strings.HasSuffix(u.Host, ".googleapis.com") || strings.HasPrefix(r.Client, "google.golang.org/")) {
			return said("Upstream Google API error: " + message)
		}
	case string:
		if strings.Contains(r.Client, "slack") || strings.HasSuffix(u.Host, "slack.com") {
			return said("Upstream Slack API error: " + e)
		}
	}
	class := map[int]string{1: "informational", 3: "redirection", 4: "client error", 5: "server error"}[u.Status/100]
	text := fmt.Sprintf("Upstream HTTP request failed (%s, %s).", http.StatusText(u.Status), class)
	if u.Status == http.StatusTooManyRequests {
		text += fmt.Sprintf(" Retry after %s second(s).", cmp.Or(u.Headers["Retry-After"], u.Headers["X-RateLimit-Reset"], "1"))
	}
	return said(text)
}

// Errand returns the rule of a registry of errand.
func Errand(registry adapter.Registry) func(Refusal) refusals.View {
	return func(r Refusal) refusals.View {
		p := Payload(registry, r)
		if !p.IsError() {
			return refusals.View{}
		}
		return said(p.String())
	}
}

// Payload returns what a tool with the registry returns after the refusal.
func Payload(registry adapter.Registry, r Refusal) toolerr.Payload {
	args, _ := json.Marshal(r.Args) // come from JSON
	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: args, Schema: r.Schema})
	tool := adapter.Wrap(func(context.Context, map[string]any) (any, error) { return nil, r.Err }, registry.For(r.Tool))
	_, err := tool(ctx, r.Args)
	return toolerr.Result(nil, err)
}
