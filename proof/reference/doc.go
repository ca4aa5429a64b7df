// Package reference proves that one word leads from what a model reads to the log record, the
// report and the span of its failure, wherever the tool runs.
package reference
