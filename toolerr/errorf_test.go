package toolerr_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

// named is an integer type with a String method.
type named int

func (named) String() string { return "the name" }

type hostileText struct{}

func (hostileText) String() string { panic("no text") }

type formatter int

func (formatter) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, "formatted") }

// The test checks which arguments are in the text without a call and with known words, and
// that the developer text is that of fmt.Errorf.
func TestErrorf(t *testing.T) {
	own := toolerr.Errorf("no channel %q", "ops")
	tests := map[string]struct {
		err         *toolerr.ToolRuntimeError
		safe, known string // known is safe if it is ""
		developer   string // known if it is ""
	}{
		"constant":          {err: toolerr.Errorf("no dashboards"), safe: "no dashboards"},
		"percent":           {err: toolerr.Errorf("100%% of %d", 5), safe: "100% of 5"},
		"numbers":           {err: toolerr.Errorf("%d %5d|%-4d|%x %f %.2f %t %e %v %v", 1, 2, 3, 255, 1.5, 2.345, true, 1.0, uint8(7), 2i), safe: "1     2|3   |ff 1.500000 2.35 true 1.000000e+00 7 (0+2i)"},
		"durations":         {err: toolerr.Errorf("%s %v %d", time.Second, 90*time.Second, time.Nanosecond), safe: "1s 1m30s 1"},
		"a string":          {err: toolerr.Errorf("channel %s not found", "ops"), safe: "channel (withheld) not found", known: "channel ops not found"},
		"strings":           {err: toolerr.Errorf("%q, %10s|%-5s|%.2s, %x", "a", "b", "c", "def", "g"), safe: "(withheld), (withheld)|(withheld)|(withheld), (withheld)", known: `"a",          b|c    |de, 67`},
		"the empty string":  {err: toolerr.Errorf("%q and %s.", "", ""), safe: `"" and .`},
		"bytes":             {err: toolerr.Errorf("%s", []byte("ops")), safe: "(withheld)", known: "ops"},
		"a Stringer":        {err: toolerr.Errorf("%s %v %d", netip.MustParseAddr("10.0.0.1"), named(4), named(4)), safe: "(withheld) (withheld) 4", known: "10.0.0.1 the name 4"},
		"a Formatter":       {err: toolerr.Errorf("%d", formatter(1)), safe: "(withheld)", known: "formatted"},
		"characters":        {err: toolerr.Errorf("%c %q %U", 'x', 'y', 'z'), safe: "(withheld) (withheld) (withheld)", known: "x 'y' U+007A"},
		"types":             {err: toolerr.Errorf("%T, %[1]T %%T", int64(5)), safe: "(withheld), (withheld) %T", known: "int64, int64 %T"},
		"an int":            {err: toolerr.Errorf("%T %c %p", 5, 'x', 6), safe: "(withheld) (withheld) (withheld)", known: "(withheld) x (withheld)", developer: "int x %!p(int=6)"}, //errandvet:ignore the wrong format is what is tested
		"a map":             {err: toolerr.Errorf("%v", map[string]int{"a": 1}), safe: "(withheld)", known: "map[a:1]"},
		"a struct":          {err: toolerr.Errorf("%+v", struct{ A string }{"x"}), safe: "(withheld)", known: "{A:x}"},
		"a list":            {err: toolerr.Errorf("one of %v or %q", []string{"a", "b"}, []string{"c"}), safe: `one of [(withheld) (withheld)] or [(withheld)]`, known: `one of [a b] or ["c"]`},
		"a message":         {err: toolerr.Errorf("%s: %v", say, toolerr.OneOf(toolerr.Name("a"), toolerr.Name("b"))), safe: "It did not work.: a or b", developer: "It did not work.: a or b"},
		"an index":          {err: toolerr.Errorf("%[2]d of %[1]d", 1, 2), safe: "2 of 1"},
		"a width":           {err: toolerr.Errorf("%*d|%.*f|%[2]*.[3]*[4]f|", 4, 7, 1, 2.25), safe: "   7|2.2|    2.2|"},
		"nil":               {err: toolerr.Errorf("%v %w", nil, error(nil)), safe: "<nil> <nil>", developer: "<nil> %!w(<nil>)"},
		"another's error":   {err: toolerr.Errorf("cannot list: %w", io.EOF), safe: "cannot list", developer: "cannot list: EOF"},
		"in front":          {err: toolerr.Errorf("%w: cannot list", io.EOF), safe: "cannot list", developer: "EOF: cannot list"},
		"between":           {err: toolerr.Errorf("a: %v (%v), %q: %+v", io.EOF, io.EOF, io.EOF, io.EOF), safe: "a", developer: `a: EOF (EOF), "EOF": EOF`},
		"in brackets":       {err: toolerr.Errorf("a (%w), b", io.EOF), safe: "a, b", developer: "a (EOF), b"},
		"nothing else":      {err: toolerr.Errorf("%w", io.EOF), safe: "The tool failed and cannot complete this call.", developer: "EOF"},
		"ours":              {err: toolerr.Errorf("cannot list: %w", toolerr.RateLimit(say)), safe: "cannot list: It did not work."},
		"ours, wrapped":     {err: toolerr.Errorf("cannot list: %w", fmt.Errorf("row 8: %w", toolerr.RateLimit(say))), safe: "cannot list: It did not work.", developer: "cannot list: row 8: It did not work."},
		"of its own":        {err: toolerr.Errorf("cannot post %d: %w", 1, own), safe: "cannot post 1: no channel (withheld)", known: `cannot post 1: no channel "ops"`, developer: "cannot post 1: no channel (withheld)\nno channel \"ops\""},
		"a kind":            {err: toolerr.Errorf("x: %w", notFound), safe: "x: The upstream service does not have what was asked for.", developer: "x: UPSTREAM_RUNTIME_NOT_FOUND"},
		"a typed nil":       {err: toolerr.Errorf("x: %v", (*vendorError)(nil)), safe: "x: <nil>"},
		"too few":           {err: toolerr.Errorf("%s %d", []any{}...), safe: "%!s(MISSING) %!d(MISSING)"},
		"too many":          {err: toolerr.Errorf("x", []any{"secret"}...), safe: "x", developer: "x%!(EXTRA string=secret)"}, //errandvet:ignore the wrong format is what is tested
		"the wrong verb":    {err: toolerr.Errorf("%d %s %t %z", []any{"secret", 5, 1.5, true}...), safe: "(withheld) 5 1.5 true", known: "secret 5 1.5 true", developer: "%!d(string=secret) %!s(int=5) %!t(float64=1.5) %!z(bool=true)"},
		"an endless error":  {err: toolerr.Errorf("x: %w", circular()), safe: "x", developer: "an error tree of more than 256 errors, or one that contains itself"},
		"no verb":           {err: toolerr.Errorf("100%", []any{5}...), safe: "100%!(NOVERB)", developer: "100%!(NOVERB)%!(EXTRA int=5)"}, //errandvet:ignore the wrong format is what is tested
		"a bad index":       {err: toolerr.Errorf("%[5]d %[x]d", []any{5, 6}...), safe: "%!d(BADINDEX) %!d(BADINDEX)"},                    //errandvet:ignore the wrong format is what is tested
		"a bad width":       {err: toolerr.Errorf("%*d|%*d", []any{"secret", 5, 1 << 30, 6}...), safe: "%!(BADWIDTH)5|%!(BADWIDTH)6"},
		"a Stringer panics": {err: toolerr.Errorf("%v", hostileText{}), safe: "(withheld)", known: "%!v(PANIC=String method: no text)"},
		"an error panics":   {err: toolerr.Errorf("x: %w", &hostile{}), safe: "x", developer: "x: %!v(PANIC=Error method: Error)"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			known := tt.known
			if known == "" {
				known = tt.safe
			}
			developer := tt.developer
			if developer == "" {
				developer = known
			}
			assert.Equal(t, tt.safe, tt.err.Error())
			if name != "nothing else" {
				assert.Equal(t, tt.safe, tt.err.Statement(nil, nil).String())
				assert.Equal(t, known, tt.err.Statement(nil, func(string) bool { return true }).String())
			}
			assert.Equal(t, tt.safe != known, tt.err.Withholds())
			assert.Equal(t, developer, toolerr.DeveloperText(tt.err))
			assert.Equal(t, tt.safe, tt.err.Report().Message)
			assert.True(t, tt.err.States())
		})
	}
}

