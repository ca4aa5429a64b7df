package otelerrand

// Running is how many runs of tools are under way.
func Running(t *Telemetry) int { return len(t.running.all) }

// Agents is how many runs have agents at work.
func Agents(t *Telemetry) int { return len(t.agents.runs) }
