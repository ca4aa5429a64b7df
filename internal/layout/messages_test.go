package layout_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	// toolerrPath is the package whose Message must consist of constants.
	toolerrPath = module + "/toolerr"
	// hatch is the function for text that is deliberately not a constant.
	hatch = "toolerr.UncheckedMessage"
)

// hatchUsers are the files outside toolerr that may use UncheckedMessage, with the reasons.
var hatchUsers = map[string]string{
	"internal/resolve/upstream.go":              "the service's message, where the tool's author allows it",
	"integrations/temporalerrand/wire.go":       "the text of a run's failure, which another worker wrote",
	"integrations/temporalerrand/guard_test.go": "texts that are too long",
	"conformance/laws_test.go":                  "an adapter that leaks, to test that the kit reports it",
	"conformance/matrix/html_test.go":           "an adapter that leaks, to see that the page shows it",
	"conformance/matrix/withhold_test.go":       "an adapter that leaks, to see that no output repeats it",
}

// The test finds misuses of Message that compile: a constructor used as a value can be
// called with any text, and an error's text in Quote or Ident is vendor text.
func TestMessagesAreMadeOfConstants(t *testing.T) {
	type unit struct{ dir, name string } // a package and its external tests are separate
	packages := map[unit][]*ast.File{}
	names := map[string]string{} // by file name in a position, relative to root
	var fset *token.FileSet
	for _, f := range sources(t, parser.AllErrors) {
		u := unit{f.dir(), f.Syntax.Name.Name}
		packages[u] = append(packages[u], f.Syntax)
		fset = f.Files
		names[fset.Position(f.Syntax.Pos()).Filename] = f.Path
	}
	for u, files := range packages {
		for _, found := range misuses(fset, u.dir, files) {
			at := fset.Position(found.pos)
			if found.what == hatch && hatchUsers[names[at.Filename]] != "" {
				continue
			}
			assert.Fail(t, found.what, "%s:%d", names[at.Filename], at.Line)
		}
	}
}

