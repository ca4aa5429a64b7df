package toolerr_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/toolerr"
)

var (
	errVendor = errors.New("vendor says no to row 8841")
	say       = toolerr.Msg("It did not work.")
	hint      = toolerr.Msg("Use a smaller page.")
)

// vendorError is an error of its own type.
type vendorError struct{ code string }

func (e *vendorError) Error() string { return "vendor: " + e.code }

// asJSON returns a value as JSON.
func asJSON(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	return string(raw)
}

var findOut = toolerr.Msg("The call may have been carried out. Find out before you make it again.")

func TestConstructors(t *testing.T) {
	problems := []toolerr.Problem{{Path: "/limit", Problem: toolerr.Msg("must be a number")}}
	tests := map[string]struct {
		err      *toolerr.ToolRuntimeError
		kind     toolerr.Kind
		message  string
		status   int
		hint     toolerr.Message
		problems []toolerr.Problem
	}{
		"Upstream":         {err: toolerr.Upstream(404, say), kind: notFound, message: "It did not work.", status: 404, hint: toolerr.FactNotFound.Hint()},
		"RateLimit":        {err: toolerr.RateLimit(say), kind: rateLimit, message: "It did not work."},
		"Fatal":            {err: toolerr.Fatal(say), kind: toolerr.KindToolFatal, message: "It did not work."},
		"Retryable":        {err: toolerr.Retryable(say, hint), kind: toolerr.KindToolRetry, message: "It did not work.", hint: hint},
		"ContextRequired":  {err: toolerr.ContextRequired(say, hint), kind: toolerr.KindToolContextRequired, message: "It did not work.", hint: hint},
		"InvalidInput":     {err: toolerr.InvalidInput(say, problems), kind: toolerr.KindToolBadInputValue, message: "It did not work.", problems: problems},
		"New":              {err: toolerr.New(unmapped, say), kind: unmapped, message: "It did not work.", hint: findOut},
		"New of no kind":   {err: toolerr.New("", say), kind: toolerr.KindUnknown, message: "It did not work."},
		"zero message":     {err: toolerr.Fatal(toolerr.Message{}), kind: toolerr.KindToolFatal, message: "The tool failed and cannot complete this call.", hint: toolerr.Msg("Go on without the result, or tell the user.")},
		"a zero Option":    {err: toolerr.Fatal(say, toolerr.Option{}), kind: toolerr.KindToolFatal, message: "It did not work."},
		"an option's hint": {err: toolerr.Retryable(say, toolerr.Message{}, toolerr.WithHint(hint)), kind: toolerr.KindToolRetry, message: "It did not work.", hint: hint},
		"NetworkTransport": {
			err:  toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, say),
			kind: toolerr.KindNetworkTransportTimeout, message: "It did not work.", hint: findOut,
		},
		"NetworkTransport of another class": {
			err:  toolerr.NetworkTransport(toolerr.KindUpstreamNotFound, say),
			kind: toolerr.KindNetworkTransportUnmapped, message: "It did not work.", hint: findOut,
		},
		"NetworkTransport with a status": {
			err:  toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, say, toolerr.WithStatus(504)),
			kind: toolerr.KindNetworkTransportTimeout, message: "It did not work.", hint: findOut,
		},
		"NetworkTransport of no kind": {
			err:  toolerr.NetworkTransport("", say),
			kind: toolerr.KindNetworkTransportUnmapped, message: "It did not work.", hint: findOut,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := tt.err
			require.NotNil(t, e)
			assert.Equal(t, tt.kind, e.Kind())
			assert.Equal(t, tt.kind.Class(), e.Class())
			assert.Equal(t, tt.kind.Code(), e.Code())
			assert.Equal(t, tt.message, e.Error())
			assert.Equal(t, tt.message, e.Message().String())
			assert.Equal(t, tt.message, e.DeveloperMessage(), "nothing more is known")
			assert.Equal(t, tt.kind.CanRetry(), e.CanRetry())
			assert.Equal(t, tt.status, e.StatusCode())
			assert.Equal(t, tt.hint, e.Hint())
			assert.Equal(t, tt.problems, e.Problems())
			assert.Equal(t, string(tt.kind), e.ErrorType())
			assert.False(t, e.RequiresUserAction())
			assert.False(t, e.Aborts())
			assert.False(t, e.Answered() && tt.status == 0)
			assert.Empty(t, e.Service())
			assert.Equal(t, toolerr.Extra{}, e.Extra())
			assert.NoError(t, e.Cause())
			_, known := e.RetryAfter()
			assert.False(t, known, "a wait is never made up")
			assert.True(t, e.Payload().IsError())
			assert.Same(t, e, e.Payload().Err())
		})
	}
}

