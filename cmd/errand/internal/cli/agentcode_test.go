package cli_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/cmd/errand/internal/cli"
)

// newAgent contains the code at the end of the demo.
func newAgent(model agent.Model, searchDocs func(context.Context, struct{ Query string }) (string, error)) (*agent.Agent, error) {
	search := agent.NewTool("search_docs", "Searches.", searchDocs)
	helper, err := agent.New(agent.Config{
		Name: "helper", Model: model, Tools: []agent.Tool{search},
		// HTTP, files, programs and the vendors of docs/vendors.md.
		Adapters: adapters.Default(),
	})
	return helper, err
}

// The demo's code is in this file, and works.
func TestTheDemosCodeCompiles(t *testing.T) {
	source, err := os.ReadFile("agentcode_test.go")
	require.NoError(t, err)
	assert.Contains(t, string(source), "\t"+strings.ReplaceAll(cli.AgentCode, "\n", "\n\t")+"\n")
	_, err = newAgent(agenttest.NewModel(), func(context.Context, struct{ Query string }) (string, error) { return "", nil })
	assert.NoError(t, err)
}
