package agenthttp

import (
	"maps"
	"slices"

	"github.com/errand-go/errand/agent"
)

// Patterns returns those of all routes.
func Patterns() []string { return slices.Sorted(maps.Keys(routes())) }

// StatusOf returns the status of a kind.
func StatusOf(kind agent.ErrorKind) int { return statuses[kind] }

// Kinds are those with a row in the table of statuses.
func Kinds() []agent.ErrorKind { return slices.Collect(maps.Keys(statuses)) }
