// Package config collects what is wrong with a configuration.
package config

import (
	"errors"
	"fmt"
	"slices"

	"github.com/errand-go/errand/agent/internal/names"
)

// Problems are the problems of one agent or runner. Each matches Kind.
type Problems struct {
	Kind error
	Of   string // begins the text of each problem
	all  []error
}

// Add adds a problem.
func (p *Problems) Add(format string, args ...any) { p.AddKind(p.Kind, format, args...) }

// AddKind adds a problem that matches another error too.
func (p *Problems) AddKind(kind error, format string, args ...any) {
	p.all = append(p.all, &problem{p.Kind, kind, fmt.Errorf(p.Of+format, args...)})
}

// CheckName checks the name of an agent. The reserved names are not allowed.
func (p *Problems) CheckName(name string, reserved ...string) {
	if slices.Contains(reserved, name) {
		p.Add("has a name that is reserved")
		return
	}
	switch {
	case name == "":
		p.Add("has no name")
	case !names.Tool(name):
		p.Add("has a name that is not 1 to 64 characters of [A-Za-z0-9_-], the first a letter or _")
	}
}

// Err returns all problems as one error, and nil if there are none.
func (p *Problems) Err() error { return errors.Join(p.all...) }

// A problem has a text for the developer who wrote the configuration.
type problem struct{ base, kind, err error }

func (e *problem) Error() string        { return e.err.Error() }
func (e *problem) Unwrap() error        { return e.err }
func (e *problem) Is(target error) bool { return target == e.base || target == e.kind }
