package resolve

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/errand-go/errand/internal/redact"
	"github.com/errand-go/errand/toolerr"
)

// detail returns the details of a rule, and whether there are some. It adds the words of the
// call to c.
func (v *view) detail(f *toolerr.Finding, unplaced, show bool, c *candidate) (d toolerr.Detail, some bool) {
	d.Limit, some = v.limit(reached(f))
	d.Beyond = f.Beyond
	for _, word := range [...]string{v.refused(f, show), f.Word} {
		if arg, ok := v.word(word, c); ok {
			d.Word, some = arg, true
			break
		}
	}
	if unplaced {
		for i, field := range f.Fields[:min(len(f.Fields), 2)] {
			arg, ok := v.word(field, c)
			if !ok && i == 0 && !mutual(f.Rule) {
				break
			} else if !ok {
				continue
			}
			some = true
			switch {
			case d.Field != (toolerr.Arg{}):
				d.Beside = arg
			case f.Rule == toolerr.RuleUnknown && d.Word == (toolerr.Arg{}):
				d.Word = arg
			default:
				d.Field = arg
			}
		}
	}
	d.Names = v.allowed(f, c)
	return d, some || len(d.Names) > 0
}

// reached returns the limit of a finding. For characters and items it is the last valid
// number: 3000 if there must be less than 3001.
func reached(f *toolerr.Finding) string {
	step := 0
	switch f.Rule { //nolint:exhaustive // the others have a sentence for a value that the limit excludes
	case toolerr.RuleTooLong, toolerr.RuleTooMany:
		step = -1
	case toolerr.RuleTooShort, toolerr.RuleTooFew:
		step = 1
	}
	if !f.Beyond || step == 0 {
		return f.Limit
	}
	n, err := strconv.Atoi(strings.TrimSuffix(f.Limit, ".0"))
	if err != nil || n < 0 || n+step < 0 {
		return ""
	}
	return strconv.Itoa(n + step)
}

// lacks reports whether the place at a path was not sent.
func (c *Call) lacks(path string) bool {
	return c.whole && !c.has([]byte(path))
}

// readAsAnother reports whether a rule about the value at a path can be that of a missing one, which
// decoders and tools read as a value of another type or form.
func (c *Call) readAsAnother(path string, rule toolerr.Rule) bool {
	return (rule == toolerr.RuleWrongType || rule == toolerr.RuleUnknown || rule == toolerr.RuleBadFormat) && c.lacks(path)
}

// holds reports whether the argument at a path is an object or an array.
func (c *Call) holds(path string) bool {
	_, ok := c.only(func(p *place) bool { return !p.isScalar() && p.path == path })
	return ok
}

// refused returns the refused value if no path shows it. It returns "" if the service's
// name for the place is that of a credential, whatever the name of the argument.
func (v *view) refused(f *toolerr.Finding, show bool) string {
	if !show || !v.mayShow(f.Value) || v.mayShow(f.Word) {
		return ""
	}
	for _, field := range f.Fields[:min(len(f.Fields), 2)] {
		if parts := steps(nil, field); len(parts) > 0 && redact.Header(parts[len(parts)-1]) {
			return ""
		}
	}
	return f.Value
}

// word returns a word that may be shown: one of the call, which is added to c, or an
// identifier if names are allowed.
func (v *view) word(s string, c *candidate) (arg toolerr.Arg, ok bool) {
	switch {
	case s == "":
		return toolerr.Arg{}, false
	case v.mayShow(s):
		if isSentence(s) && slices.Contains(c.words, s) {
			return toolerr.Arg{}, false
		}
		c.words = append(c.words, s)
		return toolerr.Quote(s), true
	case v.names && v.shown < maxNames && isName(s) && !v.call.denies(s):
		v.shown++
		return toolerr.Quote(s), true
	}
	return toolerr.Arg{}, false
}

// isSentence reports whether a value has several words. It is shown only once.
func isSentence(s string) bool { return strings.ContainsFunc(s, unicode.IsSpace) }

