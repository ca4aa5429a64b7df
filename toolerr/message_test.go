package toolerr_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/internal/redact"
	"github.com/errand-go/errand/toolerr"
)

func TestPlainText(t *testing.T) {
	const sentence = "Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 7 seconds."
	limited := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(6200*time.Millisecond))
	said := limited.With(toolerr.WithNote(note.Code("slow")), toolerr.WithResolution(toolerr.Resolution{
		Call:     t,
		Upstream: toolerr.Msg("slow down"),
		Problems: []toolerr.Problem{{Path: "/limit", Problem: toolerr.Msg("must be at most 100")}, {Problem: toolerr.Msg("Ask for less.")}},
	}))
	stated, ok := toolerr.Find(toolerr.Errorf("cannot list: %w", limited))
	require.True(t, ok)
	for name, tt := range map[string]struct {
		err  *toolerr.ToolRuntimeError
		want string
	}{
		"nothing besides":      {toolerr.New(toolerr.KindToolFatal, toolerr.Msg("no seats left")), "no seats left"},
		"a status and a wait":  {limited, sentence},
		"the service's text":   {said, "slow down\n- /limit: must be at most 100\n- Ask for less.\nstatus 429; retry after 7 s"},
		"a code that it lacks": {limited.With(toolerr.WithNote(note.Code("SLOW_DOWN"))), sentence + "\ncode SLOW_DOWN"},
		"a stated reason": {
			stated.With(toolerr.WithResolution(toolerr.Resolution{Call: t, Upstream: toolerr.Msg("slow down")})),
			"cannot list: " + sentence + "\nslow down",
		},
		"a hint":                {toolerr.Retryable(toolerr.Msg("No such city."), toolerr.Msg("Use English.")), "No such city.\nUse English.\na retry may succeed"},
		"a text, and an effect": {said.With(toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithEndpoint("POST", "https://api.example/x")), "slow down\nThe call may have been carried out. Find out before you make it again.\n- /limit: must be at most 100\n- Ask for less.\nstatus 429"},
		"an effect": {
			toolerr.New(toolerr.KindToolTimeout, toolerr.Msg("late"), toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithUserAction()),
			"late. The request may have been carried out all the same.\nThe call may have been carried out. Find out before you make it again.\na person has to act first",
		},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.err.PlainText())
		})
	}
}

type spoken string

// A host whose results are texts passes on a tool's own text, byte by byte.
func TestText(t *testing.T) {
	for name, tt := range map[string]struct {
		out  any
		err  error
		want string
	}{
		"JSON":                            {`{"messages":["a","b"]}`, nil, `{"messages":["a","b"]}`},
		"prose":                           {"a <b> & c\n", nil, "a <b> & c\n"},
		"not UTF-8":                       {"\xff", nil, "\xff"},
		"nothing":                         {"", nil, ""},
		"a named string":                  {spoken("x"), nil, "x"},
		"an object":                       {map[string]int{"n": 1}, nil, `{"n":1}`},
		"encoded":                         {json.RawMessage(`[1]`), nil, `[1]`},
		"an error":                        {"", errors.New("secret"), "The tool failed and cannot complete this call.\nGo on without the result, or tell the user."},
		"an error beside a result":        {"half", toolerr.Fatal(toolerr.Msg("no seats left")), "no seats left"},
		"a result that cannot be encoded": {make(chan int), nil, "The tool returned a result that cannot be encoded.\nSomeone has to correct the tool. Go on without it."},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, toolerr.Result(tt.out, tt.err).Text())
		})
	}
	assert.NotEmpty(t, toolerr.Payload{}.Text())
}

func TestMsg(t *testing.T) {
	const constant = "one " + "two"
	assert.Equal(t, "one two", toolerr.Msg(constant).String())
	assert.Equal(t, "100 %s %d", toolerr.Msg("100 %s %d").String(), "Msg has no verbs")
	assert.False(t, toolerr.Msg("x").IsZero())
	assert.True(t, toolerr.Msg("").IsZero())
	assert.True(t, toolerr.Message{}.IsZero())
	assert.Empty(t, toolerr.Message{}.String())
}

func TestMsgf(t *testing.T) {
	args := func(a ...toolerr.Arg) []toolerr.Arg { return a }
	one, two := toolerr.Int(1), toolerr.Name("two")
	tests := map[string]struct {
		got  toolerr.Message
		want string
	}{
		"missing":               {toolerr.Msgf("%s and %s", args(one)...), "1 and (missing)"},
		"the zero Arg":          {toolerr.Msgf("<%s>", toolerr.Arg{}), "<(missing)>"},
		"extra":                 {toolerr.Msgf("only %s", args(one, two)...), "only 1"},
		"other verbs":           {toolerr.MsgfOf("%d %v %5s %s", one, two), "%d %v %5s 1"},
		"percent before a verb": {toolerr.Msgf("%%s %s", one), "%s 1"},
		"an argument with a verb in it": {
			toolerr.Msgf("%s %s", toolerr.Name("%s"), one), "%s 1",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tt.got.String()) })
	}
}

