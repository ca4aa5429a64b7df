// Package modelsink reports text of services, SDKs and the system that a model would read.
package modelsink

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/errand-go/errand/cmd/errandvet/internal/directive"
	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
	"github.com/errand-go/errand/cmd/errandvet/internal/rewrite"
)

// Analyzer is the analyzer modelsink.
var Analyzer = &analysis.Analyzer{
	Name: "modelsink",
	Doc: `report text of errors that reaches what a model reads

The text of an error that a service, an SDK or the system made can hold credentials,
instructions and private data. It is reported where it becomes the result of a tool.`,
	URL:        "https://github.com/errand-go/errand/blob/main/docs/errandvet.md#modelsink",
	Run:        run,
	Requires:   []*analysis.Analyzer{directive.Analyzer},
	ResultType: reflect.TypeFor[Findings](),
	FactTypes:  []analysis.Fact{(*summary)(nil), (*read)(nil), (*tainted)(nil)},
}

// Findings are the positions of the texts that modelsink reports in a package, in order.
type Findings []token.Pos

// In reports whether modelsink reports a text in the node.
func (f Findings) In(n ast.Node) bool {
	return slices.ContainsFunc(f, func(p token.Pos) bool { return n.Pos() <= p && p < n.End() })
}

// own is the flag -modelsink.sinks.
var own ownSinks

//nolint:gochecknoinits // an analyzer's flags are registered once
func init() {
	Analyzer.Flags.Var(&own, "sinks", "sinks of your own, separated by commas: path.Func(0), path.Type.Method(0), path.Type.Field, path.Type() for functions that take or return a Type, or path.Interface.Method()")
}

// boundary are the packages that determine what a model reads. They are not checked.
var boundary = []string{errandpkg.ToolErr, errandpkg.Module + "/adapter"}

func run(pass *analysis.Pass) (any, error) {
	for _, p := range slices.Concat(pass.Pkg.Imports(), []*types.Package{pass.Pkg}) {
		if missing := own.missing(p); missing != "" && (p == pass.Pkg || ast.IsExported(missing)) {
			return nil, fmt.Errorf("-modelsink.sinks: package %s has no %s", p.Path(), missing)
		}
	}
	t := newTable(own)
	tests := slices.IndexFunc(pass.Files, func(f *ast.File) bool { return !errandpkg.IsTest(pass, f) }) < 0
	if tests || !worthReading(pass, t) || slices.Contains(boundary, pass.Pkg.Path()) {
		return Findings(nil), nil
	}
	a := &analyzer{
		pass: pass, table: t, use: errandpkg.UseOf(pass),
		states: map[ssa.Value]*state{}, tuples: map[ssa.Value][]state{}, fields: map[*types.Var]*state{}, results: map[*ssa.Function][]state{},
		numbers: map[*ssa.Parameter]int{}, bindings: map[*ssa.FreeVar]ssa.Value{}, sinks: map[int]map[reached]bool{},
		stores: map[int]map[*types.Var]bool{}, called: map[*ssa.Function]bool{}, foreign: map[*types.Func]*summary{}, handed: map[*ssa.Function]answer{}, kept: map[*ssa.Alloc]bool{}, asked: map[*types.Func]bool{},
		wasRead: map[*types.Package]bool{}, found: make(map[token.Pos]finding),
	}
	a.tools = newTools(pass, t)
	a.build()
	a.syntax = newSyntax(pass)
	a.run()
	a.export()
	found := slices.Sorted(maps.Keys(a.found))
	a.report(found)
	return Findings(found), nil
}

// worthReading reports whether the functions of the package are analyzed: those of the main
// module and its neighbours, and of packages that use an SDK with sinks. For all others the
// names are enough.
func worthReading(pass *analysis.Pass, t table) bool {
	path := strings.TrimSuffix(pass.Pkg.Path(), "_test")
	m := pass.Module
	if m == nil || m.Path == "" || m.Path == "std" {
		if isStandard(path) && !t.has(pass.Pkg) {
			return m != nil && m.Path != "" && m.Path != "std"
		}
		return true
	}
	if m.Version == "" || strings.HasPrefix(m.Version, "v0.0.0-00010101000000") {
		return true
	}
	return t.has(pass.Pkg) || slices.ContainsFunc(pass.Pkg.Imports(), t.has)
}

