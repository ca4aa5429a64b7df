//go:build !race

package agent_test

// hugeBytes is how much a tool returns at most.
const hugeBytes = 100 << 20

// raceAllocations are how many more allocations a call may take under the race detector.
const raceAllocations = 0