func TestMisusesAreFound(t *testing.T) {
	const header = `package p; import ("fmt"; "strings"; "` + toolerrPath + `"); `
	tests := map[string]struct {
		dir, source string
		want        []string
	}{
		"calls with constants": {
			source: header + `var _ = toolerr.Msgf("%s of %s", toolerr.Name("a"), toolerr.Ident(id))`,
		},
		"Msg as a value": {
			source: header + `var launder = toolerr.Msg`,
			want:   []string{"toolerr.Msg taken as a value"},
		},
		"Msg as an argument": {
			source: header + `func f() { apply(toolerr.Msg, err.Error()) }`,
			want:   []string{"toolerr.Msg taken as a value"},
		},
		"Msgf in a struct": {
			source: header + `var x = T{F: toolerr.Msgf}`,
			want:   []string{"toolerr.Msgf taken as a value"},
		},
		"Name in parentheses": {
			source: header + `var x = (toolerr.Name)`,
			want:   []string{"toolerr.Name taken as a value"},
		},
		"a call in parentheses": {
			source: header + `var x = (toolerr.Msg)("fine")`,
		},
		"another name for the package": {
			source: `package p; import safe "` + toolerrPath + `"; var x = safe.Msg`,
			want:   []string{"toolerr.Msg taken as a value"},
		},
		"no name for the package": {
			source: `package p; import . "` + toolerrPath + `"; var x = Msg`,
			want:   []string{"toolerr imported without its name"},
		},
		"another package of that name": {
			source: `package p; import "example.com/toolerr"; var x = toolerr.Msg`,
		},
		"a variable that hides the package": {
			source: header + `func f(toolerr T) any { return toolerr.Msg }`,
		},
		"Quote of an error's text": {
			source: header + `var x = toolerr.Msgf("%s", toolerr.Quote(err.Error()))`,
			want:   []string{"toolerr.Quote of an error's text"},
		},
		"Ident of an error's text": {
			source: header + `var x = toolerr.Ident(errors.Unwrap(err).Error())`,
			want:   []string{"toolerr.Ident of an error's text"},
		},
		"an error's text on its way": {
			source: header + `var x = toolerr.Quote(strings.TrimSpace(fmt.Sprint("x", err.Error())))`,
			want:   []string{"toolerr.Quote of an error's text"},
		},
		"Quote of an argument": {
			dir: "agent", source: header + `func f(in In) toolerr.Arg { return toolerr.Quote(in.City) }`,
		},
		"Quote in an adapter": {
			dir: "adapters/awsadapter", source: header + `var x = toolerr.Quote(code)`,
			want: []string{"toolerr.Quote in an adapter"},
		},
		"Ident in an adapter": {
			dir: "adapters/awsadapter", source: header + `var x = toolerr.Ident(code)`,
		},
		"the hatch": {
			source: header + `var x = toolerr.UncheckedMessage(s)`,
			want:   []string{hatch},
		},
		"inside toolerr, a value": {
			dir:    "toolerr",
			source: `package toolerr; func Msg(s lit) Message { return Message{} }; type lit string; type Message struct{}; var launder = Msg`,
			want:   []string{"toolerr.Msg taken as a value"},
		},
		"inside toolerr, a call and a field": {
			dir:    "toolerr",
			source: `package toolerr; func Name(s string) int { return 0 }; type T struct{ Name string }; var x, y = Name(""), T{Name: ""}.Name`,
		},
		"inside toolerr, the hatch": {
			dir:    "toolerr",
			source: `package toolerr; func UncheckedMessage(s string) int { return 0 }; var x = UncheckedMessage("")`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", tt.source, parser.SkipObjectResolution)
			require.NoError(t, err)
			var got []string
			for _, found := range misuses(fset, tt.dir, []*ast.File{file}) {
				got = append(got, found.what)
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// misuse is a misuse of Message.
type misuse struct {
	what string
	pos  token.Pos
}

// misuses checks the files of one package in dir.
func misuses(fset *token.FileSet, dir string, files []*ast.File) []misuse {
	m := messageUser{dir: dir, uses: resolve(fset, files), called: map[ast.Expr]bool{}}
	for _, file := range files {
		ast.Inspect(file, m.visit)
	}
	return m.found
}

// resolve finds the objects of names, as far as the package's own text shows them. That is
// enough to distinguish a package's name from a variable's.
func resolve(fset *token.FileSet, files []*ast.File) map[*ast.Ident]types.Object {
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{
		Importer: noImports{},
		Error:    func(error) {}, // every import fails, and so does all code that needs it
	}
	_, _ = config.Check("p", fset, files, &info)
	return info.Uses
}

// noImports makes every imported package empty, because only its path is needed.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not imported") }

type messageUser struct {
	dir    string
	uses   map[*ast.Ident]types.Object
	called map[ast.Expr]bool // functions of the calls seen so far
	found  []misuse
}

func (m *messageUser) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		if n.Path.Value == `"`+toolerrPath+`"` && n.Name != nil && n.Name.Name == "." {
			m.report("toolerr imported without its name", n.Path)
		}
	case *ast.CallExpr:
		fun := ast.Unparen(n.Fun)
		m.called[fun] = true
		m.checkCall(m.name(fun), n)
	case *ast.SelectorExpr:
		m.checkValue(n)
	case *ast.Ident:
		m.checkValue(n)
	}
	return true
}

func (m *messageUser) checkCall(name string, call *ast.CallExpr) {
	switch {
	case name == "UncheckedMessage" && m.dir != "toolerr":
		m.report(hatch, call)
	case name == "Quote" && strings.HasPrefix(m.dir, "adapters/"):
		m.report("toolerr.Quote in an adapter", call)
	case name == "Quote" || name == "Ident":
		for _, arg := range call.Args {
			if hasErrorText(arg) {
				m.report("toolerr."+name+" of an error's text", call)
			}
		}
	}
}

func (m *messageUser) checkValue(e ast.Expr) {
	switch name := m.name(e); name {
	case "Msg", "Msgf", "Name", "Errorf", "Retryablef", "ContextRequiredf", "InvalidInputf", "UncheckedMessage":
		if !m.called[e] {
			m.report("toolerr."+name+" taken as a value", e)
		}
	}
}

// name returns the name in toolerr that the expression refers to, or "".
func (m *messageUser) name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			if pkg, ok := m.uses[x].(*types.PkgName); ok && pkg.Imported().Path() == toolerrPath {
				return e.Sel.Name
			}
		}
	case *ast.Ident:
		// Inside toolerr a name of the package needs no qualifier.
		if fn, ok := m.uses[e].(*types.Func); ok && m.dir == "toolerr" && fn.Signature().Recv() == nil {
			return e.Name
		}
	}
	return ""
}

func (m *messageUser) report(what string, e ast.Node) {
	m.found = append(m.found, misuse{what: what, pos: e.Pos()})
}

// hasErrorText reports whether the expression contains an x.Error().
func hasErrorText(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 0 {
			sel, ok := call.Fun.(*ast.SelectorExpr)
			found = found || ok && sel.Sel.Name == "Error"
		}
		return !found
	})
	return found
}
