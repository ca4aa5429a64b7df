// Package directive parses errandvet's comments.
package directive

import (
	"fmt"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
)

const prefix = "//errandvet:"

// Analyzer parses the comments for the other analyzers, and reports invalid ones.
var Analyzer = &analysis.Analyzer{
	Name:       "directive",
	Doc:        "report comments of errandvet that have no effect\n\nA comment //errandvet:ignore needs a reason, and no other comment exists.",
	URL:        "https://github.com/errand-go/errand/blob/main/docs/errandvet.md#comments",
	Run:        run,
	ResultType: reflect.TypeFor[ignored](),
}

// ignored has the lines with a comment //errandvet:ignore.
type ignored map[line]bool

type line struct {
	file string
	line int
}

func run(pass *analysis.Pass) (any, error) {
	lines := ignored{}
	for _, f := range pass.Files {
		for _, group := range f.Comments {
			for _, comment := range group.List {
				text, ours := strings.CutPrefix(comment.Text, prefix)
				if !ours {
					continue
				}
				name, rest, _ := strings.Cut(text, " ")
				rest, _, _ = strings.Cut(rest, "// want") // for the analyzers' own tests
				switch {
				case name != "ignore":
					pass.Reportf(comment.Pos(), "errandvet has no comment %q; it has ignore", name)
				case strings.TrimSpace(rest) == "":
					pass.Reportf(comment.Pos(), "errandvet:ignore needs a reason: //errandvet:ignore the text is the tool's own")
				default:
					lines[at(pass, comment.Pos())] = true
				}
			}
		}
	}
	return lines, nil
}

func at(pass *analysis.Pass, pos token.Pos) line {
	p := pass.Fset.Position(pos)
	return line{p.Filename, p.Line}
}

// Reporter returns a function that reports diagnostics, except those with a comment
// //errandvet:ignore on their line or the line above.
func Reporter(pass *analysis.Pass) func(analysis.Diagnostic) {
	lines, ok := pass.ResultOf[Analyzer].(ignored)
	if !ok {
		panic(fmt.Sprintf("%s does not require directive.Analyzer", pass.Analyzer.Name))
	}
	return func(d analysis.Diagnostic) {
		here := at(pass, d.Pos)
		if above := (line{here.file, here.line - 1}); !lines[here] && !lines[above] {
			pass.Report(d)
		}
	}
}