// An account has a word of the call as its text, and more that no call has.
type account struct {
	Name, Password string
	Last           error
}

func (a account) String() string { return a.Name }

// verbose has its name as the text of %v only.
type verbose struct{ account }

func (v verbose) Format(f fmt.State, _ rune) {
	text := v.Name
	if f.Flag('+') || f.Flag('#') {
		text = v.Password
	}
	_, _ = io.WriteString(f, text)
}

// code is a number with a text.
type code int

func (code) String() string { return "ann" }

// secretive is a number with a text that no call has.
type secretive int

func (secretive) String() string { return "Tr0ub4dor" }

// twice panics with a value whose text panics.
type twice struct{}

func (twice) String() string { panic(twice{}) }

// The text that decides whether a value is shown is the text that is shown.
func TestErrorfShowsWhatItChecks(t *testing.T) {
	ann := account{"ann", "Tr0ub4dor", fmt.Errorf("of %s", "Tr0ub4dor")}
	known := func(word string) bool { return word == "ann" }
	for format, tt := range map[string]struct {
		arg  any
		want string
	}{
		"%v":      {ann, "ann"},
		"%10s|":   {ann, "       ann|"},
		"%-5q|":   {&ann, `"ann"|`},
		"%#q":     {ann, "`ann`"},
		"%#v":     {ann, "(withheld)"},
		"%+v":     {verbose{ann}, "(withheld)"},
		"%#v.":    {verbose{ann}, "(withheld)."},
		"%v.":     {verbose{ann}, "ann."},
		"%d":      {ann, "(withheld)"},
		"%x":      {ann, "(withheld)"},
		"%t":      {ann, "(withheld)"},
		"%v,":     {[]account{ann}, "(withheld),"},
		"%s":      {map[string]any{"ann": ann.Password}, "(withheld)"},
		"%v;":     {[]any{"ann", ann.Password}, "(withheld);"},
		"%s;":     {[]byte("ann"), "ann;"},
		"%x;":     {[]byte("ann"), "(withheld);"},
		"%.3s":    {"ann-4711", "ann"},
		"%.3s|":   {"Tr0ub4dor", "(withheld)|"},
		"%p":      {&ann, "(withheld)"},
		"%T":      {ann, "(withheld)"},
		"%v %v":   {code(7), "ann %!v(MISSING)"},
		"%d;":     {code(7), "7;"},
		"%c":      {code('T'), "(withheld)"},
		"%2000d.": {code(7), "7."},
		"%t ":     {secretive(7), "(withheld) "},
		"%z":      {secretive(7), "(withheld)"},
		"%#t":     {time.March, "(withheld)"},
		"%t;":     {7, "7;"},
		"%v!":     {twice{}, "(withheld)!"},
	} {
		te := toolerr.Sprint(format, []any{tt.arg})
		assert.Equal(t, tt.want, te.Statement(nil, known).String(), format)
		assert.NotContains(t, te.Error(), "ann", format)
		assert.NotPanics(t, func() { toolerr.DeveloperText(te) }, format)
	}
}

