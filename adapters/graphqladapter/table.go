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
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError
	retry       = toolerr.KindToolRetry

	refresh = toolerr.GuidanceRefreshAuthThenRetry
	none    = toolerr.EffectNone
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

// table is what the codes in extensions, and the types of GitHub's errors, mean.
var table = adapter.NewTable(slug, display,
	// The caller is not known, or its token is of no use.
	adapter.Row{VendorCode: "UNAUTHENTICATED", Kind: authError, Guidance: refresh, Source: sourceApollo3},
	adapter.Row{VendorCode: "AUTHENTICATION_ERROR", Kind: authError, Guidance: refresh, Source: sourceLinear},
	adapter.Row{VendorCode: "invalid-jwt", Kind: authError, Guidance: refresh, Source: sourceHasura},
	adapter.Row{VendorCode: "invalid-headers", Kind: authError, Source: sourceHasura},

	// The caller may not.
	adapter.Row{VendorCode: "FORBIDDEN", Kind: authError, Source: sourceApollo3},
	adapter.Row{VendorCode: "access-denied", Kind: authError, Source: sourceHasura},
	adapter.Row{VendorCode: "permission-error", Kind: authError, Source: sourceHasura},
	adapter.Row{VendorCode: "ACCESS_DENIED", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceShopify},
	adapter.Row{VendorCode: "INSUFFICIENT_SCOPES", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceGitHub},
	adapter.Row{VendorCode: "SHOP_INACTIVE", Kind: authError, UserAction: true, Source: sourceShopify},

	// Too many calls, or too large ones.
	adapter.Row{VendorCode: "RATE_LIMITED", Kind: rateLimit, Effect: none, Source: sourceGitHub},
	adapter.Row{VendorCode: "RATELIMITED", Kind: rateLimit, Effect: none, Source: sourceLinear},
	adapter.Row{VendorCode: "THROTTLED", Kind: rateLimit, Effect: none, Source: sourceShopify},
	adapter.Row{VendorCode: "TOO_MANY_REQUESTS", Kind: rateLimit, Effect: none, Source: sourceCommon},
	adapter.Row{VendorCode: "MAX_COST_EXCEEDED", Kind: validation, Hint: toolerr.Msg(hintSmaller), Source: sourceShopify},
	adapter.Row{VendorCode: "MAX_NODE_LIMIT_EXCEEDED", Kind: validation, Hint: toolerr.Msg(hintSmaller), Source: sourceGitHub},
	adapter.Row{VendorCode: "RESOURCE_LIMITS_EXCEEDED", Kind: validation, Hint: toolerr.Msg(hintSmaller), Source: sourceGitHub},
	adapter.Row{VendorCode: "EXCESSIVE_PAGINATION", Kind: validation, Hint: toolerr.Msg(hintSmaller), Source: sourceGitHub},
	adapter.Row{VendorCode: "COMPLEXITY_LIMIT_EXCEEDED", Kind: validation, Hint: toolerr.Msg(hintSmaller), Source: sourceGqlgen},

	// Not there.
	adapter.Row{VendorCode: "NOT_FOUND", Kind: notFound, Source: sourceGitHub},

	// What the model can change.
	adapter.Row{VendorCode: "BAD_USER_INPUT", Kind: validation, Hint: toolerr.Msg(hintInput), Source: sourceApollo},
	adapter.Row{VendorCode: "GRAPHQL_VALIDATION_FAILED", Kind: validation, Hint: toolerr.Msg(hintQuery), Source: sourceApollo},
	adapter.Row{VendorCode: "GRAPHQL_PARSE_FAILED", Kind: validation, Hint: toolerr.Msg(hintQuery), Source: sourceApollo},
	adapter.Row{VendorCode: "validation-failed", Kind: validation, Hint: toolerr.Msg(hintQuery), Source: sourceHasura},
	adapter.Row{VendorCode: "parse-failed", Kind: validation, Hint: toolerr.Msg(hintQuery), Source: sourceHasura},
	adapter.Row{VendorCode: "data-exception", Kind: validation, Hint: toolerr.Msg(hintInput), Source: sourceHasura},
	adapter.Row{VendorCode: "UNPROCESSABLE", Kind: validation, Hint: toolerr.Msg(hintInput), Source: sourceGitHub},
	adapter.Row{VendorCode: "undefinedField", Kind: validation, Hint: toolerr.Msg(hintQuery), Source: sourceRuby},
	adapter.Row{VendorCode: "missingRequiredArguments", Kind: validation, Hint: toolerr.Msg(hintQuery), Source: sourceRuby},
	adapter.Row{VendorCode: "argumentLiteralsIncompatible", Kind: validation, Hint: toolerr.Msg(hintQuery), Source: sourceRuby},
	adapter.Row{VendorCode: "variableMismatch", Kind: validation, Hint: toolerr.Msg(hintQuery), Source: sourceRuby},
	adapter.Row{VendorCode: "BAD_REQUEST", Kind: badRequest, Source: sourceApollo},
	adapter.Row{VendorCode: "OPERATION_RESOLUTION_FAILURE", Kind: badRequest, Source: sourceApollo},
	adapter.Row{VendorCode: "constraint-violation", Kind: badRequest, Hint: toolerr.Msg(hintExists), Source: sourceHasura},

	// To be repeated in another way.
	adapter.Row{VendorCode: "PERSISTED_QUERY_NOT_FOUND", Kind: retry, Effect: none, Message: toolerr.Msg("The service does not know the query any more."), Hint: toolerr.Msg(hintPersist), Source: sourceApollo},
	adapter.Row{VendorCode: "PERSISTED_QUERY_NOT_SUPPORTED", Kind: badRequest, Hint: toolerr.Msg(hintPersist), Source: sourceApollo},

	// The service failed.
	adapter.Row{VendorCode: "INTERNAL_SERVER_ERROR", Kind: serverError, Source: sourceApollo},
	adapter.Row{VendorCode: "INTERNAL", Kind: serverError, Source: sourceGitHub},
	adapter.Row{VendorCode: "SERVICE_UNAVAILABLE", Kind: serverError, Source: sourceGitHub},
	adapter.Row{VendorCode: "unexpected", Kind: serverError, Source: sourceHasura},
	adapter.Row{VendorCode: "postgres-error", Kind: serverError, CanRetry: &no, Source: sourceHasura},
	adapter.Row{VendorCode: "TIMEOUT", Kind: serverError, Hint: toolerr.Msg(hintTimeout), Source: sourceCommon},
)
