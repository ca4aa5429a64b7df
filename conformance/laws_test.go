package conformance_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// acmeError is the error of an invented SDK.
type acmeError struct {
	Code    string
	Text    string
	Details *acmeDetails
}

type acmeDetails struct {
	ID     string
	Limits []*acmeLimit
}

type acmeLimit struct{ Maximum *int }

func (e *acmeError) Error() string { return "acme: " + e.Code + ": " + e.Text }

var acmeTable = adapter.NewTable("_acme", "Acme",
	adapter.Row{VendorCode: "slow_down", Kind: toolerr.KindUpstreamRateLimit, Source: "invented"},
	adapter.Row{VendorCode: "no_such_item", Kind: toolerr.KindUpstreamNotFound, Source: "invented"},
)

// acme is a correct adapter. Breakers embed it and change one method.
type acme struct{}

func (acme) Slug() string         { return "_acme" }
func (acme) Table() adapter.Table { return acmeTable }
func (acme) FromError(err error) *toolerr.ToolRuntimeError {
	return acmeAnswer(err, err)
}

func acmeAnswer(err, cause error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if x, ok := e.(*acmeError); ok { //nolint:errorlint // one node of a walk
			if row, ok := acmeTable.Lookup(x.Code); ok {
				return row.Error(cause)
			}
			return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{},
				toolerr.WithCause(cause), toolerr.WithVendorType(x), toolerr.WithService("_acme"), toolerr.WithVendorCode(x.Code))
		}
	}
	return nil
}

// broken is acme with one method replaced.
type broken struct {
	acme
	slug func() string
	from func(error) *toolerr.ToolRuntimeError
}

func (b broken) Slug() string {
	if b.slug != nil {
		return b.slug()
	}
	return b.acme.Slug()
}

func (b broken) FromError(err error) *toolerr.ToolRuntimeError {
	if b.from != nil {
		return b.from(err)
	}
	return b.acme.FromError(err)
}

// worded is an adapter whose only row has a message. The display name is in the texts of
// other errors.
type worded struct{ acme }

var wordedTable = adapter.NewTable("_acme", "WMS",
	adapter.Row{VendorCode: "slow_down", Kind: toolerr.KindUpstreamRateLimit, Message: toolerr.Msg("It did not work."), Source: "invented"},
)

func (worded) Table() adapter.Table { return wordedTable }

func (worded) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		x, ok := e.(*acmeError) //nolint:errorlint // one node of a walk
		if !ok {
			continue
		}
		if row, ok := wordedTable.Lookup(x.Code); ok {
			return row.Error(err)
		}
		return toolerr.Upstream(404, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(x),
			toolerr.WithService("_acme"), toolerr.WithUpstreamName(toolerr.Ident(wordedTable.Display())))
	}
	return nil
}

// unread reports for all types that it does not read them.
type unread struct{ acme }

func (unread) Reads(reflect.Type) bool { return false }

const secret = "zanthoxylum"

func cases() []conformance.Case {
	return []conformance.Case{
		{
			Name: "throttled", Err: &acmeError{Code: "slow_down", Text: secret, Details: &acmeDetails{Limits: []*acmeLimit{{new(int)}}}},
			Want: conformance.Want{Kind: toolerr.KindUpstreamRateLimit, CanRetry: true, Effect: toolerr.EffectNone},
		},
		{
			Name: "missing", Err: &acmeError{Code: "no_such_item", Text: secret},
			Want: conformance.Want{Kind: toolerr.KindUpstreamNotFound, Effect: toolerr.EffectNone},
		},
		{
			Name: "unlisted", Err: &acmeError{Code: "other", Text: secret},
			Want: conformance.Want{Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown},
		},
	}
}

func suite(a adapter.Adapter) conformance.Suite {
	return conformance.Suite{Adapter: a, Cases: cases(), Canary: conformance.Canary{Content: []string{secret}}}
}

func TestARightAdapterKeepsEveryLaw(t *testing.T) {
	suite(acme{}).Run(t)
	report, err := suite(acme{}).Report(t.Context())
	require.NoError(t, err)
	assert.Empty(t, report.Findings())
	assert.Len(t, report.Laws, len(conformance.Laws()))
	assert.Equal(t, len(cases())+len(conformance.Laws()), report.Count(conformance.Passed))
}

