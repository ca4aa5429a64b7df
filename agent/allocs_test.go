//go:build !race

package agent_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/agent"
)

// TestProperty12AllocationsPerToolCall measures the cost of a call relative to plain
// encoding/json, and relative to errand's own JSON code, which leaves the loop alone.
func TestProperty12AllocationsPerToolCall(t *testing.T) {
	const few, many = 8, 108
	plain := testing.AllocsPerRun(200, plainJSON)
	careful := testing.AllocsPerRun(200, gateAndPayload(agent.CheckArgsFor(t)))
	turn := testing.AllocsPerRun(20, overheadRun(t, 1))
	t.Logf("%.0f allocations of a run with one call", turn)
	assert.LessOrEqual(t, turn, 300.0)
	base := testing.AllocsPerRun(20, overheadRun(t, few))
	more := testing.AllocsPerRun(20, overheadRun(t, many))
	perCall := (more - base) / (many - few)
	t.Logf("%.1f allocations per call: %.0f of plain JSON, %.0f with the gate and the payload", perCall, plain, careful)
	assert.LessOrEqual(t, perCall, 62.0)
	assert.LessOrEqual(t, perCall-careful, 21.0, "three of them count the requests that nothing records")
}