// build builds the package's functions.
func (a *analyzer) build() {
	prog := ssa.NewProgram(a.pass.Fset, ssa.BuilderMode(0))
	for _, p := range a.pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(a.pass.Pkg, a.pass.Files, a.pass.TypesInfo, false)
	pkg.Build()
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		a.funcs = append(a.funcs, f)
		for _, anon := range f.AnonFuncs {
			add(anon)
		}
	}
	for _, file := range a.pass.Files {
		if errandpkg.IsTest(a.pass, file) {
			continue
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				if f := prog.FuncValue(a.declared(d)); f != nil {
					add(f)
				}
			}
		}
	}
	if f := pkg.Func("init"); f != nil { // of package variables
		add(f)
	}
}

// declared returns the function of a declaration.
func (a *analyzer) declared(d *ast.FuncDecl) *types.Func {
	f, _ := a.pass.TypesInfo.Defs[d.Name].(*types.Func)
	return f
}

// export exports the facts about the functions.
func (a *analyzer) export() {
	a.pass.ExportPackageFact(&read{})
	for _, f := range a.funcs {
		obj, _ := f.Object().(*types.Func)
		if obj == nil || !obj.Exported() {
			continue
		}
		number := map[*ssa.Parameter]int{}
		for i, p := range f.Params {
			number[p] = i
		}
		s := &summary{}
		for _, st := range a.results[f] {
			s.Results = append(s.Results, resultFlow{a.flow(st.own, number), a.flow(st.parts, number)})
		}
		for i, p := range f.Params {
			for r := range a.sinks[a.numbers[p]] {
				r.at, r.arg = nil, 0
				s.Sinks = append(s.Sinks, paramSink{i, r})
			}
		}
		slices.SortFunc(s.Sinks, func(x, y paramSink) int {
			return cmp.Or(x.Param-y.Param, strings.Compare(x.To.Name, y.To.Name), int(x.To.Of-y.To.Of))
		})
		if !s.trivial() {
			a.pass.ExportObjectFact(obj, s)
		}
	}
	for f, st := range a.fields {
		all := st.all()
		if f.Pkg() != a.pass.Pkg || !f.Exported() || all.err == nil && all.body == nil {
			continue
		}
		var fact tainted
		if all.err != nil {
			fact.Err = all.err.why
		}
		if all.body != nil {
			fact.Body = all.body.why
		}
		a.pass.ExportObjectFact(f, &fact)
	}
}

func (a *analyzer) flow(s set, number map[*ssa.Parameter]int) flow {
	var fl flow
	if s.err != nil {
		fl.Err, fl.Answer = s.err.why, s.err.answer
	}
	if s.body != nil {
		fl.Body = s.body.why
	}
	for _, l := range s.from {
		if i, ok := number[a.params[l.param()]]; ok {
			fl.From = append(fl.From, paramLabel(i)|l&parts)
		}
	}
	return fl
}

func (a *analyzer) report(found Findings) {
	report := directive.Reporter(a.pass)
	forms := rewrite.New(a.pass)
	for _, pos := range found {
		f := a.found[pos]
		expr := a.syntax.expr(f.at, f.arg)
		d := analysis.Diagnostic{Pos: pos, Message: "text of " + f.from.why + " reaches a model through " + f.Name}
		if f.passed.IsValid() {
			p := a.pass.Fset.Position(f.passed)
			d.Message = fmt.Sprintf("text of %s, passed at %s:%d, reaches a model through %s", f.from.why, filepath.Base(p.Filename), p.Line, f.Name)
		}
		if expr != nil {
			d.End = expr.End()
			d.SuggestedFixes = a.fixes(forms, f, expr)
		}
		report(d)
	}
}
