package mcpadapter

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"syscall"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// types are the types of the clients. Their names are all different.
var types = typesIn("github.com/modelcontextprotocol/go-sdk/internal/jsonrpc2",
	"github.com/mark3labs/mcp-go/client/transport", "github.com/mark3labs/mcp-go/mcp")

func typesIn(jsonrpc, transport, mcp string) *shape.Set {
	return shape.NewSet(
		shape.T(jsonrpc, "WireError"),
		shape.T("golang.org/x/oauth2", "RetrieveError"), // below the Go SDK
		shape.T(transport, "Error"), shape.T(transport, "AuthorizationRequiredError"),
		shape.T(transport, "OAuthAuthorizationRequiredError"), shape.T(transport, "OAuthError"),
		shape.T(mcp, "HeaderMismatchError"), shape.T(mcp, "MissingRequiredClientCapabilityError"),
		shape.T(mcp, "UnsupportedProtocolVersionError"), shape.T(mcp, "URLElicitationRequiredError"),
	)
}

// readTree reads a whole tree. known are the codes of errors without a type.
func readTree(err error, known map[error]int) *spec.Answer {
	r := reader{known: known}
	for e := range adapter.Tree(err) {
		if r.read(e) && r.node == nil {
			r.node = e
		}
	}
	transport := r.transport && !r.canceled
	switch {
	case r.foreign, r.code == "" && r.failure == "" && !r.refused && !transport:
		return nil
	case r.code != "":
		return &spec.Answer{Node: r.node, Codes: []string{r.code}, Status: r.status}
	case r.failure == codeSession:
		return &spec.Answer{Node: r.node, Codes: []string{codeSession}, Status: http.StatusNotFound}
	case r.failure != "":
		return &spec.Answer{Node: r.node, Codes: []string{r.failure}}
	case r.refused:
		return &spec.Answer{Node: r.node, Status: r.status}
	}
	if te := (httpadapter.Adapter{}).FromError(err); te != nil {
		if !toolerr.SafeMethod(te.HTTPMethod()) {
			return nil
		}
		// The stream of responses is a GET; the call was sent by a POST.
		a := &spec.Answer{Node: r.node, Kind: te.Kind()}
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
		return a
	}
	a := &spec.Answer{Node: r.node, Unread: true, Undecoded: r.undecoded}
	if r.late {
		a.Kind = toolerr.KindNetworkTransportTimeout
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	}
	return a
}

// A reader reads the errors of a tree.
type reader struct {
	known map[error]int
	node  error // the first error of a client

	code      string // sent by a server
	failure   string // the code of a client's own failure
	refused   bool   // the server's answer is only an HTTP response
	status    int    // of that response, or 0
	transport bool   // the request failed below the protocol
	mcpGo     bool   // in mcp-go's transport
	rejected  bool   // the Go SDK's transport could not deliver it
	undecoded bool   // its response arrived, but is not the expected one
	late      bool   // a timer of the client ended the wait
	canceled  bool   // a context ended
	foreign   bool   // of another adapter
}

// read reads one error, and reports whether it is a client's.
func (r *reader) read(e error) bool {
	switch name := types.Of(e).Name(); name {
	case "":
		return r.readUntyped(e)
	case "WireError":
		return r.readWire(e)
	case "Error":
		r.mcpGo = r.mcpGo || r.node == nil
		r.transport = true
	case "AuthorizationRequiredError":
		r.refused, r.status = true, http.StatusUnauthorized
	case "OAuthAuthorizationRequiredError", "OAuthError":
		r.fail(codeLogin)
	case "RetrieveError":
		r.foreign = true
	default:
		r.answer(typeCodes[name])
	}
	return true
}

// answer sets the code of a server's answer. The first one is used.
func (r *reader) answer(code string) {
	if r.code == "" {
		r.code = code
	}
}

// fail sets the code of a client's failure. The first one is used, except that any other
// one replaces a closed connection.
func (r *reader) fail(code string) {
	if r.failure == "" || r.failure == codeClosed {
		r.failure = code
	}
}

// disconnect records that the connection is closed.
func (r *reader) disconnect() {
	if r.failure == "" {
		r.failure = codeClosed
	}
}

// readWire reads the Go SDK's JSON-RPC error: a server's answer, or one that the SDK made.
func (r *reader) readWire(e error) bool {
	code, ok := shape.Field[int64](e, "Code")
	switch {
	case !ok:
	case code == codeRejected:
		r.transport, r.rejected = true, true
	case code == codeEnded, code == codeEnding:
		r.disconnect()
	default:
		if r.code == "" {
			r.node = e
		}
		r.answer(strconv.FormatInt(code, 10))
	}
	return ok
}

