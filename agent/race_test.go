//go:build race

package agent_test

// hugeBytes is smaller under the race detector, which needs half a minute to encode 100 MB.
const hugeBytes = 8 << 20
