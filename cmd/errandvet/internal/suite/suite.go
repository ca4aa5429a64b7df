// Package suite lists errandvet's analyzers.
package suite

import (
	"golang.org/x/tools/go/analysis"

	"github.com/errand-go/errand/cmd/errandvet/internal/directive"
	"github.com/errand-go/errand/cmd/errandvet/internal/discard"
	"github.com/errand-go/errand/cmd/errandvet/internal/format"
	"github.com/errand-go/errand/cmd/errandvet/internal/modelsink"
	"github.com/errand-go/errand/cmd/errandvet/internal/toolerror"
)

// Analyzers returns every analyzer.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		modelsink.Analyzer,
		toolerror.Analyzer,
		discard.Analyzer,
		format.Analyzer,
		directive.Analyzer,
	}
}
