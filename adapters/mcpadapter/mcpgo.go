package mcpadapter

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
)

// typed looks at an error of mcp-go that has a type.
func (s *sight) typed(typ shape.Type, e error) {
	if code, ok := vendor.coded[typ]; ok {
		s.at(e)
		if !s.coded {
			s.coded, s.code = true, code
		}
		return
	}
	switch typ {
	case vendor.transport:
		s.transport = true
		s.at(e)
	case vendor.unauthorized:
		s.refused, s.status = true, http.StatusUnauthorized
		s.at(e)
	case vendor.signIn, vendor.denied:
		s.fail(e, codeLogin)
	}
}

// mcpGo reports whether the walk is below mcp-go's error of a transport.
func (s *sight) mcpGo() bool { return s.node != nil && vendor.set.Of(s.node) == vendor.transport }

// What mcp-go's transports say without a type, below their error that has one
// (mcp-go v1.2.1, client/transport).
var wordsLost = map[string]bool{
	"transport closed": true, "transport has been closed": true, "connection has been closed": true,
	"unexpected nil response": true,
}

const wordsSession = "session terminated (404). need to re-initialize"

// The words before a status, and before the end of a wait.
var (
	wordsStatus = []string{"request failed with status ", "notification failed with status "}
	wordRefused = "server returned 4xx for initialize POST"
	wordLate    = "timeout waiting for SSE response after "
	wordWriting = "failed to write request: "
)

func (s *sight) sayingOfMCPGo(e error) {
	text, ok := plainText(e)
	if !ok {
		return
	}
	if text == wordsSession {
		s.fail(e, codeSession)
		return
	}
	if wordsLost[text] || strings.HasPrefix(text, wordWriting) {
		s.lose(e)
		return
	}
	if strings.HasPrefix(text, wordLate) {
		s.late = true
		return
	}
	if strings.HasPrefix(text, wordRefused) {
		s.refused = true // with a status that the client does not keep
		return
	}
	for _, words := range wordsStatus {
		if rest, ok := strings.CutPrefix(text, words); ok && !s.refused {
			s.status = leadingStatus(rest)
			s.refused = s.status != 0
		}
	}
}

// leadingStatus reads the status that the text begins with, 0 if it does not.
func leadingStatus(text string) int {
	digits, _, ok := strings.Cut(text, ": ")
	status, err := strconv.Atoi(digits)
	if !ok || err != nil || len(digits) != 3 || status < 300 {
		return 0
	}
	return status
}
