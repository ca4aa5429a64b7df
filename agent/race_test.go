//go:build race

package agent_test

// hugeBytes is smaller under the race detector, which makes encoding 100 MB
// take half a minute.
const hugeBytes = 8 << 20
