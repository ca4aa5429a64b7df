// Package losing loses values of errand.
package losing

import (
	"errors"

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

func compared(err error, k toolerr.Kind) bool {
	if err == toolerr.KindRateLimit { // want "an error is compared with toolerr.KindRateLimit, which it can only contain; use errors.Is"
		return true
	}
	if toolerr.KindFatal != err { // want "an error is compared with toolerr.KindFatal"
		return false
	}
	switch err {
	case toolerr.KindFatal: // want "an error is compared with toolerr.KindFatal"
		return true
	}
	return k == toolerr.KindFatal
}

type own struct{}

func (own) Error() string { return "own" }

func (own) Is(target error) bool { return target == toolerr.KindFatal }

func asked(err error) error {
	var as *toolerr.ToolRuntimeError
	if errors.As(err, &as) {
		return as
	}
	if found, ok := toolerr.Find(err); ok {
		return found
	}
	found, ok := toolerr.Find(err)
	if !ok {
		return err
	}
	return found
}

func never() error { return toolerr.Errorf("failed") }
