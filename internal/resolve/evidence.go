package resolve

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/wording"
	"github.com/errand-go/errand/toolerr"
)

// weigh returns what the evidence of the call adds to a mention, below 0 if it is against it.
func (c *Call) weigh(m mention, f *toolerr.Finding) int {
	sent := c.has([]byte(m.path))
	switch f.Rule { //nolint:exhaustive // the others are about a value
	case toolerr.RuleRequired:
		if m.named && !c.answers(m.path) {
			return plain / 2
		}
		return -wholePath
	case toolerr.RuleUnknown:
		if m.named && c.described(m.path) {
			return -wholePath
		} else if m.named {
			return plain / 2
		}
		if m.word == "" && isSentence(c.textAt(m.path)) { // not a name
			return -wholePath
		}
		return 1
	}
	if m.named && !sent || !c.breaks(m.path, f) {
		return -wholePath
	}
	if isLimit := f.Rule == toolerr.RuleTooLarge || f.Rule == toolerr.RuleTooSmall || f.Rule == toolerr.RuleOutOfRange; isLimit && m.word != "" && digits(strings.ReplaceAll(m.word, ".", "")) && m.word != f.Limit {
		return plain // a number
	}
	if number := c.valueAt(m.path); !m.named && m.word == "" && number != nil && number.kind == '"' && !digits(number.text) && (f.Rule == toolerr.RuleTooLarge || f.Rule == toolerr.RuleTooSmall) {
		return -wholePath // no amount
	}
	if !m.named && m.word == "" {
		return 1
	}
	return 0
}

// described reports whether the schema has a path.
func (c *Call) described(path string) bool {
	return slices.ContainsFunc(c.shown.places, func(p place) bool { return p.path == path })
}

// breaks reports whether the value at a path can break a limit.
func (c *Call) breaks(path string, f *toolerr.Finding) bool {
	limit, err := strconv.ParseFloat(f.Limit, 64)
	p := c.valueAt(path)
	if p == nil || err != nil {
		return true
	}
	number, err := strconv.ParseFloat(p.text, 64)
	length := float64(utf8.RuneCountInString(p.text))
	switch rule := c.measured(path, f.Rule); rule { //nolint:exhaustive // those with a limit
	case toolerr.RuleTooLarge:
		return err != nil || number >= limit
	case toolerr.RuleTooSmall:
		return err != nil || number <= limit
	case toolerr.RuleTooLong:
		return p.kind == '"' && length >= limit
	case toolerr.RuleTooShort:
		return p.kind == '"' && length <= limit
	case toolerr.RuleTooMany, toolerr.RuleTooFew:
		return p.kind != '[' || float64(c.items(p)) >= limit == (rule == toolerr.RuleTooMany)
	}
	return true
}

// items returns the number of items of a list, or of members of an object.
func (c *Call) items(p *place) (n int) {
	for i := range c.values {
		if parent := c.values[i].parent; parent >= 0 && c.nth(parent) == p {
			n++
		}
	}
	return n
}

// proves reports whether the call itself shows that a finding is about a field: what is required
// was not sent, a limit excludes the value.
func (c *Call) proves(f *toolerr.Finding, field string) bool {
	path, ok := c.path(field, "")
	weight := c.weigh(mention{path: path, named: true}, f)
	return ok && (weight > 0 && f.Rule == toolerr.RuleRequired || weight == 0 && f.Limit != "")
}

// measured returns the rule about an amount that fits the kind of the value at a path: a number
// is too large where a text is too long and a list has too many items.
func (c *Call) measured(path string, rule toolerr.Rule) toolerr.Rule {
	for _, rules := range amounts {
		p := c.valueAt(path)
		if path == "" || p == nil || !slices.Contains(rules, rule) {
			continue
		}
		if kind := strings.IndexByte(`0"[`, p.kind); kind == 0 || kind == 2 { // a text can have too many words
			return rules[kind]
		}
	}
	return rule
}

// amounts are the rules about the amount of a number, a text and a list.
var amounts = [...][]toolerr.Rule{
	{toolerr.RuleTooLarge, toolerr.RuleTooLong, toolerr.RuleTooMany}, {toolerr.RuleTooSmall, toolerr.RuleTooShort, toolerr.RuleTooFew},
}

// limitOf adds to a finding the limit that the message most probably gives, if the value at the path
// breaks it.
func (v *view) limitOf(f *toolerr.Finding, path string) {
	limit, sure := wording.Limit(v.message, f.Rule, v.call)
	if sure < probable {
		return
	}
	with := *f
	with.Limit = limit
	if f.Rule == toolerr.RuleOutOfRange {
		number, err := strconv.ParseFloat(v.call.textAt(path), 64)
		other, _ := strconv.ParseFloat(limit, 64)
		if err != nil {
			return
		}
		if with.Rule = toolerr.RuleTooLarge; number < other {
			with.Rule = toolerr.RuleTooSmall
		}
	}
	if v.call.breaks(path, &with) {
		*f = with
	}
}
