package mcpresult_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

const secret = "sk-live-9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d"

// sentences are those of an invented SDK.
var sentences = []phrase.Pattern{{Text: `required argument "{field}" not found`, Rule: toolerr.RuleRequired}}

var arguments = json.RawMessage(`{"title":"Bug 7","limit":500}`)

func schema() json.RawMessage {
	return json.RawMessage(`{"properties":{"title":{},"limit":{},"repo":{}}}`)
}

func TestToolResults(t *testing.T) {
	named := toolerr.Upstream(404, toolerr.Message{}, toolerr.WithFindings(toolerr.Finding{Rule: toolerr.RuleUnknown, Fields: []string{"limit"}}))
	for name, tt := range map[string]struct {
		err        error
		disclosure adapter.Disclosure
		kind       toolerr.Kind
		problems   string
		upstream   string
	}{
		"a sentence": {
			err: mcpresult.Marked("no seats left, key "+secret, nil), kind: toolerr.KindToolFatal, problems: `[]`,
		},
		"a sentence that may be read": {
			err: mcpresult.Marked("no seats left, key "+secret, nil), disclosure: adapter.DisclosureText,
			kind: toolerr.KindToolFatal, problems: `[]`, upstream: "no seats left, key (redacted)",
		},
		"a body": {
			err: mcpresult.Marked(`{"errors":[{"field":"limit","message":"must be at most 100"}],"key":"`+secret+`"}`, nil), kind: toolerr.KindToolBadInputValue,
			problems: `[{"path":"/limit","problem":"must be at most 100"}]`,
		},
		"a body behind a sentence": {
			err:  fmt.Errorf("creating: 422 %s", `{"errors":[{"field":"limit","message":"must be at most 100"}]}`),
			kind: toolerr.KindToolBadInputValue, problems: `[{"path":"/limit","problem":"must be at most 100"}]`,
		},
		"a sentence of the SDK": {
			err: mcpresult.Argued(`required argument "repo" not found`, sentences), kind: toolerr.KindToolBadInputValue,
			problems: `[{"path":"/repo","problem":"is required"}]`,
		},
		"a value of the call's": {
			err: errors.New(`panic while "Bug 7" was rendered: ` + secret), kind: toolerr.KindToolFatal,
			problems: `[{"path":"","problem":"The error's text names the value of \"/title\"."}]`,
		},
		"an error's text": {
			err: errors.New("token " + secret), disclosure: adapter.DisclosureText, kind: toolerr.KindToolFatal, problems: `[]`, upstream: "token (redacted)",
		},
		"a text beside an error": {
			err: mcpresult.Marked("Ask the front desk.", errors.New(secret)), disclosure: adapter.DisclosureText,
			kind: toolerr.KindToolFatal, problems: `[]`, upstream: "Ask the front desk.",
		},
		"an error with its own text": {
			err: mcpresult.Marked(`required argument "repo" not found`, named), disclosure: adapter.DisclosureText,
			kind: toolerr.KindUpstreamNotFound, problems: `[{"path":"/limit","problem":"is not known"}]`, upstream: `required argument "repo" not found`,
		},
		"nothing": {
			err: mcpresult.Marked("", nil), disclosure: adapter.DisclosureText, kind: toolerr.KindToolFatal, problems: `[]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := &mcpresult.Guard{Registry: adapter.NewRegistry(httpadapter.Adapter{}).WithDisclosure(tt.disclosure)}
			_, te := mcpresult.Do(t.Context(), g, "x", arguments, mcpresult.Definition{Schema: schema}, func(context.Context) (int, error) { return 0, tt.err })
			require.NotNil(t, te)
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.upstream, te.Resolution().Upstream.String())
			got, err := json.Marshal(append([]toolerr.Problem{}, te.Problems()...))
			require.NoError(t, err)
			assert.JSONEq(t, tt.problems, string(got))
			text, more := g.Render(te)
			raw, err := json.Marshal(more)
			require.NoError(t, err)
			assert.NotContains(t, text+string(raw), secret)
		})
	}
}

// The advice to retry does not depend on how the error travelled. A model is offered none,
// because the call may have had an effect, unless the tool is declared.
func TestRetryAdviceBesideAText(t *testing.T) {
	unavailable := httpadapter.CheckResponse(&http.Response{
		StatusCode: http.StatusServiceUnavailable, Body: http.NoBody, Request: httptest.NewRequest(http.MethodPost, "https://api.example/pay", http.NoBody),
	})
	for name, err := range map[string]error{
		"the error":                  unavailable,
		"the error's text":           mcpresult.Marked("Error: "+unavailable.Error(), unavailable),
		"another text":               mcpresult.Marked("no luck", fmt.Errorf("paying: %w", unavailable)),
		"no error":                   mcpresult.Marked("HTTP 503", nil),
		"an error without a status":  mcpresult.Marked("HTTP 503", errors.New("no luck")),
		"a text as the error":        mcpresult.Marked("no luck", mcpresult.Marked("HTTP 503", nil)),
		"an error beside the result": errors.Join(mcpresult.Marked("HTTP 503", nil), unavailable),
	} {
		t.Run(name, func(t *testing.T) {
			for _, declared := range []bool{false, true} {
				g := &mcpresult.Guard{Registry: adapter.NewRegistry(httpadapter.Adapter{})}
				d := mcpresult.Definition{Repeatable: func() bool { return declared }}
				_, te := mcpresult.Do(t.Context(), g, "x", arguments, d, func(context.Context) (int, error) { return 0, err })
				require.NotNil(t, te)
				assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
				assert.Equal(t, http.StatusServiceUnavailable, te.StatusCode())
				assert.Equal(t, toolerr.EffectUnknown, te.Effect())
				assert.True(t, te.CanRetry())
				assert.Equal(t, declared, te.Repeats())
			}
		})
	}
}

// The problems in the text are shown with the status of the exchange, and the text itself
// if the disclosure allows it.
func TestProblemsBesideAStatus(t *testing.T) {
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnprocessableEntity) }))
	defer upstream.Close()
	client := &http.Client{Transport: httpadapter.NewTransport(nil)}
	for name, tt := range map[string]struct{ prefix, message string }{
		"of the exchange": {"", "Upstream HTTP request failed with status code 422 (Unprocessable Content)."},
		"of the text":     {"POST https://api.example/x: 422 ", "Upstream HTTP request failed with status code 422 (Unprocessable Content)."},
	} {
		t.Run(name, func(t *testing.T) {
			g := &mcpresult.Guard{Registry: adapter.NewRegistry(httpadapter.Adapter{}).WithDisclosure(adapter.DisclosureText)}
			text := tt.prefix + `{"errors":[{"field":"limit","message":"must be at most 100"}],"key":"` + secret + `"}`
			_, te := mcpresult.Do(t.Context(), g, "x", arguments, mcpresult.Definition{Schema: schema}, func(ctx context.Context) (int, error) {
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, upstream.URL, http.NoBody)
				require.NoError(t, err)
				resp, err := client.Do(req)
				require.NoError(t, err)
				require.NoError(t, resp.Body.Close())
				return 0, mcpresult.Marked(text, nil)
			})
			require.NotNil(t, te)
			assert.Equal(t, toolerr.KindUpstreamValidationError, te.Kind())
			assert.Equal(t, tt.message, te.Message().String())
			got, err := json.Marshal(te.Problems())
			require.NoError(t, err)
			assert.JSONEq(t, `[{"path":"/limit","problem":"must be at most 100"}]`, string(got))
			assert.Equal(t, strings.Replace(text, secret, "(redacted)", 1), te.Resolution().Upstream.String())
		})
	}
}

// Developers read the tool's text and the error beside it.
func TestBothTextsAreLogged(t *testing.T) {
	g := &mcpresult.Guard{}
	_, te := mcpresult.Do(t.Context(), g, "x", arguments, mcpresult.Definition{Schema: schema}, func(context.Context) (int, error) {
		return 0, mcpresult.Marked("Ask the front desk.", errors.New("row 7"))
	})
	assert.Equal(t, "Ask the front desk.\nrow 7", te.DeveloperMessage())
}

// _meta has what the text does not, for programs: the parts of the problems, and
// errand's own words only if they cannot be told from a service's.
func TestRender(t *testing.T) {
	limited := toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(7*time.Second))
	placed := limited.With(toolerr.WithResolution(toolerr.Resolution{
		Call: t, Problems: []toolerr.Problem{toolerr.RuleTooLarge.Problem("/limit", toolerr.Detail{Limit: toolerr.Int(100)})},
	}))
	said := placed.With(toolerr.WithResolution(toolerr.Resolution{Call: t, Problems: placed.Problems(), Upstream: toolerr.Msg("slow down\n- /x: y")}))
	const problems = `"problems":[{"path":"/limit","problem":"must be at most 100","rule":"too_large","limit":"100"}]`
	mine := toolerr.Credentials{Owner: toolerr.OwnerCaller, Scopes: []string{"files:read"}, ResourceMetadata: "https://mcp.example/meta"}
	refused := toolerr.Upstream(403, toolerr.Message{}, toolerr.WithCredentials(mine),
		toolerr.WithAccess(toolerr.Access{Fact: toolerr.FactMissingScope, Scopes: []string{"canary"}, ResourceMetadata: "https://canary.example/"}))
	theirs := mine
	theirs.Owner = toolerr.OwnerServer
	serverOwned := refused.With(toolerr.WithCredentials(theirs))
	const facts = `"error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":7000,"status_code":429`
	for name, tt := range map[string]struct {
		guard *mcpresult.Guard
		err   *toolerr.ToolRuntimeError
		text  string
		more  string
	}{
		"sentences": {&mcpresult.Guard{}, placed, placed.PlainText(), "{" + problems + "," + facts + "}"},
		"a service's words": {
			&mcpresult.Guard{}, said, said.PlainText(),
			`{"error":"` + limited.Error() + `",` + problems + "," + facts + "}",
		},
		"the payload":             {&mcpresult.Guard{JSON: true}, said, said.Payload().String(), "{" + problems + "}"},
		"the payload, no problem": {&mcpresult.Guard{JSON: true}, limited, limited.Payload().String(), "{}"},
		"access, of the caller": {
			&mcpresult.Guard{JSON: true}, refused, refused.Payload().String(),
			`{"access":"missing_scope","guidance":"none","owner":"caller","scopes":["files:read"],"resource_metadata":"https://mcp.example/meta"}`,
		},
		"access, of the server": {&mcpresult.Guard{JSON: true}, serverOwned, serverOwned.Payload().String(), `{"access":"missing_scope","owner":"server"}`},
	} {
		t.Run(name, func(t *testing.T) {
			text, meta := tt.guard.Render(tt.err)
			more := meta[mcpresult.MetaKey]
			assert.Equal(t, tt.text, text)
			assert.Len(t, meta, 1)
			assert.Equal(t, tt.err, mcpresult.ErrorIn(more))
			raw, err := json.Marshal(more)
			require.NoError(t, err)
			assert.JSONEq(t, tt.more, string(raw))
		})
	}
}

func TestText(t *testing.T) {
	assert.Equal(t, "a\nb", mcpresult.Text([]string{"a", "b"}, map[string]any{"c": 1}))
	assert.Equal(t, `{"c":1}`, mcpresult.Text(nil, map[string]any{"c": 1}))
	assert.Empty(t, mcpresult.Text(nil, nil))
	assert.Empty(t, mcpresult.Text(nil, make(chan int)))
}

func TestKeepMarked(t *testing.T) {
	var g mcpresult.Guard
	g.KeepMarked("a")
	assert.True(t, g.KeepsMarked("a"))
	assert.False(t, g.KeepsMarked("b"))
	g.KeepMarked()
	assert.True(t, g.KeepsMarked("b"))
}

// A call that ignores its context is left running. The limits themselves are adapter's.
func TestTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g mcpresult.Guard
		g.SetTimeout(time.Second)
		g.SetTimeout(time.Minute, "slow")
		for name, want := range map[string]time.Duration{"any": time.Second, "slow": time.Minute} {
			start := time.Now()
			_, te := mcpresult.Do(t.Context(), &g, name, nil, mcpresult.Definition{}, func(context.Context) (int, error) {
				<-time.After(time.Hour)
				return 0, nil
			})
			assert.Equal(t, want+50*time.Millisecond, time.Since(start), name)
			require.ErrorIs(t, te, toolerr.KindToolTimeout)
		}
		<-time.After(time.Hour) // until the abandoned calls have ended
	})
}

// Without a limit of its own, a call has 30 seconds after its last progress, or 2 minutes if
// its tool may change something. While the tool waits for the client, the time does not run.
func TestDefaultLimit(t *testing.T) {
	for name, tt := range map[string]struct {
		harmless func() bool
		run      func(ctx context.Context)
		options  func(g *mcpresult.Guard)
		want     time.Duration
	}{
		"read-only":              {harmless: func() bool { return true }, want: 30 * time.Second},
		"a resource":             {want: 30 * time.Second},
		"not declared":           {harmless: func() bool { return false }, want: 2 * time.Minute},
		"a panic":                {harmless: func() bool { panic("no") }, want: 2 * time.Minute},
		"progress":               {run: func(ctx context.Context) { <-time.After(20 * time.Second); mcpresult.Extend(ctx) }, want: 50 * time.Second},
		"a question":             {run: func(ctx context.Context) { resume := mcpresult.Suspend(ctx); <-time.After(time.Hour); resume() }, want: time.Hour + 30*time.Second},
		"an option":              {options: func(g *mcpresult.Guard) { g.SetTimeout(time.Minute) }, want: time.Minute},
		"an option for the tool": {options: func(g *mcpresult.Guard) { g.SetTimeout(time.Second, "x") }, want: time.Second},
		"progress, late": {harmless: func() bool { return false }, run: func(ctx context.Context) {
			<-time.After(100 * time.Second)
			mcpresult.Extend(ctx)
		}, want: 220 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var g mcpresult.Guard
				if tt.options != nil {
					tt.options(&g)
				}
				ctx, release := g.Limit(t.Context(), "x", tt.harmless)
				defer release()
				start := time.Now()
				_, te := mcpresult.Do(ctx, &g, "x", nil, mcpresult.Definition{}, func(ctx context.Context) (int, error) {
					if tt.run != nil {
						tt.run(ctx)
					}
					<-ctx.Done()
					return 0, ctx.Err()
				})
				assert.Equal(t, tt.want, time.Since(start))
				require.ErrorIs(t, te, toolerr.KindToolTimeout)
			})
		})
	}
}

// The limit ends with the caller's context and with the call, and leaves nothing running.
func TestTheEndOfALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g mcpresult.Guard
		parent, cancel := context.WithCancel(t.Context())
		ctx, release := g.Limit(parent, "x", nil)
		inner, _ := g.Limit(ctx, "x", nil)
		assert.Equal(t, ctx, inner, "one limit for a call")
		cancel()
		<-ctx.Done()
		require.ErrorIs(t, ctx.Err(), context.Canceled)
		mcpresult.Extend(ctx)
		mcpresult.Suspend(ctx)()
		release()
		mcpresult.Extend(t.Context())
		mcpresult.Suspend(t.Context())()
	})
}

// hostile panics in every method.
type hostile struct{}

func (hostile) Error() string                { panic(secret) }
func (hostile) MarshalJSON() ([]byte, error) { panic(secret) }

func TestResultsThatCannotBeSent(t *testing.T) {
	for _, v := range []any{make(chan int), hostile{}} {
		require.ErrorIs(t, mcpresult.Encodable(v), toolerr.KindToolBadOutputValue)
	}
	assert.Empty(t, mcpresult.ErrorText(hostile{}))
	require.NoError(t, mcpresult.Encodable(7))
	assert.Equal(t, toolerr.KindToolBadOutputValue, mcpresult.Nothing().Kind())
}

// Reading any text of a tool ends, and by default the model reads none of it.
func FuzzRefusal(f *testing.F) {
	for _, seed := range []string{"", "no seats", `x {"errors":[{"field":"limit","message":"must be at most 100"}]}`, `required argument "repo" not found`, "[ {"} {
		f.Add(seed)
	}
	g := &mcpresult.Guard{Registry: adapter.NewRegistry(httpadapter.Adapter{})}
	f.Fuzz(func(t *testing.T, text string) {
		const canary = "zqxjkvbw"
		if err := mcpresult.Argued(text, sentences); err != nil {
			require.ErrorIs(t, err, toolerr.KindToolBadInputValue)
		}
		_, te := mcpresult.Do(t.Context(), g, "x", arguments, mcpresult.Definition{Schema: schema}, func(context.Context) (int, error) {
			return 0, mcpresult.Marked(text+" "+canary, nil)
		})
		told, _ := g.Render(te)
		assert.NotContains(t, told, canary)
	})
}
