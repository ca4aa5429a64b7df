package toolerr

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/internal/redact"
)

// A Message is text that is safe to show to a model, because of how it is made: [Msg] and
// [Msgf] take constants only, and the values in a [Msgf] are [Arg]s. Passing a variable, an
// err.Error() or a fmt.Sprintf does not compile.
//
// The zero Message means the default text of the error.
type Message struct{ text string }

// literal is a string type for untyped constants: no other package can name it.
type literal string

// Msg returns a message with the given text, which must be an untyped constant, as in
// toolerr.Msg("The order was refunded already."); a variable does not compile. [Msgf]
// takes values.
func Msg(text literal) Message { return Message{text: string(text)} }

// Msgf returns a message with the text of format, in which each %s is replaced by the next
// argument and %% by a percent sign. There are no other verbs. A %s without an argument
// becomes "(missing)", and a surplus argument is left out.
//
//go:noinline
func Msgf(format literal, args ...Arg) Message {
	var b [128]byte
	return Message{text: string(appendFormat(b[:0], format, args...))}
}

// appendFormat appends the text of [Msgf].
func appendFormat(b []byte, format literal, args ...Arg) []byte {
	for {
		i := strings.IndexByte(string(format), '%')
		if i < 0 || i == len(format)-1 {
			return append(b, format...)
		}
		b = append(b, format[:i]...)
		switch format[i+1] {
		case 's':
			arg := Arg{}
			if len(args) > 0 {
				arg, args = args[0], args[1:]
			}
			b = arg.append(b)
		case '%':
			b = append(b, '%')
		default:
			b = append(b, format[i:i+2]...)
		}
		format = format[i+2:]
	}
}

// UncheckedMessage makes a Message of any text. It is the only way around the checks of the
// type: the caller is responsible for the text, because a model will read it. Only known
// credentials are replaced. errand itself uses it only to restore stored messages, and the
// linter of this repository forbids it everywhere else.
func UncheckedMessage(text string) Message {
	return Message{text: redact.Text(strings.ToValidUTF8(text, "\uFFFD"))}
}

// String returns the text; "" for the zero Message.
func (m Message) String() string { return m.text }

// IsZero reports whether m is the zero Message.
func (m Message) IsZero() bool { return m.text == "" }

// MarshalText returns the text.
func (m Message) MarshalText() ([]byte, error) { return []byte(m.text), nil }

// Arg returns m as an argument of another message.
func (m Message) Arg() Arg { return Arg{form: argText, text: m.text} }

// An Arg replaces one %s of [Msgf]. Only [Int], [Wait], [Name], [Ident], [Quote], [List],
// [OneOf] and [Message.Arg] make one; the text of the zero Arg is "(missing)".
type Arg struct {
	form argForm
	n    int64
	text string
}

type argForm uint8

const (
	argMissing argForm = iota
	argInt
	argWait
	argText
	argQuote
)

// withheld replaces a value that must not be shown.
const withheld = "(withheld)"

// Int returns an argument with a number in decimal.
func Int(n int) Arg { return Arg{form: argInt, n: int64(n)} }

// Wait returns an argument with a duration in words, rounded up so that it is never too
// short. A negative duration is 0 seconds.
func Wait(d time.Duration) Arg { return Arg{form: argWait, n: int64(max(d, 0))} }

// Name returns an argument with a constant text, such as the name of a service.
func Name(text literal) Arg { return Arg{form: argText, text: string(text)} }

// Ident returns an argument with an identifier of 1 to 64 characters of [A-Za-z0-9_.:-].
// For any other text, and for a text with the form of a credential, it is "(withheld)".
//
// Use it for identifiers of the program itself, such as the name of a tool or of a schema's
// field, and not for text from a server.
func Ident(s string) Arg {
	if !shown(s) {
		return Arg{form: argText, text: withheld}
	}
	return Arg{form: argText, text: s}
}

// maxIdent is the maximum length of an identifier.
const maxIdent = 64

// shown reports whether s is an identifier that may be shown.
func shown(s string) bool { return identifier(s) && !redact.HasCredential(s) }