// readUntyped reads a known variable, the end of a context or of a stream, or a text.
func (r *reader) readUntyped(e error) bool {
	for known, code := range r.known {
		if e == known { // cannot panic: the key of a map is comparable
			r.answer(strconv.Itoa(code))
			return true
		}
	}
	switch e {
	case context.Canceled, context.DeadlineExceeded: //nolint:errorlint // e alone
		r.canceled = true
		return false
	case io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, fs.ErrClosed, syscall.EPIPE:
		if r.transport && !r.rejected && !r.mcpGo {
			r.disconnect()
			return true
		}
	}
	text, ok := spec.PlainText(e)
	switch {
	case !ok:
		return false
	case r.mcpGo:
		r.readMCPGo(text)
		return false
	}
	return r.readSDK(text)
}

// readSDK reads a text of the Go SDK, which contains the texts of the inner errors. The
// texts for a status and a session in go-sdk v0.5.0 and v1.0.0 differ from those in v1.8.0.
func (r *reader) readSDK(text string) bool {
	if _, ok := afterMethod(text, "connection closed: calling "); ok {
		r.disconnect()
		return true
	}
	text, ok := afterMethod(text, "calling ")
	if !ok {
		return false
	}
	const rejected = "rejected by transport: "
	r.transport = true
	if status, broken := strings.CutPrefix(text, "broken session: "); broken && !r.refused {
		status, _, _ = strings.Cut(status, " ")
		r.status, r.refused = spec.ParseStatus(status)
		return true
	}
	text, ok = afterMethod(strings.TrimPrefix(text, rejected), "sending ")
	switch {
	case !ok:
	case strings.HasPrefix(text, "unsupported content type "), strings.HasPrefix(text, "failed to decode response: "):
		r.undecoded = true
	case strings.HasPrefix(text, "failed to connect (session ID: ") && strings.HasSuffix(text, "): session not found"),
		text == "failed to send: session not found":
		r.fail(codeSession)
	case !r.refused:
		// The text is the phrase of the status, or the phrase follows a JSON-RPC error and a
		// refusal (go-sdk v1.8.0, mcp/streamable.go, checkResponse).
		if i := strings.LastIndex(text, rejected); i >= 0 {
			text = text[i+len(rejected):]
		}
		r.status, r.refused = phraseStatus(text)
	}
	return true
}

// afterMethod returns the text after a prefix, the name of a method in quotes, a colon and
// a space.
func afterMethod(text, prefix string) (rest string, ok bool) {
	text, ok = strings.CutPrefix(text, prefix)
	if !ok || !strings.HasPrefix(text, `"`) {
		return "", false
	}
	method, rest, ok := strings.Cut(text[1:], `": `)
	return rest, ok && methods[method]
}

// phraseStatus returns the status with the given phrase in net/http. A status without a
// phrase leaves an empty text.
func phraseStatus(phrase string) (status int, ok bool) {
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

// readMCPGo reads a text below mcp-go's transport error (mcp-go v1.2.1 and v0.45.0,
// client/transport).
func (r *reader) readMCPGo(text string) {
	switch {
	case text == "session terminated (404). need to re-initialize":
		r.fail(codeSession)
	case lostTexts[text], strings.HasPrefix(text, "failed to write request: "):
		r.disconnect()
	case strings.HasPrefix(text, "timeout waiting for SSE response after "):
		r.late = true
	case text == "unauthorized (401)": // before mcp-go had a type for it
		r.refused, r.status = true, http.StatusUnauthorized
	case strings.HasPrefix(text, "failed to read response body: "):
		r.transport = true
	case strings.HasPrefix(text, "failed to decode response: "), strings.HasPrefix(text, "unexpected content type: "):
		r.transport, r.undecoded = true, true
	case strings.HasPrefix(text, "server returned 4xx for initialize POST"):
		r.refused = true // with a status that the client does not keep
	case !r.refused:
		r.status = leadingStatus(text)
		r.refused = r.status != 0
	}
}

// leadingStatus returns the status of a failure in a text of mcp-go, or 0.
func leadingStatus(text string) int {
	_, rest, ok := strings.Cut(text, " failed with status ")
	if !ok || !strings.HasPrefix(text, "request failed") && !strings.HasPrefix(text, "notification failed") {
		return 0
	}
	digits, _, ok := strings.Cut(rest, ": ")
	status, valid := spec.ParseStatus(digits)
	if !ok || !valid || status < 300 {
		return 0
	}
	return status
}
