package refusal

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// Texts of validators that a pattern cannot describe.

// playground reads the lines of go-playground/validator 10 (errors.go), which Gin, Echo and
// Fiber pass on unchanged: "Key: 'Order.Items[0].Sku' Error:Field validation for 'Sku'
// failed on the 'required' tag".
func playground(text string) []toolerr.Finding {
	var found []toolerr.Finding
	for line := range strings.SplitSeq(text[:min(len(text), 8<<10)], "\n") {
		_, rest, ok := strings.Cut(line, "Key: '")
		path, rest, closed := strings.Cut(rest, "' Error:Field validation for '")
		_, rest, named := strings.Cut(rest, "' failed on the '")
		tag, _, ended := strings.Cut(rest, "' tag")
		if !ok || !closed || !named || !ended || len(path) > 256 || len(found) == maxMessages {
			continue
		}
		if _, below, ok := strings.Cut(path, "."); ok { // the name of the type is first
			path = below
		}
		c, ok := codeOf(tag)
		if !ok {
			c = badValue
		}
		found = append(found, toolerr.Finding{Rule: c.rule, Fields: []string{path}})
	}
	return found
}

// pydanticText reads str(ValidationError) of both versions of pydantic: a line with the
// place, and one with the sentence and, in brackets, the type.
func pydanticText(text string) []toolerr.Finding {
	_, text, ok := strings.Cut(text[:min(len(text), 8<<10)], " validation error")
	if !ok {
		return nil
	}
	var found []toolerr.Finding
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines) && len(found) < maxMessages; i++ {
		place := strings.ReplaceAll(strings.TrimSpace(lines[i-1]), " -> ", ".")
		sentence, indented := strings.CutPrefix(lines[i], "  ")
		if !indented || strings.HasPrefix(lines[i-1], " ") || place == "" || strings.ContainsAny(place, " ") {
			continue
		}
		kind := ""
		for _, mark := range [...]string{"[type=", "(type="} {
			if _, rest, ok := strings.Cut(sentence, mark); ok {
				kind = rest[:max(0, strings.IndexAny(rest+")", ",;])"))]
			}
		}
		sentence, _, _ = strings.Cut(sentence, " [type=")
		sentence, _, _ = strings.Cut(sentence, " (type=")
		c, named := codeOf(kind)
		r := &collector{texts: 1}
		r.add(trimPlace(place), "", c, named, []string{sentence}, nil, "")
		found = append(found, r.found...)
	}
	return found
}

// drawn reads a tree of problems, as Effect 3 draws it: the steps of the place are in brackets,
// and what is wrong stands below them.
func drawn(text string) []toolerr.Finding {
	place, stated := "", []toolerr.Finding(nil)
	for line := range strings.SplitSeq(text[:min(len(text), 8<<10)], "\n") {
		branch := strings.TrimLeft(line, " │├└─")
		if step, rest, ok := strings.Cut(strings.TrimPrefix(branch, "["), "]"); ok && len(branch) < len(line) && branch[0] == '[' && rest == "" {
			place, stated = below(place, strings.Trim(step, `"`)), nil
		} else if place != "" && stated == nil {
			if stated = sure(branch); strings.HasPrefix(branch, "is unexpected") {
				stated = []toolerr.Finding{{Rule: toolerr.RuleUnknown}}
			}
		}
	}
	for i := range stated {
		stated[i].Fields = []string{place}
	}
	return stated
}

// jackson reads Jackson's messages. The place is the chain of references, such as (through
// reference chain: com.acme.Order["items"]->java.util.ArrayList[0]->com.acme.Item["sku"]).
func jackson(text string) []toolerr.Finding {
	head, chain, ok := strings.Cut(text[:min(len(text), 2<<10)], "through reference chain: ")
	if !ok {
		return nil
	}
	path := ""
	for _, part := range strings.Split(chain, "->") {
		_, step, _ := strings.Cut(part, "[")
		if step, _, closed := strings.Cut(step, "]"); closed {
			path = below(path, strings.Trim(step, `"`))
		}
	}
	f := toolerr.Finding{Rule: toolerr.RuleWrongType, Fields: []string{path}}
	_, value, _ := strings.Cut(head, "from String \"")
	f.Value, value, _ = strings.Cut(value, `"`)
	for _, part := range [...]string{value, head} {
		if found := sure(part); len(found) == 1 {
			f.Rule, f.Names = found[0].Rule, found[0].Names
			break
		}
	}
	if strings.Contains(head, "`java.time.") || strings.Contains(head, "`java.util.") {
		f.Rule = toolerr.RuleBadFormat
	}
	return []toolerr.Finding{f}
}
