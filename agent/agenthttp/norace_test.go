//go:build !race

package agenthttp_test

// allocationLimit is what a large body may cost, in bytes.
const allocationLimit = 64 << 20
