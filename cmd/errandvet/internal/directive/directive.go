// Package directive parses errandvet's comments.
package directive

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
)

const prefix = "//errandvet:"

// Analyzer parses the comments for the other analyzers, and reports invalid ones.
var Analyzer = &analysis.Analyzer{
	Name:       "directive",
	Doc:        "report comments of errandvet that have no effect\n\nA comment //errandvet:ignore needs a reason, and no other comment than ignore and sink exists.",
	URL:        "https://github.com/errand-go/errand/blob/main/docs/errandvet.md#comments",
	Run:        run,
	ResultType: reflect.TypeFor[*Comments](),
}

// Comments are the comments of a package.
type Comments struct {
	fset    *token.FileSet
	ignored map[line]bool
	sinks   map[line]bool
}

type line struct {
	file string
	line int
}

func run(pass *analysis.Pass) (any, error) {
	c := &Comments{fset: pass.Fset, ignored: map[line]bool{}, sinks: map[line]bool{}}
	for _, f := range pass.Files {
		for _, group := range f.Comments {
			for _, comment := range group.List {
				text, ours := strings.CutPrefix(comment.Text, prefix)
				if !ours {
					continue
				}
				at := c.at(comment.Pos())
				name, rest, _ := strings.Cut(text, " ")
				rest, _, _ = strings.Cut(rest, "// want") // for the analyzers' own tests
				switch {
				case name == "sink":
					c.sinks[at] = true
				case name != "ignore":
					pass.Reportf(comment.Pos(), "errandvet has no comment %q; it has ignore and sink", name)
				case strings.TrimSpace(rest) == "":
					pass.Reportf(comment.Pos(), "errandvet:ignore needs a reason: //errandvet:ignore the text is the tool's own")
				default:
					c.ignored[at] = true
				}
			}
		}
	}
	return c, nil
}

func (c *Comments) at(pos token.Pos) line {
	p := c.fset.Position(pos)
	return line{p.Filename, p.Line}
}

// Sink reports whether the line of pos, or the one above it, has the comment
// //errandvet:sink.
func (c *Comments) Sink(pos token.Pos) bool { return has(c.sinks, c.at(pos)) }

func has(lines map[line]bool, at line) bool {
	return lines[at] || lines[line{at.file, at.line - 1}]
}

// SinkAbove reports whether a comment of the group is //errandvet:sink.
func (c *Comments) SinkAbove(groups ...*ast.CommentGroup) bool {
	for _, g := range groups {
		if g == nil {
			continue
		}
		for _, comment := range g.List {
			if c.sinks[c.at(comment.Pos())] {
				return true
			}
		}
	}
	return false
}

// Reporter returns a function that reports diagnostics, except those with a comment
// //errandvet:ignore on their line or the line above.
func Reporter(pass *analysis.Pass) func(analysis.Diagnostic) {
	c, ok := pass.ResultOf[Analyzer].(*Comments)
	if !ok {
		panic(fmt.Sprintf("%s does not require directive.Analyzer", pass.Analyzer.Name))
	}
	return func(d analysis.Diagnostic) {
		if !has(c.ignored, c.at(d.Pos)) {
			pass.Report(d)
		}
	}
}
