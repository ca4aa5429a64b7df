package stdadapter

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"reflect"
	"regexp/syntax"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// A refused error gives a finding about a path, a value or a text. The model reads of it
// only words that the call has.
type refused struct {
	err  error
	code string
}

// Refusal returns the finding of the error with the code.
func (r refused) Refusal() toolerr.Refusal {
	if r.code == exitStatus {
		return programRefusal(r.err)
	}
	rule, ok := rules[r.code]
	if !ok {
		return toolerr.Refusal{}
	}
	f := toolerr.Finding{Rule: rule}
	for e := range adapter.Tree(r.err) {
		if describe(&f, e) {
			break
		}
	}
	return toolerr.Refusal{Findings: []toolerr.Finding{f}}
}

// programRefusal returns what a program wrote about its failure: the stderr that os/exec kept,
// or otherwise the text that the tool put beside the exit status.
func programRefusal(err error) toolerr.Refusal {
	var exit *exec.ExitError
	for e := range adapter.Tree(err) {
		if exit, _ = e.(*exec.ExitError); exit != nil {
			break
		}
	}
	if exit == nil {
		return toolerr.Refusal{}
	}
	if text := strings.TrimSpace(string(exit.Stderr)); text != "" {
		return toolerr.Refusal{Message: text, Findings: refusal.Text(text), Indirect: true}
	}
	before, after, _ := strings.Cut(err.Error(), exit.Error())
	if after = strings.Trim(after, ": \r\n()"); after == "" {
		after = strings.Trim(before, ": \r\n()")
	}
	return toolerr.Refusal{Findings: refusal.Sentence(after).Findings, Indirect: true}
}

// describe adds the data of an error of the tree, and reports whether it is complete.
func describe(f *toolerr.Finding, e error) bool {
	switch x := e.(type) {
	case *fs.PathError:
		f.Value = x.Path
	case *os.LinkError:
		f.Value = x.Old
		if f.Rule == toolerr.RuleExistsAlready {
			f.Value = x.New
		}
	case *exec.Error:
		f.Value = x.Name
	case *json.SyntaxError:
		f.At.Offset = offset(x.Offset)
	case *json.UnmarshalTypeError:
		f.Rule, f.At.Offset = toolerr.RuleWrongType, offset(x.Offset)
		if x.Field != "" {
			f.Fields = []string{x.Field}
		}
	case *strconv.NumError:
		if f.Value = x.Num; f.Rule == toolerr.RuleTooLarge && strings.HasPrefix(x.Num, "-") {
			f.Rule = toolerr.RuleTooSmall
		}
	case *time.ParseError:
		f.Value = x.Value
	case *syntax.Error:
		f.Word = x.Expr
	case *csv.ParseError:
		if f.At = (toolerr.Position{Line: x.Line, Column: x.Column}); errors.Is(x.Err, csv.ErrFieldCount) {
			f.Rule, f.At.Column = toolerr.RuleCountMismatch, 0
		}
	case *xml.SyntaxError:
		f.At.Line = x.Line
	case base64.CorruptInputError:
		f.At.Offset = offset(int64(x) + 1)
	case base32.CorruptInputError:
		f.At.Offset = offset(int64(x) + 1)
	default:
		return describeText(f, e)
	}
	return true
}

// offset returns a position, or 0 if no text of a call can have it.
func offset(n int64) int {
	if n < 0 || n > math.MaxInt32 {
		return 0
	}
	return int(n)
}

// describeText reads the texts of package time and of encoding/json that contain a value.
func describeText(f *toolerr.Finding, e error) bool {
	if durationError.Of(e) == (shape.Type{}) && reflect.TypeOf(e) != plainText {
		return false
	}
	found, ok := phrase.Find(e.Error(), valueTexts)
	if ok {
		*f = found
	}
	return ok
}

// rules are the rules of codes for a path, a value or a text of the call.
var rules = map[string]toolerr.Rule{
	fileNotFound:      toolerr.RuleNotFound,
	pathExists:        toolerr.RuleExistsAlready,
	permissionDenied:  toolerr.RuleNotPermitted,
	pathEscapes:       toolerr.RuleNotPermitted,
	invalidPath:       toolerr.RuleBadValue,
	isDirectory:       toolerr.RuleWrongState,
	notDirectory:      toolerr.RuleWrongState,
	directoryNotEmpty: toolerr.RuleWrongState,
	nameTooLong:       toolerr.RuleTooLong,
	symlinkLoop:       toolerr.RuleWrongState,
	crossDevice:       toolerr.RuleUnsupported,

	// The tool's own program, unless the call names it.
	programNotFound:      "",
	programNotExecutable: "",
	argumentsTooLong:     toolerr.RuleTooLong,

	invalidJSON:      toolerr.RuleSyntax,
	invalidXML:       toolerr.RuleSyntax,
	invalidCSV:       toolerr.RuleSyntax,
	invalidBase64:    toolerr.RuleBadFormat,
	invalidBase32:    toolerr.RuleBadFormat,
	invalidHex:       toolerr.RuleBadFormat,
	invalidNumber:    toolerr.RuleBadFormat,
	numberOutOfRange: toolerr.RuleTooLarge,
	invalidBoolean:   toolerr.RuleBadFormat,
	invalidTime:      toolerr.RuleBadFormat,
	invalidDuration:  toolerr.RuleBadFormat,
	unknownTimeZone:  toolerr.RuleBadValue,
	invalidPattern:   toolerr.RuleSyntax,
	invalidAddress:   toolerr.RuleBadFormat,
}

// valueTexts are the texts of errors without a field for the value.
var valueTexts = []phrase.Pattern{
	{Text: `json: unknown field "{field}"$`, Rule: toolerr.RuleUnknown, Source: seenJSON},
	{Text: `unknown time zone {value}$`, Rule: toolerr.RuleBadValue, Source: seenZone},
	{Text: `time: invalid duration "{value}"$`, Rule: toolerr.RuleBadFormat, Source: seenDuration},
	{Text: `time: missing unit in duration "{value}"$`, Rule: toolerr.RuleBadFormat, Source: seenDuration},
	{Text: `time: unknown unit "{}" in duration "{value}"$`, Rule: toolerr.RuleBadFormat, Source: seenDuration},
}
