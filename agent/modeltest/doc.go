// Package modeltest tests a model, an implementation of [agent.Model], against a
// server that speaks as the provider does: [Suite] checks it by the laws that
// every model keeps ([Laws]).
//
// The tests of a model's own requests and answers need three more things:
// [Bubble], which is HTTP without a network, in which time passes by itself;
// [Script], a server that follows a script; and [AssertSound], the rules of one
// sequence, for a fuzz test.
//
// It needs no assertion library: the checks take an agenttest.TB, which
// *testing.T is.
package modeltest