// kinds returns the names of types or formats in JSON schemas (JSON Schema 2020-12,
// validation, sections 6.1.1 and 7.3) if the rule is about them.
func kinds(rule toolerr.Rule) []string {
	switch rule { //nolint:exhaustive // the others are not about types
	case toolerr.RuleWrongType:
		return types
	case toolerr.RuleBadFormat:
		return formats
	}
	return nil
}

var (
	types   = []string{"array", "boolean", "integer", "null", "number", "object", "string"}
	formats = []string{"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "regex", "time", "uri", "uuid"}
)

// allowed returns the names that may be shown, those of the call in the order of the
// schema, then of the arguments.
func (v *view) allowed(f *toolerr.Finding, c *candidate) []toolerr.Arg {
	if len(f.Names) == 0 {
		return nil
	}
	var buffer [maxWords]string
	names := append(buffer[:0], f.Names[:min(len(f.Names), maxFindings)]...)
	args := make([]toolerr.Arg, 0, min(len(names), maxWords))
	c.words = slices.Grow(c.words, cap(args))
	slices.SortFunc(names, func(a, b string) int {
		if digits(a) && digits(b) {
			return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
		}
		return cmp.Or(cmp.Compare(v.call.rank(a), v.call.rank(b)), cmp.Compare(a, b))
	})
	for _, n := range slices.Compact(names) {
		if len(args) == maxWords || len(c.words) == maxWords {
			break
		}
		if slices.Contains(kinds(f.Rule), n) || f.Rule == toolerr.RuleNotAllowed && n != "" && len(n) < 5 && digits(n) {
			args = append(args, toolerr.Ident(n))
		} else if arg, ok := v.word(n, c); ok {
			args = append(args, arg)
		}
	}
	return args
}

// excluded returns the values that the schema allows at a path if the call has another one there,
// and the text says no more.
func (c *Call) excluded(path string, f *toolerr.Finding) (names []string) {
	i := slices.IndexFunc(c.shown.places, func(p place) bool { return p.path == path })
	sent := c.textAt(path)
	if i < 0 || sent == "" || len(f.Names) > 1 || !slices.Contains(vagueRules, f.Rule) || c.shown.allows(i, sent) {
		return nil
	}
	for _, values := range c.shown.enums[i] {
		for _, v := range values {
			names = append(names, v.Text)
		}
	}
	return names
}

// isName reports whether s is an identifier, or a table and a column with a dot between
// them.
func isName(s string) bool {
	if len(s) > maxName || strings.Count(s, ".") > 1 || redact.HasCredential(s) {
		return false
	}
	for _, part := range strings.Split(s, ".") {
		if part == "" {
			return false
		}
		for i, r := range part {
			letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_'
			if !letter && (i == 0 || r != '-' && r != '$' && (r < '0' || r > '9')) {
				return false
			}
		}
	}
	return true
}

// maxDigits is the maximum number of digits: a longer number is one of a card or an
// account.
const maxDigits = 9

// wellKnown are longer numbers that are limits of types.
var wellKnown = []string{"2147483647", "4294967295", "9007199254740991", "9223372036854775807"}

// limit returns a number that may be shown.
func (v *view) limit(s string) (toolerr.Arg, bool) {
	s = strings.TrimSuffix(s, ".0")
	plain := strings.TrimPrefix(s, "-")
	if s == "" || v.call.denies(plain) {
		return toolerr.Arg{}, false
	}
	whole, fraction, _ := strings.Cut(plain, ".")
	ok := whole != "" && len(whole)+len(fraction) <= maxDigits && digits(whole) && digits(fraction) && !strings.HasSuffix(plain, ".")
	if !ok && !slices.Contains(wellKnown, plain) && (!digits(plain) || !v.call.mayShow(s)) {
		return toolerr.Arg{}, false
	}
	return toolerr.Ident(s), true
}

func digits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}