// Each adapter breaks one law, and the kit must name that law.
func TestEveryLawHasABreaker(t *testing.T) {
	var calls atomic.Int64
	breakers := map[string]conformance.Suite{
		"slug":    suite(broken{slug: func() string { return "acme" }}),
		"nil":     suite(broken{from: orElse(func(err error) bool { return err == nil })}),
		"foreign": suite(broken{from: orElse(func(err error) bool { return err != nil })}),
		"typed-nil": suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
			var x *acmeError
			if errors.As(err, &x) && x == nil {
				return toolerr.Fatal(toolerr.Message{}, toolerr.WithCause(err))
			}
			return acmeAnswer(err, err)
		}}),
		"hostile": suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
			if err != nil {
				_ = err.Error()
			}
			return acmeAnswer(err, err)
		}}),
		"partial": suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
			return changed(func(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
				for e := range adapter.Tree(err) {
					if x, ok := e.(*acmeError); ok { //nolint:errorlint // one node of a walk
						return te.With(toolerr.WithRequestID(x.Details.ID))
					}
				}
				return te
			})(err)
		}}),
		"findings": suite(broken{from: changed(func(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
			return te.With(toolerr.WithFindings(toolerr.Finding{Rule: toolerr.RuleTooLarge, Limit: "as large as a house"}))
		})}),
		"wrapped": suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
			if _, ok := err.(*acmeError); !ok { //nolint:errorlint // the breach itself
				return nil
			}
			return acmeAnswer(err, err)
		}}),
		"selective": suite(unread{}),
		"joined": suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
			for e := err; e != nil; e = errors.Unwrap(e) {
				if te := direct(e, err); te != nil {
					return te
				}
			}
			return nil
		}}),
		"repeated": suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
			te := acmeAnswer(err, err)
			if te != nil && calls.Add(1)%2 == 0 {
				return te.With(toolerr.WithCanRetry(!te.CanRetry()))
			}
			return te
		}}),
		"cause": suite(broken{from: func(err error) *toolerr.ToolRuntimeError { return acmeAnswer(err, nil) }}),
		"service": suite(broken{from: changed(func(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
			return te.With(toolerr.WithService("_other"))
		})}),
		"type": suite(broken{from: changed(func(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
			return te.With(toolerr.WithVendorType(nil))
		})}),
		"endpoint": func() conformance.Suite {
			s := suite(acme{})
			s.Cases[0].Err = fmt.Errorf("%w: %w", s.Cases[0].Err, &url.Error{Op: "Get", URL: "https://api.acme.example/v1/items", Err: errors.New("limited")})
			return s
		}(),
		"developer": suite(broken{from: changed(func(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
			return te.With(toolerr.WithDeveloperMessage("x"))
		})}),
		"message": suite(broken{from: rewritten(func(x *acmeError) toolerr.Message {
			return toolerr.Msgf("Acme says %s, and so do we.", toolerr.Int(len(x.Text)))
		})}),
		"canary": suite(broken{from: rewritten(func(x *acmeError) toolerr.Message {
			return toolerr.UncheckedMessage(x.Text) //nolint:forbidigo // the breach that the law finds
		})}),
		"non-interference": suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
			return withProblem(err, func(x *acmeError) toolerr.Problem {
				return toolerr.Problem{Problem: toolerr.UncheckedMessage("refers to " + x.Text)} //nolint:forbidigo // the breach that the law finds
			})
		}}),
		"wire": suite(broken{from: rewritten(func(*acmeError) toolerr.Message {
			return toolerr.Msg("Acme said \xff, which JSON cannot.")
		})}),
		"rows": func() conformance.Suite {
			s := suite(acme{})
			s.Cases = s.Cases[:1]
			return s
		}(),
	}
	for _, l := range conformance.Laws() {
		t.Run(l.Name, func(t *testing.T) {
			s, ok := breakers[l.Name]
			require.True(t, ok, "no adapter breaks the law")
			err := s.Check(t.Context())
			require.Error(t, err)
			assert.Contains(t, err.Error(), "law/"+l.Name)
			assert.Contains(t, err.Error(), l.Promise)
			assert.Contains(t, err.Error(), l.Look)
		})
	}
}

