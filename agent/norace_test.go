//go:build !race

package agent_test

// hugeBytes is the maximum size of a tool's result.
const hugeBytes = 100 << 20
