// Package mcptools has the names of errand that the tests need.
package mcptools

func Middleware() any { return nil }
