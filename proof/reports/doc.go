// Package reports drives the public reports of conformance/refusals/reports through real
// clients, through the agent's loop with a scripted model, and through the MCP toolset, and
// compares what errand answers with what is right.
package reports
