package stdadapter_test

import (
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"net/netip"
	"reflect"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/internal/go126"
)

// The messages contain more than the rows: the position of the fault.
func TestWhereTheFaultIs(t *testing.T) {
	decode := func(text string, into any) error { return json.Unmarshal([]byte(text), into) }
	tests := map[string]struct {
		err  error
		want string
	}{
		"JSON":                        {decode(`{"a": secret}`, new(any)), "JSON that the tool read is not valid: the fault is after byte 7."},
		"JSON that ends too early":    {decode(`{"a":`, new(any)), "JSON that the tool read is not valid: the fault is after byte 5."},
		"JSON, a whole number":        {decode(`{"A":"secret"}`, &struct{ A int }{}), "JSON that the tool read does not fit: a whole number in range belongs before byte 13."},
		"JSON, a number too large":    {decode(`300`, new(uint8)), "JSON that the tool read does not fit: a whole number in range belongs before byte 3."},
		"JSON, a fraction":            {decode(`"x"`, new(float64)), "JSON that the tool read does not fit: a number in range belongs before byte 3."},
		"JSON, text":                  {decode(`1`, new(string)), "JSON that the tool read does not fit: text belongs before byte 1."},
		"JSON, text of an address":    {decode(`1`, new(netip.Addr)), "JSON that the tool read does not fit: text belongs before byte 1."},
		"JSON, a truth":               {decode(`1`, new(bool)), "JSON that the tool read does not fit: true or false belongs before byte 1."},
		"JSON, a list":                {decode(`1`, new([]string)), "JSON that the tool read does not fit: a list belongs before byte 1."},
		"JSON, an object":             {decode(`1`, new(map[string]int)), "JSON that the tool read does not fit: an object belongs before byte 1."},
		"JSON, bytes":                 {decode(`1`, new([]byte)), "A text that the tool read does not have the required format."},
		"JSON, of an unknown type":    {&json.UnmarshalTypeError{Value: "secret"}, "A text that the tool read does not have the required format."},
		"JSON, of a func":             {&json.UnmarshalTypeError{Type: reflect.TypeFor[func()]()}, "A text that the tool read does not have the required format."},
		"JSON, nowhere":               {&json.SyntaxError{Offset: -1}, "A text that the tool read does not have the required format."},
		"JSON, too far":               {&json.SyntaxError{Offset: math.MaxInt64}, "A text that the tool read does not have the required format."},
		"XML":                         {xml.Unmarshal([]byte("<a>\n<b"), new(struct{})), "XML that the tool read is not valid: the fault is on line 2."},
		"XML of another root":         {xml.UnmarshalError("secret"), "A text that the tool read does not have the required format."},
		"CSV":                         {second(csv.NewReader(strings.NewReader("a\n\nb,c")).ReadAll()), "CSV that the tool read is not valid: the fault is on line 3."},
		"base64":                      {second(base64.StdEncoding.DecodeString("abc%")), "Base64 that the tool read is not valid: the fault is at byte 3."},
		"an exit status":              {fmt.Errorf("tool: %w", exitError{}), ""},
		"a number, with its function": {&strconv.NumError{Func: "secret", Num: "secret", Err: strconv.ErrSyntax}, "A value is not a number."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := stdadapter.Adapter{}.FromError(tt.err)
			if tt.want == "" {
				assert.Nil(t, te, "another type of that name")
				return
			}
			require.NotNil(t, te, "%v", tt.err)
			assert.Equal(t, tt.want, te.Error(), "%v", tt.err)
			assert.NotContains(t, te.Payload().String(), "secret")
		})
	}
}

type exitError struct{}

func (exitError) Error() string { return "exit status 3" }
func (exitError) ExitCode() int { return 3 }

// Hints are constants, and exist only for constants of the standard library.
func TestHints(t *testing.T) {
	tests := map[string]struct {
		err  error
		want string
	}{
		"a time":                  {second(time.Parse(time.RFC3339, "tomorrow")), "Write the time as in 2006-01-02T15:04:05Z or 2006-01-02T15:04:05+07:00 (RFC 3339)."},
		"a time in JSON":          {json.Unmarshal([]byte(`"tomorrow"`), new(time.Time)), "Write the time as in 2006-01-02T15:04:05Z or 2006-01-02T15:04:05+07:00 (RFC 3339)."},
		"a date":                  {second(time.Parse(time.DateOnly, "tomorrow")), "Write the date as in 2006-01-02."},
		"a layout of the model's": {second(time.Parse("2006 secret", "tomorrow")), "If the value came with the call, correct it there. Otherwise a retry does not help."},
		"a look-ahead":            {expression("(?=secret)"), "It has a group of a kind that is not supported, such as a look-ahead."},
		"a look-behind":           {expression("(?<=secret)"), "It has a named group that is not valid, or a look-behind, which is not supported."},
		"a parenthesis":           {expression("(secret"), "A closing ) is missing."},
		"a pattern's new fault":   {&syntax.Error{Code: "secret", Expr: "secret"}, "Correct the pattern."},
		"an unknown field":        {strictly(`{"secret":1}`), "It has a field that the tool does not know."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := stdadapter.Adapter{DecodesInput: true}.FromError(tt.err)
			require.NotNil(t, te, "%v", tt.err)
			assert.Equal(t, tt.want, te.Hint().String(), "%v", tt.err)
			assert.NotContains(t, te.Payload().String(), "secret")
		})
	}
}

func strictly(text string) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(&struct{}{})
}

// Package regexp returns each fault that has a hint.
func TestPatternFaults(t *testing.T) {
	patterns := map[syntax.ErrorCode]string{
		syntax.ErrInvalidCharRange:      "[z-a]",
		syntax.ErrInvalidEscape:         `(a)\1`,
		syntax.ErrInvalidNamedCapture:   "(?P<n",
		syntax.ErrInvalidPerlOp:         "(?!a)",
		syntax.ErrInvalidRepeatOp:       "a**",
		syntax.ErrInvalidRepeatSize:     "a{1001}",
		syntax.ErrInvalidUTF8:           "\xff",
		syntax.ErrMissingBracket:        "[a",
		syntax.ErrMissingParen:          "(a",
		syntax.ErrMissingRepeatArgument: "*",
		syntax.ErrTrailingBackslash:     `a\`,
		syntax.ErrUnexpectedParen:       "a)",
		syntax.ErrNestingDepth:          strings.Repeat("(", 1001) + strings.Repeat(")", 1001),
		syntax.ErrLarge:                 strings.Repeat(`\pL`, 27000),
	}
	hints := map[string]bool{}
	for code, pattern := range patterns {
		t.Run(code.String(), func(t *testing.T) {
			_, err := regexp.Compile(pattern)
			fault, ok := go126.AsType[*syntax.Error](err)
			require.True(t, ok)
			require.Equal(t, code, fault.Code)
			te := stdadapter.Adapter{}.FromError(err)
			require.NotNil(t, te, "%v", err)
			hint := te.Hint().String()
			assert.NotEqual(t, "Correct the pattern.", hint)
			assert.False(t, hints[hint], "%q is not a hint of its own", hint)
			hints[hint] = true
		})
	}
	assert.Len(t, hints, stdadapter.PatternFaults)
}
