package httpadapter_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

func answered(status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest(http.MethodPost, "https://api.example.com/v1/items", nil),
	}
}

// The body decides what the status leaves open.
func TestLimitsInBodies(t *testing.T) {
	for body, want := range map[string]struct {
		status int
		fact   toolerr.Fact // whose kind and advice the error has; "" if the status decides
		person bool
		wait   time.Duration
	}{
		`{"code":403,"reason":"NOT_ENOUGH_BALANCE","message":"m"}`:                              {403, toolerr.FactAccountEmpty, true, 0},
		`{"error":{"message":"Your credit balance is too low","type":"x"}}`:                     {400, toolerr.FactAccountEmpty, true, 0},
		`{"error":"Insufficient balance in the wallet"}`:                                        {400, "", false, 0},
		`{"error":{"message":"Account x is suspended.","code":"PRECONDITION_FAILED"}}`:          {412, toolerr.FactAccountClosed, true, 0},
		`{"message":"You have exceeded the MONTHLY quota for Requests on your current plan."}`:  {429, toolerr.FactPlanLimit, true, 0},
		`{"error":"invalid_grant"}`:                                                             {400, toolerr.FactSignIn, true, 0},
		`{"error":"invalid_grant_type"}`:                                                        {400, "", false, 0},
		`{"code":"CAPACITY_EXCEEDED","message":"the room has 12 seats"}`:                        {422, "", false, 0},
		`{"error":{"type":"permission_error","message":"see the rate limit and quota page"}}`:   {403, toolerr.FactMissingScope, true, 0},
		`{"error":{"type":"permission_error"}}`:                                                 {500, "", false, 0},
		`<Error><Code>SlowDown</Code></Error>`:                                                  {503, toolerr.FactRateLimit, false, 0},
		`{"error":{"message":"Error code: 429 - {'error': {}}"}}`:                               {500, toolerr.FactRateLimit, false, 0},
		`{"error":"Too many requests","retryAfter":30}`:                                         {429, toolerr.FactRateLimit, false, 30 * time.Second},
		`{"errors":[{"extensions":{"code":"X","retry_in_seconds":16}}]}`:                        {429, toolerr.FactRateLimit, false, 16 * time.Second},
		`{"message":"Too many tokens per day"}`:                                                 {429, toolerr.FactDailyLimit, false, 0},
		`{"message":"10 requests per minute, 500 per day"}`:                                     {429, toolerr.FactRateLimit, false, 0},
		`{"error":"Incorrect API key provided: xa***"}`:                                         {400, toolerr.FactWrongKey, true, 0},
		`{"error":"used all available credits or reached its spending limit"}`:                  {403, toolerr.FactAccountEmpty, true, 0},
		`{"message":"You are not entitled to this data. Please upgrade your plan"}`:             {403, toolerr.FactPlanLimit, true, 0},
		`{"message":"Rate limit exceeded. Please upgrade your plan"}`:                           {403, toolerr.FactRateLimit, false, 0},
		`{"message":"Token does not contain scopes:[x]"}`:                                       {400, toolerr.FactMissingScope, true, 0},
		`{"message":"The x.com domain is not verified"}`:                                        {403, toolerr.FactAccountClosed, true, 0},
		`{"message":"APPLICATION DAY limit for calls is reached"}`:                              {429, toolerr.FactDailyLimit, false, 0},
		`{"message":"API key missing required scope 'query:read'"}`:                             {403, toolerr.FactMissingScope, true, 0},
		`{"message":"The scope of the query is not valid"}`:                                     {400, "", false, 0},
		`{"err":"This is not supported in your plan"}`:                                          {403, toolerr.FactPlanLimit, true, 0},
		`{"message":"You do not have access to this plan"}`:                                     {403, toolerr.FactNotPermitted, true, 0},
		`{"message":"Your IP address isn't allowed"}`:                                           {403, toolerr.FactMissingScope, true, 0},
		`{"message":"Invalid API key."}`:                                                        {401, toolerr.FactWrongKey, true, 0},
		`{"message":"invalid value in the API key field"}`:                                      {422, "", false, 0},
		`{"error":"model requires more system memory (6 GiB)"}`:                                 {500, toolerr.FactNoSpace, true, 0},
		`{"message":"insufficient balance (1008)"}`:                                             {500, toolerr.FactAccountEmpty, true, 0},
		`{"message":"the balance of the insufficient account"}`:                                 {500, "", false, 0},
		`{"error_tag":"MAX_ITEMS_LIMIT_REACHED"}`:                                               {403, toolerr.FactQuota, true, 0},
		`{"error":"not_found","message":"Object not found"}`:                                    {400, toolerr.FactNotFound, false, 0},
		`{"message":"您的账户已欠费"}`:                                                                 {403, toolerr.FactAccountEmpty, true, 0},
		`{"code":"StorageAccountOperationInProgress"}`:                                          {409, toolerr.FactLocked, false, 0},
		`{"code":"OperationInProgress"}`:                                                        {400, "", false, 0},
		`{"code":"NONEXISTENT_VERSION"}`:                                                        {426, toolerr.FactToolMistake, true, 0},
		`{"message":"This endpoint has been removed."}`:                                         {410, toolerr.FactToolMistake, true, 0},
		`{"message":"The endpoint has been removed from the topology."}`:                        {422, "", false, 0},
		`{"message":"The version is not active."}`:                                              {410, "", false, 0},
		`{"detail":[{"type":"missing","loc":["header","x-api-key"]}]}`:                          {422, toolerr.FactWrongKey, true, 0},
		`{"detail":[{"type":"missing","loc":["header","idempotency-key"]}]}`:                    {422, "", false, 0},
		`{"error":{"code":"model_not_supported"}}`:                                              {400, toolerr.FactNotEnabled, true, 0},
		`{"error":{"message":"User location is not supported for the API use."}}`:               {400, toolerr.FactNotPermitted, true, 0},
		`{"title":"Not Found","detail":"Function '23d4-03a': Not found for account 'AA-B1'"}`:   {404, toolerr.FactNotFound, true, 0},
		`{"message":"The function not found"}`:                                                  {404, toolerr.FactNotFound, false, 0},
		`{"message":"Operation on the API is in progress"}`:                                     {409, toolerr.FactLocked, false, 0},
		`{"message":"The order is in progress"}`:                                                {400, "", false, 0},
		`{"message":"Your account is suspended, try again later"}`:                              {403, toolerr.FactAccountClosed, true, 0},
		`{"error":"{\"error\":{\"code\":\"insufficient_quota\"}}"}`:                             {500, toolerr.FactAccountEmpty, true, 0},
		`{"type":"https://example.com/probs/out-of-credit","title":"x"}`:                        {403, toolerr.FactAccountEmpty, true, 0},
		`{"type":"permission_error","message":"this model requires a subscription"}`:            {403, toolerr.FactPlanLimit, true, 0},
		`{"error":{"type":"FreeUsageLimitError","message":"Free usage exceeded, add credits"}}`: {429, toolerr.FactPlanLimit, true, 0},
		`{"error":{"message":"Rate limit reached."}}`:                                           {400, toolerr.FactRateLimit, false, 0},
		`{"errorCode":"COLLECTION_ROLES_LIMIT_EXCEEDED"}`:                                       {403, toolerr.FactQuota, true, 0},
		`{"errorCode":"LENGTH_LIMIT_EXCEEDED"}`:                                                 {400, "", false, 0},
		`<s:Fault><faultcode>sf:INVALID_SESSION_ID</faultcode></s:Fault>`:                       {500, toolerr.FactExpiredKey, false, 0},
		`{"message":"per day; try again in 5m"}`:                                                {429, toolerr.FactRateLimit, false, 5 * time.Minute},
	} {
		te := httpadapter.Adapter{}.FromError(httpadapter.CheckResponse(answered(want.status, body)))
		m, ok := want.fact.Meaning()
		wait, _ := te.RetryAfter()
		if !ok {
			m = toolerr.Meaning{Kind: toolerr.StatusRuleOf(want.status).Kind, CanRetry: toolerr.StatusRuleOf(want.status).CanRetry}
		}
		if want.status == http.StatusTooManyRequests {
			m.Kind = toolerr.KindUpstreamRateLimit
		}
		assert.Equal(t, []any{m.Kind, m.CanRetry, want.person, want.wait}, []any{te.Kind(), te.CanRetry(), te.RequiresUserAction(), wait}, body)
		assert.Equal(t, want.status, te.StatusCode(), body)
	}
}

