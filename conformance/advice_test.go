package conformance_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/toolerr"
)

// unseeing recognises no error.
type unseeing struct{ store }

func (unseeing) FromError(error) *toolerr.ToolRuntimeError { return nil }

// A finding contains what a developer needs to correct the adapter.
func TestFindingsHelp(t *testing.T) {
	type change = func(*storeError, *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError
	with := func(opts ...toolerr.Option) change {
		return func(_ *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError { return te.With(opts...) }
	}
	const dropped = "what the adapter does not read, or the client drops: clients.Recorded(t) in place of t.Client"
	tests := map[string]struct {
		fault  string
		change change // nil: no error is recognised
		want   []string
		not    string
	}{
		"a panic": {"status-500", func(x *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
			return te.With(toolerr.WithRequestID(strings.Split(x.body, "&")[1]))
		}, []string{"FromError returns without a panic", "index out of range [1] with length 1 (advice_test.go:"}, "the right answer"},
		"no adapter": {"status-404", nil, []string{
			`the right answer to "HTTP 404 with the vendor's error body": RFC 9110`, "no adapter knows *conformance_test.storeError", "the error is *conformance_test.storeError: store: 404: ",
		}, dropped},
		"a wait that is dropped": {"429-delta", func(_ *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
			return toolerr.Upstream(429, toolerr.Message{}, toolerr.WithCause(te.Cause()), toolerr.WithVendorType(te.Cause()))
		}, []string{"retry_after is missing", dropped}, ""},
		"an effect that the error does not show": {"status-500", with(toolerr.WithEffect(toolerr.EffectNone)), []string{
			"an effect that is known", "the error does not show the method: *conformance_test.storeError",
		}, ""},
		"an effect that it shows": {"status-500", with(toolerr.WithEffect(toolerr.EffectNone), toolerr.WithEndpoint(http.MethodHead, "https://store.example")), nil, ""},
		"a quotation": {"status-404", func(x *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
			return te.With(toolerr.WithHint(toolerr.Msgf("%s", toolerr.Quote(x.body))))
		}, []string{"law/canary on fault/status-404", "a value that was withheld here", "in Hint: (withheld)"}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := storeSuite(tt.fault)
			s.Adapter = spoiled{change: tt.change}
			if tt.change == nil {
				s.Adapter, s.Defaults = unseeing{}, nil
			}
			if tt.fault == "429-delta" { // the exchange is not recorded
				s.Call = func(ctx context.Context, t conformance.Target) error { return getItem(ctx, t.Client, t.URL) }
			}
			err := s.Check(t.Context())
			if tt.want == nil {
				require.NoError(t, err)
			}
			for _, want := range tt.want {
				require.ErrorContains(t, err, want)
			}
			if tt.not != "" {
				assert.NotContains(t, err.Error(), tt.not)
			}
		})
	}
}

// If an adapter breaks a law on every error, the text has a few of the findings.
func TestOneMistakeIsShownAFewTimes(t *testing.T) {
	s := storeSuite()
	s.Only = func(fault string) bool { return strings.HasPrefix(fault, "status-4") }
	s.Adapter = spoiled{change: func(_ *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
		return te.With(toolerr.WithVendorType(nil))
	}}
	report, err := s.Report(t.Context())
	require.NoError(t, err)
	assert.Greater(t, len(report.Findings()), 20)
	err = report.Err()
	require.Error(t, err)
	assert.Contains(t, strings.SplitN(err.Error(), "\n", 2)[0], "29× law/type on fault/status-400: no go_type")
	assert.Equal(t, 1+4, strings.Count(err.Error(), "law/type on"))
}