// nestedTimes returns errors of Errorf around each other, below the outermost.
func nestedTimes(n int) *toolerr.ToolRuntimeError {
	err := io.EOF
	for range n {
		err = toolerr.Errorf("x: %w", err)
	}
	return toolerr.Errorf("y: %w", err)
}

// Errorf sets the kind and the other properties.
func TestErrorfKind(t *testing.T) {
	limit := toolerr.RateLimit(say, toolerr.WithRetryAfter(time.Second), toolerr.WithMetadata("k", "v"))
	nested := toolerr.Errorf("x: %w", io.EOF)
	tests := map[string]struct {
		err      *toolerr.ToolRuntimeError
		kind     toolerr.Kind
		canRetry bool
		unknown  int // number of errors that are passed to an adapter
	}{
		"none":                     {toolerr.Errorf("x"), toolerr.KindToolFatal, false, 0},
		"another's":                {toolerr.Errorf("%w, %v", io.EOF, io.EOF), toolerr.KindToolFatal, false, 2},
		"ours":                     {toolerr.Errorf("%w, %w", io.EOF, limit), toolerr.KindUpstreamRateLimit, true, 0},
		"ours, by %v":              {toolerr.Errorf("%v", limit), toolerr.KindUpstreamRateLimit, true, 0},
		"a kind":                   {toolerr.Errorf("x: %w", serverError), serverError, true, 0},
		"Retryablef":               {toolerr.Retryablef("x: %w", io.EOF), toolerr.KindToolRetry, true, 0},
		"Retryablef, ours":         {toolerr.Retryablef("x: %w", toolerr.Fatal(say)), toolerr.KindToolRetry, true, 0},
		"ContextRequiredf":         {toolerr.ContextRequiredf("sign in to %s", "x"), toolerr.KindToolContextRequired, false, 0},
		"InvalidInputf":            {toolerr.InvalidInputf("/x", "must be %d", 5), toolerr.KindToolBadInputValue, false, 0},
		"of a changed kind":        {toolerr.Errorf("x").WithKind(toolerr.KindToolTimeout), toolerr.KindToolTimeout, true, 0},
		"because of":               {toolerr.Errorf("x: %w", io.EOF).Because(io.EOF, limit), toolerr.KindUpstreamRateLimit, true, 0},
		"because, of no Errorf":    {toolerr.Fatal(say).Because(io.EOF, limit), toolerr.KindUpstreamRateLimit, true, 0},
		"because, uncomparable":    {toolerr.Errorf("x: %w", uncomparable{}).Because(uncomparable{}, limit), toolerr.KindUpstreamRateLimit, true, 0},
		"nested":                   {toolerr.Errorf("y: %w", toolerr.Errorf("x: %w", io.EOF)), toolerr.KindToolFatal, false, 1},
		"nested, through fmt":      {toolerr.Errorf("y: %w", fmt.Errorf("z: %w", toolerr.Errorf("x: %w", io.EOF))), toolerr.KindToolFatal, false, 1},
		"nested, without another":  {toolerr.Errorf("y: %w, %w", toolerr.Errorf("x"), io.EOF), toolerr.KindToolFatal, false, 0},
		"nested, decided":          {toolerr.Errorf("y: %w", toolerr.Errorf("x: %w", limit)), toolerr.KindUpstreamRateLimit, true, 0},
		"the second decides":       {toolerr.Errorf("%w, %w", toolerr.Errorf("x: %w", io.EOF), limit), toolerr.KindUpstreamRateLimit, true, 0},
		"nested, a fixed kind":     {toolerr.Errorf("y: %w", toolerr.Retryablef("x: %w", io.EOF)), toolerr.KindToolRetry, true, 0},
		"nested, because of":       {toolerr.Errorf("y: %w", nested).Because(nested, nested.Because(io.EOF, limit)), toolerr.KindUpstreamRateLimit, true, 0},
		"nested too deep":          {nestedTimes(17), toolerr.KindToolFatal, false, 0},
		"nested as deep as read":   {nestedTimes(16), toolerr.KindToolFatal, false, 1},
		"inside an error of fmt's": {toolerr.Errorf("x: %w", fmt.Errorf("y: %w", limit)), toolerr.KindUpstreamRateLimit, true, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.kind, tt.err.Kind())
			assert.Equal(t, tt.canRetry, tt.err.CanRetry())
			assert.Len(t, tt.err.Unrecognised(), tt.unknown)
			if tt.kind == toolerr.KindUpstreamRateLimit {
				wait, _ := tt.err.RetryAfter()
				assert.Equal(t, time.Second, wait)
				assert.Equal(t, map[string]string{"k": "v"}, tt.err.Extra().Metadata)
			}
		})
	}
}

