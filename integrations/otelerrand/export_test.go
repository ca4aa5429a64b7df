package otelerrand

// Cached is how many entries the largest cache holds.
func Cached(t *Telemetry) int { return max(len(t.labels.failed.made), len(t.labels.ran.made)) }

// Running is how many runs of tools are under way.
func Running(t *Telemetry) int { return len(t.running.all) }

// Agents is how many runs have agents at work.
func Agents(t *Telemetry) int { return len(t.agents.runs) }
