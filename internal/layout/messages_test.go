package layout_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// toolerrPath is the package whose Message must consist of constants.
const toolerrPath = module + "/toolerr"

// The test finds misuses of Message that compile: a constructor used as a value can be
// called with any text, and an error's text in Quote or Ident is vendor text. The linter
// forbidigo finds UncheckedMessage, and Quote in an adapter.
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
			assert.Fail(t, found.what, "%s:%d", names[at.Filename], at.Line)
		}
	}
}

func TestMisusesAreFound(t *testing.T) {
	const header = `package p; import ("fmt"; "strings"; "` + toolerrPath + `"); `
	tests := map[string]struct{ dir, source, want string }{
		"calls with constants":               {"", header + `var _ = toolerr.Msgf("%s of %s", toolerr.Name("a"), toolerr.Ident(id))`, ""},
		"Msg as a value":                     {"", header + `var launder = toolerr.Msg`, "toolerr.Msg taken as a value"},
		"Msg as an argument":                 {"", header + `func f() { apply(toolerr.Msg, err.Error()) }`, "toolerr.Msg taken as a value"},
		"Msgf in a struct":                   {"", header + `var x = T{F: toolerr.Msgf}`, "toolerr.Msgf taken as a value"},
		"Name in parentheses":                {"", header + `var x = (toolerr.Name)`, "toolerr.Name taken as a value"},
		"a call in parentheses":              {"", header + `var x = (toolerr.Msg)("fine")`, ""},
		"another name for the package":       {"", `package p; import safe "` + toolerrPath + `"; var x = safe.Msg`, "toolerr.Msg taken as a value"},
		"no name for the package":            {"", `package p; import . "` + toolerrPath + `"; var x = Msg`, "toolerr imported without its name"},
		"another package of that name":       {"", `package p; import "example.com/toolerr"; var x = toolerr.Msg`, ""},
		"a variable that hides the package":  {"", header + `func f(toolerr T) any { return toolerr.Msg }`, ""},
		"Quote of an error's text":           {"", header + `var x = toolerr.Msgf("%s", toolerr.Quote(err.Error()))`, "toolerr.Quote of an error's text"},
		"Ident of an error's text":           {"", header + `var x = toolerr.Ident(errors.Unwrap(err).Error())`, "toolerr.Ident of an error's text"},
		"an error's text on its way":         {"", header + `var x = toolerr.Quote(strings.TrimSpace(fmt.Sprint("x", err.Error())))`, "toolerr.Quote of an error's text"},
		"Quote of an argument":               {"agent", header + `func f(in In) toolerr.Arg { return toolerr.Quote(in.City) }`, ""},
		"inside toolerr, a value":            {"toolerr", `package toolerr; func Msg(s lit) Message { return Message{} }; type lit string; type Message struct{}; var launder = Msg`, "toolerr.Msg taken as a value"},
		"inside toolerr, a call and a field": {"toolerr", `package toolerr; func Name(s string) int { return 0 }; type T struct{ Name string }; var x, y = Name(""), T{Name: ""}.Name`, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, "p.go", tt.source, parser.SkipObjectResolution)
			require.NoError(t, err)
			got := ""
			for _, found := range misuses(fset, tt.dir, []*ast.File{file}) {
				got += found.what
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
	if name != "Quote" && name != "Ident" {
		return
	}
	for _, arg := range call.Args {
		if hasErrorText(arg) {
			m.report("toolerr."+name+" of an error's text", call)
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
