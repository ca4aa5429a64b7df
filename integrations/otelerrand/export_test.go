package otelerrand

// Cached is how many entries the largest cache holds.
func Cached(t *Telemetry) int { return max(len(t.labels.failed.made), len(t.labels.ran.made)) }
