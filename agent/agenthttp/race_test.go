//go:build race

package agenthttp_test

// allocationLimit is larger under the race detector, which allocates more.
const allocationLimit = 128 << 20
