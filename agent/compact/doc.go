// Package compact keeps the conversations of long sessions within a number of tokens.
//
//	runner, err := agent.NewRunner(agent.RunnerConfig{
//		Agent: a, Store: store, Compactor: compact.Window{Tokens: 100_000, Summarizer: model},
//	})
//
// A [Window] is an [agent.Compactor]. The session keeps all its events; the history records
// each compaction as an event with [agent.Actions].Compaction.
package compact
