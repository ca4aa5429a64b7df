package nearest

// Distance returns the distance of two plain words.
func Distance(a, b string) int { return patternOf([]byte(a)).distance([]byte(b)) }