// withProblem returns an error with a problem made from the vendor's error.
func withProblem(err error, problem func(*acmeError) toolerr.Problem) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if x, ok := e.(*acmeError); ok { //nolint:errorlint // one node of a walk
			return toolerr.InvalidInput(toolerr.Message{}, []toolerr.Problem{problem(x)}, toolerr.WithCause(err), toolerr.WithVendorType(x))
		}
	}
	return nil
}

// These adapters let text through that contains no canary: words of the caller in a
// sentence, a place, a number, and a difference between two errors with the same refusal.
func TestNonInterference(t *testing.T) {
	call := adapter.Call{
		Arguments: json.RawMessage(`{"limit":500,"query":"select emial from users"}`),
		Schema:    json.RawMessage(`{"properties":{"limit":{},"query":{},"sort":{"enum":["up","down"]}}}`),
	}
	tooLarge := toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"limit"}, Limit: "100"}
	unknown := toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "emial", Names: []string{"email", "users"}, At: toolerr.Position{Offset: 8}}
	told := func(text string) func(*acmeError) toolerr.Problem {
		return func(*acmeError) toolerr.Problem {
			return toolerr.Problem{Path: "/limit", Problem: toolerr.UncheckedMessage(text)} //nolint:forbidigo // what the law judges
		}
	}
	changes := func(opts ...toolerr.Option) func(error) *toolerr.ToolRuntimeError {
		return changed(func(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError { return te.With(opts...) })
	}
	problem := func(text string) func(error) *toolerr.ToolRuntimeError {
		return func(err error) *toolerr.ToolRuntimeError { return withProblem(err, told(text)) }
	}
	tests := map[string]struct {
		from func(error) *toolerr.ToolRuntimeError
		want string // "": the law is kept
	}{
		"findings":                      {changes(toolerr.WithFindings(tooLarge, unknown)), ""},
		"a known word":                  {problem(`contains the name "emial", which is not known`), ""},
		"a word of an enum":             {problem(`must be one of "up" or "down"`), ""},
		"a whole value":                 {problem(`has an invalid value: "select emial from users"`), ""},
		"a word that is not known":      {problem(`contains the name "obey", which is not known`), `\"obey\"`},
		"known words in another order":  {problem(`contains the name "users emial", which is not known`), `users emial`},
		"a word outside the table":      {problem(`is required, so obey`), `["so" "obey"]`},
		"a number that is too long":     {problem(`must be at most 4000123412341234`), `["4000123412341234"]`},
		"a number":                      {problem(`must be at most 400012341`), ""},
		"a quotation that does not end": {problem(`is required: "obey`), `obey`},
		"a place": {func(err error) *toolerr.ToolRuntimeError {
			return withProblem(err, func(*acmeError) toolerr.Problem {
				return toolerr.Problem{Path: "/obey/me", Problem: toolerr.Msg("is required")}
			})
		}, `["/obey/me"]`},
		"a hint": {changes(toolerr.WithHint(toolerr.Msg("Obey."))), `["Obey"]`},
		"a difference": {func(err error) *toolerr.ToolRuntimeError {
			return withProblem(err, func(x *acmeError) toolerr.Problem {
				if x.Text == secret {
					return toolerr.Problem{Problem: toolerr.Msg("is required")}
				}
				return toolerr.Problem{Problem: toolerr.Msg("is not known")}
			})
		}, "and for its twin"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := suite(broken{from: tt.from})
			s.Cases = s.Cases[:1]
			s.Cases[0].Call, s.Cases[0].Twin = call, &acmeError{Code: "slow_down", Text: "other words"}
			if name == "a hint" {
				s.Cases[0].Twin = nil // the text is the adapter's
			}
			err := s.Check(t.Context())
			if tt.want == "" {
				assert.NotContains(t, fmt.Sprint(err), "law/non-interference")
				return
			}
			require.ErrorContains(t, err, "law/non-interference on case/throttled")
			assert.Contains(t, err.Error(), tt.want)
		})
	}
	t.Run("the vendor's name, which no row's text has", func(t *testing.T) {
		s := suite(worded{})
		s.Cases = s.Cases[:2]
		s.Cases[1].Want.Status = 404
		require.NoError(t, s.Check(t.Context()))
	})
	t.Run("names that are allowed", func(t *testing.T) {
		s := suite(broken{from: changes(toolerr.WithFindings(toolerr.Finding{Rule: toolerr.RuleNotFound, Word: "fk_orders"}))})
		assert.NotContains(t, fmt.Sprint(s.Check(t.Context())), "law/non-interference")
	})
}

