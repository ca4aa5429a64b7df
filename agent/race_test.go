//go:build race

package agent_test

// hugeBytes is smaller under the race detector, which makes encoding 100 MB
// take half a minute.
const hugeBytes = 8 << 20

// raceAllocations are how many more allocations a call may take under the race detector,
// with which sync.Pool forgets at random.
const raceAllocations = 3