func TestOptions(t *testing.T) {
	const second = time.Second
	wait := func(e *toolerr.ToolRuntimeError) any {
		d, ok := e.RetryAfter()
		return fmt.Sprint(d, ok)
	}
	canRetry := func(e *toolerr.ToolRuntimeError) any { return e.CanRetry() }
	status := func(e *toolerr.ToolRuntimeError) any { return e.StatusCode() }
	code := func(e *toolerr.ToolRuntimeError) any { return e.Code() }
	service := func(e *toolerr.ToolRuntimeError) any { return e.Service() }
	effect := func(e *toolerr.ToolRuntimeError) any { return e.Effect() }
	guidance := func(e *toolerr.ToolRuntimeError) any { return e.Guidance() }
	extra := func(e *toolerr.ToolRuntimeError) any { return e.Extra() }
	listed := func(e *toolerr.ToolRuntimeError) any { return [2]string{e.VendorCode(), e.Extra().VendorCode} }
	developer := func(e *toolerr.ToolRuntimeError) any { return e.DeveloperMessage() }
	credential := "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
	tests := map[string]struct {
		with toolerr.Option
		get  func(*toolerr.ToolRuntimeError) any
		want any
	}{
		"cause":                      {toolerr.WithCause(errVendor), func(e *toolerr.ToolRuntimeError) any { return e.Cause() }, errVendor},
		"nil cause":                  {toolerr.WithCause(nil), func(e *toolerr.ToolRuntimeError) any { return e.Cause() }, nil},
		"developer message":          {toolerr.WithDeveloperMessage("why"), developer, "why"},
		"empty developer message":    {toolerr.WithDeveloperMessage(""), developer, "It did not work."},
		"wait":                       {toolerr.WithRetryAfter(3 * second), wait, "3s true"},
		"wait of nothing":            {toolerr.WithRetryAfter(0), wait, "0s true"},
		"negative wait":              {toolerr.WithRetryAfter(-second), wait, "0s true"},
		"most negative wait":         {toolerr.WithRetryAfter(math.MinInt64), wait, "0s true"},
		"wait of 1ns":                {toolerr.WithRetryAfter(1), wait, "1ms true"},
		"wait of 1.0000001s":         {toolerr.WithRetryAfter(second + 100), wait, "1.001s true"},
		"wait of a day":              {toolerr.WithRetryAfter(24 * time.Hour), wait, "24h0m0s true"},
		"wait of more":               {toolerr.WithRetryAfter(24*time.Hour + 1), wait, "24h0m0s true"},
		"wait without end":           {toolerr.WithRetryAfter(math.MaxInt64), wait, "24h0m0s true"},
		"status":                     {toolerr.WithStatus(418), status, 418},
		"status of none":             {toolerr.WithStatus(0), status, 0},
		"negative status":            {toolerr.WithStatus(-5), status, 0},
		"hint":                       {toolerr.WithHint(hint), func(e *toolerr.ToolRuntimeError) any { return e.Hint() }, hint},
		"effect none":                {toolerr.WithEffect(toolerr.EffectNone), effect, toolerr.EffectNone},
		"effect unknown":             {toolerr.WithEffect(toolerr.EffectUnknown), effect, toolerr.EffectUnknown},
		"effect unset":               {toolerr.WithEffect(toolerr.EffectUnset), effect, toolerr.EffectUnset},
		"effect made up":             {toolerr.WithEffect("applied"), effect, toolerr.EffectUnset},
		"can retry":                  {toolerr.WithCanRetry(true), canRetry, true},
		"cannot retry":               {toolerr.WithCanRetry(false), canRetry, false},
		"code":                       {toolerr.WithCode(toolerr.CodeDenied), code, toolerr.CodeDenied},
		"code made up":               {toolerr.WithCode("because"), code, toolerr.CodeInternalError},
		"no code":                    {toolerr.WithCode(""), code, toolerr.CodeInternalError},
		"service":                    {toolerr.WithService("_http"), service, "_http"},
		"service in extra":           {toolerr.WithService("_http"), extra, toolerr.Extra{Service: "_http"}},
		"service that is text":       {toolerr.WithService("row 8841"), service, ""},
		"service that is secret":     {toolerr.WithService(credential), service, ""},
		"vendor code":                {toolerr.WithVendorCode("row 8841"), listed, [2]string{"", "row 8841"}},
		"listed code":                {toolerr.WithNote(note.Code("slow_down")), listed, [2]string{"slow_down", "slow_down"}},
		"listed code that is text":   {toolerr.WithNote(note.Code("row 8841")), listed, [2]string{"", "row 8841"}},
		"listed code that is secret": {toolerr.WithNote(note.Code(credential)), listed, [2]string{"", "(redacted)"}},
		"vendor type":                {toolerr.WithVendorType(&vendorError{}), extra, toolerr.Extra{GoType: "*toolerr_test.vendorError"}},
		"vendor type of nil":         {toolerr.WithVendorType(nil), extra, toolerr.Extra{}},
		"endpoint": {
			toolerr.WithEndpoint("POST", "https://joe:pw@api.example.com/v1/items/8841?key=s3cr3t#frag"), extra,
			toolerr.Extra{Endpoint: "https://api.example.com/v1/items/…", HTTPMethod: "POST"},
		},
		"request id":             {toolerr.WithRequestID("req-1"), extra, toolerr.Extra{RequestID: "req-1"}},
		"request id, secret":     {toolerr.WithRequestID(credential), extra, toolerr.Extra{RequestID: "(redacted)"}},
		"guidance":               {toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff), guidance, toolerr.GuidanceRetryWithBackoff},
		"guidance made up":       {toolerr.WithGuidance("hope"), guidance, toolerr.GuidanceNone},
		"guidance left to kind":  {toolerr.WithGuidance(""), guidance, toolerr.GuidanceNone},
		"user action":            {toolerr.WithUserAction(), func(e *toolerr.ToolRuntimeError) any { return e.RequiresUserAction() }, true},
		"answered, by status":    {toolerr.WithStatus(300), func(e *toolerr.ToolRuntimeError) any { return e.Answered() }, true},
		"answered, by code":      {toolerr.WithVendorCode("x"), func(e *toolerr.ToolRuntimeError) any { return e.Answered() }, true},
		"not answered, below":    {toolerr.WithStatus(299), func(e *toolerr.ToolRuntimeError) any { return e.Answered() }, false},
		"not answered, by cause": {toolerr.WithCause(errVendor), func(e *toolerr.ToolRuntimeError) any { return e.Answered() }, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			const kind = toolerr.KindToolBadOutputValue // the kind implies no other property
			assert.Equal(t, tt.want, tt.get(toolerr.New(kind, say, tt.with)))
			assert.Equal(t, tt.want, tt.get(toolerr.New(kind, say).With(tt.with)), "With does what a constructor does")
		})
	}
}