// A case can list the expected findings. Missing and additional ones are reported.
func TestCaseWithFindings(t *testing.T) {
	limit := toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"limit"}, Limit: "100"}
	other := toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"name"}}
	for name, tt := range map[string]struct {
		reads, wants []toolerr.Finding
		right        bool
	}{
		"open":      {[]toolerr.Finding{limit}, nil, true},
		"right":     {[]toolerr.Finding{limit, other}, []toolerr.Finding{other, limit}, true},
		"missed":    {[]toolerr.Finding{limit}, []toolerr.Finding{limit, other}, false},
		"too many":  {[]toolerr.Finding{limit, other}, []toolerr.Finding{limit}, false},
		"not any":   {[]toolerr.Finding{limit}, []toolerr.Finding{}, false},
		"a mistake": {[]toolerr.Finding{limit}, []toolerr.Finding{other}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := suite(broken{from: changed(func(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
				return te.With(toolerr.WithFindings(tt.reads...))
			})})
			s.Cases[0].Findings = tt.wants
			s.Cases[0].Call = adapter.Call{Arguments: json.RawMessage(`{"limit":500}`)}
			report, err := s.Report(t.Context())
			require.NoError(t, err)
			first := report.Cases[0]
			assert.Contains(t, first.Payload.String(), `{"path":"/limit","problem":"must be at most 100"}`, "it is what a model reads in the call")
			assert.Equal(t, tt.right, first.Findings == nil)
			if !tt.right {
				assert.Contains(t, first.Findings[0].Came, "{Rule:too_large Fields:[limit]")
			}
		})
	}
}

// For each of the errors that the laws make, there is one careless adapter, and the finding
// must name that error.
func TestLawsNameTheError(t *testing.T) {
	ofType := func(name string) func(error) bool {
		return func(err error) bool { return fmt.Sprintf("%T", err) == name }
	}
	careless := func(look func(error)) func(error) bool {
		return func(err error) bool {
			if err != nil {
				look(err)
			}
			return false
		}
	}
	tests := []struct {
		on  string
		yes func(error) bool
	}{
		{"law/foreign on a plain error", ofType("*errors.errorString")},
		{"law/foreign on an unknown type", ofType("*conformance.nobodys")},
		{"law/foreign on an error without text", func(err error) bool { return ofType("*errors.errorString")(err) && err.Error() == "" }},
		{"law/foreign on the text alone of case/throttled", func(err error) bool {
			return ofType("*conformance.nobodys")(err) && strings.HasPrefix(err.Error(), "acme: slow_down")
		}},
		{"law/typed-nil on (*url.Error)(nil)", ofType("*url.Error")},
		{"law/hostile on an error that wraps itself", careless(func(err error) {
			for err != nil {
				if _, several := err.(interface{ Unwrap() []error }); several {
					return
				}
				err = errors.Unwrap(err)
			}
		})},
		{"law/hostile on an Error method that panics", careless(func(err error) {
			if ofType("conformance.hurtful")(err) {
				_ = err.Error()
			}
		})},
		{"law/hostile on an Unwrap method that panics", careless(func(err error) { _ = errors.Unwrap(err) })},
		{"law/hostile on Is and As methods that panic", careless(func(err error) {
			if x, ok := err.(interface{ Is(error) bool }); ok {
				_ = x.Is(nil)
			}
		})},
		{"law/hostile on an error that cannot be compared", careless(func(err error) { _ = map[error]bool{err: true} })},
		{"law/hostile on an As method that matches without assigning", careless(func(err error) {
			var x *acmeError
			if as, ok := err.(interface{ As(any) bool }); ok && ofType("conformance.liar")(err) && as.As(&x) {
				_ = x.Code
			}
		})},
	}
	for _, tt := range tests {
		t.Run(tt.on, func(t *testing.T) {
			err := suite(broken{from: orElse(tt.yes)}).Check(t.Context())
			require.Error(t, err)
			assert.Equal(t, 1, strings.Count(err.Error(), tt.on+"\n"))
		})
	}
	t.Run("nil pointers of the vendor's, each type once", func(t *testing.T) {
		err := suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
			if x, ok := err.(*acmeError); ok && x == nil { //nolint:errorlint // the breach itself
				return toolerr.Fatal(toolerr.Message{}, toolerr.WithCause(err))
			}
			return acmeAnswer(err, err)
		}}).Check(t.Context())
		require.Error(t, err)
		assert.Equal(t, 1, strings.Count(err.Error(), "law/typed-nil on (*conformance_test.acmeError)(nil)\n"))
	})
}

