package toolerr_test

import (
	"fmt"
	"math"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/toolerr"
)

const (
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	rateLimit   = toolerr.KindUpstreamRateLimit
	serverError = toolerr.KindUpstreamServerError
	unmapped    = toolerr.KindUpstreamUnmapped
)

// statusRows are the rules: the named statuses, and the edges of the ranges.
var statusRows = []struct {
	status int
	kind   toolerr.Kind
	retry  bool
	effect toolerr.Effect
}{
	{math.MinInt, unmapped, false, toolerr.EffectUnknown},
	{-1, unmapped, false, toolerr.EffectUnknown},
	{0, unmapped, false, toolerr.EffectUnknown},
	{100, unmapped, false, toolerr.EffectUnknown},
	{200, unmapped, false, toolerr.EffectUnknown},
	{299, unmapped, false, toolerr.EffectUnknown},
	{302, unmapped, false, toolerr.EffectUnknown},
	{399, unmapped, false, toolerr.EffectUnknown},
	{400, badRequest, false, toolerr.EffectNone},
	{401, authError, false, toolerr.EffectNone},
	{402, badRequest, false, toolerr.EffectNone},
	{403, authError, false, toolerr.EffectNone},
	{404, notFound, false, toolerr.EffectNone},
	{405, badRequest, false, toolerr.EffectNone},
	{407, badRequest, false, toolerr.EffectNone},
	{408, badRequest, true, toolerr.EffectNone},
	{409, badRequest, false, toolerr.EffectNone},
	{410, notFound, false, toolerr.EffectNone},
	{412, badRequest, false, toolerr.EffectNone},
	{413, badRequest, false, toolerr.EffectNone},
	{422, validation, false, toolerr.EffectNone},
	{425, badRequest, true, toolerr.EffectNone},
	{428, badRequest, false, toolerr.EffectNone},
	{429, rateLimit, true, toolerr.EffectNone},
	{499, badRequest, false, toolerr.EffectNone},
	{500, serverError, true, toolerr.EffectUnknown},
	{501, serverError, false, toolerr.EffectUnknown},
	{502, serverError, true, toolerr.EffectUnknown},
	{503, serverError, true, toolerr.EffectUnknown},
	{504, serverError, true, toolerr.EffectUnknown},
	{505, serverError, false, toolerr.EffectUnknown},
	{511, serverError, false, toolerr.EffectUnknown},
	{529, serverError, true, toolerr.EffectUnknown},
	{599, serverError, true, toolerr.EffectUnknown},
	{600, serverError, true, toolerr.EffectUnknown},
	{999, serverError, true, toolerr.EffectUnknown},
	{1000, unmapped, false, toolerr.EffectUnknown},
	{math.MaxInt, unmapped, false, toolerr.EffectUnknown},
}

func TestStatuses(t *testing.T) {
	for _, row := range statusRows {
		t.Run(fmt.Sprint(row.status), func(t *testing.T) {
			e := toolerr.Upstream(row.status, toolerr.Message{})
			assert.Equal(t, row.kind, e.Kind())
			assert.Equal(t, row.retry, e.CanRetry())
			assert.Equal(t, row.effect, e.Effect())

			rule := toolerr.StatusRuleOf(row.status)
			assert.Equal(t, row.status, rule.Status)
			assert.Equal(t, row.kind, rule.Kind)
			assert.Equal(t, row.retry, rule.CanRetry)

			seen := row.status
			if seen < 100 || seen > 999 {
				seen = 0 // no status of HTTP
			}
			assert.Equal(t, seen, e.StatusCode())
			assert.Equal(t, seen, toolerr.Fatal(toolerr.Message{}, toolerr.WithStatus(row.status)).StatusCode())
		})
	}
}

