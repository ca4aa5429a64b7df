package toolerr_test

import (
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

// Every named status and every range has its rule.
func TestStatuses(t *testing.T) {
	named := map[int]toolerr.Kind{
		401: authError, 403: authError, 404: notFound, 410: notFound, 422: validation, 429: rateLimit,
	}
	retryable := map[int]bool{408: true, 425: true, 429: true}
	final := map[int]bool{501: true, 505: true, 511: true, 540: true}
	check := func(status, seen int) {
		want, retry, effect := unmapped, false, toolerr.EffectUnknown
		switch {
		case seen >= 500:
			want, retry = serverError, !final[status]
		case named[status] != "":
			want, retry, effect = named[status], retryable[status], toolerr.EffectNone
		case seen >= 400:
			want, retry, effect = badRequest, retryable[status], toolerr.EffectNone
		}
		e, rule := toolerr.Upstream(status, toolerr.Message{}), toolerr.StatusRuleOf(status)
		assert.Equal(t, want, e.Kind(), status)
		assert.Equal(t, retry, e.CanRetry(), status)
		assert.Equal(t, effect, e.Effect(), status)
		assert.Equal(t, seen, e.StatusCode(), status)
		assert.Equal(t, seen, toolerr.Fatal(toolerr.Message{}, toolerr.WithStatus(status)).StatusCode(), status)
		assert.Equal(t, []any{status, want, retry}, []any{rule.Status, rule.Kind, rule.CanRetry})
		if want != serverError && retry != want.CanRetry() || want == serverError && !retry {
			assert.NotEmpty(t, rule.Source, "%d is an exception, and exceptions have a source", status)
		}
		assert.True(t, !rule.WaitRetries || rule.Source != "" && rule.Kind == badRequest, status)
	}
	for status := 100; status < 1000; status++ {
		check(status, status)
	}
	for _, status := range []int{math.MinInt, -1, 0, 99, 1000, math.MaxInt} {
		check(status, 0)
	}
}

// Only a status that is about the request blames the arguments.
func TestStatusesThatBlameTheArguments(t *testing.T) {
	blames, person := []int{}, []int{}
	for status := 300; status < 1000; status++ {
		e := toolerr.Upstream(status, toolerr.Message{})
		if e.Code() == toolerr.CodeInvalidInput {
			blames = append(blames, status)
		}
		if e.RequiresUserAction() {
			person = append(person, status)
		}
		assert.False(t, e.CanRetry() && e.RequiresUserAction(), status)
	}
	assert.Equal(t, []int{400, 413, 414, 416, 422}, blames)
	assert.Equal(t, []int{402, 403, 407, 432, 433, 456, 511, 540}, person)
	for status, code := range map[int]toolerr.Code{409: toolerr.CodeConflict, 412: toolerr.CodeConflict, 423: toolerr.CodeConflict, 405: toolerr.CodeInternalError, 415: toolerr.CodeInternalError, 434: toolerr.CodeExternalServiceError, 404: toolerr.CodeNotFound} {
		assert.Equal(t, code, toolerr.Upstream(status, toolerr.Message{}).Code(), status)
	}
}

func TestStatusRulesHavePhrases(t *testing.T) {
	named := []int{499, 520, 521, 522, 523, 524, 529} // in no RFC
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
		"a kind that does not follow from the status": {
			toolerr.New(rateLimit, toolerr.Message{}, toolerr.WithStatus(400)),
			"Upstream HTTP request failed with status code 400 (rate limit reached).",
		},
		"a kind that does not follow from the status, with a wait": {
			toolerr.New(rateLimit, toolerr.Message{}, toolerr.WithStatus(403), toolerr.WithRetryAfter(60_000_000_000)),
			"Upstream HTTP request failed with status code 403 (rate limit reached). Retry after 60 seconds.",
		},
		"a status beside another class": {
			toolerr.New(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, toolerr.WithStatus(200)),
			"The exchange with the upstream service failed.",
		},
		"a wait beside another class": {
			toolerr.NetworkTransport(toolerr.KindNetworkTransportTimeout, toolerr.Message{}, toolerr.WithRetryAfter(1_000_000_000), toolerr.WithRepeatable()),
			"The upstream service did not answer in time. Retry after 1 second.",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, tt.err.Error()) })
	}
}