// A quota of the day that is used up lasts, whatever the other quotas, unless a wait is named.
func TestQuotaOfADay(t *testing.T) {
	l := httpadapter.LimitOf("Rate Limit Exceeded")
	for left, lasts := range map[string]bool{"0": true, "9": false} {
		h := http.Header{"Ratelimit-Remaining": {"959"}, "Ratelimit-Reset": {"56"}, "Daily-Ratelimit-Remaining": {left}}
		assert.Equal(t, lasts, l.Lasts(h), left)
		h.Set("Retry-After", "60")
		assert.False(t, l.Lasts(h), left)
	}
}

// The error in the body of a success is read if a program finds no data in it.
func TestErrorsInSuccesses(t *testing.T) {
	none := errors.New("no data")
	for body, want := range map[string]toolerr.Kind{
		`{"error":"bad_refresh_token"}`:                                                   toolerr.KindUpstreamAuthError,
		`{"ok":false,"error":"ratelimited"}`:                                              toolerr.KindUpstreamRateLimit,
		`{"Response":{"Error":{"Code":"RequestLimitExceeded"}}}`:                          toolerr.KindUpstreamRateLimit,
		`{"Information":"Our standard API rate limit is 25 requests per day."}`:           toolerr.KindUpstreamRateLimit,
		`{"Information":"Our standard API rate limit is 25 requests per day.","Data":[]}`: toolerr.KindNetworkTransportUnmapped,
		`{"name":"rate_limited","status":"throttled"}`:                                    toolerr.KindNetworkTransportUnmapped, // data
		`{"errcode":60020,"errmsg":"not allow to access from your ip"}`:                   toolerr.KindUpstreamAuthError,
		`{"status":"error","message":"User not found"}`:                                   toolerr.KindNetworkTransportUnmapped,
		`{"errcode":45009,"errmsg":"reach max api daily quota limit"}`:                    toolerr.KindUpstreamRateLimit,
		`{"error":"of another kind"}`:                                                     toolerr.KindNetworkTransportUnmapped,
		`{"error":null,"errors":[],"success":true,"type":"rate_limit"}`:                   toolerr.KindNetworkTransportUnmapped,
	} {
		resp := answered(http.StatusOK, body)
		te := httpadapter.Adapter{}.FromError(httpadapter.CheckBody(resp, none))
		require.NotNil(t, te, body)
		assert.Equal(t, want, te.Kind(), body)
		left, err := io.ReadAll(resp.Body)
		require.NoError(t, err)
		assert.Equal(t, body, string(left), "the body can be read again")
	}
}

