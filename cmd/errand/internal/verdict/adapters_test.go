package verdict_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// forms are how the vendors' responses say a code. GitHub and Vault have none:
// statuses and headers say theirs.
var forms = map[string]struct {
	status int
	body   string
	// own are codes that no response has: the client's.
	own []string
}{
	"_aws":        {400, `{"__type":"com.amazonaws.x#%s"}`, nil},
	"_google":     {400, `{"error":{"code":400,"errors":[{"reason":"%s"}]}}`, nil},
	"_oauth2":     {400, `{"error":"%s"}`, nil},
	"_gemini":     {400, `{"error":{"code":400,"status":"%s"}}`, nil},
	"_openai":     {400, `{"error":{"code":"%s"}}`, nil},
	"_anthropic":  {400, `{"type":"error","error":{"type":"%s"}}`, nil},
	"_slack":      {200, `{"ok":false,"error":"%s"}`, nil},
	"_microsoft":  {400, `{"error":{"code":"%s","innerError":{}}}`, nil},
	"_graphql":    {200, `{"errors":[{"message":"x","extensions":{"code":"%s"}}]}`, nil},
	"_stripe":     {400, `{"error":{"code":"%s"}}`, nil},
	"_kubernetes": {400, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"%s"}`, []string{"DisruptionBudget", "client_rate_limiter"}},
	"_elastic":    {503, `{"error":{"type":"%s"},"status":503}`, nil},
	"_minio":      {400, `<?xml version="1.0"?><Error><Code>%s</Code></Error>`, nil},
	"_connect":    {400, `{"code":"%s"}`, nil},
	"_mcp":        {200, `{"jsonrpc":"2.0","error":{"code":%s}}`, []string{"mcp_session_not_found", "mcp_authorization_required"}},
}

// TestEveryRowAnswers: each row of each table means in a response what it means
// in its adapter.
func TestEveryRowAnswers(t *testing.T) {
	seen := 0
	for _, a := range adapters.All() {
		tabled, ok := a.(adapter.Tabled)
		form, read := forms[a.Slug()]
		if !ok || !read {
			continue
		}
		for _, row := range tabled.Table().Rows() {
			if slices.Contains(form.own, row.VendorCode) {
				continue
			}
			in := fmt.Sprintf("HTTP/1.1 %d x\n\n"+form.body, form.status, row.VendorCode)
			v := classify(t, in, verdict.Options{Service: a.Slug()})
			require.NotNil(t, v.Err, in)
			sameRow(t, row, v.Err)
			assert.Contains(t, why(t, v, "kind").Because, row.VendorCode)
			seen++
		}
	}
	assert.Greater(t, seen, 700)
}

// TestEveryNumberAnswers: Twilio's answers have numbers, and its table names.
func TestEveryNumberAnswers(t *testing.T) {
	seen := map[string]bool{"invalid_credentials": true} // what the SDK says itself
	for number := 10000; number < 70000; number++ {
		te := twilioadapter.Adapter{}.FromAnswer(errors.New("x"), 400, nil, fmt.Appendf(nil, `{"code":%d}`, number))
		name := te.VendorCode()
		if name == "" {
			continue
		}
		v := classify(t, fmt.Sprintf("HTTP/1.1 400 x\n\n{\"code\":%d,\"status\":400}", number), verdict.Options{URL: "https://api.twilio.com/2010-04-01/Accounts"})
		row, ok := twilioadapter.Adapter{}.Table().Lookup(name)
		require.True(t, ok)
		sameRow(t, row, v.Err)
		assert.Contains(t, why(t, v, "kind").Because, fmt.Sprintf("the response holds %d, and so amounts to the code %s", number, name))
		seen[name] = true
	}
	assert.Len(t, seen, len(twilioadapter.Adapter{}.Table().Rows()))
}

// answering is an adapter that says itself what a response means.
type answering interface {
	FromAnswer(err error, status int, header http.Header, body []byte, opts ...toolerr.Option) *toolerr.ToolRuntimeError
}

// outside are words that no table has: of the families of Slack and Microsoft,
// and of none.
var outside = []string{
	"list_not_found", "invalid_emoji", "missing_argument", "too_many_requests_today", "too_many_users", "name_too_long", "restricted_action_here",
	"cant_leave", "already_starred", "DiskNotFound", "QueueAlreadyExists", "NotFound", "notfound", "xyzzy", "x-y", "a b", "é", "7",
}

// TestWordsOutsideTheTables: of a word that no row has, a response means what the
// adapter says of it; for those that do not look at the form of words, the
// status decides.
func TestWordsOutsideTheTables(t *testing.T) {
	for _, a := range adapters.All() {
		form, read := forms[a.Slug()]
		if !read || a.Slug() == "_mcp" {
			continue
		}
		tabled, ok := a.(adapter.Tabled)
		require.True(t, ok)
		for _, word := range outside {
			if _, listed := tabled.Table().Lookup(word); listed {
				continue
			}
			for _, status := range []int{form.status, 403, 404, 409, 429, 500, 503} {
				body := fmt.Sprintf(form.body, word)
				in := fmt.Sprintf("HTTP/1.1 %d x\nRetry-After: 9\n\n%s", status, body)
				v := classify(t, in, verdict.Options{Service: a.Slug()})
				require.NotNil(t, v.Err, in)
				var want *toolerr.ToolRuntimeError
				header := http.Header{"Retry-After": {"9"}}
				switch a := a.(type) {
				case answering:
					want = a.FromAnswer(errors.New("x"), status, header, []byte(body))
				default:
					if status < 300 {
						assert.Equal(t, toolerr.KindUpstreamUnmapped, v.Err.Kind(), in)
						continue
					}
					want = classify(t, in, verdict.Options{Service: "_http"}).Err
				}
				alike(t, want, v.Err, in)
				if want.Kind() != toolerr.StatusRuleOf(want.StatusCode()).Kind && a.Slug() != "_http" && want.StatusCode() != 403 {
					assert.Contains(t, why(t, v, "kind").Because, "words of its form", in)
				}
			}
		}
	}
}

// alike says that two errors are answered alike, whoever said them.
func alike(t *testing.T, want, got *toolerr.ToolRuntimeError, in string) {
	t.Helper()
	assert.Equal(t, want.Kind(), got.Kind(), in)
	assert.Equal(t, want.CanRetry(), got.CanRetry(), in)
	assert.Equal(t, want.Effect(), got.Effect(), in)
	assert.Equal(t, want.Guidance(), got.Guidance(), in)
	assert.Equal(t, want.RequiresUserAction(), got.RequiresUserAction(), in)
	assert.Equal(t, want.StatusCode(), got.StatusCode(), in)
	a, _ := want.RetryAfter()
	b, _ := got.RetryAfter()
	assert.Equal(t, a, b, in)
}

// TestAnAdapterThatAnswers is left all there is to say.
func TestAnAdapterThatAnswers(t *testing.T) {
	const slack = "HTTP/2 200\nX-Slack-Req-Id: r1\n\n"
	v := classify(t, slack+`{"ok":false,"error":"missing_scope","needed":"chat:write"}`, verdict.Options{URL: "https://slack.com/api/chat.postMessage", Method: "POST"})
	assert.Contains(t, v.Payload().String(), "the scope chat:write.")
	assert.Equal(t, "POST https://slack.com/api/…", v.Err.Extra().HTTPMethod+" "+v.Err.Extra().Endpoint)
	assert.Nil(t, classify(t, slack+`{"ok":true}`, verdict.Options{}).Err)

	v = classify(t, slack+`{"ok":false,"error":"list_not_found"}`, verdict.Options{})
	assert.Equal(t, toolerr.KindUpstreamNotFound, v.Err.Kind())
	assert.NotContains(t, v.Payload().String(), "list_not_found", "the agent sees words of tables alone")
	assert.Contains(t, why(t, v, "kind").Because, "does not list the response's word list_not_found")

	v = classify(t, slack+`{"ok":false,"error":"xyzzy"}`, verdict.Options{})
	assert.Equal(t, toolerr.KindUpstreamUnmapped, v.Err.Kind())
	assert.True(t, strings.Contains(why(t, v, "kind").Because, "none of its words"))

	v = classify(t, "HTTP/1.1 409 x\n\n{\"error\":{\"code\":\"DiskNotFound\"}}", verdict.Options{Service: "_microsoft"})
	assert.Equal(t, toolerr.KindUpstreamNotFound, v.Err.Kind())
	assert.Contains(t, why(t, v, "kind").Because, "DiskNotFound")

	v = classify(t, "HTTP/1.1 200 OK\n\n{\"status\":\"Failed\",\"error\":{\"code\":\"QuotaExceeded\"}}", verdict.Options{URL: "https://management.azure.com/subscriptions/1/operations/2"})
	require.NotNil(t, v.Err, "an operation that failed")
	assert.Equal(t, toolerr.EffectUnknown, v.Err.Effect())
}

// TestWaitsInBodies: a wait, or that none will do, may stand in the body alone.
func TestWaitsInBodies(t *testing.T) {
	v := classify(t, "HTTP/1.1 429 x\n\n"+`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"TooManyRequests","details":{"retryAfterSeconds":4}}`, verdict.Options{})
	wait, _ := v.Err.RetryAfter()
	assert.Equal(t, "4s", wait.String())
	assert.Equal(t, "the body names it", why(t, v, "wait").Because)

	const day = `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","metadata":{"quota_unit":"1/d/{project}"}},` +
		`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"3s"}]}}`
	v = classify(t, "HTTP/1.1 429 x\n\n"+day, verdict.Options{Service: "_gemini"})
	assert.False(t, v.Err.CanRetry())
	_, named := v.Err.RetryAfter()
	assert.False(t, named)
	assert.Contains(t, why(t, v, "can_retry").Because, "a quota of a day")
}