// No option, change of kind or stored report gives a status to an exchange without an
// answer, or a retry to a fatal error.
func TestClassLimitsOptions(t *testing.T) {
	opts := []toolerr.Option{
		toolerr.WithStatus(504), toolerr.WithCanRetry(true), toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff), toolerr.WithEffect(toolerr.EffectNone),
	}
	for _, kind := range toolerr.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			stored := toolerr.New(kind, say).Report()
			stored.StatusCode, stored.CanRetry, stored.Guidance, stored.Effect = 504, true, toolerr.GuidanceRetryWithBackoff, toolerr.EffectNone
			for how, e := range map[string]*toolerr.ToolRuntimeError{
				"a constructor": toolerr.New(kind, say, opts...),
				"With":          toolerr.New(kind, say).With(opts...),
				"WithKind":      toolerr.Upstream(504, say).WithKind(kind, opts...),
				"FromReport":    toolerr.FromReport(stored),
			} {
				fatal := kind.Class() == toolerr.ClassFatal
				assert.Equal(t, !fatal, e.CanRetry(), how)
				assert.Equal(t, !fatal, e.SafeToRetry(true), how)
				assert.Equal(t, fatal, e.Guidance() == toolerr.GuidanceNone, how)
				want := 504
				if kind.Class() == toolerr.ClassNetworkTransport {
					want = 0
				}
				assert.Equal(t, want, e.StatusCode(), how)
				assert.Equal(t, want != 0, e.Answered(), how)
			}
		})
	}
	assert.NotContains(t, toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, say, toolerr.WithStatus(504)).Payload().String(), "status_code")
	assert.Contains(t, toolerr.Fatal(say, toolerr.WithCanRetry(true)).Payload().String(), `"can_retry":false`)
}

