package cli

import (
	"io"

	"github.com/errand-go/errand/adapter"
)

// RunAmong is [Run] with other adapters.
func RunAmong(all []adapter.Adapter, args []string, stdin io.Reader, stdout, stderr io.Writer, env []string) int {
	a := newApp(stdin, stdout, stderr, env)
	a.adapters = func() []adapter.Adapter { return all }
	return a.run(args)
}

// Commands returns the names of the commands.
func Commands() (names []string) {
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// Spaced is spaced.
var Spaced = spaced
