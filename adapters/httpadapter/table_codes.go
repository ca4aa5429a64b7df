package httpadapter

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// The sources of the codes. Servers that are compatible with OpenAI's, such as those of
// DeepSeek, Groq, OpenRouter, vLLM, Azure and LiteLLM, use OpenAI's codes.
const (
	sourceOpenAI = "OpenAI API, Error codes guide; LiteLLM, Exception mapping; Groq API, Errors"
	sourceEleven = "ElevenLabs API, Error messages"
)

// codes lists codes of services without an adapter that say another thing than the status
// beside them. They are read at fixed places of a body.
var codes = adapter.NewTable(
	slug, "HTTP",
	adapter.Row{VendorCodes: []string{"insufficient_quota", "credit_balance_exhausted", "billing_not_active"}, Fact: toolerr.FactAccountEmpty, Source: sourceOpenAI},
	adapter.Row{VendorCodes: []string{"billing_hard_limit_reached", "usage_limit_exceeded"}, Fact: toolerr.FactPlanLimit, Source: sourceOpenAI},
	adapter.Row{VendorCode: planQuota, Fact: toolerr.FactPlanLimit, Source: sourceEleven},
	adapter.Row{VendorCodes: []string{"rate_limit_exceeded", "rate_limit_error"}, Fact: toolerr.FactRateLimit, Source: sourceOpenAI},
	adapter.Row{VendorCode: "invalid_api_key", Fact: toolerr.FactWrongKey, Source: sourceOpenAI},
	adapter.Row{VendorCode: "context_length_exceeded", Fact: toolerr.FactTooLarge, Source: sourceOpenAI},
)

// planQuota is errand's own code for detail.status "quota_exceeded", which is about a plan
// unless the status is 429.
const planQuota = "plan_quota_exceeded"

// codeWords are in the codes. They keep most bodies from being decoded.
var codeWords = [...]string{"quota", "billing", "credit_", "usage_limit", "rate_limit_", "invalid_api_key", "context_length"}

// coded returns the row of the code in a response. A 429 says the same as the code of a rate
// limit.
func coded(r *Response) (adapter.Row, bool) {
	in := func(word string) bool { return bytes.Contains(r.Body, []byte(word)) }
	if r.Status < 400 || r.Status >= 500 || !slices.ContainsFunc(codeWords[:], in) {
		return adapter.Row{}, false
	}
	var b struct {
		Error struct {
			Code json.RawMessage `json:"code"` // a string or a number
			Type string          `json:"type"`
		} `json:"error"`
		Detail struct {
			Status string `json:"status"`
		} `json:"detail"`
	}
	_ = json.Unmarshal(r.Body, &b) // a member of another type is left out
	if b.Detail.Status == "quota_exceeded" {
		b.Detail.Status = planQuota
	}
	var code string
	_ = json.Unmarshal(b.Error.Code, &code)
	row, ok := codes.Lookup(cmp.Or(code, b.Error.Type, b.Detail.Status))
	if !ok {
		row, ok = codes.Lookup(b.Error.Type)
	}
	return row, ok && (row.Kind != toolerr.KindUpstreamRateLimit && row.VendorCode != planQuota || r.Status != http.StatusTooManyRequests)
}

// coded returns the error of a row. Only a rate limit has a wait.
func (s *sights) coded(err error, row adapter.Row, r *Response, opts []toolerr.Option) *toolerr.ToolRuntimeError {
	opts = append(opts, toolerr.WithStatus(s.status))
	if id := RequestID(s.header); id != "" && s.requestID == "" {
		opts = append(opts, toolerr.WithRequestID(id))
	}
	if row.Fact == toolerr.FactRateLimit {
		if wait, ok := RetryAfter(http.StatusTooManyRequests, s.header, time.Time{}); ok {
			opts = append(opts, toolerr.WithRetryAfter(wait))
		}
		opts = append(opts, LimitIn(r.Body).Options(s.header)...)
	}
	return row.Error(err, opts...)
}
