//go:build race

package agent_test

// hugeBytes is smaller under the race detector, which makes encoding 100 MB
// take half a minute.
const hugeBytes = 8 << 20

// raceDetector tells whether the tests run under the race detector, with which
// sync.Pool forgets at random: what is allocated then says nothing.
const raceDetector = true
