package mcptools

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// maxName is how long the name of an agent's tool may be.
const maxName = 64

// usableName returns a name that every model provider takes, for one of MCP: 1
// to 128 characters of [A-Za-z0-9_.-] by the specification, and anything in
// practice. It depends on nothing else, so that a tool has the same one whatever
// is listed beside it, and in whatever order. A name that had to be changed ends
// in a part of its hash: another tool may have the changed one for its own.
func usableName(prefix, name string) string {
	spelled := spell(name)
	usable := spell(prefix) + spelled
	changed := spelled != name
	if usable == "" || usable[0] == '-' || '0' <= usable[0] && usable[0] <= '9' {
		usable = "_" + usable
		changed = changed || prefix == "" // a prefix changes in one way for all
	}
	if !changed && len(usable) <= maxName {
		return usable
	}
	sum := sha256.Sum256([]byte(prefix + name))
	mark := "_" + hex.EncodeToString(sum[:4])
	return usable[:min(len(usable), maxName-len(mark))] + mark
}

// spell replaces the characters that not every provider takes.
func spell(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, s)
}