func TestLaterOptionsWin(t *testing.T) {
	e := toolerr.Upstream(500, say, toolerr.WithStatus(502), toolerr.WithStatus(503),
		toolerr.WithNote(note.Code("first")), toolerr.WithNote(note.Code("not an identifier")))
	assert.Equal(t, 503, e.StatusCode())
	assert.Empty(t, e.VendorCode(), "the agent does not see the first code for the second")
	assert.Equal(t, "not an identifier", e.Extra().VendorCode)
}

func TestEffects(t *testing.T) {
	none, unknown, unset := toolerr.EffectNone, toolerr.EffectUnknown, toolerr.EffectUnset
	byKind := map[toolerr.Kind]toolerr.Effect{
		badRequest: none, validation: none, authError: none, notFound: none, rateLimit: none,
		serverError: unknown, unmapped: unknown, toolerr.KindToolTimeout: unknown,
	}
	for _, kind := range toolerr.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			e := toolerr.New(kind, say)
			assert.Equal(t, byKind[kind], e.Effect())
			for _, effect := range []toolerr.Effect{none, unknown} {
				assert.Equal(t, effect, e.With(toolerr.WithEffect(effect)).Effect(), "the option takes precedence")
			}
			assert.Equal(t, byKind[kind], e.With(toolerr.WithEffect(none), toolerr.WithEffect(unset)).Effect())
		})
	}
	wait := toolerr.WithRetryAfter(time.Second)
	assert.Equal(t, none, toolerr.Upstream(503, say, wait).Effect(), "it has a wait")
	assert.Equal(t, unknown, toolerr.Upstream(500, say, wait).Effect())
	assert.Equal(t, unknown, toolerr.Upstream(502, say, wait).Effect())
}

// Only an error that can be retried is safe to retry: if nothing was done, or if the call
// may be carried out twice.
func TestSafeToRetry(t *testing.T) {
	for _, effect := range []toolerr.Effect{toolerr.EffectUnset, toolerr.EffectNone, toolerr.EffectUnknown} {
		e := toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, say, toolerr.WithEffect(effect))
		assert.True(t, e.SafeToRetry(true), effect)
		assert.Equal(t, effect == toolerr.EffectNone, e.SafeToRetry(false), effect)
		for _, idempotent := range []bool{true, false} {
			assert.False(t, e.With(toolerr.WithCanRetry(false)).SafeToRetry(idempotent), effect)
		}
	}
}

func TestGuidance(t *testing.T) {
	none, backoff, refresh := toolerr.GuidanceNone, toolerr.GuidanceRetryWithBackoff, toolerr.GuidanceRefreshAuthThenRetry
	byKind := map[toolerr.Kind]toolerr.Guidance{
		rateLimit: backoff, serverError: backoff, toolerr.KindNetworkTransportTimeout: backoff,
		toolerr.KindNetworkTransportUnreachable: backoff, toolerr.KindNetworkTransportUnmapped: backoff,
	}
	for _, kind := range toolerr.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			want := byKind[kind]
			if want == "" {
				want = none
			}
			assert.Equal(t, want, toolerr.New(kind, say).Guidance())
			assert.Equal(t, none, toolerr.New(kind, say, toolerr.WithCanRetry(false)).Guidance())
			if kind.Class() == toolerr.ClassFatal {
				return // TestClassLimitsOptions
			}
			assert.Equal(t, refresh, toolerr.New(kind, say, toolerr.WithGuidance(refresh)).Guidance(), "the option takes precedence")
		})
	}
	tests := map[string]struct {
		err  *toolerr.ToolRuntimeError
		want toolerr.Guidance
	}{
		"401":                        {toolerr.Upstream(401, say), refresh},
		"401 and a person":           {toolerr.Upstream(401, say, toolerr.WithUserAction()), none},
		"403":                        {toolerr.Upstream(403, say), none},
		"401 of another kind":        {toolerr.New(badRequest, say, toolerr.WithStatus(401)), none},
		"408":                        {toolerr.Upstream(408, say), backoff},
		"429":                        {toolerr.Upstream(429, say), backoff},
		"429, exhausted":             {toolerr.Upstream(429, say, toolerr.WithCanRetry(false)), none},
		"501":                        {toolerr.Upstream(501, say), none},
		"503":                        {toolerr.Upstream(503, say), backoff},
		"400 that passes":            {toolerr.Upstream(400, say, toolerr.WithCanRetry(true)), backoff},
		"the model must change it":   {toolerr.Retryable(say, hint), none},
		"the tool's own timeout":     {toolerr.New(toolerr.KindToolTimeout, say), none},
		"a fatal error that passes":  {toolerr.Fatal(say, toolerr.WithCanRetry(true)), none},
		"redirects without an end":   {toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, say, toolerr.WithCanRetry(false)), none},
		"an expired token's own row": {toolerr.New(authError, say, toolerr.WithGuidance(refresh)), refresh},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tt.err.Guidance()) })
	}
}

