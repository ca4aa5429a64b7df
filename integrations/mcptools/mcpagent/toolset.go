// Package mcpagent gives the tools of an MCP server to an agent (package agent) as a
// [Toolset], with the official SDK (github.com/modelcontextprotocol/go-sdk). It trusts the
// server's own annotations only with [WithTrustedServer]; without it, no failed call is
// retried.
package mcpagent

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/agent"
)

// A Toolset has the tools of an MCP server, for agent.Config. [NewToolset] makes one. It is
// safe for concurrent use.
type Toolset struct {
	name    string
	prefix  string
	connect Connect
	trusted bool
	policy  func(*mcp.Tool, agent.Policy) agent.Policy

	lock    chan struct{}      // has a value while the session is being changed
	session *mcp.ClientSession // nil if there is none
	cancel  context.CancelFunc // of the session's context
	closing sync.WaitGroup     // earlier sessions that are being closed
}

var _ agent.Toolset = (*Toolset)(nil)

// A ToolsetOption changes a new toolset.
type ToolsetOption func(*Toolset)

// WithTrustedServer trusts two things from the server: its annotations that a tool is
// read-only or idempotent, with which the agent may retry a failed call; and the sentences
// and the advice of its failures, if errand made them (mcptools.Middleware). Annotations are only
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

// NewToolset returns the tools of a server. The toolset connects to it when it is first used,
// and again after the session has ended: because the server has died or was restarted, has
// forgotten the session, or does not list its tools. A call that finds that the server does
// not have the session is sent again in a new one. The effect of a call that was sent and
// got no answer is unknown. If the toolset cannot connect, nothing was sent.
//
// [Toolset.Close] closes the session. The name is for diagnostics.
func NewToolset(name string, connect Connect, opts ...ToolsetOption) *Toolset {
	s := &Toolset{name: name, connect: connect, lock: make(chan struct{}, 1)}
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
	listed, err := s.listed(ctx)
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
