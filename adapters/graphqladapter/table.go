package graphqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_graphql"
	display = "GraphQL"
)

// The sources of the rows, read 2026-11-21.
const (
	sourceApollo  = "Apollo Server, Error handling, built-in error codes"
	sourceApollo3 = "Apollo Server 3, Error handling, UNAUTHENTICATED and FORBIDDEN"
	sourceGqlgen  = "gqlgen, graphql/errcode and extension complexity"
	sourceHasura  = "Hasura GraphQL Engine, API reference, error codes"
	sourceShopify = "Shopify GraphQL Admin API, Status and error codes"
	sourceLinear  = "Linear API, GraphQL errors and rate limiting"
	sourceGitHub  = "GitHub GraphQL API, errors[].type"
	sourceRuby    = "graphql-ruby, static validation (GitHub, Shopify), extensions.code"
	sourceRouter  = "Apollo GraphOS Router, Router errors"
	sourceHot     = "Hot Chocolate, ErrorCodes.cs"
	sourceDGS     = "Netflix DGS, Error handling, errorType; graphql-java and Spring for GraphQL, classification"
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

// table lists the meanings of the codes in extensions, and of the types of GitHub's errors.
var table = adapter.NewTable(slug, display,
	// The service does not accept the token.
	adapter.Row{VendorCode: "UNAUTHENTICATED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceApollo3},
	adapter.Row{VendorCode: "AUTHENTICATION_ERROR", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceLinear},
	adapter.Row{VendorCode: "invalid-jwt", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceHasura},
	adapter.Row{VendorCode: "AUTH_NOT_AUTHENTICATED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceHot},
	adapter.Row{VendorCode: "UNAUTHORIZED", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceDGS},
	adapter.Row{
		VendorCodes: []string{"NOT_AUTHENTICATED", "INVALID_TOKEN"},
		Kind:        toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceCommon,
	},
	adapter.Row{VendorCode: "invalid-headers", Kind: toolerr.KindUpstreamAuthError, Source: sourceHasura},

	// The account lacks a permission.
	adapter.Row{VendorCode: "FORBIDDEN", Kind: toolerr.KindUpstreamAuthError, Source: sourceApollo3},
	adapter.Row{VendorCodes: []string{"access-denied", "permission-error"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceHasura},
	adapter.Row{VendorCode: "AUTH_NOT_AUTHORIZED", Kind: toolerr.KindUpstreamAuthError, Source: sourceHot},
	adapter.Row{VendorCode: "UNAUTHORIZED_FIELD_OR_TYPE", Kind: toolerr.KindUpstreamAuthError, Source: sourceRouter},
	adapter.Row{VendorCode: "PERMISSION_DENIED", Kind: toolerr.KindUpstreamAuthError, Source: sourceDGS},
	adapter.Row{VendorCode: "ACCESS_DENIED", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceShopify},
	adapter.Row{VendorCode: "INSUFFICIENT_SCOPES", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintScopes), Source: sourceGitHub},
	adapter.Row{VendorCode: "SHOP_INACTIVE", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceShopify},

	// Too many or too large calls.
	adapter.Row{VendorCode: "RATE_LIMITED", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceGitHub},
	adapter.Row{VendorCode: "RATELIMITED", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceLinear},
	adapter.Row{VendorCode: "THROTTLED", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceShopify},
	adapter.Row{VendorCodes: []string{"TOO_MANY_REQUESTS", "RATE_LIMIT_EXCEEDED"}, Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceCommon},
	adapter.Row{VendorCode: "REQUEST_RATE_LIMITED", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceRouter},
	adapter.Row{VendorCode: "MAX_COST_EXCEEDED", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintSmaller), Source: sourceShopify},
	adapter.Row{
		VendorCodes: []string{"MAX_NODE_LIMIT_EXCEEDED", "RESOURCE_LIMITS_EXCEEDED", "EXCESSIVE_PAGINATION"},
		Kind:        toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintSmaller), Source: sourceGitHub,
	},
	adapter.Row{VendorCode: "COMPLEXITY_LIMIT", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintSmaller), Source: sourceCommon},
	adapter.Row{VendorCode: "HC0047", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintSmaller), Source: sourceHot},
	adapter.Row{VendorCode: "COMPLEXITY_LIMIT_EXCEEDED", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintSmaller), Source: sourceGqlgen},

	// Missing objects.
	adapter.Row{VendorCode: "NOT_FOUND", Kind: toolerr.KindUpstreamNotFound, Source: sourceGitHub},

	// Values that the model can change.
	adapter.Row{VendorCode: "BAD_USER_INPUT", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintInput), Source: sourceApollo},
	adapter.Row{
		VendorCodes: []string{"GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED"},
		Kind:        toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintQuery), Source: sourceApollo,
	},
	adapter.Row{VendorCode: "VALIDATION_ERROR", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintInput), Source: sourceCommon},
	adapter.Row{VendorCodes: []string{"ValidationError", "InvalidSyntax"}, Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintQuery), Source: sourceDGS},
	adapter.Row{VendorCodes: []string{"HC0011", "HC0014", "HC0016"}, Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintQuery), Source: sourceHot},
	adapter.Row{VendorCodes: []string{"validation-failed", "parse-failed"}, Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintQuery), Source: sourceHasura},
	adapter.Row{VendorCode: "data-exception", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintInput), Source: sourceHasura},
	adapter.Row{VendorCode: "UNPROCESSABLE", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintInput), Source: sourceGitHub},
	adapter.Row{
		VendorCodes: []string{"undefinedField", "missingRequiredArguments", "argumentLiteralsIncompatible", "variableMismatch"},
		Kind:        toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintQuery), Source: sourceRuby,
	},
	adapter.Row{VendorCodes: []string{"BAD_REQUEST", "OPERATION_RESOLUTION_FAILURE"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceApollo},
	adapter.Row{VendorCode: "FAILED_PRECONDITION", Kind: toolerr.KindUpstreamBadRequest, Source: sourceDGS},
	adapter.Row{VendorCode: "CONFLICT", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintExists), Source: sourceCommon},
	adapter.Row{VendorCode: "constraint-violation", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintExists), Source: sourceHasura},

	// The request must be sent in another way.
	adapter.Row{VendorCode: "PERSISTED_QUERY_NOT_FOUND", Kind: toolerr.KindToolRetry, Effect: toolerr.EffectNone, Message: toolerr.Msg("The service does not know the query any more."), Hint: toolerr.Msg(hintPersist), Source: sourceApollo},
	adapter.Row{VendorCode: "HC0020", Kind: toolerr.KindToolRetry, Effect: toolerr.EffectNone, Message: toolerr.Msg("The service does not know the query any more."), Hint: toolerr.Msg(hintPersist), Source: sourceHot},
	adapter.Row{VendorCode: "PERSISTED_QUERY_NOT_SUPPORTED", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintPersist), Source: sourceApollo},
	adapter.Row{VendorCode: "HC0067", Kind: toolerr.KindUpstreamBadRequest, Source: sourceHot},

	// The service failed.
	adapter.Row{VendorCode: "INTERNAL_SERVER_ERROR", Kind: toolerr.KindUpstreamServerError, Source: sourceApollo},
	adapter.Row{VendorCodes: []string{"INTERNAL", "SERVICE_UNAVAILABLE"}, Kind: toolerr.KindUpstreamServerError, Source: sourceGitHub},
	adapter.Row{VendorCode: "unexpected", Kind: toolerr.KindUpstreamServerError, Source: sourceHasura},
	adapter.Row{VendorCode: "postgres-error", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Source: sourceHasura},
	adapter.Row{VendorCodes: []string{"UNAVAILABLE", "INTERNAL_ERROR"}, Kind: toolerr.KindUpstreamServerError, Source: sourceDGS},
	adapter.Row{VendorCode: "SUBREQUEST_HTTP_ERROR", Kind: toolerr.KindUpstreamServerError, Source: sourceRouter},
	adapter.Row{VendorCodes: []string{"GATEWAY_TIMEOUT", "REQUEST_TIMEOUT"}, Kind: toolerr.KindUpstreamServerError, Hint: toolerr.Msg(hintTimeout), Source: sourceRouter},
	adapter.Row{VendorCode: "HC0045", Kind: toolerr.KindUpstreamServerError, Hint: toolerr.Msg(hintTimeout), Source: sourceHot},
	adapter.Row{VendorCode: "TIMEOUT", Kind: toolerr.KindUpstreamServerError, Hint: toolerr.Msg(hintTimeout), Source: sourceCommon},
)