// everything returns an error with every option set.
func everything(opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	e := toolerr.InvalidInput(say, []toolerr.Problem{{Path: "/limit", Problem: toolerr.Msg("must be a number")}},
		append([]toolerr.Option{
			toolerr.WithCause(&vendorError{"E1"}),
			toolerr.WithDeveloperMessage("row 8841 is locked"),
			toolerr.WithRetryAfter(1500 * time.Millisecond),
			toolerr.WithStatus(422),
			toolerr.WithHint(hint),
			toolerr.WithEffect(toolerr.EffectUnknown),
			toolerr.WithCanRetry(true),
			toolerr.WithRepeatable(),
			toolerr.FixedReference("ABCDEFGHIJ234"),
			toolerr.WithCode(toolerr.CodeConflict),
			toolerr.WithService("_acme"),
			toolerr.WithUpstreamName(toolerr.Name("Acme")),
			toolerr.WithNote(note.Code("row_locked")),
			toolerr.WithVendorType(&vendorError{}),
			toolerr.WithEndpoint("PUT", "https://api.acme.example/v1/rows/8841?key=s3cr3t"),
			toolerr.WithRequestID("req-77"),
			toolerr.WithMetadata("field", "date of row 8841"),
			toolerr.WithGuidance(toolerr.GuidanceRefreshAuthThenRetry),
			toolerr.WithUserAction(),
			toolerr.WithAccess(toolerr.Access{Fact: toolerr.FactMissingScope, Scopes: []string{"rows:write"}, ResourceMetadata: "https://acme.example/.well-known"}),
			toolerr.WithCredentials(toolerr.Credentials{Owner: toolerr.OwnerCaller}),
			toolerr.WithNote(note.Stack([]byte("goroutine 1 [running]:\nmain.main()"))),
			toolerr.WithRefusal(toolerr.Refusal{
				Message: "limit of row 8841 is not a number",
				Findings: []toolerr.Finding{{
					Rule: toolerr.RuleTooLarge, Fields: []string{"limit"}, Word: "limit", Value: "8841", Names: []string{"page"},
					Limit: "100", Beyond: true, At: toolerr.Position{Offset: 3, Line: 1, Column: 2},
				}},
			}),
		}, opts...)...)
	te, _ := toolerr.Find(toolerr.Abort(e))
	return te
}