func identifier(s string) bool {
	if s == "" || len(s) > maxIdent {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9',
			c == '_', c == '.', c == ':', c == '-':
		default:
			return false
		}
	}
	return true
}

const (
	quoteRunes = 80   // shown of a quoted value
	quoteBytes = 4096 // searched for credentials
)

// Quote returns an argument with a value of the tool's own arguments: quoted, escaped, and
// cut at 80 runes. If the value contains something with the form of a credential, the
// argument is "(withheld)".
//
// Tool functions may use it, because the model may read its own words. Adapters never use
// it, because the text of an error comes from elsewhere.
func Quote(s string) Arg {
	if len(s) > quoteBytes {
		s = s[:quoteBytes]
	}
	if redact.HasCredential(s) {
		return Arg{form: argText, text: withheld}
	}
	return Arg{form: argQuote, text: s}
}

// List returns an argument with a list: "a", "a and b", "a, b and c". Of more than 16
// arguments, it has the first 16 and the number of the others. Without arguments it is
// "(missing)".
func List(args ...Arg) Arg { return join(" and ", args) }

// OneOf returns an argument with a choice: "a", "a or b", "a, b or c". It has the same
// limits as [List].
func OneOf(args ...Arg) Arg { return join(" or ", args) }

// maxItems is the maximum number of arguments in a list.
const maxItems = 16

func join(last string, args []Arg) Arg {
	if len(args) == 0 {
		return Arg{}
	}
	if more := len(args) - maxItems; more > 0 {
		args = append(slices.Clone(args[:maxItems]), Msgf("%s more", Int(more)).Arg())
	}
	b := make([]byte, 0, 128)
	for i, arg := range args {
		switch i {
		case 0:
		case len(args) - 1:
			b = append(b, last...)
		default:
			b = append(b, ", "...)
		}
		b = arg.append(b)
	}
	return Arg{form: argText, text: string(b)}
}

// String returns the text of the Arg.
func (a Arg) String() string { return string(a.append(nil)) }

// plain returns the text without quotation marks, and "" for the zero Arg.
func (a Arg) plain() string {
	switch {
	case a == (Arg{}):
		return ""
	case a.form != argQuote:
		return a.String()
	}
	shown, mark := clipped(a.text)
	return shown + mark
}

// append appends the text of the Arg.
func (a Arg) append(b []byte) []byte {
	switch a.form {
	case argInt:
		return strconv.AppendInt(b, a.n, 10)
	case argWait:
		return appendWait(b, time.Duration(a.n))
	case argText:
		return append(b, a.text...)
	case argQuote:
		return appendQuote(b, a.text)
	case argMissing:
	}
	return append(b, "(missing)"...)
}

// appendWait appends d in at most two units, rounded up.
func appendWait(b []byte, d time.Duration) []byte {
	s := int64(d / time.Second)
	if d%time.Second != 0 {
		s++
	}
	switch {
	case s <= 120:
		return appendUnit(b, s, "second")
	case s < 3600:
		return appendUnits(b, s/60, "minute", s%60, "second")
	default:
		m := (s + 59) / 60
		return appendUnits(b, m/60, "hour", m%60, "minute")
	}
}

func appendUnits(b []byte, n int64, big string, rest int64, small string) []byte {
	b = appendUnit(b, n, big)
	if rest == 0 {
		return b
	}
	return appendUnit(append(b, ' '), rest, small)
}

func appendUnit(b []byte, n int64, name string) []byte {
	b = append(append(strconv.AppendInt(b, n, 10), ' '), name...)
	if n != 1 {
		b = append(b, 's')
	}
	return b
}

func appendQuote(b []byte, s string) []byte {
	shown, mark := clipped(s)
	return append(strconv.AppendQuote(b, shown), mark...)
}

// clipped returns the part of a quoted value that is shown, and a mark if there is more.
func clipped(s string) (shown, mark string) {
	n := 0
	for i := range s {
		if n == quoteRunes {
			s, mark = s[:i], "…"
			break
		}
		n++
	}
	return strings.ToValidUTF8(s, "\uFFFD"), mark
}
