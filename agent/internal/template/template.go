// Package template fills in the instructions of agents.
package template

import (
	"strings"

	"github.com/errand-go/errand/agent/internal/names"
)

// Expand replaces placeholders in one pass: {key}, {key?}, a key with one of the prefixes,
// {artifact.name} and {artifact.name?}. Other text in braces is unchanged. lookup returns
// the value of a key, which is optional if it ends in ?. If lookup fails, Expand fails.
func Expand(template string, prefixes []string, lookup func(key string, optional bool) (string, error)) (string, error) {
	if !strings.Contains(template, "{") {
		return template, nil
	}
	var b strings.Builder
	rest := template
	for {
		open := strings.IndexByte(rest, '{')
		if open < 0 {
			b.WriteString(rest)
			return b.String(), nil
		}
		end := strings.IndexAny(rest[open+1:], "{}")
		if end < 0 || rest[open+1+end] == '{' {
			b.WriteString(rest[:open+1])
			rest = rest[open+1:]
			continue
		}
		inner := rest[open+1 : open+1+end]
		key, optional := strings.CutSuffix(inner, "?")
		if !isKey(key, prefixes) {
			b.WriteString(rest[:open+1])
			rest = rest[open+1:]
			continue
		}
		value, err := lookup(key, optional)
		if err != nil {
			return "", err
		}
		b.WriteString(rest[:open])
		b.WriteString(value)
		rest = rest[open+1+end+1:]
	}
}

// Artifact is the prefix of an artifact's name.
const Artifact = "artifact."

// isKey reports whether s is a valid placeholder name.
func isKey(s string, prefixes []string) bool {
	if name, ok := strings.CutPrefix(s, Artifact); ok {
		return name != "" && !strings.ContainsAny(name, " \t\r\n\"'")
	}
	for _, prefix := range prefixes {
		if name, ok := strings.CutPrefix(s, prefix); ok {
			s = name
			break
		}
	}
	if s == "" || '0' <= s[0] && s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		if !names.Byte(s[i]) || s[i] == '-' {
			return false
		}
	}
	return true
}
