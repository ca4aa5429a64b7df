package marked

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The words below also stand in texts about other things, so they count only together with
// a recorded exchange.
var (
	// answered are words of tools before the status of a response.
	answered = [...]string{"returned ", "returns ", "responded with ", "responded ", "replied with ", "replied ", "answered with ", "answered ", "response ", "got ", "received ", "error ", "error: ", "code ", "code: ", "("}
	// lost are words of packages net, net/http and syscall (go1.26.8), and of tools.
	lost = [...]string{
		"connection refused", "connection reset by peer", "no such host", "network is unreachable", "no route to host", "broken pipe", "EOF",
		"server closed idle connection", "i/o timeout", "TLS handshake timeout", "context deadline exceeded", "timeout awaiting response headers",
		"could not be reached", "cannot be reached", "could not connect to", "cannot connect to", "failed to connect to", "unable to connect to",
	}
)

// SaysAnswered reports whether a text states that a service answered with a status.
func SaysAnswered(text string, status int) bool {
	number := strconv.Itoa(status)
	for text = strings.ToLower(text); ; {
		before, rest, found := strings.Cut(text, number)
		if !found {
			return false
		}
		after, _ := utf8.DecodeRuneInString(rest)
		if !unicode.IsLetter(after) && !unicode.IsDigit(after) && slices.ContainsFunc(answered[:], func(word string) bool { return strings.HasSuffix(before, word) }) {
			return true
		}
		text = rest
	}
}

// SaysLost reports whether a text has words for a connection that was not made, was lost, or
// had no answer in time.
func SaysLost(text string) bool {
	return slices.ContainsFunc(lost[:], func(words string) bool { return strings.Contains(text, words) })
}
