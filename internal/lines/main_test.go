package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCode(t *testing.T) {
	tests := map[string]struct {
		src  string
		want int
	}{
		"nothing":                  {"", 0},
		"comments":                 {"// Package p is a package.\n\n/* or\n\nnot */\npackage p // it is\n", 1},
		"several tokens on a line": {"package p\n\nvar a, b = 1, (2 +\n\t3)\n", 3},
		"a string like a comment":  {"package p\n\nconst s = \"// no comment\"\n", 2},
		"a raw string":             {"package p\n\nconst s = `one\n\n// no comment\n\t\n`\n", 4},
		"no newline at the end":    {"package p\n\nvar a int", 2},
	}
	_, tokens := code([]byte("package p\n\nvar a, b = 1, (2 +\n\t3)\n"))
	assert.Equal(t, 14, tokens)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			lines, _ := code([]byte(tt.src))
			assert.Equal(t, tt.want, lines)
		})
	}
}