// beforeExecution are the codes of a query that was parsed, validated or weighed, but not
// executed. Some servers, such as graphql-ruby, add the path of the field in the query.
var beforeExecution = map[string]bool{
	"GRAPHQL_VALIDATION_FAILED": true, "GRAPHQL_PARSE_FAILED": true, "validation-failed": true, "parse-failed": true,
	"ValidationError": true, "InvalidSyntax": true, "HC0011": true, "HC0014": true, "HC0016": true, "HC0020": true, "HC0047": true, "HC0067": true,
	"undefinedField": true, "missingRequiredArguments": true, "argumentLiteralsIncompatible": true, "variableMismatch": true,
	"PERSISTED_QUERY_NOT_FOUND": true, "PERSISTED_QUERY_NOT_SUPPORTED": true, "OPERATION_RESOLUTION_FAILURE": true,
	"COMPLEXITY_LIMIT": true, "COMPLEXITY_LIMIT_EXCEEDED": true, "MAX_COST_EXCEEDED": true, "MAX_NODE_LIMIT_EXCEEDED": true, "EXCESSIVE_PAGINATION": true,
}

// texts are the beginnings of GitHub's messages, for clients that drop the type or the
// code. They are a last resort (seen in responses of api.github.com; GitHub GraphQL API,
// Rate limits and node limits; read 2026-11-22).
var texts = []struct {
	begin, part, code string
	field             bool // the call was executed
}{
	{begin: "Could not resolve to a", code: "NOT_FOUND", field: true},
	{begin: "API rate limit ", part: "exceeded", code: "RATE_LIMITED"},
	{begin: "You have exceeded a secondary rate limit", code: "RATE_LIMITED"},
	{begin: "Resource not accessible by ", code: "FORBIDDEN", field: true},
	{begin: "Resource protected by organization SAML enforcement", code: "FORBIDDEN", field: true},
	{begin: "Your token has not been granted the required scopes", code: "INSUFFICIENT_SCOPES", field: true},
	{begin: "Field '", part: "doesn't exist on type", code: "undefinedField"},
	{begin: "Something went wrong while executing your query", code: "INTERNAL", field: true},
}
