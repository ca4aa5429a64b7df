// Package plugin makes errandvet's analyzers a linter of golangci-lint v2: import it into
// a build of golangci-lint, by `golangci-lint custom` or by a main of your own, and enable
// the custom linter "errandvet" of type "module".
package plugin

import (
	"errors"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/errand-go/errand/cmd/errandvet/internal/modelsink"
	"github.com/errand-go/errand/cmd/errandvet/internal/suite"
)

// Name is the linter's name in .golangci.yml.
const Name = "errandvet"

//nolint:gochecknoinits // golangci-lint knows the plugins that register when they are imported
func init() {
	register.Plugin(Name, New)
}

// settings are the settings of the linter in .golangci.yml.
type settings struct {
	// Sinks is the value of the flag -modelsink.sinks on the command line.
	Sinks string `json:"sinks"`
}

type linter struct{}

// New returns the linter. It fails for settings that it does not know.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[settings](conf)
	if err != nil {
		return nil, err
	}
	if err := modelsink.Analyzer.Flags.Set("sinks", s.Sinks); err != nil {
		return nil, errors.Join(errors.New("errandvet: the setting sinks"), err)
	}
	return linter{}, nil
}

// BuildAnalyzers returns errandvet's analyzers.
func (linter) BuildAnalyzers() ([]*analysis.Analyzer, error) { return suite.Analyzers(), nil }

// GetLoadMode returns the mode in which golangci-lint loads types for the analyzers.
func (linter) GetLoadMode() string { return register.LoadModeTypesInfo }
