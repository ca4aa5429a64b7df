package conformance

// Summary is the last line of a test with many faults that failed.
var Summary = summary
