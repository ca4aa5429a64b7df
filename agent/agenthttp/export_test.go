package agenthttp

import (
	"maps"
	"slices"

	"github.com/errand-go/errand/agent"
)

// Patterns returns those of all routes.
func Patterns() []string { return slices.Sorted(maps.Keys(routes())) }

// Kinds are those with a row in the table of statuses.
func Kinds() []agent.ErrorKind { return slices.Collect(maps.Keys(statuses)) }
