// Package agenttest tests agents without a model and without a network: a
// [Model] that follows a script, a [Tool] that fails as it is told, and checks
// of what an agent leaves behind.
//
// It needs no assertion library: the checks take a [TB], which *testing.T is.
package agenttest

// TB is the part of testing.TB that the checks use.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}
