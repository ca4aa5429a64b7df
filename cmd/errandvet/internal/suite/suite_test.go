package suite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/errand-go/errand/cmd/errandvet/internal/directive"
	"github.com/errand-go/errand/cmd/errandvet/internal/discard"
	"github.com/errand-go/errand/cmd/errandvet/internal/format"
	"github.com/errand-go/errand/cmd/errandvet/internal/modelsink"
	"github.com/errand-go/errand/cmd/errandvet/internal/suite"
	"github.com/errand-go/errand/cmd/errandvet/internal/toolerror"
)

// The packages in testdata/src have the expected reports in // want comments, and the
// results of the fixes in their golden files. The SDKs there have the names and paths of
// the real ones.
func TestReports(t *testing.T) {
	tests := map[string]struct {
		analyzer *analysis.Analyzer
		packages []string
		sinks    string
	}{
		// One pass, because each loads the standard library.
		"facts, SDKs, frameworks, and a team's own sinks": {
			modelsink.Analyzer,
			[]string{"example.com/upstream", "example.com/mcpgo", "example.com/gosdk", "example.com/agents", "example.com/inuse", "example.com/own"},
			"example.com/mcpgo.say(2), example.com/mcpgo.reply.text, example.com/chat.Send(1), example.com/chat.Client.Post(0), example.com/chat.Reply.Text, example.com/chat.Handle(0), example.com/chat.Request(), example.com/chat.Result(), example.com/chat.Tool.Run(), example.com/own.answered()",
		},
		"reasons of tools":     {toolerror.Analyzer, []string{"example.com/reasons", "example.com/marked", "example.com/mcpgo/without"}, ""},
		"values that are lost": {discard.Analyzer, []string{"example.com/losing"}, ""},
		"formats":              {format.Analyzer, []string{"example.com/formats"}, ""},
		"comments":             {directive.Analyzer, []string{"example.com/comments"}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, modelsink.Analyzer.Flags.Set("sinks", tt.sinks))
			analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), tt.analyzer, tt.packages...)
		})
	}
}

func TestSinksFlag(t *testing.T) {
	for _, wrong := range []string{"Send(1)", "example.com/chat.Send(x)", "example.com/chat.Send(-1)", "example.com/chat.Send(1", "example.com/chat.Send", "example.com/chat", "example.com/chat.(1)"} {
		t.Run(wrong, func(t *testing.T) {
			assert.Error(t, modelsink.Analyzer.Flags.Set("sinks", wrong))
		})
	}
	require.NoError(t, modelsink.Analyzer.Flags.Set("sinks", ""))
}

func TestAnalyzersAreValid(t *testing.T) {
	require.NoError(t, analysis.Validate(suite.Analyzers()))
	for _, a := range suite.Analyzers() {
		assert.NotEmpty(t, a.URL, a.Name)
	}
}
