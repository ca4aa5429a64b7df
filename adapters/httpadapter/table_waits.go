package httpadapter

import "github.com/errand-go/errand/internal/base"

const (
	formsReset  = "seconds from now, epoch seconds or epoch milliseconds (told apart by size), a duration, RFC 3339, an HTTP-date"
	sourceLimit = "draft-ietf-httpapi-ratelimit-headers"
)

// waitSources is in order of precedence: more precise headers first, and waits before
// resets.
var waitSources = []waitSource{
	{WaitSource: base.WaitSource{Header: "Retry-After-Ms", Forms: "milliseconds", Source: "openai-go v3.95.0, azcore v1.24.0"}, read: milliseconds},
	{WaitSource: base.WaitSource{Header: "X-Ms-Retry-After-Ms", Forms: "milliseconds", Source: "azcore v1.24.0"}, read: milliseconds},
	{WaitSource: base.WaitSource{Header: "X-Amz-Retry-After", Forms: "milliseconds", Source: "aws-sdk-go-v2 v1.47.6"}, read: milliseconds},
	{WaitSource: base.WaitSource{Header: "Retry-After", Forms: "seconds, with or without a fraction, an HTTP-date; some services send a duration, RFC 3339 or epoch seconds", Source: "RFC 9110 section 10.2.3"}, read: retryAfter},
	{WaitSource: base.WaitSource{Header: "X-RateLimit-Retry-After", Forms: "seconds", RateLimitOnly: true, Source: "Help Scout API, Rate limiting"}, read: seconds},
	{WaitSource: base.WaitSource{Header: "RateLimit-Reset", Forms: formsReset, RateLimitOnly: true, Source: sourceLimit + "-07: seconds; GitLab sends epoch seconds"}, remaining: "RateLimit-Remaining", read: reset},
	{WaitSource: base.WaitSource{Header: "RateLimit", Forms: `limit=100, remaining=0, reset=30 or "default";r=0;t=30`, RateLimitOnly: true, Source: sourceLimit + "-08 and -10"}, read: rateLimit, list: true},
	{WaitSource: base.WaitSource{Header: "X-RateLimit-Reset-After", Forms: "seconds, with or without a fraction, or a duration", RateLimitOnly: true, Source: "Discord API, rate limits"}, remaining: "X-RateLimit-Remaining", read: resetAfter},
	{WaitSource: base.WaitSource{Header: "X-RateLimit-Reset", Forms: formsReset, RateLimitOnly: true, Source: "GitHub REST API: epoch seconds; others send seconds from now"}, remaining: "X-RateLimit-Remaining", read: reset},
	{WaitSource: base.WaitSource{Header: "X-Rate-Limit-Reset", Forms: formsReset, RateLimitOnly: true, Source: "X API, rate limits: epoch seconds"}, remaining: "X-Rate-Limit-Remaining", read: reset},

	{WaitSource: base.WaitSource{Header: "X-RateLimit-Reset-Requests", Forms: formsReset, RateLimitOnly: true, Source: "OpenAI API, rate limits: durations"}, remaining: "X-RateLimit-Remaining-Requests", read: reset, quota: true},
	{WaitSource: base.WaitSource{Header: "X-RateLimit-Reset-Tokens", Forms: formsReset, RateLimitOnly: true, Source: "OpenAI API, rate limits: durations"}, remaining: "X-RateLimit-Remaining-Tokens", read: reset, quota: true},
	{WaitSource: base.WaitSource{Header: "X-RateLimit-Requests-Reset", Forms: formsReset, RateLimitOnly: true, Source: "Linear API, Rate limiting: epoch milliseconds"}, remaining: "X-RateLimit-Requests-Remaining", read: reset, quota: true},
	{WaitSource: base.WaitSource{Header: "X-RateLimit-Complexity-Reset", Forms: formsReset, RateLimitOnly: true, Source: "Linear API, Rate limiting: epoch milliseconds"}, remaining: "X-RateLimit-Complexity-Remaining", read: reset, quota: true},
	{WaitSource: base.WaitSource{Header: "Anthropic-RateLimit-Requests-Reset", Forms: formsReset, RateLimitOnly: true, Source: "Anthropic API, rate limits: RFC 3339"}, remaining: "Anthropic-RateLimit-Requests-Remaining", read: reset, quota: true},
	{WaitSource: base.WaitSource{Header: "Anthropic-RateLimit-Tokens-Reset", Forms: formsReset, RateLimitOnly: true, Source: "Anthropic API, rate limits: RFC 3339"}, remaining: "Anthropic-RateLimit-Tokens-Remaining", read: reset, quota: true},
	{WaitSource: base.WaitSource{Header: "Anthropic-RateLimit-Input-Tokens-Reset", Forms: formsReset, RateLimitOnly: true, Source: "Anthropic API, rate limits: RFC 3339"}, remaining: "Anthropic-RateLimit-Input-Tokens-Remaining", read: reset, quota: true},
	{WaitSource: base.WaitSource{Header: "Anthropic-RateLimit-Output-Tokens-Reset", Forms: formsReset, RateLimitOnly: true, Source: "Anthropic API, rate limits: RFC 3339"}, remaining: "Anthropic-RateLimit-Output-Tokens-Remaining", read: reset, quota: true},
}
