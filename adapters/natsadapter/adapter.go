// Package natsadapter recognises the errors of NATS's Go client: its core, its
// JetStream, key-value and object store API, and the older one of the same.
//
// The client is not imported. JetStream's errors are known by the names of their
// types, and read by their numbers. Most others are made with errors.New, and what
// the server says arrives as its words: there is nothing but the text to know them
// by, which is matched whole, in the client's own wording, and for the server's
// words by their fixed beginning. What comes behind those are subjects and the
// names of streams, which stay with the developer.
//
// The errors of a service that answers through package micro are headers of an
// answer and no errors: the tool has to look.
package natsadapter

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of github.com/nats-io/nats.go and its package
// jetstream. The zero value is ready for use.
//
// The effect is that of one message or request. A publish whose acknowledgement did
// not come may have been stored; one that nobody listens for was not. A request that
// a JetStream server refuses has changed nothing, unless the server failed while it
// worked on it.
//
// Publishing without JetStream is not acknowledged: the client reports what a server
// refuses to a handler, later. The tool that wants to know flushes, and asks for the
// connection's last error.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_nats".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean: the names of the client's errors and of the
// server's numbers, in errand's spelling.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not NATS's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	var s sight
	for e := range adapter.Tree(err) {
		if s.add(e) {
			break
		}
	}
	return s.answer(err)
}

const path = "github.com/nats-io/nats.go"

var (
	apiError       = shape.T(path, "APIError")
	newAPIError    = shape.T(path+"/jetstream", "APIError")
	jsError        = shape.T(path, "jsError")
	newJSError     = shape.T(path+"/jetstream", "jsError")
	serverSentence = shape.T(path, "natsProtoErr")

	types = shape.NewSet(apiError, newAPIError, jsError, newJSError, serverSentence)

	fieldNumber      = shape.NewGetter[int]("ErrorCode")
	fieldStatus      = shape.NewGetter[int]("Code")
	fieldDescription = shape.NewGetter[string]("Description")

	// plainText is the type behind errors.New, wrappedText the one behind
	// fmt.Errorf with a %w.
	plainText   = reflect.TypeOf(errors.New(""))
	wrappedText = reflect.TypeOf(fmt.Errorf("%w", io.EOF))
)

// A sight is what of NATS's has been seen in a tree of errors.
type sight struct {
	typed  error // of a type of NATS's, known or not
	status int   // that a JetStream server gave typed; 0 if none did

	code string
	of   error // the error of the code
	said bool  // by a JetStream server, with a number
}

// add looks at one more error, and reports whether nothing better can come.
func (s *sight) add(e error) (done bool) {
	switch reflect.TypeOf(e) {
	case plainText:
		return s.addCode(codeOf(e.Error()), e)
	case wrappedText:
		return false // most errors of most programs; see created
	}
	switch types.Of(e) {
	case shape.Type{}:
		return false
	case apiError, newAPIError:
		return s.addNumbered(e)
	}
	if s.typed == nil {
		s.typed = e
	}
	text, _ := shape.Call(e, error.Error)
	return s.addCode(codeOf(text), e)
}

// addCode takes a word of the client's. Behind a sequence that has changed it says
// what that was of.
func (s *sight) addCode(code string, e error) (done bool) {
	if code == "" || s.code != "" && code != keyExists && code != keyRevisionMismatch {
		return false
	}
	s.code, s.of, s.said = code, e, false
	return true
}

// addNumbered takes an answer of a JetStream server.
func (s *sight) addNumbered(e error) (done bool) {
	if s.code != "" {
		return false
	}
	number, _ := fieldNumber.Of(e)
	s.typed = e
	s.status, _ = fieldStatus.Of(e)
	s.code, s.of, s.said = Code(number), e, true
	switch s.code {
	case "":
		return true
	case streamStoreFailed:
		if text, _ := fieldDescription.Of(e); full[text] {
			s.code = streamFull
		}
	case wrongLastSequence:
		return false // of what comes behind it
	}
	return true
}

// created reports whether a store refused to make a key that it has, which it says
// behind the server's own answer, without a type (nats.go v1.55.0, kv.go).
func created(err error) bool {
	for e := range adapter.Tree(err) {
		if reflect.TypeOf(e) != wrappedText {
			continue
		}
		if text, _ := shape.Call(e, error.Error); strings.HasSuffix(text, ": key exists") {
			return true
		}
	}
	return false
}

// answer is what has been seen, nil if it was nothing.
func (s *sight) answer(err error) *toolerr.ToolRuntimeError {
	if s.code == "" && s.typed == nil {
		return nil
	}
	if s.code == tlsFailed && (httpadapter.Adapter{}).FromError(err) != nil {
		return nil // which knows more about certificates
	}
	if s.code == wrongLastSequence && created(err) {
		s.code = keyExists
	}
	opts := [...]toolerr.Option{{}, {}, toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display))}
	row, ok := table.Lookup(s.code)
	switch {
	case !ok:
		row, s.of = s.unlisted(), s.typed
	case !s.said && ofTheClient(row.Kind):
		opts[1] = toolerr.WithVendorCode("") // nobody has answered: a context that ended comes first
	}
	opts[0] = toolerr.WithVendorType(s.of)
	return row.Error(err, opts[:]...)
}

// unlisted is what is said of an error of NATS's without a code: what its status
// says, if a JetStream server gave it one.
func (s *sight) unlisted() adapter.Row {
	if s.status < 400 {
		return adapter.Row{Kind: toolerr.KindUpstreamUnmapped}
	}
	rule := toolerr.StatusRuleOf(s.status)
	return adapter.Row{Kind: rule.Kind, CanRetry: &rule.CanRetry}
}

// ofTheClient reports whether an error of a kind is of the client alone.
func ofTheClient(kind toolerr.Kind) bool {
	return kind == toolerr.KindToolFatal || kind.Class() == toolerr.ClassNetworkTransport
}
