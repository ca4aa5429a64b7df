package graphqladapter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := graphqladapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %T", err)
	assert.Equal(t, "_graphql", te.Service())
	payload := te.Payload().String()
	assert.Empty(t, faults.Planted().Find(payload), payload)
	assert.Empty(t, faults.Planted().FindCredentials(te.DeveloperMessage()))
	return te
}

func coded(codes ...string) string {
	var all []string
	for _, code := range codes {
		all = append(all, `{"message":"`+faults.CanaryMessage+`","extensions":{"code":"`+code+`","stacktrace":["`+faults.CanaryBody+`"]}}`)
	}
	return `{"errors":[` + strings.Join(all, ",") + `]}`
}

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

func TestEffectOfOwnFailures(t *testing.T) {
	for code, effect := range map[string]toolerr.Effect{
		"graphql_encode_error": none, "json_encode_error": none, "json_decode_error": unknown,
		"graphql_decode_error": unknown, "graphql_extensions_decode_error": unknown,
	} {
		te := adapt(t, Errors{{Extensions: map[string]any{"code": code}}})
		assert.Equal(t, effect, te.Effect(), code)
		assert.False(t, te.Answered(), code)
	}
}

func TestTheOrderHasEachKind(t *testing.T) {
	for _, row := range spec.Of(graphqladapter.Adapter{}).Table().Rows() {
		assert.Contains(t, graphqladapter.Order, row.Kind, row.VendorCode)
	}
}

// Any text of a client is read or declined, and none of it is shown.
func FuzzStatusText(f *testing.F) {
	for _, text := range []string{
		`non-200 OK status code: 502 Bad Gateway body: "<html>"`, `non-200 OK status code: 400  body: "{\"errors\":[7,{\"path\":[]}]}"`,
		`unexpected status: 403 Forbidden body: "{\"message\":\"API rate limit exceeded\"}"`, "returned error 404 Not Found: {}", "returned error 404",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if te := (graphqladapter.Adapter{}).FromError(errors.New(text)); te != nil {
			assert.GreaterOrEqual(t, te.StatusCode(), 300)
			assert.NotContains(t, te.Error(), text)
		}
	})
}