// No row is hidden by the words for which a body is searched before it is decoded.
func TestEveryRowOfBodiesIsRead(t *testing.T) {
	for _, words := range httpadapter.RowsOfBodies() {
		camel := ""
		for _, word := range strings.Fields(words) {
			camel += strings.ToUpper(word[:1]) + word[1:]
		}
		for _, code := range []string{strings.ReplaceAll(words, " ", "_"), words, camel} {
			said := httpadapter.LimitOf(code)
			require.NotEqual(t, httpadapter.Limit{}, said, code)
			assert.Equal(t, said, httpadapter.LimitIn([]byte(code)), code)
			assert.NotEqual(t, httpadapter.Limit{}, httpadapter.LimitIn(fmt.Appendf(nil, `{"error":{"message":%q}}`, code)), code)
		}
	}
}

// net/http fails in every way that has its own error. The text alone gives the same result
// as the error.
func TestFlattened(t *testing.T) {
	server := faults.New(t, faults.WithTimeout(100*time.Millisecond))
	compared := 0
	for _, f := range faults.All() {
		if f.Missing(faults.NeedRequest, faults.NeedUpload, faults.NeedBody, faults.NeedJSON) != nil || f.Want.Status != 0 {
			continue
		}
		if _, silent := f.SilentFor("http"); silent || f.Name == "body-reader-fails" || strings.HasPrefix(f.Name, "json-") { // errors of files and decoders
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			target := server.Target(f)
			ctx, cancel := target.Context(t.Context())
			defer cancel()
			err := call(ctx, target)
			require.Error(t, err)
			want := httpadapter.Adapter{}.FromError(err)
			text := base.Lost(err.Error())
			if want == nil || text == nil {
				return
			}
			compared++
			got := httpadapter.Adapter{}.FromError(text)
			require.NotNil(t, got)
			assert.Equal(t, answerOf(want), answerOf(got), "%v", err)
			if !strings.Contains(err.Error(), "the response's body failed") {
				assert.Equal(t, want.Extra().Endpoint, got.Extra().Endpoint, "%v", err)
			}
			assert.Empty(t, faults.Planted().Find(got.Payload().String()))
			assert.Empty(t, faults.Planted().FindCredentials(got.DeveloperMessage()))
		})
	}
	assert.Greater(t, compared, 60, "errors whose text shows something")
	closed := base.Lost(`Post "http://h/": readfrom tcp 127.0.0.1:1->127.0.0.1:2: write tcp 127.0.0.1:1->127.0.0.1:2: ` + net.ErrClosed.Error())
	require.Error(t, closed)
	assert.Equal(t, toolerr.KindNetworkTransportUnreachable, httpadapter.Adapter{}.FromError(closed).Kind(), "which of the errors of a broken upload comes is chance")
	for _, text := range []string{"", "x", "unexpected EOF", `Post "http://h/`, `Post "http://h/"`, `Post "http://h/":x`, `"": x509: `} {
		assert.NoError(t, base.Lost(text), text)
	}
}

