// Package agenttest tests agents without a model and without a network. It has a [Model]
// that follows a script, a [Tool] that fails in the way that you choose, [Run], and checks
// of the history of an agent.
//
// Package modeltest tests models of your own, and package storetest tests stores.
//
// The package needs no assertion library: its checks take a [TB], such as a *testing.T.
package agenttest

// TB is the part of testing.TB that the checks use.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}
