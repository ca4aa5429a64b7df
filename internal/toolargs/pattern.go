package toolargs

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"

	validate "github.com/santhosh-tekuri/jsonschema/v6"
)

// The time of Go's regular expressions grows with the text and with the size of the
// program, and six bytes with braces make a program of a thousand steps.
const (
	maxPatternBytes = 4096
	// maxPatternSteps is the maximum program size of one pattern.
	maxPatternSteps = 10_000
	// maxPatternStepsInAll is the maximum sum of the sizes in one schema.
	maxPatternStepsInAll = 100_000
)

// pattern is a regular expression of a schema.
type pattern struct {
	*regexp.Regexp
	steps int // size of its program
}

// patterns has the patterns of one schema.
type patterns struct {
	known map[string]pattern // nil once the schema is compiled
	left  int
}

var errPatterns = errors.New("its patterns are too large")

// compile implements [validate.RegexpEngine].
func (p *patterns) compile(text string) (validate.Regexp, error) {
	if known, ok := p.known[text]; ok {
		return known, nil
	}
	if p.left < 0 {
		return nil, errPatterns
	}
	if len(text) > maxPatternBytes {
		return nil, fmt.Errorf("a pattern is longer than %d bytes", maxPatternBytes)
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	compiled := pattern{re, programSteps(text)}
	if p.known != nil {
		p.left -= compiled.steps
		p.known[text] = compiled
	}
	if p.left < 0 || compiled.steps > maxPatternSteps {
		return nil, errPatterns
	}
	return compiled, nil
}

// programSteps returns the program size of a regular expression.
func programSteps(text string) int {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil { // cannot happen: the pattern was compiled before
		return 0
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return 0
	}
	return len(program.Inst)
}
