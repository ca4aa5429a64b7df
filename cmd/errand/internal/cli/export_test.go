package cli

import (
	"io"

	"github.com/errand-go/errand/adapter"
)

// RunWith is Run with another registry for the demo.
func RunWith(registry func() adapter.Registry, args []string, stdin io.Reader, stdout, stderr io.Writer, env []string) int {
	a := newApp(stdin, stdout, stderr, env)
	a.registry = registry
	return a.run(args)
}

// RunAmong is Run with other adapters for explain and classify.
func RunAmong(all []adapter.Adapter, args []string, stdin io.Reader, stdout, stderr io.Writer, env []string) int {
	a := newApp(stdin, stdout, stderr, env)
	a.adapters = func() []adapter.Adapter { return all }
	return a.run(args)
}

// Spaced is spaced.
var Spaced = spaced

// AgentCode is agentCode.
const AgentCode = agentCode

// Commands returns the names of the commands.
func Commands() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}