func TestArgs(t *testing.T) {
	long := strings.Repeat("a", 64)
	const noText = "(withheld)"
	tests := map[string]struct {
		arg  toolerr.Arg
		want string
	}{
		"Int 0":                  {toolerr.Int(0), "0"},
		"Int negative":           {toolerr.Int(-7), "-7"},
		"Int smallest":           {toolerr.Int(math.MinInt), "-9223372036854775808"},
		"Name":                   {toolerr.Name("Google Drive"), "Google Drive"},
		"Wait 0":                 {toolerr.Wait(0), "0 seconds"},
		"Wait negative":          {toolerr.Wait(-time.Hour), "0 seconds"},
		"Wait smallest":          {toolerr.Wait(math.MinInt64), "0 seconds"},
		"Wait 1ns":               {toolerr.Wait(1), "1 second"},
		"Wait 1s":                {toolerr.Wait(time.Second), "1 second"},
		"Wait 1s and 1ns":        {toolerr.Wait(time.Second + 1), "2 seconds"},
		"Wait 59.999s":           {toolerr.Wait(59*time.Second + 999*time.Millisecond), "60 seconds"},
		"Wait 119.5s":            {toolerr.Wait(119*time.Second + 500*time.Millisecond), "120 seconds"},
		"Wait 120s":              {toolerr.Wait(2 * time.Minute), "120 seconds"},
		"Wait 120s and 1ns":      {toolerr.Wait(2*time.Minute + 1), "2 minutes 1 second"},
		"Wait 3m":                {toolerr.Wait(3 * time.Minute), "3 minutes"},
		"Wait 59m59.5s":          {toolerr.Wait(59*time.Minute + 59*time.Second + 500*time.Millisecond), "1 hour"},
		"Wait 1h":                {toolerr.Wait(time.Hour), "1 hour"},
		"Wait 1h and 1ns":        {toolerr.Wait(time.Hour + 1), "1 hour 1 minute"},
		"Wait 1h59m59s":          {toolerr.Wait(2*time.Hour - time.Second), "2 hours"},
		"Wait 24h":               {toolerr.Wait(24 * time.Hour), "24 hours"},
		"Wait longest":           {toolerr.Wait(math.MaxInt64), "2562047 hours 48 minutes"},
		"Ident":                  {toolerr.Ident("a.b:c_d-E9"), "a.b:c_d-E9"},
		"Ident of 64":            {toolerr.Ident(long), long},
		"Ident of 65":            {toolerr.Ident(long + "a"), noText},
		"Ident empty":            {toolerr.Ident(""), noText},
		"Ident space":            {toolerr.Ident("a b"), noText},
		"Ident newline":          {toolerr.Ident("a\n"), noText},
		"Ident slash":            {toolerr.Ident("a/b"), noText},
		"Ident letter of others": {toolerr.Ident("naïve"), noText},
		"Ident NUL":              {toolerr.Ident("a\x00"), noText},
		"Ident credential":       {toolerr.Ident("ghp_" + strings.Repeat("a1B2", 9)), noText},
		"Quote":                  {toolerr.Quote("Paris"), `"Paris"`},
		"Quote empty":            {toolerr.Quote(""), `""`},
		"Quote escapes":          {toolerr.Quote("a\"\n\x1b[31m\u202e"), `"a\"\n\x1b[31m\u202e"`},
		"Quote of 80":            {toolerr.Quote(strings.Repeat("é", 80)), `"` + strings.Repeat("é", 80) + `"`},
		"Quote of 81":            {toolerr.Quote(strings.Repeat("é", 81)), `"` + strings.Repeat("é", 80) + `"…`},
		"Quote not UTF-8":        {toolerr.Quote("a\xffb"), `"a` + "\uFFFD" + `b"`},
		"Quote long not UTF-8":   {toolerr.Quote("a\xff" + strings.Repeat("b", 200)), `"a` + "\uFFFD" + strings.Repeat("b", 78) + `"…`},
		"Quote credential":       {toolerr.Quote("key: ghp_" + strings.Repeat("a1B2", 9)), noText},
		"Quote URL with userinfo": {
			toolerr.Quote("https://joe:hunter2@example.com/"), noText,
		},
		"Quote credential behind what is shown": {
			toolerr.Quote(strings.Repeat("word ", 400) + "ghp_" + strings.Repeat("a1B2", 9)), noText,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, tt.arg.String())
			assert.Equal(t, "<"+tt.want+">", toolerr.Msgf("<%s>", tt.arg).String())
		})
	}
}