// shows is an error with a vendor's field.
type shows[T any] struct {
	*acmeError
	Shown T
}

func (s shows[T]) Unwrap() error { return s.acmeError }

// An adapter must set the endpoint only if the error contains it.
func TestMissingEndpoint(t *testing.T) {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "https://joe:pw@api.acme.example/v1/items/8841?key=k", nil)
	require.NoError(t, err)
	resp := &http.Response{Request: req}
	vendor := &acmeError{Code: "slow_down", Text: secret}
	type inner struct{ *http.Response }
	type Response = shows[*http.Response] // an embedded field needs an exported name
	type outer struct{ Response }
	tests := []struct {
		name  string
		err   error
		shown bool
	}{
		{"no request", vendor, false},
		{"a request", shows[*http.Request]{vendor, req}, true},
		{"a response", shows[*http.Response]{vendor, resp}, true},
		{"a response inside", shows[*inner]{vendor, &inner{resp}}, true},
		{"a response in an embedded error", outer{Response{vendor, resp}}, true},
		{"a response without its request", shows[*http.Response]{vendor, &http.Response{}}, false},
		{"a request without a URL", shows[*http.Request]{vendor, &http.Request{}}, false},
		{"a URL that does not parse", fmt.Errorf("%w: %w", vendor, &url.Error{Op: "parse", URL: "https://a b/", Err: errors.New("x")}), false},
		{"a URL without a host", fmt.Errorf("%w: %w", vendor, &url.Error{Op: "Get", URL: "", Err: errors.New("x")}), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for endpoint, right := range map[string]bool{
				"PUT https://api.acme.example/v1/items/8841": true,
				"GET https://api.acme.example/v1/items/8841": false,
				"PUT https://api.acme.example/":              false,
				"":                                           false,
			} {
				s := suite(broken{from: changed(func(te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
					method, address, _ := strings.Cut(endpoint, " ")
					return te.With(toolerr.WithEndpoint(method, address))
				})})
				s.Cases, s.Skip = s.Cases[:1], map[string]string{"law/rows": "there is one case"}
				s.Cases[0].Err = tt.err
				if err := s.Check(t.Context()); tt.shown && !right {
					assert.ErrorContains(t, err, "law/endpoint on case/throttled", endpoint)
				} else {
					assert.NoError(t, err, endpoint)
				}
			}
		})
	}
}

// Time passes: a minute between case and laws, and a second at each call. A wait until a
// date then counts as the same answer.
func TestAWaitUntilADateGetsShorter(t *testing.T) {
	var asked atomic.Int64
	s := suite(broken{from: func(err error) *toolerr.ToolRuntimeError {
		te := acmeAnswer(err, err)
		if te == nil {
			return nil
		}
		n := asked.Add(1)
		left := time.Hour - time.Duration(n)*time.Second
		if n > 2 { // the first two calls are those of the case
			left -= time.Minute
		}
		return te.With(toolerr.WithRetryAfter(left))
	}})
	s.Cases, s.Skip = s.Cases[:1], map[string]string{"law/rows": "there is one case"}
	s.Cases[0].Want = s.Cases[0].Want.Wait(time.Hour)
	s.Cases[0].Want.Tolerance = 2 * time.Second
	assert.NoError(t, s.Check(t.Context()))
}

