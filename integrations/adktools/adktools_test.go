package adktools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/integrations/adktools"
	"github.com/errand-go/errand/toolerr"
)

// The types of ADK that the callback uses (google.golang.org/adk/v2 v2.2.0, package plugin,
// read 2026-08). The module itself is not available everywhere.
type (
	adkContext interface {
		context.Context
		FunctionCallID() string
	}
	adkTool interface {
		Name() string
		Description() string
		IsLongRunning() bool
	}
	adkOnToolError func(adkContext, adkTool, map[string]any, error) (map[string]any, error)
	adkConfig      struct {
		Name                string
		OnToolErrorCallback adkOnToolError
	}
)

type aContext struct{ context.Context }

func (aContext) FunctionCallID() string { return "c" }

type aTool string

func (t aTool) Name() string      { return string(t) }
func (aTool) Description() string { return "" }
func (aTool) IsLongRunning() bool { return false }

var errConfirmationRequired = errors.New("confirmation required")

// notFound returns the error of a failed response.
func notFound() error {
	return httpadapter.CheckResponse(&http.Response{StatusCode: http.StatusNotFound, Body: http.NoBody})
}

func TestBeforeTool(t *testing.T) {
	registry := adapter.NewRegistry().WithCooldown(&adapter.Cooldown{Key: func(context.Context, string) string { return "acme" }})
	before := adktools.BeforeTool[adkContext, adkTool](registry)
	ctx := aContext{t.Context()}
	got, err := before(ctx, aTool("fetch"), nil)
	require.NoError(t, err)
	assert.Nil(t, got, "the tool runs")

	_, err = adktools.OnToolError[adkContext, adkTool](registry)(ctx, aTool("search"), nil,
		toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(time.Hour)))
	require.NoError(t, err)
	got, err = before(ctx, aTool("fetch"), nil)
	require.NoError(t, err)
	assert.Equal(t, "UPSTREAM_RUNTIME_RATE_LIMIT", got["kind"])
}

func TestOnToolError(t *testing.T) {
	registry := adapter.NewRegistry().With("fetch", httpadapter.Adapter{})
	cfg := adkConfig{
		Name:                "errand",
		OnToolErrorCallback: adktools.OnToolError[adkContext, adkTool](registry, errConfirmationRequired, nil),
	}
	var none *aTool
	tests := map[string]struct {
		tool   adkTool
		err    error
		code   any
		theirs bool
	}{
		"nothing":                  {aTool("fetch"), nil, nil, true},
		"a confirmation":           {aTool("fetch"), fmt.Errorf("x: %w", errConfirmationRequired), nil, true},
		"an error of its adapters": {aTool("fetch"), notFound(), "not_found", false},
		"a secret":                 {aTool("other"), errors.New("token=hunter2"), "internal_error", false},
		"a panic in ADK's form":    {aTool("fetch"), errors.New("panic in tool \"fetch\": token=hunter2\nstack: goroutine 1"), "internal_error", false},
		"an unknown tool":          {nil, errors.New("tool not found: hunter2"), "internal_error", false},
		"a nil tool":               {none, errors.New("hunter2"), "internal_error", false},
		"an error of errand":       {aTool("other"), toolerr.RateLimit(toolerr.Message{}), "rate_limited", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := cfg.OnToolErrorCallback(aContext{t.Context()}, tt.tool, map[string]any{"x": "hunter2"}, tt.err)
			require.NoError(t, err)
			if tt.theirs {
				assert.Nil(t, got)
				return
			}
			assert.Equal(t, false, got["success"])
			assert.Equal(t, tt.code, got["error_code"])
			raw, err := json.Marshal(got)
			require.NoError(t, err)
			assert.NotContains(t, string(raw), "hunter2")
		})
	}
}

// declaration is the declaration of an ADK tool (google.golang.org/genai,
// FunctionDeclaration).
type declaration struct {
	Name                 string `json:"name,omitempty"`
	Parameters           any    `json:"parameters,omitempty"`
	ParametersJsonSchema any    `json:"parametersJsonSchema,omitempty"` //nolint:revive // as genai spells it
}

// declared is a tool with a declaration.
type declared struct {
	aTool
	is *declaration
}

func (d declared) Declaration() *declaration { return d.is }

// panicky panics in Declaration.
type panicky struct{ aTool }

func (panicky) Declaration() *declaration { panic("hunter2") }

func TestARefusalNamesTheDeclaredArguments(t *testing.T) {
	refused := toolerr.Upstream(422, toolerr.Message{}, toolerr.WithFindings(
		toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"price"}, Limit: "100"},
		toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"amount"}},
		toolerr.Finding{Rule: toolerr.RuleNotFound, Fields: []string{"tenant"}, Value: "acme-77", Names: []string{"acme-78"}},
	))
	schema := map[string]any{"type": "OBJECT", "properties": map[string]any{"price": map[string]any{}, "amount": map[string]any{}}}
	told := []any{
		map[string]any{"path": "/price", "problem": "must be at most 100"},
		map[string]any{"path": "/amount", "problem": "is required"},
		map[string]any{"path": "", "problem": "A value refers to something that does not exist"},
	}
	rules := []any{
		map[string]any{"path": "", "problem": "A value is required"}, map[string]any{"path": "", "problem": "A value must be at most 100"}, told[2],
	}
	for name, tt := range map[string]struct {
		tool adkTool
		args map[string]any
		want []any
	}{
		"a schema of genai":       {declared{"sell", &declaration{Parameters: schema}}, nil, told},
		"a JSON schema":           {declared{"sell", &declaration{ParametersJsonSchema: schema}}, nil, told},
		"no arguments":            {declared{"sell", &declaration{}}, nil, rules},
		"no declaration":          {declared{"sell", nil}, nil, rules},
		"no method":               {aTool("sell"), nil, rules},
		"a panic":                 {panicky{"sell"}, nil, rules},
		"arguments without form":  {declared{"sell", &declaration{Parameters: schema}}, map[string]any{"price": make(chan int)}, told},
		"a schema without a form": {declared{"sell", &declaration{Parameters: make(chan int)}}, nil, rules},
	} {
		t.Run(name, func(t *testing.T) {
			args := tt.args
			if args == nil {
				args = map[string]any{"price": 500, "tenant": "acme-77"}
			}
			onToolError := adktools.OnToolError[adkContext, adkTool](adapter.Registry{})
			got, err := onToolError(aContext{t.Context()}, tt.tool, args, refused)
			require.NoError(t, err)
			assert.ElementsMatch(t, tt.want, got["problems"])
		})
	}
	onToolError := adktools.OnToolError[adkContext, adkTool](adapter.Registry{}.WithDisclosure(adapter.DisclosureNames, "sell"))
	got, err := onToolError(aContext{t.Context()}, declared{"sell", &declaration{Parameters: schema}}, map[string]any{"price": 500}, refused)
	require.NoError(t, err)
	assert.Contains(t, fmt.Sprint(got["problems"]), "acme-78", "the registry allows names")
}
