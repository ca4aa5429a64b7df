package toolerr

import (
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/internal/redact"
)

// A Message is text that is safe to show a model, safe because of where it can
// come from: [Msg] and [Msgf] take constants only, and what [Msgf] fills in is
// an [Arg]. A variable, an err.Error() or a fmt.Sprintf does not compile.
//
// The zero Message stands for the fixed text of the error it is given to.
type Message struct{ text string }

// literal is a string that only this package and untyped constants can make.
type literal string

// Msg returns the message that says text.
func Msg(text literal) Message { return Message{text: string(text)} }

// Msgf returns the message that says format, with each %s replaced by the next
// argument and %% by a percent sign. There are no other verbs; a %s without an
// argument says "(missing)", an argument without a %s is left out.
func Msgf(format literal, args ...Arg) Message {
	var b strings.Builder
	b.Grow(len(format) + 16*len(args))
	rest := string(format)
	for {
		i := strings.IndexByte(rest, '%')
		if i < 0 || i == len(rest)-1 {
			b.WriteString(rest)
			return Message{text: b.String()}
		}
		b.WriteString(rest[:i])
		switch rest[i+1] {
		case 's':
			if len(args) == 0 {
				b.WriteString("(missing)")
			} else {
				b.WriteString(args[0].String())
				args = args[1:]
			}
		case '%':
			b.WriteByte('%')
		default:
			b.WriteString(rest[i : i+2])
		}
		rest = rest[i+2:]
	}
}

// UncheckedMessage turns any text into a Message. It is the one way round the
// type's promise: the caller answers for every character, which a model will
// read. errand itself uses it only to restore what it stored; the linter of
// this repository forbids it everywhere else.
func UncheckedMessage(text string) Message {
	return Message{text: strings.ToValidUTF8(text, "\uFFFD")}
}

// String returns the text; "" for the zero Message.
func (m Message) String() string { return m.text }

// IsZero reports whether m is the zero Message.
func (m Message) IsZero() bool { return m.text == "" }

// MarshalText returns the text.
func (m Message) MarshalText() ([]byte, error) { return []byte(m.text), nil }

// An Arg fills one %s of [Msgf]. It is made by [Int], [Wait], [Name], [Ident]
// and [Quote] only; the zero Arg says "(missing)".
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

// withheld stands where a value was not fit to be shown.
const withheld = "(withheld)"

// Int is a number in decimal.
func Int(n int) Arg { return Arg{form: argInt, n: int64(n)} }

// Wait is a duration in words, rounded up so that it is never too short; a
// negative one is 0 seconds.
func Wait(d time.Duration) Arg { return Arg{form: argWait, n: int64(max(d, 0))} }

// Name is a constant, such as the name of a service.
func Name(text literal) Arg { return Arg{form: argText, text: string(text)} }

// Ident is an identifier of 1 to 64 characters of [A-Za-z0-9_.:-]. Anything
// else, and anything shaped like a credential, says "(withheld)".
//
// It is meant for identifiers the program itself knows (the name of a tool, of
// a schema's field), not for text a server chose.
func Ident(s string) Arg {
	if !shown(s) {
		return Arg{form: argText, text: withheld}
	}
	return Arg{form: argText, text: s}
}

// maxIdent is the longest identifier that is shown.
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
	quoteRunes = 80   // of a quoted value, this much is shown
	quoteBytes = 4096 // and this much is searched for credentials
)

// Quote is a value that came from the tool's own arguments: quoted, escaped,
// and cut at 80 runes. A value that holds something shaped like a credential
// says "(withheld)".
//
// It is for tool functions, which may repeat to the model what the model said.
// Adapters never use it: what an error holds was said by someone else.
func Quote(s string) Arg {
	if len(s) > quoteBytes {
		s = s[:quoteBytes]
	}
	if redact.HasCredential(s) {
		return Arg{form: argText, text: withheld}
	}
	return Arg{form: argQuote, text: s}
}

// String returns the text the Arg stands for.
func (a Arg) String() string {
	switch a.form {
	case argInt:
		return strconv.FormatInt(a.n, 10)
	case argWait:
		return waitText(time.Duration(a.n))
	case argText:
		return a.text
	case argQuote:
		return quoteText(a.text)
	case argMissing:
	}
	return "(missing)"
}

// waitText says d in at most two units, rounded up.
func waitText(d time.Duration) string {
	s := int64(d / time.Second)
	if d%time.Second != 0 {
		s++
	}
	switch {
	case s <= 120:
		return unit(s, "second")
	case s < 3600:
		return units(s/60, "minute", s%60, "second")
	default:
		m := (s + 59) / 60
		return units(m/60, "hour", m%60, "minute")
	}
}

func units(n int64, big string, rest int64, small string) string {
	if rest == 0 {
		return unit(n, big)
	}
	return unit(n, big) + " " + unit(rest, small)
}

func unit(n int64, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return strconv.FormatInt(n, 10) + " " + name + "s"
}

func quoteText(s string) string {
	n := 0
	for i := range s {
		if n == quoteRunes {
			return strconv.Quote(strings.ToValidUTF8(s[:i], "\uFFFD")) + "…"
		}
		n++
	}
	return strconv.Quote(strings.ToValidUTF8(s, "\uFFFD"))
}
