// Package mcpgotools has the names of errand that the tests need.
package mcpgotools

func Middleware() any { return nil }
