//go:build !race

package agenthttp_test

// allocationLimit is the maximum memory for a large body, in bytes.
const allocationLimit = 64 << 20
