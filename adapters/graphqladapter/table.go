package graphqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_graphql"
	display = "GraphQL"
)

// Where the rows come from, read 2026-11-21.
const (
	sourceApollo  = "Apollo Server, Error handling, built-in error codes"
	sourceApollo3 = "Apollo Server 3, Error handling, UNAUTHENTICATED and FORBIDDEN"
	sourceGqlgen  = "gqlgen, graphql/errcode and extension complexity"
	sourceHasura  = "Hasura GraphQL Engine, API reference, error codes"
	sourceShopify = "Shopify GraphQL Admin API, Status and error codes"
	sourceLinear  = "Linear API, GraphQL errors and rate limiting"
	sourceGitHub  = "GitHub GraphQL API, errors[].type"
	sourceRuby    = "graphql-ruby, static validation (GitHub, Shopify), extensions.code"
	sourceCommon  = "used by services of several vendors, without a page that all share"
)

const (
	hintQuery   = "The query does not fit the schema. Correct it."
	hintInput   = "A value does not fit. Correct the arguments."
	hintSmaller = "The query asks for too much at once. Ask for fewer fields or fewer items."
	hintExists  = "It breaks a rule of the data, such as that there is one like it already. Look it up first."
	hintScopes  = "The account has not granted what the call needs. Ask the user to connect it again and to grant access."
	hintPersist = "Repeat the call with the whole query."
	hintTimeout = "It took too long. Ask for less."
)

var no = false

// table lists what the codes in extensions, and the types of GitHub's errors, mean.
var table = adapter.NewTable(slug, display,
	// The service does not accept the token.
	adapter.Row{VendorCode: "UNAUTHENTICATED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceApollo3},
	adapter.Row{VendorCode: "AUTHENTICATION_ERROR", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceLinear},
	adapter.Row{VendorCode: "invalid-jwt", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceHasura},
	adapter.Row{VendorCode: "invalid-headers", Kind: toolerr.KindUpstreamAuthError, Source: sourceHasura},

	// The account lacks a permission.
	adapter.Row{VendorCode: "FORBIDDEN", Kind: toolerr.KindUpstreamAuthError, Source: sourceApollo3},
	adapter.Row{VendorCodes: []string{"access-denied", "permission-error"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceHasura},
	adapter.Row{VendorCode: "ACCESS_DENIED", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceShopify},
	adapter.Row{VendorCode: "INSUFFICIENT_SCOPES", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceGitHub},
	adapter.Row{VendorCode: "SHOP_INACTIVE", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceShopify},

	// Too many calls, or too large ones.
	adapter.Row{VendorCode: "RATE_LIMITED", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceGitHub},
	adapter.Row{VendorCode: "RATELIMITED", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceLinear},
	adapter.Row{VendorCode: "THROTTLED", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceShopify},
	adapter.Row{VendorCode: "TOO_MANY_REQUESTS", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceCommon},
	adapter.Row{VendorCode: "MAX_COST_EXCEEDED", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintSmaller), Source: sourceShopify},
	adapter.Row{
		VendorCodes: []string{"MAX_NODE_LIMIT_EXCEEDED", "RESOURCE_LIMITS_EXCEEDED", "EXCESSIVE_PAGINATION"},
		Kind:        toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintSmaller), Source: sourceGitHub,
	},
	adapter.Row{VendorCode: "COMPLEXITY_LIMIT_EXCEEDED", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintSmaller), Source: sourceGqlgen},

	// It does not exist.
	adapter.Row{VendorCode: "NOT_FOUND", Kind: toolerr.KindUpstreamNotFound, Source: sourceGitHub},

	// Values that the model can change.
	adapter.Row{VendorCode: "BAD_USER_INPUT", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintInput), Source: sourceApollo},
	adapter.Row{
		VendorCodes: []string{"GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED"},
		Kind:        toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintQuery), Source: sourceApollo,
	},
	adapter.Row{VendorCodes: []string{"validation-failed", "parse-failed"}, Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintQuery), Source: sourceHasura},
	adapter.Row{VendorCode: "data-exception", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintInput), Source: sourceHasura},
	adapter.Row{VendorCode: "UNPROCESSABLE", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintInput), Source: sourceGitHub},
	adapter.Row{
		VendorCodes: []string{"undefinedField", "missingRequiredArguments", "argumentLiteralsIncompatible", "variableMismatch"},
		Kind:        toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintQuery), Source: sourceRuby,
	},
	adapter.Row{VendorCodes: []string{"BAD_REQUEST", "OPERATION_RESOLUTION_FAILURE"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceApollo},
	adapter.Row{VendorCode: "constraint-violation", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintExists), Source: sourceHasura},

	// To be sent in another way.
	adapter.Row{VendorCode: "PERSISTED_QUERY_NOT_FOUND", Kind: toolerr.KindToolRetry, Effect: toolerr.EffectNone, Message: toolerr.Msg("The service does not know the query any more."), Hint: toolerr.Msg(hintPersist), Source: sourceApollo},
	adapter.Row{VendorCode: "PERSISTED_QUERY_NOT_SUPPORTED", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintPersist), Source: sourceApollo},

	// The service failed.
	adapter.Row{VendorCode: "INTERNAL_SERVER_ERROR", Kind: toolerr.KindUpstreamServerError, Source: sourceApollo},
	adapter.Row{VendorCodes: []string{"INTERNAL", "SERVICE_UNAVAILABLE"}, Kind: toolerr.KindUpstreamServerError, Source: sourceGitHub},
	adapter.Row{VendorCode: "unexpected", Kind: toolerr.KindUpstreamServerError, Source: sourceHasura},
	adapter.Row{VendorCode: "postgres-error", Kind: toolerr.KindUpstreamServerError, CanRetry: &no, Source: sourceHasura},
	adapter.Row{VendorCode: "TIMEOUT", Kind: toolerr.KindUpstreamServerError, Hint: toolerr.Msg(hintTimeout), Source: sourceCommon},
)
