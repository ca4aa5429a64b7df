package agenthttp

import (
	"maps"
	"slices"

	"github.com/errand-go/errand/agent"
)

// Kinds are those with a row in the table of statuses.
func Kinds() []agent.ErrorKind { return slices.Collect(maps.Keys(statuses)) }
