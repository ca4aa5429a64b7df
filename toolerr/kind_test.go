package toolerr_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

// kindRows pins the taxonomy, because other programs send and store these words.
var kindRows = []struct {
	kind  toolerr.Kind
	wire  string
	class string
	retry bool
	code  string
}{
	{toolerr.KindToolkitLoadFailed, "TOOLKIT_LOAD_FAILED", "fatal", false, "internal_error"},
	{toolerr.KindToolDefinitionBadDefinition, "TOOL_DEFINITION_BAD_DEFINITION", "fatal", false, "internal_error"},
	{toolerr.KindToolDefinitionBadInputSchema, "TOOL_DEFINITION_BAD_INPUT_SCHEMA", "fatal", false, "internal_error"},
	{toolerr.KindToolDefinitionBadOutputSchema, "TOOL_DEFINITION_BAD_OUTPUT_SCHEMA", "fatal", false, "internal_error"},
	{toolerr.KindToolBadInputValue, "TOOL_RUNTIME_BAD_INPUT_VALUE", "invalid_input", false, "invalid_input"},
	{toolerr.KindToolBadOutputValue, "TOOL_RUNTIME_BAD_OUTPUT_VALUE", "invalid_output", false, "internal_error"},
	{toolerr.KindToolRetry, "TOOL_RUNTIME_RETRY", "retryable", true, "internal_error"},
	{toolerr.KindToolContextRequired, "TOOL_RUNTIME_CONTEXT_REQUIRED", "context_required", false, "invalid_input"},
	{toolerr.KindToolFatal, "TOOL_RUNTIME_FATAL", "fatal", false, "internal_error"},
	{toolerr.KindToolCanceled, "TOOL_RUNTIME_CANCELED", "canceled", false, "canceled"},
	{toolerr.KindToolTimeout, "TOOL_RUNTIME_TIMEOUT", "retryable", true, "timeout"},
	{toolerr.KindUpstreamBadRequest, "UPSTREAM_RUNTIME_BAD_REQUEST", "upstream", false, "invalid_input"},
	{toolerr.KindUpstreamValidationError, "UPSTREAM_RUNTIME_VALIDATION_ERROR", "upstream", false, "invalid_input"},
	{toolerr.KindUpstreamAuthError, "UPSTREAM_RUNTIME_AUTH_ERROR", "upstream", false, "external_service_error"},
	{toolerr.KindUpstreamNotFound, "UPSTREAM_RUNTIME_NOT_FOUND", "upstream", false, "not_found"},
	{toolerr.KindUpstreamRateLimit, "UPSTREAM_RUNTIME_RATE_LIMIT", "rate_limit", true, "rate_limited"},
	{toolerr.KindUpstreamServerError, "UPSTREAM_RUNTIME_SERVER_ERROR", "upstream", true, "external_service_error"},
	{toolerr.KindUpstreamUnmapped, "UPSTREAM_RUNTIME_UNMAPPED", "upstream", false, "external_service_error"},
	{toolerr.KindNetworkTransportTimeout, "NETWORK_TRANSPORT_RUNTIME_TIMEOUT", "network_transport", true, "timeout"},
	{toolerr.KindNetworkTransportUnreachable, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE", "network_transport", true, "external_service_error"},
	{toolerr.KindNetworkTransportUnmapped, "NETWORK_TRANSPORT_RUNTIME_UNMAPPED", "network_transport", true, "external_service_error"},
	{toolerr.KindUnknown, "UNKNOWN", "fatal", false, "internal_error"},
}

func TestKinds(t *testing.T) {
	for _, row := range kindRows {
		t.Run(row.wire, func(t *testing.T) {
			assert.Equal(t, row.wire, string(row.kind))
			assert.Equal(t, row.class, string(row.kind.Class()))
			assert.Equal(t, row.retry, row.kind.CanRetry())
			assert.Equal(t, row.code, string(row.kind.Code()))
			assert.True(t, row.kind.Known())

			text := row.kind.Message().String()
			assert.True(t, strings.HasSuffix(text, "."), "a sentence: %q", text)
			assert.Equal(t, strings.ToUpper(text[:1]), text[:1], "a sentence: %q", text)
			assert.LessOrEqual(t, len(text), 80)
			assert.Equal(t, text, toolerr.New(row.kind, toolerr.Message{}).Error())
		})
	}
}

// declared returns the values of the string constants of a type in a file of this package,
// in order.
func declared(t *testing.T, file, typeName string) (values []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, decl := range parsed.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			c := spec.(*ast.ValueSpec)
			if id, ok := c.Type.(*ast.Ident); !ok || id.Name != typeName {
				continue
			}
			require.Len(t, c.Names, 1)
			value, err := strconv.Unquote(c.Values[0].(*ast.BasicLit).Value)
			require.NoError(t, err)
			values = append(values, value)
		}
	}
	require.NotEmpty(t, values, "no constants of type %s in %s", typeName, file)
	return values
}

// words returns the values of constants of a string type.
func words[T ~string](all []T) []string {
	var out []string
	for _, v := range all {
		out = append(out, string(v))
	}
	return out
}

func TestEveryConstantIsListed(t *testing.T) {
	kindWords := declared(t, "kind.go", "Kind")
	assert.Equal(t, kindWords, words(toolerr.Kinds()))
	assert.Equal(t, declared(t, "class.go", "Class"), words(toolerr.Classes()))
	assert.Equal(t, declared(t, "code.go", "Code"), words(toolerr.Codes()))

	var pinned []string
	for _, row := range kindRows {
		pinned = append(pinned, row.wire)
	}
	assert.Equal(t, kindWords, pinned, "one row of this test per kind")
}

func TestCodes(t *testing.T) {
	assert.Equal(t, []string{
		"external_service_error", "rate_limited", "timeout", "not_found", "invalid_input", "internal_error", "canceled",
		"unknown_tool", "auth_required", "pending", "denied", "conflict", "budget_exhausted", "repeated_call", "truncated_call",
		"output_too_large",
	}, words(toolerr.Codes()))
	for _, code := range toolerr.Codes() {
		assert.True(t, code.Known(), code)
	}
	assert.False(t, toolerr.Code("").Known())
	assert.False(t, toolerr.Code("made_up").Known())
}
