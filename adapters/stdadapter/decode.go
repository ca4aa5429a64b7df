package stdadapter

import (
	"encoding"
	"encoding/base32"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"math"
	"reflect"
	"regexp/syntax"
	"strconv"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// readDecoder reads the errors of decoders and encoders. The agent reads the position of
// the mistake, and a constant hint. It never reads the value or a path to it: with
// encoding/json/v2 the path consists of the input's keys.
func (r *reader) readDecoder(e error) {
	switch x := e.(type) {
	case *json.SyntaxError:
		r.at(invalidJSON, x.Offset, toolerr.Msgf("JSON that the tool read is not valid: the fault is after byte %s.", toolerr.Int(int(x.Offset))))
	case *json.UnmarshalTypeError:
		r.code = invalidJSON
		if wanted := jsonFor(x.Type); wanted != (toolerr.Arg{}) {
			r.at(invalidJSON, x.Offset, toolerr.Msgf("JSON that the tool read does not fit: %s belongs before byte %s.", wanted, toolerr.Int(int(x.Offset))))
		}
	case *strconv.NumError:
		switch {
		case x.Err == strconv.ErrRange: // never wrapped
			r.code = numberOutOfRange
		case x.Func == "ParseBool":
			r.code = invalidBoolean
		default:
			r.code = invalidNumber
		}
	case *time.ParseError:
		r.code, r.hint = invalidTime, hintFor(layouts, x.Layout)
	case *syntax.Error:
		r.code, r.hint = invalidPattern, hintFor(patternFaults, string(x.Code))
	case *csv.ParseError:
		r.at(invalidCSV, int64(x.Line), toolerr.Msgf("CSV that the tool read is not valid: the fault is on line %s.", toolerr.Int(x.Line)))
	case *xml.SyntaxError:
		r.at(invalidXML, int64(x.Line), toolerr.Msgf("XML that the tool read is not valid: the fault is on line %s.", toolerr.Int(x.Line)))
	case xml.UnmarshalError:
		r.code = invalidXML
	case base64.CorruptInputError:
		r.at(invalidBase64, int64(x), toolerr.Msgf("Base64 that the tool read is not valid: the fault is at byte %s.", toolerr.Int(int(x))))
	case base32.CorruptInputError:
		r.at(invalidBase32, int64(x), toolerr.Msgf("Base32 that the tool read is not valid: the fault is at byte %s.", toolerr.Int(int(x))))
	case hex.InvalidByteError:
		r.code = invalidHex
	case *json.MarshalerError, *json.UnsupportedTypeError, *json.UnsupportedValueError, *xml.UnsupportedTypeError:
		r.code = notEncodable
	}
}

// at sets a code, and the message if its line or byte number is plausible.
func (r *reader) at(code string, position int64, message toolerr.Message) {
	r.code = code
	if position >= 0 && position <= math.MaxInt32 {
		r.message = message
	}
}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

// jsonFor returns the JSON type for a Go type. It returns the zero Arg if that is not
// known, as for a type with its own methods.
func jsonFor(t reflect.Type) toolerr.Arg {
	if t == nil {
		return toolerr.Arg{}
	}
	if t.Implements(textUnmarshaler) || reflect.PointerTo(t).Implements(textUnmarshaler) {
		return toolerr.Name("text")
	}
	switch t.Kind() { //nolint:exhaustive // the kinds that JSON has
	case reflect.String:
		return toolerr.Name("text")
	case reflect.Bool:
		return toolerr.Name("true or false")
	case reflect.Float32, reflect.Float64:
		return toolerr.Name("a number in range")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return toolerr.Name("a whole number in range")
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return toolerr.Arg{} // base64, or a list of numbers
		}
		return toolerr.Name("a list")
	case reflect.Map, reflect.Struct:
		return toolerr.Name("an object")
	}
	return toolerr.Arg{}
}

// hintFor returns the hint for a value, or the zero Message.
func hintFor(list []hinted, value string) toolerr.Message {
	for i := range list {
		if list[i].value == value {
			return list[i].hint
		}
	}
	return toolerr.Message{}
}
