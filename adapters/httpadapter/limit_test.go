package httpadapter_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
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
		`{"code":403,"reason":"NOT_ENOUGH_BALANCE","message":"m"}`:                             {403, toolerr.FactAccountEmpty, true, 0},
		`{"error":{"message":"Your credit balance is too low","type":"x"}}`:                    {400, toolerr.FactAccountEmpty, true, 0},
		`{"error":"Insufficient balance in the wallet"}`:                                       {400, "", false, 0},
		`{"error":{"message":"Account x is suspended.","code":"PRECONDITION_FAILED"}}`:         {412, toolerr.FactAccountClosed, true, 0},
		`{"message":"You have exceeded the MONTHLY quota for Requests on your current plan."}`: {429, toolerr.FactPlanLimit, true, 0},
		`{"error":"invalid_grant"}`:                                                            {400, toolerr.FactSignIn, true, 0},
		`{"error":"invalid_grant_type"}`:                                                       {400, "", false, 0},
		`{"code":"CAPACITY_EXCEEDED","message":"the room has 12 seats"}`:                       {422, "", false, 0},
		`{"error":{"type":"permission_error","message":"see the rate limit and quota page"}}`:  {403, toolerr.FactMissingScope, true, 0},
		`{"error":{"type":"permission_error"}}`:                                                {500, "", false, 0},
		`<Error><Code>SlowDown</Code></Error>`:                                                 {503, toolerr.FactRateLimit, false, 0},
		`{"error":{"message":"Error code: 429 - {'error': {}}"}}`:                              {500, toolerr.FactRateLimit, false, 0},
		`{"error":"Too many requests","retryAfter":30}`:                                        {429, toolerr.FactRateLimit, false, 30 * time.Second},
		`{"errors":[{"extensions":{"code":"X","retry_in_seconds":16}}]}`:                       {429, toolerr.FactRateLimit, false, 16 * time.Second},
		`{"message":"Too many tokens per day"}`:                                                {429, toolerr.FactDailyLimit, false, 0},
		`{"message":"10 requests per minute, 500 per day"}`:                                    {429, toolerr.FactRateLimit, false, 0},
		`{"message":"per day; try again in 5m"}`:                                               {429, toolerr.FactRateLimit, false, 5 * time.Minute},
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

// The error in the body of a success is read if a program finds no data in it.
func TestErrorsInSuccesses(t *testing.T) {
	none := errors.New("no data")
	for body, want := range map[string]toolerr.Kind{
		`{"error":"bad_refresh_token"}`:                                 toolerr.KindUpstreamAuthError,
		`{"ok":false,"error":"ratelimited"}`:                            toolerr.KindUpstreamRateLimit,
		`{"Response":{"Error":{"Code":"RequestLimitExceeded"}}}`:        toolerr.KindUpstreamRateLimit,
		`{"name":"rate_limited","status":"throttled"}`:                  toolerr.KindNetworkTransportUnmapped, // data
		`{"error":"of another kind"}`:                                   toolerr.KindNetworkTransportUnmapped,
		`{"error":null,"errors":[],"success":true,"type":"rate_limit"}`: toolerr.KindNetworkTransportUnmapped,
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

// The rows of codes say what their facts say, as those of all adapters do.
func TestCodesHaveTheMeaningOfTheirFacts(t *testing.T) {
	for _, row := range httpadapter.Codes.Rows() {
		m, ok := row.Fact.Meaning()
		require.True(t, ok, row.VendorCode)
		te := row.Error(nil)
		assert.Equal(t, []any{m.Kind, m.CanRetry, m.UserAction}, []any{te.Kind(), te.CanRetry(), te.RequiresUserAction()}, row.VendorCode)
	}
}