// errors.Is and errors.As find the arguments.
func TestErrorfTree(t *testing.T) {
	sentinel := toolerr.Errorf("no channel")
	err := toolerr.Errorf("a: %w, b: %w, c: %v: %w", fs.ErrExist, &vendorError{"E1"}, io.EOF, sentinel)
	for _, e := range []error{err, fmt.Errorf("x: %w", err), err.With(toolerr.WithEffect(toolerr.EffectNone)), toolerr.Errorf("y: %w", err)} {
		for _, target := range []error{fs.ErrExist, io.EOF, sentinel, err, toolerr.KindToolFatal} {
			require.ErrorIs(t, e, target)
		}
		var vendor *vendorError
		require.ErrorAs(t, e, &vendor)
		require.NotErrorIs(t, e, context.Canceled)
	}
	require.NotErrorIs(t, sentinel, err)
	require.NotErrorIs(t, toolerr.Errorf("no channel"), sentinel, "another one with the same text")
	assert.True(t, errors.Is(err.Because(fs.ErrExist, toolerr.Upstream(404, toolerr.Message{})), err))
}

// The answer to an error among the arguments replaces its text.
func TestErrorfBecause(t *testing.T) {
	err := toolerr.Errorf("cannot list %s (%w)", "ops", io.EOF).With(toolerr.WithMetadata("own", "1"), toolerr.WithEffect(toolerr.EffectUnknown))
	got := err.Because(io.EOF, toolerr.Upstream(404, toolerr.Message{}, toolerr.WithRequestID("r"), toolerr.WithMetadata("theirs", "2")))
	assert.Equal(t, "cannot list (withheld) (Upstream HTTP request failed with status code 404 (Not Found).)", got.Error())
	assert.Equal(t, 404, got.StatusCode())
	assert.Equal(t, map[string]string{"own": "1", "theirs": "2"}, got.Extra().Metadata)
	assert.Equal(t, "r", got.Extra().RequestID)
	assert.Equal(t, toolerr.EffectUnknown, got.Effect())
	assert.Equal(t, "cannot list ops (EOF)", toolerr.DeveloperText(got))
	assert.Equal(t, "cannot list (withheld)", err.Error(), "it is a copy")
}

