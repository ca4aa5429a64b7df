// Package losing loses values of errand.
package losing

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

func thrownAway(r adapter.Registry, c adapter.Chain, e *toolerr.ToolRuntimeError) adapter.Registry {
	r.With("x")         // want "the result of adapter.Registry.With is a changed copy and is thrown away"
	r.WithObserver(nil) // want "adapter.Registry.WithObserver"
	c.WithDisclosure(1) // want "adapter.Chain.WithDisclosure"
	e.With()            // want "toolerr.ToolRuntimeError.With"
	r = r.With("y")
	return r.With("z")
}
