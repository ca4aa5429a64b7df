// Package agenttest tests agents without a model and without a network: a
// [Model] that follows a script, a [Tool] that fails as it is told, [Run] and
// checks of what an agent leaves behind.
//
// For those who write a part of their own there are suites: [StoreSuite] proves
// a store, and [ModelSuite] a model, against a server that speaks as the provider
// does. [Bubble], [Script] and [AssertModelSound] are what else tests of a model
// need: HTTP without a network in which time passes by itself, a server that
// follows a script, and the rules of a sequence for a fuzz test.
//
// It needs no assertion library: the checks take a [TB], which *testing.T is.
package agenttest

// TB is the part of testing.TB that the checks use.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}
