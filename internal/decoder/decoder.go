// Package decoder recognises the errors of decoders and parsers, which do not show where
// their input came from.
package decoder

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/internal/errtree"
	"github.com/errand-go/errand/internal/typecache"
	"github.com/errand-go/errand/internal/wire"
)

// A Format is the input of a decoder.
type Format int

// The formats.
const (
	None       Format = iota
	JSON              // in a body
	Other             // another format, in a body
	Value             // a single value, in a body or a header
	JSONHeader        // the Content-Type header, where JSON was expected
)

// decoders maps the errors of decoders and parsers to the format they read.
var decoders = map[string]Format{
	"encoding/json.SyntaxError":             JSON,
	"encoding/json.UnmarshalTypeError":      JSON,
	"encoding/json/jsontext.SyntacticError": JSON,
	"encoding/json/v2.SemanticError":        JSON,
	"encoding/xml.SyntaxError":              Other,
	"encoding/xml.UnmarshalError":           Other,
	"encoding/csv.ParseError":               Other,
	"encoding/base64.CorruptInputError":     Value,
	"encoding/hex.InvalidByteError":         Value,
	"strconv.NumError":                      Value,
	"time.ParseError":                       Value,
}

// OfType returns the format that errors of a Go type are about. Those of package errors
// have to be read; see [OfText].
func OfType(t reflect.Type) Format {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return decoders[t.PkgPath()+"."+t.Name()]
}

var (
	formats  = typecache.New(OfType)
	textType = reflect.TypeOf(io.EOF)
)

// Refused reports whether an error in the tree of err comes from a decoder or a parser, and
// whether that decoder was one for JSON.
func Refused(err error) (refused, json bool) {
	f := None
	errtree.Walk(err, func(e error) bool {
		if f = formats.Of(e); f == None && reflect.TypeOf(e) == textType {
			f = OfText(e.Error())
		}
		return f == None
	})
	return f != None, f.IsJSON()
}

// IsJSON reports whether the decoder expected JSON.
func (f Format) IsJSON() bool { return f == JSON || f == JSONHeader }

// OfText recognises the errors of decoders without a type of their own.
func OfText(text string) Format {
	switch {
	case strings.HasPrefix(text, `json: unknown field "`): // go1.26.8 encoding/json decode.go
		return JSON
	case strings.HasPrefix(text, "expected destination type of 'string' or '[]byte' for responses with content-type '"):
		// internal/requestconfig of clients that Stainless generates: openai-go v1.12.0 to v3.96.0,
		// anthropic-sdk-go v1.84.0.
		return JSONHeader
	case text == "contentType is not valid": // kiota-serialization-json-go v1.1.2
		return JSONHeader
	}
	return None
}

// MayRefuse reports whether e, the error of a decoder of the format, can be about the body. A
// value that the model sent, and one that the error does not have, without a body, are not.
func (f Format) MayRefuse(e error, body *wire.Body, sent func(value string) bool) bool {
	switch f {
	case JSON:
		return mayBe(e, body)
	case Other:
		return body.Length > 0
	case Value:
		switch e := e.(type) { //nolint:errorlint // one node of a walk
		case *strconv.NumError:
			return !sent(e.Num)
		case *time.ParseError:
			return !sent(e.Value)
		}
		return body.Length > 0
	case JSONHeader:
		return true
	case None:
	}
	return false
}

// mayBe reports whether an error of package json can be about the given body: its offset is
// within the read bytes, and the body contains the byte that it names.
func mayBe(e error, body *wire.Body) bool {
	var offset int64
	switch e := e.(type) { //nolint:errorlint // one node of a walk
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
	text, found := strings.CutPrefix(e.Error(), "invalid character ")
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

// EndsIn reports whether a text ends in an error of package json that the given body can
// cause (go1.26.8 encoding/json, decode.go and scanner.go).
func EndsIn(text string, body *wire.Body) bool {
	text = strings.TrimRight(text, " .\n")
	if i := strings.LastIndex(text, "invalid character '"); i >= 0 {
		rest := text[i+len("invalid character '"):]
		return rest != "" && (body.Encoded || bytes.IndexByte(body.Start[:min(body.Length, int64(len(body.Start)))], rest[0]) >= 0)
	}
	if strings.Contains(text, "json: cannot unmarshal ") {
		return body.Length > 0
	}
	return body.Ended && (strings.HasSuffix(text, "EOF") || strings.HasSuffix(text, "unexpected end of JSON input"))
}
