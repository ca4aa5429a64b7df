package mcptools

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// maxName is how long the name of an agent's tool may be.
const maxName = 64

// usableName returns a name that every model provider takes, and that is not
// taken yet, for one of MCP: 1 to 128 characters of [A-Za-z0-9_.-] by the
// specification, and anything in practice. The same name becomes the same one
// every time.
func usableName(name string, taken map[string]bool) string {
	usable := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
	if usable == "" || usable[0] == '-' || '0' <= usable[0] && usable[0] <= '9' {
		usable = "_" + usable
	}
	if len(usable) > maxName || taken[usable] {
		sum := sha256.Sum256([]byte(name))
		mark := "_" + hex.EncodeToString(sum[:4])
		usable = usable[:min(len(usable), maxName-len(mark))] + mark
	}
	taken[usable] = true
	return usable
}
