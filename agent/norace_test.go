//go:build !race

package agent_test

// hugeBytes is how much a tool returns at most.
const hugeBytes = 100 << 20
