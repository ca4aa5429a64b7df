//go:build race

package agenthttp_test

// allocationLimit is larger under the race detector, which makes programs allocate more.
const allocationLimit = 128 << 20
