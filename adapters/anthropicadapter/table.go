package anthropicadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// invalidRequest is the type of errors without a specific type, with any status.
const invalidRequest = "invalid_request_error"

const rateLimit = "rate_limit_error"

// errand's own codes for sentences about the account, which have the types of refused
// requests and of rate limits.
const (
	creditTooLow = "credit_balance_too_low"
	usageLimit   = "usage_limit_reached"
	extraUsage   = "extra_usage_required"
)

// sentences are the beginnings of the messages about the account.
var sentences = map[string]string{
	"Your credit balance is too low ":                 creditTooLow,
	"You have reached your specified API usage limit": usageLimit,
	"Extra usage is required ":                        extraUsage,
}

// The sources of the rows.
const (
	sourceSeen   = "seen in answers of the API: anthropics/claude-code issues 66314 and 42616"
	sourceErrors = "Claude API, Errors (platform.claude.com/docs/en/api/errors), read 2026-11-21"
)

// The hints.
var (
	hintCredentials = toolerr.Msg("The tool has no usable Anthropic credentials. Someone has to set them up.")
)

// table lists the meanings of error.type, and of error.details.error_code, which is more
// specific.
var table = adapter.NewTable("_anthropic", "Anthropic",
	adapter.Row{VendorCode: invalidRequest, Fact: toolerr.FactRefused, Source: sourceErrors},
	adapter.Row{VendorCode: "authentication_error", Fact: toolerr.FactWrongKey, Source: sourceErrors},
	adapter.Row{VendorCode: "billing_error", Fact: toolerr.FactAccountEmpty, Source: sourceErrors},
	adapter.Row{VendorCode: "permission_error", Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The Anthropic API key may not do this. Someone has to change its permissions."), Source: sourceErrors},
	adapter.Row{VendorCode: "not_found_error", Fact: toolerr.FactNotFound, Source: sourceErrors},
	adapter.Row{VendorCode: "conflict_error", Fact: toolerr.FactStale, Source: sourceErrors},
	adapter.Row{VendorCode: "request_too_large", Fact: toolerr.FactTooLarge, Source: sourceErrors},
	adapter.Row{VendorCode: rateLimit, Fact: toolerr.FactRateLimit, Source: sourceErrors},
	adapter.Row{VendorCode: creditTooLow, Fact: toolerr.FactAccountEmpty, Source: sourceSeen},
	adapter.Row{VendorCodes: []string{usageLimit, extraUsage}, Fact: toolerr.FactPlanLimit, Source: sourceSeen},
	// A rate_limit_error by type, without a Retry-After. It lasts to the end of the month.
	adapter.Row{VendorCode: "enforced_spend_limit_reached", Fact: toolerr.FactPlanLimit, Hint: toolerr.Msg("The monthly spend cap of the Anthropic account is reached. Someone has to raise it, or it starts anew next month."), Source: "Claude API, Rate limits (platform.claude.com/docs/en/api/rate-limits), read 2026-11-21"},
	adapter.Row{VendorCodes: []string{"api_error", "timeout_error"}, Fact: toolerr.FactFailed, Source: sourceErrors + "; anthropic-sdk-go v1.84.0, shared.ErrorType"},
	// A stream that had already begun has no effect either.
	adapter.Row{VendorCode: "overloaded_error", Fact: toolerr.FactOverloaded, Source: sourceErrors},
)
