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

// undecoded looks at what a decoder could not read. Of the error it shows where
// the fault is, as a number, and what would be right, as a constant; never the
// value, nor a key: a path to a value is made of the input's own keys where the
// decoder is that of encoding/json/v2.
func (s *sights) undecoded(e error) {
	switch x := e.(type) {
	case *json.SyntaxError:
		s.found(invalidJSON, e)
		if n, ok := position(x.Offset); ok {
			s.message = toolerr.Msgf("JSON that the tool read is not valid: the fault is after byte %s.", n)
		}
	case *json.UnmarshalTypeError:
		s.found(invalidJSON, e)
		s.misfit(x)
	case *strconv.NumError:
		s.found(numberCode(x), e)
	case *time.ParseError:
		s.found(invalidTime, e)
		s.hint = hintOf(layouts, x.Layout)
	case *syntax.Error:
		s.found(invalidPattern, e)
		s.hint = hintOf(patternFaults, string(x.Code))
	case *csv.ParseError:
		s.found(invalidCSV, e)
		if n, ok := position(int64(x.Line)); ok {
			s.message = toolerr.Msgf("CSV that the tool read is not valid: the fault is on line %s.", n)
		}
	case *xml.SyntaxError:
		s.found(invalidXML, e)
		if n, ok := position(int64(x.Line)); ok {
			s.message = toolerr.Msgf("XML that the tool read is not valid: the fault is on line %s.", n)
		}
	case xml.UnmarshalError:
		s.found(invalidXML, e)
	case base64.CorruptInputError:
		s.found(invalidBase64, e)
		if n, ok := position(int64(x)); ok {
			s.message = toolerr.Msgf("Base64 that the tool read is not valid: the fault is at byte %s.", n)
		}
	case base32.CorruptInputError:
		s.found(invalidBase32, e)
		if n, ok := position(int64(x)); ok {
			s.message = toolerr.Msgf("Base32 that the tool read is not valid: the fault is at byte %s.", n)
		}
	case hex.InvalidByteError:
		s.found(invalidHex, e)
	}
}

// position is the number of a line or a byte, if it can be one.
func position(n int64) (toolerr.Arg, bool) {
	return toolerr.Int(int(n)), n >= 0 && n <= math.MaxInt32
}

// numberCode tells the failures of strconv apart.
func numberCode(e *strconv.NumError) string {
	switch {
	case e.Err == strconv.ErrRange: // never wrapped
		return numberOutOfRange
	case e.Func == "ParseBool":
		return invalidBoolean
	}
	return invalidNumber
}

// misfit looks at JSON of the wrong type: which would be right is up to the tool,
// not to the input.
func (s *sights) misfit(e *json.UnmarshalTypeError) {
	n, known := position(e.Offset)
	belongs := belonging(e.Type)
	if known && belongs != (toolerr.Arg{}) {
		s.message = toolerr.Msgf("JSON that the tool read does not fit: %s belongs before byte %s.", belongs, n)
	}
}

var textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()

// belonging names the JSON that a Go type is decoded from; the zero Arg if it
// takes whatever its own methods do.
func belonging(t reflect.Type) toolerr.Arg {
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

// layouts are the layouts of package time, each with the hint that shows it. A
// layout that is none of them may have been the model's own.
var layouts = []hinted{
	{time.RFC3339, toolerr.Msg("Write the time as in 2006-01-02T15:04:05Z or 2006-01-02T15:04:05+07:00 (RFC 3339).")},
	{time.RFC3339Nano, toolerr.Msg("Write the time as in 2006-01-02T15:04:05Z or 2006-01-02T15:04:05+07:00 (RFC 3339).")},
	{time.DateTime, toolerr.Msg("Write the time as in 2006-01-02 15:04:05.")},
	{time.DateOnly, toolerr.Msg("Write the date as in 2006-01-02.")},
	{time.TimeOnly, toolerr.Msg("Write the time as in 15:04:05.")},
	{time.Kitchen, toolerr.Msg("Write the time as in 3:04PM.")},
	{time.RFC1123, toolerr.Msg("Write the time as in Mon, 02 Jan 2006 15:04:05 MST.")},
	{time.RFC1123Z, toolerr.Msg("Write the time as in Mon, 02 Jan 2006 15:04:05 -0700.")},
}

// patternFaults say what is wrong with a regular expression, in our words.
var patternFaults = []hinted{
	{string(syntax.ErrInvalidCharRange), toolerr.Msg("It has a range of characters that is not valid.")},
	{string(syntax.ErrInvalidEscape), toolerr.Msg("It has an escape sequence that is not valid. There are no backreferences.")},
	{string(syntax.ErrInvalidNamedCapture), toolerr.Msg("It has a named group that is not valid, or a look-behind, which is not supported.")},
	{string(syntax.ErrInvalidPerlOp), toolerr.Msg("It has a group of a kind that is not supported, such as a look-ahead.")},
	{string(syntax.ErrInvalidRepeatOp), toolerr.Msg("It has two repetitions in a row.")},
	{string(syntax.ErrInvalidRepeatSize), toolerr.Msg("It repeats something more than 1000 times, or a count is not valid.")},
	{string(syntax.ErrInvalidUTF8), toolerr.Msg("It is not valid UTF-8.")},
	{string(syntax.ErrMissingBracket), toolerr.Msg("A closing ] is missing.")},
	{string(syntax.ErrMissingParen), toolerr.Msg("A closing ) is missing.")},
	{string(syntax.ErrMissingRepeatArgument), toolerr.Msg("A repetition has nothing before it to repeat.")},
	{string(syntax.ErrTrailingBackslash), toolerr.Msg("It ends in a backslash.")},
	{string(syntax.ErrUnexpectedParen), toolerr.Msg("It has a closing ) without an opening one.")},
	{string(syntax.ErrNestingDepth), toolerr.Msg("It is nested too deep.")},
	{string(syntax.ErrLarge), toolerr.Msg("It is too large.")},
}

// A hinted is a word of an error, and the hint it deserves. Lists of them are
// static data, which maps are not.
type hinted struct {
	word string
	hint toolerr.Message
}

func hintOf(list []hinted, word string) toolerr.Message {
	for i := range list {
		if list[i].word == word {
			return list[i].hint
		}
	}
	return toolerr.Message{}
}
