package conformance_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/toolerr"
)

// careless returns the correct answer, but calls use with the vendor's error.
func careless(use func(*acmeError) toolerr.Option) conformance.Suite {
	s := suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
		for e := range adapter.Tree(err) {
			if x, ok := e.(*acmeError); ok { //nolint:errorlint // one node of a walk
				return acmeAnswer(err, err).With(use(x))
			}
		}
		return nil
	}})
	s.Cases, s.Skip = s.Cases[:1], map[string]string{"law/rows": "one case is enough here"}
	return s
}

// later reads a refusal on demand.
type later func() toolerr.Refusal

func (l later) Refusal() toolerr.Refusal { return l() }

// These adapters use values that the service may omit.
func TestPartialErrors(t *testing.T) {
	maximum := func(x *acmeError) []toolerr.Finding {
		return []toolerr.Finding{{Rule: toolerr.RuleTooLarge, Limit: strconv.Itoa(*x.Details.Limits[0].Maximum)}}
	}
	tests := map[string]struct {
		use  func(*acmeError) toolerr.Option
		want []string // nil: the law is kept
	}{
		"careful": {func(x *acmeError) toolerr.Option {
			if x.Details == nil || len(x.Details.Limits) == 0 || x.Details.Limits[0] == nil || x.Details.Limits[0].Maximum == nil {
				return toolerr.Option{}
			}
			return toolerr.WithFindings(maximum(x)...)
		}, nil},
		"a pointer": {func(x *acmeError) toolerr.Option { return toolerr.WithRequestID(x.Details.ID) }, []string{"without .Details: ", "nil pointer", "(partial_test.go:"}},
		"all of a way": {func(x *acmeError) toolerr.Option { return toolerr.WithFindings(maximum(x)...) }, []string{
			"without .Details: ", "without .Details.Limits: ", "index out of range [0]", "without .Details.Limits[0]: ", "without .Details.Limits[0].Maximum: ",
		}},
		"a refuser": {func(x *acmeError) toolerr.Option {
			return toolerr.WithRefusal(later(func() toolerr.Refusal { return toolerr.Refusal{Findings: maximum(x)} }))
		}, []string{"without .Details.Limits[0].Maximum: "}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := careless(tt.use).Check(t.Context())
			if tt.want == nil {
				require.NoError(t, err)
			}
			for _, want := range tt.want {
				require.ErrorContains(t, err, "law/partial on case/throttled")
				assert.ErrorContains(t, err, want)
			}
		})
	}
}

// The copies do not change the original error.
func TestTheErrorItselfIsNotChanged(t *testing.T) {
	s := careless(func(*acmeError) toolerr.Option { return toolerr.Option{} })
	require.NoError(t, s.Check(t.Context()))
	var x *acmeError
	require.ErrorAs(t, s.Cases[0].Err, &x)
	assert.NotNil(t, x.Details.Limits[0].Maximum)
}

func TestTheFormOfFindings(t *testing.T) {
	const sentence = "parcels of Jane Roe are limited"
	tests := map[string]struct {
		finding toolerr.Finding
		want    string // "": the law is kept
	}{
		"all":                 {toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"items[0].price of one unit (net)"}, Word: "price of one unit (net)", Value: sentence, Names: []string{sentence}, Limit: "-1.5"}, ""},
		"nothing":             {toolerr.Finding{}, ""},
		"a rule of its own":   {toolerr.Finding{Rule: "too_heavy"}, `Rule is "too_heavy", which is not a constant`},
		"a limit with a unit": {toolerr.Finding{Limit: "30 kg"}, `Limit is "30 kg", which is not a number`},
		"a field":             {toolerr.Finding{Fields: []string{"weight", sentence}}, "Fields has \"" + sentence},
		"a word":              {toolerr.Finding{Word: sentence}, "Word is \"" + sentence},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := careless(func(*acmeError) toolerr.Option { return toolerr.WithFindings(tt.finding) }).Check(t.Context())
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, "law/findings on case/throttled")
			assert.ErrorContains(t, err, tt.want)
		})
	}
}
