package mcpagent

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// maxName is the maximum length of the name of an agent's tool.
const maxName = 64

// usableName returns a name that every model provider accepts for a name of MCP: 1 to 128
// characters of [A-Za-z0-9_.-] by the specification, and anything in practice. It depends
// only on its arguments, so it is the same for any list and any order. A changed name ends
// with a part of the original's hash, because another tool may already have that name.
func usableName(prefix, name string) string {
	spelled := spell(name)
	usable := spell(prefix) + spelled
	changed := spelled != name
	if usable == "" || usable[0] == '-' || '0' <= usable[0] && usable[0] <= '9' {
		usable = "_" + usable
		changed = changed || prefix == "" // a prefix changes all names in the same way
	}
	if !changed && len(usable) <= maxName {
		return usable
	}
	sum := sha256.Sum256([]byte(prefix + name))
	mark := "_" + hex.EncodeToString(sum[:4])
	return usable[:min(len(usable), maxName-len(mark))] + mark
}

// spell replaces the characters that some providers refuse.
func spell(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, s)
}