// Every accessor of an error returns the same before and after all kinds of changes to a
// copy.
func TestErrorsAreImmutable(t *testing.T) {
	original := everything()
	before, cause := original.Report(), original.Cause()
	assertSame := func(t *testing.T) {
		t.Helper()
		assert.Equal(t, before, original.Report())
		assert.Same(t, cause, original.Cause())
	}
	changes := map[string]func() *toolerr.ToolRuntimeError{
		"With": func() *toolerr.ToolRuntimeError {
			return original.With(
				toolerr.WithCause(nil), toolerr.WithDeveloperMessage("other"), toolerr.WithRetryAfter(0), toolerr.WithStatus(500),
				toolerr.WithHint(say), toolerr.WithEffect(toolerr.EffectNone), toolerr.WithCanRetry(false),
				toolerr.WithCode(toolerr.CodeDenied), toolerr.WithService("_other"), toolerr.WithNote(note.Code("other")),
				toolerr.WithMetadata("field", "other"), toolerr.WithMetadata("another", "other"),
				toolerr.WithVendorType(nil), toolerr.WithEndpoint("GET", "https://other.example/"), toolerr.WithRequestID("other"),
				toolerr.WithGuidance(toolerr.GuidanceNone))
		},
		"WithKind":       func() *toolerr.ToolRuntimeError { return original.WithKind(toolerr.KindToolCanceled) },
		"With nothing":   func() *toolerr.ToolRuntimeError { return original.With() },
		"With of a copy": func() *toolerr.ToolRuntimeError { return original.With().With(toolerr.WithStatus(1)) },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			changed := change()
			assertSame(t)
			assert.NotSame(t, original, changed)
			if name == "With nothing" {
				assert.Equal(t, before, changed.Report())
			} else {
				assert.NotEqual(t, before, changed.Report())
			}
		})
	}
	original.Problems()[0] = toolerr.Problem{Path: "/other"}
	r := original.Report()
	*r.RetryAfterMS = 0
	r.Problems[0].Path = "/other"
	assertSame(t)
	value := *original
	assert.Equal(t, before, value.Report(), "a value is a copy")

	problems := []toolerr.Problem{{Path: "/a", Problem: say}}
	e := toolerr.InvalidInput(say, problems)
	problems[0].Path = "/b"
	assert.Equal(t, "/a", e.Problems()[0].Path, "the problems it was made of")
}

// WithKind keeps the data of the call, and drops the texts that belong to the old kind.
func TestWithKind(t *testing.T) {
	original := everything()
	got := original.WithKind(toolerr.KindToolCanceled).Report()
	want := original.Report()
	want.Kind, want.Class, want.Code = toolerr.KindToolCanceled, toolerr.ClassCanceled, toolerr.CodeCanceled
	want.Message, want.Hint = "The call was canceled before the tool finished.", ""
	want.CanRetry, want.Repeats, want.Guidance, want.RequiresUserAction, want.Access = false, false, toolerr.GuidanceNone, false, nil
	assert.Equal(t, want, got)

	timeout := original.WithKind(toolerr.KindNetworkTransportTimeout, toolerr.WithHint(hint))
	assert.Zero(t, timeout.StatusCode(), "there was no complete answer")
	assert.Equal(t, "The upstream service did not answer in time. Retry after 2 seconds.", timeout.Error())
	assert.Equal(t, hint, timeout.Hint())
	assert.True(t, timeout.CanRetry())
	assert.Equal(t, toolerr.GuidanceRetryWithBackoff, timeout.Guidance())
	assert.Equal(t, toolerr.KindUnknown, original.WithKind("made up").Kind())
}

// Every method of a nil or zero error returns the same as one of unknown kind.
func TestNilAndZeroErrors(t *testing.T) {
	none := (*toolerr.ToolRuntimeError)(nil)
	zero := &toolerr.ToolRuntimeError{}
	args := map[string][]any{
		"Is": {errVendor}, "As": {new(*vendorError)}, "SafeToRetry": {true}, "With": {}, "IsAbout": {"GET", "https://a.example/"}, "WithKind": {toolerr.KindToolFatal},
		"Statement": {1, func(string) bool { return true }}, "Because": {errVendor, toolerr.New(toolerr.KindUnknown, toolerr.Message{})},
	}
	// fmt, encoding/json and log/slog call these, and only on values that are not nil.
	values := map[string]bool{"Format": true, "MarshalJSON": true, "MarshalText": true, "LogValue": true}
	unknown := reflect.ValueOf(toolerr.New(toolerr.KindUnknown, toolerr.Message{}))
	for name, e := range map[string]*toolerr.ToolRuntimeError{"nil": none, "zero": zero} {
		v := reflect.ValueOf(e)
		for i := range v.NumMethod() {
			method := v.Type().Method(i).Name
			if values[method] {
				continue
			}
			t.Run(name+" "+method, func(t *testing.T) {
				in := make([]reflect.Value, 0, 1)
				for _, arg := range args[method] {
					in = append(in, reflect.ValueOf(arg))
				}
				require.NotPanics(t, func() {
					got, want := v.Method(i).Call(in), unknown.Method(i).Call(in)
					for n := range want {
						assert.Equal(t, fmt.Sprint(want[n]), fmt.Sprint(got[n]))
					}
				})
			})
		}
	}
	t.Run("nil, printed and encoded", func(t *testing.T) {
		assert.Equal(t, "<nil>", fmt.Sprint(none))
		assert.Equal(t, "null", asJSON(t, none))
		assert.NotPanics(t, func() { slog.New(slog.DiscardHandler).Error("x", "err", none) })
	})
	t.Run("zero, printed and encoded", func(t *testing.T) {
		assert.Equal(t, "The tool failed.", fmt.Sprint(zero))
		raw := asJSON(t, zero)
		assert.JSONEq(t, `{"success":false,"error":"The tool failed.","error_code":"internal_error","kind":"UNKNOWN","can_retry":false,"hint":"Go on without the result, or tell the user."}`, raw)
		assert.Equal(t, "UNKNOWN", zero.LogValue().Group()[0].Value.String())
	})
}

