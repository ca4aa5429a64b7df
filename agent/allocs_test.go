//go:build !race

package agent_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestProperty12AllocationsPerToolCall(t *testing.T) {
	const few, many = 8, 108
	turn := testing.AllocsPerRun(20, overheadRun(t, 1))
	t.Logf("%.0f allocations of a run with one call", turn)
	assert.LessOrEqual(t, turn, 300.0)
	base := testing.AllocsPerRun(20, overheadRun(t, few))
	more := testing.AllocsPerRun(20, overheadRun(t, many))
	perCall := (more - base) / (many - few)
	t.Logf("%.1f allocations per call", perCall)
	assert.LessOrEqual(t, perCall, 62.0)
}
