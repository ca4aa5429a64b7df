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
	panics(func() { r.With("x") })
	r = r.With("y")
	return r.With("z")
}

func panics(f func()) { defer func() { _ = recover() }(); f() }

func as(err error) bool {
	var e *toolerr.ToolRuntimeError
	if errors.As(err, e) { // want `errors.As finds a \*toolerr.ToolRuntimeError, and needs a pointer to a variable of that type`
		return true
	}
	return errors.As(err, &e)
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

func nilError(fail bool) error {
	var e *toolerr.ToolRuntimeError
	if fail {
		e = toolerr.Errorf("failed")
	}
	return e // want "may be nil is returned as an error"
}

func mayBeNil(fail bool) *toolerr.ToolRuntimeError { // want mayBeNil:"mayBeNil"
	if fail {
		return toolerr.Errorf("failed")
	}
	return nil
}

func direct() error {
	return mayBeNil(true) // want "may be nil is returned as an error"
}

func asked(err error) error {
	e := mayBeNil(true)
	if e != nil {
		return e
	}
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

func asking() error {
	switch {
	case mayBeNil(true) != nil:
		return mayBeNil(true)
	}
	return nil
}

func unasked(err error) error {
	e, _ := toolerr.Find(err)
	return e // want "may be nil is returned as an error"
}

func never() error { return toolerr.Errorf("failed") }
