// Package agenttest tests agents without a model and without a network: a
// [Model] that follows a script, a [Tool] that fails as it is told, [Run] and
// checks of what an agent leaves behind.
//
// A model of one's own is tested by package modeltest, and a store by package
// storetest.
//
// It needs no assertion library: the checks take a [TB], which *testing.T is.
package agenttest

// TB is the part of testing.TB that the checks use.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}