// Any text can be read, and the result is an error of the adapter.
func FuzzFlattened(f *testing.F) {
	for _, text := range []string{
		`Post "https://h/token": dial tcp 127.0.0.1:1: connect: connection refused`, `parse "%zz": invalid URL escape "%zz"`,
		`Post "https://h/": the proxy p:1 refused to connect to h:443: HTTP status 407`, `Get "\"": Get "x": x509: unknown`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		err := base.Lost(text)
		if err == nil {
			return
		}
		te := httpadapter.Adapter{}.FromError(errors.Join(err))
		require.NotNil(t, te)
		assert.Zero(t, te.StatusCode())
		if len(text) > 40 {
			assert.False(t, strings.Contains(te.Error(), text), "the agent reads none of it")
		}
	})
}

// Cloudflare's members for agents can lower can_retry, set a wait and request a person.
// They cannot raise can_retry.
func TestAgentMembers(t *testing.T) {
	const problem = `{"type":"https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/error-1015/",` +
		`"title":"Error 1015","status":%d,"detail":"…","error_code":1015,"cloudflare_error":true%s}`
	for name, tt := range map[string]struct {
		status     int
		members    string
		header     string
		retry      bool
		wait       time.Duration
		userAction bool
	}{
		"a wait":                      {429, `,"retryable":true,"retry_after":30,"owner_action_required":false`, "", true, 30 * time.Second, false},
		"the header comes first":      {429, `,"retryable":true,"retry_after":30`, "7", true, 7 * time.Second, false},
		"a negative wait":             {429, `,"retryable":true,"retry_after":-1`, "", true, 0, false},
		"a retry that does not help":  {530, `,"retryable":false,"retry_after":30`, "", false, 0, false},
		"a block":                     {403, `,"retryable":false,"owner_action_required":true`, "", false, 0, true},
		"a retry that is not allowed": {403, `,"retryable":true,"retry_after":30`, "", false, 0, true},
		"an unknown effect":           {409, `,"retryable":true`, "", false, 0, false},
		"no such members":             {530, ``, "", true, 0, false},
		"members of another type":     {530, `,"retryable":"false"`, "", true, 0, false},
		"a body that is not JSON":     {530, `,"retryable":false`, "", true, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if tt.header != "" {
					w.Header().Set("Retry-After", tt.header)
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(tt.status)
				if name == "a body that is not JSON" {
					_, _ = fmt.Fprint(w, "retry: ")
				}
				_, _ = fmt.Fprintf(w, problem, tt.status, tt.members)
			}))
			defer server.Close()
			resp, err := http.Get(server.URL) //nolint:noctx // a test server
			require.NoError(t, err)
			defer resp.Body.Close()
			te := httpadapter.Adapter{}.FromError(httpadapter.CheckResponse(resp))
			require.NotNil(t, te)
			assert.Equal(t, tt.retry, te.CanRetry())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Equal(t, tt.userAction, te.RequiresUserAction())
		})
	}
}
