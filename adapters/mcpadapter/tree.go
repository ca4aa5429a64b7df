package mcpadapter

import (
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"syscall"

	"github.com/errand-go/errand/adapter/shape"
)

var codeOf = shape.NewGetter[int64]("Code")

// wire looks at the Go SDK's error of JSON-RPC: a server's answer, or one that
// the SDK made itself.
func (s *sight) wire(e error) {
	code, ok := codeOf.Of(e)
	if !ok {
		return
	}
	s.at(e)
	switch code {
	case codeRejected:
		s.transport, s.rejected = true, true
	case codeEnded, codeEnding:
		s.lose(e)
	default:
		if !s.coded {
			s.coded, s.code = true, strconv.FormatInt(code, 10)
			s.node = e
		}
	}
}

// The words that the Go SDK puts around the name of a method.
const (
	wordClosed  = "connection closed: calling "
	wordCalling = "calling "
	wordSending = "sending "
	wordForgot  = "failed to connect (session ID: "
	wordMissing = "): session not found"
	wordReject  = "rejected by transport"
)

// sayingOfSDK looks at what the Go SDK says without a type.
func (s *sight) sayingOfSDK(e error) {
	text, ok := plainText(e)
	if !ok {
		return
	}
	if _, ok := ofMethod(text, wordClosed); ok {
		s.lose(e)
		return
	}
	if rest, ok := ofMethod(text, wordCalling); ok {
		s.transport = true
		s.at(e)
		if sent, ok := ofMethod(rest, wordSending); ok {
			s.answeredInHTTP(sent)
		}
		return
	}
	if rest, ok := ofMethod(text, wordSending); ok && strings.HasPrefix(rest, wordForgot) && strings.HasSuffix(rest, wordMissing) {
		s.fail(e, codeSession)
		return
	}
	if rest, ok := strings.CutPrefix(text, wordReject+": "); ok && s.transport {
		if sent, ok := ofMethod(rest, wordSending); ok {
			s.answeredInHTTP(sent)
		}
	}
}

// answeredInHTTP looks at what the SDK says of a request that it sent: nothing
// but the phrase of the status, or, behind an error of JSON-RPC that came with
// it, a refusal and the phrase (go-sdk v1.8.0, mcp/streamable.go, checkResponse).
func (s *sight) answeredInHTTP(text string) {
	if s.refused {
		return
	}
	if i := strings.LastIndex(text, wordReject+": "); i >= 0 {
		text = text[i+len(wordReject+": "):]
	}
	status, ok := phraseStatus(text)
	if ok {
		s.refused, s.status = true, status
	}
}

// phraseStatus is the status that net/http has the phrase for. One without a
// phrase leaves an empty text.
func phraseStatus(phrase string) (int, bool) {
	if phrase == "" {
		return 0, true
	}
	for status := 300; status < 600; status++ {
		if http.StatusText(status) == phrase {
			return status, true
		}
	}
	return 0, false
}

// methods are those that a client calls (go-sdk v1.8.0, mcp/protocol.go).
var methods = map[string]bool{
	"tools/call": true, "tools/list": true, "resources/read": true, "resources/list": true,
	"resources/templates/list": true, "resources/subscribe": true, "resources/unsubscribe": true,
	"prompts/get": true, "prompts/list": true, "completion/complete": true, "logging/setLevel": true,
	"initialize": true, "ping": true, "server/discover": true, "subscriptions/listen": true,
}

// ofMethod returns what follows the words, a method's name in quotes, a colon and
// a space, which must all be there.
func ofMethod(text, words string) (rest string, ok bool) {
	text, ok = strings.CutPrefix(text, words)
	if !ok || len(text) == 0 || text[0] != '"' {
		return "", false
	}
	method, rest, ok := strings.Cut(text[1:], `": `)
	return rest, ok && methods[method]
}

// broken reports whether e is what the end of a stream or of a pipe reads as.
func broken(e error) bool {
	switch e {
	case io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, fs.ErrClosed, syscall.EPIPE: //nolint:errorlint // one node of a walk
		return true
	}
	return false
}
