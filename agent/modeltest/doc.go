// Package modeltest tests a model, which is an implementation of agent.Model. [Suite]
// checks it by the laws that hold for every model ([Laws]), with a server that uses the
// provider's format.
//
// For other tests of a model's requests and answers, the package has [Bubble], which is
// HTTP without a network and without waiting; [Script], a server that follows a script; and
// [AssertSound], which checks the rules of one sequence, for fuzz tests.
//
// The package needs no assertion library: its checks take an agenttest.TB, such as a
// *testing.T.
package modeltest
