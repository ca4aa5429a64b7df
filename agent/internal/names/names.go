// Package names checks tool names and call ids by the rules of all providers.
package names

import "strconv"

// Tool reports whether all providers accept s as the name of a tool.
func Tool(s string) bool {
	if s == "" || len(s) > 64 || s[0] == '-' || '0' <= s[0] && s[0] <= '9' {
		return false
	}
	for i := range len(s) {
		if !Byte(s[i]) {
			return false
		}
	}
	return true
}

// Byte reports whether a name may have the byte.
func Byte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// UniqueID returns id, or a similar one that is not taken and that all providers accept.
func UniqueID(id string, taken map[string]bool) string {
	if !ID(id) {
		id = "call"
	} else if !taken[id] {
		return id
	}
	for n := 2; ; n++ {
		if next := id[:min(len(id), MaxIDBytes-10)] + "-" + strconv.Itoa(n); !taken[next] {
			return next
		}
	}
}

// MaxIDBytes is the maximum length of a call id that all providers accept: OpenAI's Chat
// Completions refuses longer ones ("string too long. Expected a string with maximum length
// 40"), though servers such as vLLM create them.
const MaxIDBytes = 40

// ID reports whether all providers accept s as the id of a call.
func ID(s string) bool {
	if s == "" || len(s) > MaxIDBytes {
		return false
	}
	for i := range len(s) {
		if !Byte(s[i]) {
			return false
		}
	}
	return true
}

// Callable returns the name of a call in a form that all providers accept in a
// conversation.
func Callable(s string) string {
	if Tool(s) {
		return s
	}
	b := []byte("_" + s)
	b = b[:min(len(b), 64)]
	for i := range b {
		if !Byte(b[i]) {
			b[i] = '_'
		}
	}
	return string(b)
}
