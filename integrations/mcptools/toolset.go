package mcptools

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/agent"
)

// A Toolset has the tools of an MCP server, for agent.Config. [NewToolset] makes one. It is
// safe for concurrent use.
type Toolset struct {
	name    string
	prefix  string
	session *mcp.ClientSession
	trusted bool
	policy  func(*mcp.Tool, agent.Policy) agent.Policy
}

var _ agent.Toolset = (*Toolset)(nil)

// A ToolsetOption changes a new toolset.
type ToolsetOption func(*Toolset)

// WithTrustedServer trusts two things from the server: its annotations that a tool is
// read-only or idempotent, with which the agent may retry a failed call; and the sentences
// and the advice of its failures, if errand made them ([Middleware]). Annotations are only
// hints (go-sdk v1.8.0, mcp.ToolAnnotations), so use the option only for a server that you
// trust. Any other text of a failed result is read like the text of a service: the model
// reads it only with [adapter.DisclosureText], which [WithPolicy] or the registry sets.
func WithTrustedServer() ToolsetOption { return func(s *Toolset) { s.trusted = true } }

// WithPrefix puts prefix before the name of every tool, for agents with several servers.
// Without it, if two tools have the same name, the agent leaves the second one out.
func WithPrefix(prefix string) ToolsetOption { return func(s *Toolset) { s.prefix = prefix } }

// WithPolicy sets a function that changes the policy of a tool in the agent: a timeout, an
// approval, a disclosure, or that the tool is idempotent. fn gets the server's tool and its
// policy so far, and must be safe for concurrent use.
func WithPolicy(fn func(*mcp.Tool, agent.Policy) agent.Policy) ToolsetOption {
	return func(s *Toolset) { s.policy = fn }
}

// NewToolset returns the tools of the server to which session is connected. The caller
// closes the session. The name is for diagnostics.
func NewToolset(name string, session *mcp.ClientSession, opts ...ToolsetOption) *Toolset {
	s := &Toolset{name: name, session: session}
	for _, o := range opts {
		if o != nil {
			o(s)
		}
	}
	return s
}

// Name returns the name of the toolset.
func (s *Toolset) Name() string { return s.name }

// Tools gets the server's list of tools. Each of them implements agent.Policed. A server
// that lists more than 1,000 tools or pages, or whose list leads back into itself, is
// refused.
//
// If not every model accepts a name, it is rewritten: a character that is not a letter,
// digit, hyphen or underscore becomes an underscore, and a long name is cut. Eight digits
// of the name's hash are added, because another tool may have the rewritten name as its
// own. So "files.delete" becomes "files_delete_4ef426bd", whatever else the server lists. A
// prefix is rewritten without a hash.
//
// Some providers refuse every request with a tool whose schema has anyOf, oneOf or allOf at
// its root. The declaration leaves them out, and has the properties of all their forms. The
// arguments are validated by the whole schema.
func (s *Toolset) Tools(ctx context.Context) ([]agent.Tool, error) {
	listed, err := s.list(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]agent.Tool, len(listed))
	for i, t := range listed {
		tool := &remoteTool{set: s, remote: t}
		tool.declare(usableName(s.prefix, t.Name))
		all[i] = tool
	}
	return all, nil
}