// The text is that of one problem.
func TestInvalidInputf(t *testing.T) {
	err := toolerr.InvalidInputf("/limit", "must not be %s, %w", "x", io.EOF)
	assert.Equal(t, "The arguments of the call are not valid.", err.Error())
	assert.Equal(t, []toolerr.Problem{{Path: "/limit", Problem: toolerr.Msg("must not be (withheld)")}}, err.Problems())
	assert.Equal(t, "must not be x, EOF", toolerr.DeveloperText(err))
	resolved := err.With(toolerr.WithResolution(toolerr.Resolution{Call: 1, Message: toolerr.Msg("must not be x")}))
	assert.Equal(t, `{"success":false,"error":"The arguments of the call are not valid.","error_code":"invalid_input","kind":"TOOL_RUNTIME_BAD_INPUT_VALUE","can_retry":false,"problems":[{"path":"/limit","problem":"must not be x"}]}`,
		resolved.Payload().String())
	restored := toolerr.FromReport(resolved.Report())
	assert.Equal(t, err.Problems(), restored.Problems(), "a report belongs to no call")
	wrapped := toolerr.Errorf("cannot list: %w", err)
	assert.Equal(t, err.Problems(), wrapped.Problems())
	assert.Equal(t, "cannot list: The arguments of the call are not valid.", wrapped.Error())
}

// No format and no argument makes Errorf panic, and the text has no string that is not
// known.
func FuzzErrorf(f *testing.F) {
	for _, format := range []string{"%s", "%d%%", "%[2]*.[1]*f", "%-+# 0.5q: %w", "%", "%!", "%[", "a (%w) b", "%v %v %v %v", "%[3]s%[3]x", "%.*s"} {
		f.Add(format, "canary", 7)
	}
	f.Fuzz(func(t *testing.T, format, secret string, n int) {
		secret = "Kan" + strings.Map(func(r rune) rune { return 'a' + r%26 }, secret) + "arienvogel"
		if strings.Contains(format, secret) {
			return
		}
		args := []any{secret, n, fmt.Errorf("%s", secret), []string{secret}, []byte(secret), named(n), toolerr.Errorf("%s", secret)}
		for i := range args {
			err := toolerr.Sprint(format, append(args[i:len(args):len(args)], args[:i]...))
			for _, text := range []string{err.Error(), err.Payload().String(), fmt.Sprintf("%+v", err), err.Report().Message} {
				assert.NotContains(t, text, secret)
				assert.NotContains(t, text, fmt.Sprintf("%x", secret))
			}
			assert.NotPanics(t, func() { toolerr.DeveloperText(err) })
		}
	})
}

// circular returns an error that contains itself.
func circular() error {
	e := &joining{}
	e.parts = []error{e}
	return e
}
