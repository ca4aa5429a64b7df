// Package natsadapter recognises the errors of NATS's Go client: of its core, of its
// JetStream, key-value and object store API, and of the older API for the same.
//
// The client is not imported. JetStream's errors are recognised by the names of their
// types, and their numbers are their codes. The client makes most others with
// errors.New, or returns a server's text. The former are recognised by the whole
// text, the latter by their fixed beginning. Subjects and names of streams follow
// that beginning, and reach developers only.
//
// A service that answers through package micro sends its errors as headers of a
// successful response, which the tool has to check.
package natsadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of github.com/nats-io/nats.go and its package
// jetstream. The zero value is ready to use.
//
// The effect is that of one message or request. A message whose acknowledgement did
// not come may have been stored; a request without responders did nothing. A request
// that a JetStream server refuses has changed nothing, unless the server failed while
// it handled the request.
//
// Publishing without JetStream is not acknowledged: the client reports a server's
// refusal to a handler, later. A tool that needs the result flushes, and then checks
// the connection's last error.
type Adapter struct{}

var _ adapter.Specified = Adapter{}

// Slug returns "_nats".
func (Adapter) Slug() string { return slug }

// Spec returns the data of the adapter; see [spec.Of]. Its table has the meanings of the
// codes: the names of the client's errors and of the server's numbers, in errand's
// spelling.
func (Adapter) Spec() adapter.Adapter { return nats }

// FromError returns the error that err becomes, or nil if it is not NATS's. An
// untrusted certificate is left to httpadapter.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	te := nats.FromError(err)
	if te != nil && te.VendorCode() == tlsFailed && (httpadapter.Adapter{}).FromError(err) != nil {
		return nil
	}
	return te
}

// Code returns the code that the table has for a number of JetStream's, "" if it
// has none: 10059 is stream_not_found.
func Code(number int) string { return table.Code(number) }

const module = "github.com/nats-io/nats.go"

var (
	apiError    = shape.T(module, "APIError")
	jsError     = shape.T(module, "jsError")
	serverError = shape.T(module, "natsProtoErr")
)

var nats = spec.New(spec.Spec{
	Table:  table,
	NoHTTP: true,
	Errors: []spec.Error{
		{Types: []shape.Type{apiError, shape.T(module+"/jetstream", "APIError")}, Read: readNumber},
		{Types: []shape.Type{jsError, shape.T(module+"/jetstream", "jsError"), serverError}, Read: readTyped},
	},
	Begins: []string{"nats: "},
	Text: func(e error) *spec.Answer {
		code := codeOf(e.Error())
		if code == "" || spec.Wraps(e) {
			return nil
		}
		return &spec.Answer{Codes: []string{code}}
	},
})

var (
	fieldNumber      = shape.NewGetter[int]("ErrorCode")
	fieldStatus      = shape.NewGetter[int]("Code")
	fieldDescription = shape.NewGetter[string]("Description")
)

// readNumber reads the error of a JetStream server by its number. Without a listed number
// the server's status decides, which is similar to one of HTTP.
func readNumber(a *spec.Answer) bool {
	number, ok := fieldNumber.Of(a.Node)
	code := Code(number)
	switch code {
	case streamStoreFailed:
		if text, _ := fieldDescription.Of(a.Node); full[text] {
			code = streamFull
		}
	case wrongLastSequence:
		code = changed(a.Err)
	}
	a.Is(code)
	a.Row.Unanswered = false
	if status, _ := fieldStatus.Of(a.Node); a.Row.VendorCode == "" && status >= 400 {
		rule := toolerr.StatusRuleOf(status)
		a.Kind = rule.Kind
		a.Retry(rule.CanRetry)
	}
	return ok
}

// readTyped reads an error by its text. One with an unknown text may wrap a known error.
func readTyped(a *spec.Answer) bool {
	text, ok := shape.Call(a.Node, error.Error)
	a.Is(codeOf(text))
	a.Fallback = a.Row.VendorCode == ""
	return ok
}

// changed returns the code of a write whose sequence was not the last. A key-value store
// wraps the server's error in one for an existing key or a changed one; one of the two has
// no type (nats.go v1.55.0, kv.go).
func changed(err error) string {
	for e := range adapter.Tree(err) {
		text, _ := shape.Call(e, error.Error)
		if code := codeOf(text); code == keyExists || code == keyRevisionMismatch {
			return code
		}
		if _, ok := e.(interface{ Unwrap() error }); ok && strings.HasSuffix(text, ": key exists") {
			return keyExists
		}
	}
	return wrongLastSequence
}

// maxText is longer than any of the texts.
const maxText = 128

// codeOf returns the code of a text, or "" if it is not one of the client's.
func codeOf(text string) string {
	text, ok := strings.CutPrefix(text, "nats: ")
	if !ok {
		return ""
	}
	if len(text) <= maxText {
		if code, ok := texts[text]; ok {
			return code
		}
	}
	for _, s := range sentences {
		if len(text) >= len(s.begin) && strings.EqualFold(text[:len(s.begin)], s.begin) {
			return s.code
		}
	}
	return ""
}

// byText returns the code of each line.
func byText(lines map[string]string) map[string]string {
	codes := make(map[string]string, 200)
	for code, all := range lines {
		for text := range strings.SplitSeq(all, "\n") {
			codes[text] = code
		}
	}
	return codes
}