func TestProblemsAreFew(t *testing.T) {
	many := make([]toolerr.Problem, 20_000)
	for i := range many {
		many[i] = toolerr.Problem{Path: "/a", Problem: toolerr.Msg("is wrong")}
	}
	for n, want := range map[int]string{0: "", 1: "is wrong", 17: "is wrong", 18: "and 2 more problems", 20_000: "and 19984 more problems"} {
		e := toolerr.InvalidInput(toolerr.Message{}, many[:n])
		for _, e := range []*toolerr.ToolRuntimeError{e, toolerr.FromReport(e.Report())} {
			told := e.Problems()
			require.Len(t, told, min(n, 17))
			if n > 0 {
				assert.Equal(t, want, told[len(told)-1].Problem.String())
			}
		}
	}
	r := toolerr.InvalidInput(toolerr.Message{}, many[:1]).Report()
	for range 100 {
		r.Problems = append(r.Problems, r.Problems[0])
	}
	assert.Len(t, toolerr.FromReport(r).Problems(), 17)
}

// A model reads can_retry only if the same call does no harm.
func TestRepeats(t *testing.T) {
	post, get := toolerr.WithEndpoint("POST", "https://a.example/v1"), toolerr.WithEndpoint("GET", "https://a.example/v1")
	none, unknown := toolerr.WithEffect(toolerr.EffectNone), toolerr.WithEffect(toolerr.EffectUnknown)
	timeout := toolerr.KindNetworkTransportTimeout
	for name, tt := range map[string]struct {
		te    *toolerr.ToolRuntimeError
		again bool
	}{
		"a rate limit":                   {toolerr.RateLimit(say, post), true},
		"a failure of a POST":            {toolerr.Upstream(500, say, post), false},
		"a failure of a GET":             {toolerr.Upstream(500, say, get), true},
		"a failure of a declared tool":   {toolerr.Upstream(500, say, post, toolerr.WithRepeatable()), true},
		"a failure, no method known":     {toolerr.Upstream(500, say), false},
		"a refusal for now":              {toolerr.Upstream(503, say, post, toolerr.WithRetryAfter(time.Second)), true},
		"a lost answer to a POST":        {toolerr.NetworkTransport(timeout, say, post), false},
		"a lost answer to a GET":         {toolerr.NetworkTransport(timeout, say, get), true},
		"a GET after a POST":             {toolerr.NetworkTransport(timeout, say, get, unknown), false},
		"no connection":                  {toolerr.NetworkTransport(timeout, say, post, none), true},
		"no time":                        {toolerr.New(toolerr.KindToolTimeout, say), false},
		"the tool's own request":         {toolerr.Retryable(say, hint), true},
		"the tool's own, perhaps done":   {toolerr.Retryable(say, hint, unknown), false},
		"no retry helps a declared tool": {toolerr.Upstream(404, say, toolerr.WithRepeatable()), false},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.again, tt.te.Repeats())
			assert.Equal(t, tt.again, tt.te.Payload().Map()["can_retry"])
			assert.Equal(t, tt.again, toolerr.FromReport(tt.te.Report()).Repeats())
			if tt.te.CanRetry() && !tt.again && tt.te.Kind() != toolerr.KindToolRetry {
				assert.Equal(t, findOut, tt.te.Hint())
				assert.Empty(t, tt.te.Report().Hint)
			}
		})
	}
}
