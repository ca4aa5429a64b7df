// Package format checks the formats of errand's functions like vet's check for fmt.
package format

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/analysis/passes/printf"

	"github.com/errand-go/errand/cmd/errandvet/internal/directive"
	"github.com/errand-go/errand/cmd/errandvet/internal/errandpkg"
)

// Analyzer is the analyzer format.
var Analyzer = &analysis.Analyzer{
	Name: "format",
	Doc: `check the verbs and arguments of toolerr's functions with a format

vet does not: the type of their format is not string.`,
	URL:      "https://github.com/errand-go/errand/blob/main/docs/errandvet.md#format",
	Run:      run,
	Requires: []*analysis.Analyzer{directive.Analyzer, inspect.Analyzer},
}

// run runs vet's own check with the information that errand's functions are like
// fmt.Errorf. The check reads this as a fact about a function of another package.
func run(pass *analysis.Pass) (any, error) {
	report := directive.Reporter(pass)
	check := *pass
	check.Analyzer = printf.Analyzer
	check.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
		fn, ok := obj.(*types.Func)
		kind := reflect.ValueOf(fact).Elem().FieldByName("Kind")
		if !ok || !takesFormat(fn) || !kind.IsValid() {
			return false
		}
		k := printf.KindErrorf
		if fn.Name() == "Msgf" { // a message, which wraps nothing
			k = printf.KindPrintf
		}
		kind.Set(reflect.ValueOf(k))
		return true
	}
	check.ExportObjectFact = func(types.Object, analysis.Fact) {}
	check.Report = func(d analysis.Diagnostic) {
		if short := strings.ReplaceAll(d.Message, errandpkg.ToolErr+".", "toolerr."); short != d.Message {
			d.Message = short
			report(d)
		}
	}
	_, err := printf.Analyzer.Run(&check)
	return nil, err
}

// takesFormat reports whether fn is a function of errand whose format has its own type.
func takesFormat(fn *types.Func) bool {
	sig := fn.Signature()
	if fn.Pkg() == nil || fn.Pkg().Path() != errandpkg.ToolErr || !sig.Variadic() || sig.Params().Len() < 2 {
		return false
	}
	format, ok := sig.Params().At(sig.Params().Len() - 2).Type().(*types.Named)
	return ok && format.Obj().Name() == "literal"
}