func TestStatusRanges(t *testing.T) {
	named := map[int]toolerr.Kind{
		401: authError, 403: authError, 404: notFound, 410: notFound, 422: validation, 429: rateLimit,
	}
	retryable := map[int]bool{408: true, 425: true, 429: true}
	final := map[int]bool{501: true, 505: true, 511: true}
	for status := range 1000 {
		want, retry := unmapped, false
		switch {
		case status >= 500:
			want, retry = serverError, !final[status]
		case named[status] != "":
			want, retry = named[status], retryable[status]
		case status >= 400:
			want, retry = badRequest, retryable[status]
		}
		e := toolerr.Upstream(status, toolerr.Message{})
		assert.Equal(t, want, e.Kind(), status)
		assert.Equal(t, retry, e.CanRetry(), status)
		if want != serverError && retry != want.CanRetry() || want == serverError && !retry {
			assert.NotEmpty(t, toolerr.StatusRuleOf(status).Source, "%d is an exception, and exceptions have a source", status)
		}
	}
}

func TestStatusRulesHavePhrases(t *testing.T) {
	named := []int{499, 520, 521, 522, 523, 524, 529} // which no RFC has
	for status := 300; status < 600; status++ {
		if http.StatusText(status) != "" && status != http.StatusUseProxy && status != 306 {
			named = append(named, status)
		}
	}
	for _, status := range named {
		rule := toolerr.StatusRuleOf(status)
		assert.Contains(t, toolerr.Upstream(status, toolerr.Message{}).Error(), "("+rule.Phrase+").")
		assert.NotEmpty(t, rule.Phrase, status)
	}
}

func TestStatusPhrases(t *testing.T) {
	tests := map[string]struct {
		err  *toolerr.ToolRuntimeError
		want string
	}{
		"its own": {
			toolerr.Upstream(429, toolerr.Message{}),
			"Upstream HTTP request failed with status code 429 (Too Many Requests).",
		},
		"with a name": {
			toolerr.Upstream(404, toolerr.Message{}, toolerr.WithUpstreamName(toolerr.Name("Google"))),
			"Upstream Google request failed with status code 404 (Not Found).",
		},
		"with a wait": {
			toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(29_500_000_000)),
			"Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.",
		},
		"with no time to wait": {
			toolerr.Upstream(503, toolerr.Message{}, toolerr.WithRetryAfter(0)),
			"Upstream HTTP request failed with status code 503 (Service Unavailable). Retry now.",
		},
		"with a wait that leads nowhere": {
			toolerr.Upstream(404, toolerr.Message{}, toolerr.WithRetryAfter(30_000_000_000)),
			"Upstream HTTP request failed with status code 404 (Not Found).",
		},
		"without a phrase": {
			toolerr.Upstream(599, toolerr.Message{}),
			"Upstream HTTP request failed with status code 599.",
		},
		"a kind the status does not say": {
			toolerr.New(rateLimit, toolerr.Message{}, toolerr.WithStatus(400)),
			"Upstream HTTP request failed with status code 400 (rate limit reached).",
		},
		"a kind the status does not say, with a wait": {
			toolerr.New(rateLimit, toolerr.Message{}, toolerr.WithStatus(403), toolerr.WithRetryAfter(60_000_000_000)),
			"Upstream HTTP request failed with status code 403 (rate limit reached). Retry after 60 seconds.",
		},
		"an upstream failure without a status": {
			toolerr.New(notFound, toolerr.Message{}),
			"The upstream service does not have what was asked for.",
		},
		"a status beside another class": {
			toolerr.New(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, toolerr.WithStatus(200)),
			"The exchange with the upstream service failed.",
		},
		"a wait beside another class": {
			toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, toolerr.Message{}, toolerr.WithRetryAfter(1_000_000_000)),
			"The upstream service did not answer in time. Retry after 1 second.",
		},
		"a message of its own": {
			toolerr.Upstream(429, toolerr.Msg("Too many cats."), toolerr.WithRetryAfter(1_000_000_000)),
			"Too many cats.",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tt.err.Error()) })
	}
}
