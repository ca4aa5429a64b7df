package mcptools

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/agent"
)

// A Toolset is the tools of an MCP server, for [agent.Config]. It is made by
// [NewToolset] and safe for concurrent use.
type Toolset struct {
	name    string
	prefix  string
	session *mcp.ClientSession
	trusted bool
	policy  func(*mcp.Tool, agent.Policy) agent.Policy
}

var _ agent.Toolset = (*Toolset)(nil)

// A ToolsetOption changes a toolset under construction.
type ToolsetOption func(*Toolset)

// WithTrustedServer believes what the server says of itself: that a tool is read-only
// or idempotent, which lets the agent send a failed call again, and the words and
// the advice of its own failures, as far as errand made them ([Middleware]).
// Annotations are hints, on which nothing should rest where the server is not
// trusted (go-sdk v1.8.0, mcp.ToolAnnotations). What any server writes into a
// result, its failures included, is data that the model reads in either case.
func WithTrustedServer() ToolsetOption { return func(s *Toolset) { s.trusted = true } }

// WithPrefix puts prefix before the name of every tool, for agents with several
// servers: of two tools with one name, an agent leaves the second out.
func WithPrefix(prefix string) ToolsetOption { return func(s *Toolset) { s.prefix = prefix } }

// WithPolicy lets fn change how the agent treats a tool: a timeout, a person's
// approval, a disclosure, idempotence that the host knows of. fn is given the server's
// tool and the policy it would have, and is safe for concurrent use.
func WithPolicy(fn func(*mcp.Tool, agent.Policy) agent.Policy) ToolsetOption {
	return func(s *Toolset) { s.policy = fn }
}

// NewToolset returns the tools of the server at the other end of session, which
// stays the caller's to close. The name is for diagnostics.
func NewToolset(name string, session *mcp.ClientSession, opts ...ToolsetOption) *Toolset {
	s := &Toolset{name: name, session: session}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	return s
}

// Name returns the name the toolset was given.
func (s *Toolset) Name() string { return s.name }

// Tools asks the server for its tools. Each implements [agent.Policed]. Names
// that not every model takes are rewritten: what is not a letter, digit, hyphen or
// underscore becomes an underscore, long names are cut, and eight digits of the
// name's hash say which tool it was, since another may have the rewritten name
// for its own. So "files.delete" is "files_delete_4ef426bd", whatever else the
// server lists; a prefix is rewritten without a hash. A server that lists more
// than 1,000 tools or pages, or whose list leads back into itself, is refused.
func (s *Toolset) Tools(ctx context.Context) ([]agent.Tool, error) {
	listed, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]agent.Tool, len(listed))
	for i, t := range listed {
		all[i] = &remoteTool{set: s, remote: t, declaration: declare(t, usableName(s.prefix, t.Name))}
	}
	return all, nil
}