func TestLists(t *testing.T) {
	names := make([]toolerr.Arg, 20)
	for i := range names {
		names[i] = toolerr.Int(i)
	}
	nested := toolerr.Msgf("%s (%s)", toolerr.Ident("title"), toolerr.Ident("missing")).Arg()
	tests := map[string]struct {
		got  toolerr.Arg
		want string
	}{
		"nothing":       {toolerr.List(), "(missing)"},
		"one":           {toolerr.List(names[:1]...), "0"},
		"two":           {toolerr.List(names[:2]...), "0 and 1"},
		"three":         {toolerr.List(names[:3]...), "0, 1 and 2"},
		"sixteen":       {toolerr.List(names[:16]...), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 and 15"},
		"twenty":        {toolerr.List(names...), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 and 4 more"},
		"no choice":     {toolerr.OneOf(), "(missing)"},
		"one choice":    {toolerr.OneOf(names[:1]...), "0"},
		"two choices":   {toolerr.OneOf(names[:2]...), "0 or 1"},
		"three choices": {toolerr.OneOf(names[:3]...), "0, 1 or 2"},
		"messages":      {toolerr.List(nested, nested), "title (missing) and title (missing)"},
		"unsafe":        {toolerr.List(toolerr.Ident("no identifier"), toolerr.Arg{}), "(withheld) and (missing)"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, toolerr.Msgf("%s", tt.got).String()) })
	}
	assert.Equal(t, "16", names[16].String(), "the arguments stay as they are")
}

func TestQuoteIsBoundedInWork(t *testing.T) {
	huge := strings.Repeat("x", 64<<20)
	assert.Equal(t, `"`+strings.Repeat("x", 80)+`"…`, toolerr.Quote(huge).String())
}

func TestArgsWithholdEveryShape(t *testing.T) {
	for _, shape := range redact.Shapes() {
		t.Run(shape.Name, func(t *testing.T) {
			assert.NotContains(t, toolerr.Quote("my "+shape.Example+" here").String(), shape.Example)
			assert.NotContains(t, toolerr.Ident(shape.Example).String(), shape.Example)
		})
	}
}

func TestMessageEncodes(t *testing.T) {
	raw := asJSON(t, struct{ M toolerr.Message }{toolerr.Msg("say \"hi\"")})
	assert.JSONEq(t, `{"M":"say \"hi\""}`, raw)
	assert.Error(t, json.Unmarshal([]byte(raw), &struct{ M toolerr.Message }{}), "decoding would make a message of anybody's text")
}

func TestUncheckedMessage(t *testing.T) {
	assert.Equal(t, "what was stored", toolerr.UncheckedMessage("what was stored").String())
	assert.Equal(t, "a\uFFFDb", toolerr.UncheckedMessage("a\xffb").String())
}

func FuzzIdent(f *testing.F) {
	for _, s := range []string{"", "abc", "a b", "a\xff", strings.Repeat("a", 65), "ghp_", "é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := toolerr.Ident(s).String()
		if got == "(withheld)" {
			return
		}
		assert.Equal(t, s, got)
		assert.LessOrEqual(t, len(got), 64)
		assert.NotEmpty(t, got)
		assert.Empty(t, strings.Trim(got, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:-"))
		assert.False(t, redact.HasCredential(got))
	})
}

func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "abc", "a\"b", "a\xff", strings.Repeat("é", 90), "ghp_", "\x00\u202e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := toolerr.Quote(s).String()
		require.True(t, utf8.ValidString(got))
		if got == "(withheld)" {
			return
		}
		assert.True(t, strings.HasPrefix(got, `"`))
		assert.True(t, strings.HasSuffix(got, `"`) || strings.HasSuffix(got, `"…`))
		assert.LessOrEqual(t, len(got), 2+10*80+len("…"))
		assert.NotContains(t, got, "\n")
		assert.False(t, redact.HasCredential(s), "what is quoted holds no credential")
	})
}

func FuzzMsgf(f *testing.F) {
	f.Add("%s|%s|%%|%s|%s", 0, int64(0), "", "")
	f.Add("%s%s of %s%%|50%é%s|%%%%", 1, int64(1), "a", "b")
	f.Add("für %s %s %s %s %s 100%", 1, int64(1), "a", "b")
	f.Add("", 1, int64(1), "a", "b")
	f.Add("%", -1, int64(-1), "%s", "%")
	f.Add("%%%s%d%", math.MaxInt, int64(math.MaxInt64), "a_b", "\xff%s\n")
	f.Fuzz(func(t *testing.T, format string, n int, wait int64, id, quote string) {
		args := []toolerr.Arg{toolerr.Int(n), toolerr.Wait(time.Duration(wait)), toolerr.Ident(id), toolerr.Quote(quote)}
		got := toolerr.MsgfOf(format, args...).String()

		// The same, the slow way: an argument is never read as a verb.
		var want strings.Builder
		for i := 0; i < len(format); i++ {
			verb, next := format[i] == '%' && i+1 < len(format), byte(0)
			if verb {
				next = format[i+1]
			}
			switch {
			case verb && next == 's' && len(args) > 0:
				want.WriteString(args[0].String())
				args = args[1:]
			case verb && next == 's':
				want.WriteString("(missing)")
			case verb && next == '%':
				want.WriteByte('%')
			case verb:
				want.WriteString(format[i : i+2])
			default:
				want.WriteByte(format[i])
				continue
			}
			i++
		}
		assert.Equal(t, want.String(), got)
	})
}
