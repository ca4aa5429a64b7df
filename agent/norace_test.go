//go:build !race

package agent_test

// hugeBytes is how much a tool returns at most.
const hugeBytes = 100 << 20

// raceDetector tells whether the tests run under the race detector, with which
// sync.Pool forgets at random: what is allocated then says nothing.
const raceDetector = false
