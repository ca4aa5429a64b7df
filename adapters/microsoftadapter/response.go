package microsoftadapter

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/errand-go/errand/toolerr"
)

// FromAnswer returns what an answer of Azure, of Microsoft Graph or of the
// authority that gives tokens means to who got it without Microsoft's clients:
// the same that FromError makes of their error for it. Whose answer it is shows by
// its form. It is nil for a success, which is what an answer with a status below
// 300 is unless it says that an operation failed. err is the cause; options come
// last and win.
func (Adapter) FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	a := answer{node: err, status: status, header: header}
	said := spoken(header, body)
	switch {
	case status < http.StatusMultipleChoices && !said.failed:
		return nil
	case said.authority:
		a.code = reason(body)
		return a.withoutToken(err, opts...)
	}
	a.code = said.code
	if _, listed := table.Lookup(a.code); !listed && said.graph && meanings[status] != "" {
		a.code = meanings[status]
	}
	return a.of(err, opts...)
}

// speech is what an answer says.
type speech struct {
	code      string
	authority bool // it is the answer to a request for a token
	graph     bool // it is Microsoft Graph's
	failed    bool // of an operation, whatever the status
}

// spoken reads the code where azcore does: in a header, or else in a body of
// JSON or XML. An error that is a text, and no object, is the word of OAuth 2.0
// (RFC 6749 section 5.2).
func spoken(header http.Header, body []byte) (s speech) {
	s.graph = header.Get("X-Ms-Ags-Diagnostic") != ""
	switch body = body[:min(len(body), maxBody)]; {
	case bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")):
		s.read(body)
	default:
		s.code = element(body)
	}
	if code := header.Get("X-Ms-Error-Code"); code != "" {
		s.code = code
	}
	return s
}

// element returns the text of the element that has the code.
func element(body []byte) string {
	for _, name := range [...]string{"<Code>", "<code>"} {
		if _, after, ok := bytes.Cut(body, []byte(name)); ok {
			text, _, _ := bytes.Cut(after, []byte("<"))
			return string(bytes.TrimSpace(text))
		}
	}
	return ""
}

// read reads a body of JSON. A cut one says nothing.
func (s *speech) read(body []byte) {
	var said struct {
		Error  json.RawMessage `json:"error"`
		OData  json.RawMessage `json:"odata.error"`
		Code   string          `json:"code"`
		Status string          `json:"status"`
	}
	_ = json.Unmarshal(body, &said) // what can be read of it counts
	var word string
	if json.Unmarshal(said.Error, &word) == nil && word != "" {
		s.authority = true
		return
	}
	var object struct {
		Code  string          `json:"code"`
		Inner json.RawMessage `json:"innerError"`
	}
	switch {
	case said.Error != nil:
		_ = json.Unmarshal(said.Error, &object)
	case said.OData != nil:
		_ = json.Unmarshal(said.OData, &object)
	default:
		object.Code = said.Code
	}
	s.code = object.Code
	s.graph = s.graph || object.Inner != nil
	s.failed = s.code != "" && (said.Status == "Failed" || said.Status == "Canceled")
}