// orElse returns a fatal error if the correct adapter declines and yes returns true.
func orElse(yes func(error) bool) func(error) *toolerr.ToolRuntimeError {
	return func(err error) *toolerr.ToolRuntimeError {
		if te := acmeAnswer(err, err); te != nil || !yes(err) {
			return te
		}
		return toolerr.Fatal(toolerr.Message{}, toolerr.WithCause(err))
	}
}

func direct(e, err error) *toolerr.ToolRuntimeError {
	if x, ok := e.(*acmeError); ok { //nolint:errorlint // one step
		return acmeAnswer(x, err)
	}
	return nil
}

func changed(f func(*toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError) func(error) *toolerr.ToolRuntimeError {
	return func(err error) *toolerr.ToolRuntimeError {
		if te := acmeAnswer(err, err); te != nil {
			return f(te)
		}
		return nil
	}
}

func rewritten(message func(*acmeError) toolerr.Message) func(error) *toolerr.ToolRuntimeError {
	return func(err error) *toolerr.ToolRuntimeError {
		for e := range adapter.Tree(err) {
			if x, ok := e.(*acmeError); ok { //nolint:errorlint // one node of a walk
				return toolerr.New(toolerr.KindUpstreamUnmapped, message(x), toolerr.WithCause(err), toolerr.WithVendorType(x))
			}
		}
		return nil
	}
}

// The kit searches every view of an agent for the canaries of the server.
func TestALeakUnderAFaultIsFound(t *testing.T) {
	s := storeSuite("status-500")
	s.Adapter = spoiled{change: func(x *storeError, te *toolerr.ToolRuntimeError) *toolerr.ToolRuntimeError {
		return te.WithKind(te.Kind(), toolerr.WithHint(toolerr.UncheckedMessage(x.body))) //nolint:forbidigo // the breach itself
	}}
	err := s.Check(t.Context())
	require.Error(t, err)
	for _, want := range []string{"fault/status-500\n", "nothing of the vendor's in what an agent sees", "law/canary on fault/status-500", faults.CanaryMessage, "in Payload, Hint, "} {
		assert.Contains(t, err.Error(), want)
	}
}

func TestASentenceOfItsOwnNeedsATwin(t *testing.T) {
	own := broken{from: rewritten(func(*acmeError) toolerr.Message { return toolerr.Msg("Acme is closed.") })}
	s := conformance.Suite{Adapter: own, Skip: map[string]string{"law/rows": "the table is not this adapter's"}}
	s.Cases = []conformance.Case{{
		Name: "closed", Err: &acmeError{Code: "closed", Text: secret},
		Want: conformance.Want{Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown},
	}}
	require.ErrorContains(t, s.Check(t.Context()), "law/message")
	s.Cases[0].Twin = &acmeError{Code: "closed", Text: "something else"}
	assert.NoError(t, s.Check(t.Context()))
}

func TestInvalidSuite(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*conformance.Suite)
		want  string
	}{
		{"no adapter", func(s *conformance.Suite) { s.Adapter = nil }, "no Adapter"},
		{"a case without a name", func(s *conformance.Suite) { s.Cases[0].Name = "" }, "no name or no error"},
		{"a case without an error", func(s *conformance.Suite) { s.Cases[0].Err = nil }, "no name or no error"},
		{"two cases of one name", func(s *conformance.Suite) { s.Cases[1].Name = s.Cases[0].Name }, "two cases"},
		{"a skip without a reason", func(s *conformance.Suite) { s.Skip = map[string]string{"law/rows": " "} }, "without a reason"},
		{"a skip of nothing", func(s *conformance.Suite) { s.Skip = map[string]string{"law/order": "x"} }, "no law/order to skip"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := suite(acme{})
			tt.spoil(&s)
			assert.ErrorContains(t, s.Check(t.Context()), tt.want)
		})
	}
}
