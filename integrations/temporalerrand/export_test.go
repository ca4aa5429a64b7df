package temporalerrand

import "time"

// SetWallClock changes the limit that tests of scenes set.
func (a *Agent) SetWallClock(d time.Duration) { a.limits.WallClock = d }
