package adapter

import (
	"encoding/json"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/typecache"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// The agent's messages for a response that a client could not decode.
var (
	notJSON     = toolerr.Msg("The service answered with something that is not the expected JSON.")
	notReadable = toolerr.Msg("The service answered with something that the tool cannot read.")
)

// Undecodable returns the error of a complete response that its decoder refused, such as
// the HTML page of a proxy in place of JSON. The service is at fault. If the options name a
// safe method with [toolerr.WithEndpoint], a retry may help and there was no effect.
// Otherwise the service may have done something.
func Undecodable(json bool, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	message := notReadable
	if json {
		message = notJSON
	}
	te := toolerr.New(toolerr.KindUpstreamUnmapped, message, opts...)
	if toolerr.SafeMethod(te.HTTPMethod()) {
		return te.With(toolerr.WithCanRetry(true), toolerr.WithEffect(toolerr.EffectNone))
	}
	return te.With(toolerr.WithCanRetry(false), toolerr.WithEffect(toolerr.EffectUnknown))
}

// undecodable reports whether te is an error of [Undecodable].
func undecodable(te *toolerr.ToolRuntimeError) bool {
	return te.Kind() == toolerr.KindUpstreamUnmapped && (te.Message() == notJSON || te.Message() == notReadable)
}

// A format is the input of a decoder.
type format int

const (
	noDecoder format = iota
	jsonText
	otherText  // of another format, in a body
	value      // a single value, in a body or a header
	jsonHeader // the Content-Type header, where JSON was expected
)

// decoders maps the errors of decoders and parsers to the format they read. These errors do
// not show the source of the text.
var decoders = map[string]format{
	"encoding/json.SyntaxError":             jsonText,
	"encoding/json.UnmarshalTypeError":      jsonText,
	"encoding/json/jsontext.SyntacticError": jsonText,
	"encoding/json/v2.SemanticError":        jsonText,
	"encoding/xml.SyntaxError":              otherText,
	"encoding/xml.UnmarshalError":           otherText,
	"encoding/csv.ParseError":               otherText,
	"encoding/base64.CorruptInputError":     value,
	"encoding/hex.InvalidByteError":         value,
	"strconv.NumError":                      value,
	"time.ParseError":                       value,
}

var formats = typecache.New(func(t reflect.Type) format {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return decoders[t.PkgPath()+"."+t.Name()]
})

// Refused reports whether an error in the tree of err comes from a decoder or a parser, and
// whether that decoder was one for JSON.
func Refused(err error) (refused, json bool) {
	f, _ := decoderOf(err)
	return f != noDecoder, f == jsonText || f == jsonHeader
}

// decoderOf returns the first error of a decoder in the tree of err.
func decoderOf(err error) (f format, node error) {
	errtree.Walk(err, func(e error) bool {
		if f = formats.Of(e); f == noDecoder && reflect.TypeOf(e) == plainError {
			f = formatOf(e.Error())
		}
		node = e
		return f == noDecoder
	})
	return f, node
}

// formatOf recognises errors of decoders without a type by their texts.
func formatOf(text string) format {
	switch {
	case strings.HasPrefix(text, `json: unknown field "`): // go1.26.8 encoding/json decode.go
		return jsonText
	case strings.HasPrefix(text, "expected destination type of 'string' or '[]byte' for responses with content-type '"):
		// internal/requestconfig of clients that Stainless generates: openai-go v1.12.0 to v3.96.0,
		// anthropic-sdk-go v1.84.0.
		return jsonHeader
	case text == "contentType is not valid": // kiota-serialization-json-go v1.1.2
		return jsonHeader
	}
	return noDecoder
}

var plainError = reflect.TypeOf(io.EOF)

// refused returns the last exchange of the call if a decoder refused its response, and
// whether the decoder expected JSON. It returns nil if err is not of a decoder, or if the
// recorded body shows that the decoder read something else.
func (v evidence) refused(err error) (x *wire.Exchange, json bool) {
	last := v.last()
	if last.Overlaps || v.others || last.Status == 0 {
		return nil, false
	}
	f, node := decoderOf(err)
	switch f {
	case jsonText:
		return fits(last, mayBe(node, &last.Body)), true
	case otherText:
		return fits(last, last.Body.Length > 0), false
	case value, jsonHeader:
		return last, f == jsonHeader
	case noDecoder:
	}
	// A json.Decoder returns these errors for an empty or truncated body.
	ended := errtree.Text(err) != "" && endedEarly(err)
	return fits(last, ended && last.Body.Ended), true
}

func fits(x *wire.Exchange, ok bool) *wire.Exchange {
	if ok {
		return x
	}
	return nil
}

// brokenOff returns the error of a reader that ended too early, if the call sent an HTTP
// request that no transport recorded, and nil for any other error. Clients that decode from
// the body return such an end unchanged, as slack-go does (v0.35.0, misc.go). The reader
// may have read something else, so there is no advice to retry.
func (v evidence) brokenOff(err error) *toolerr.ToolRuntimeError {
	if !v.others || !endedEarly(err) {
		return nil
	}
	return toolerr.New(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(err),
		toolerr.WithCanRetry(false), toolerr.WithEffect(toolerr.EffectUnknown))
}

// endedEarly reports whether a reader ended before the expected end.
func endedEarly(err error) bool { return isNode(err, io.EOF) || isNode(err, io.ErrUnexpectedEOF) }

// isNode reports whether target itself is in the tree of err.
func isNode(err, target error) (found bool) {
	errtree.Walk(err, func(e error) bool {
		found = e == target //nolint:errorlint // one node of a walk
		return !found
	})
	return found
}

// mayBe reports whether an error of package json can be about the given body: its offset is
// within the read bytes, and the body contains the byte that it names.
func mayBe(node error, body *wire.Body) bool {
	var offset int64
	switch e := node.(type) { //nolint:errorlint // one node of a walk
	case *json.SyntaxError:
		offset = e.Offset
	case *json.UnmarshalTypeError:
		return body.Encoded || e.Offset <= body.Length && body.Length > 0
	default:
		return body.Length > 0
	}
	switch {
	case body.Encoded:
		return true
	case offset > body.Length:
		return false
	case offset < 1 || offset > int64(len(body.Start)):
		return true
	}
	text, found := strings.CutPrefix(node.Error(), "invalid character ")
	return !found || strings.HasPrefix(text, quoted(body.Start[offset-1]))
}

// quoted returns a byte as the errors of package json quote it (go1.26.8 encoding/json
// scanner.go).
func quoted(c byte) string {
	switch c {
	case '\'':
		return `'\''`
	case '"':
		return `'"'`
	}
	s := strconv.Quote(string(rune(c)))
	return "'" + s[1:len(s)-1] + "'"
}
