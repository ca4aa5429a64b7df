package graphqladapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// The sources of the rows, read 2026-11-21: Apollo Server and Apollo Server 3, error
// handling; Apollo GraphOS Router, Router errors; gqlgen, graphql/errcode and extension
// complexity; Hasura GraphQL Engine, API reference; Shopify GraphQL Admin API, status and
// error codes; Linear API, errors and rate limiting; GitHub GraphQL API, errors[].type;
// graphql-ruby, static validation; Hot Chocolate, ErrorCodes.cs; Netflix DGS, errorType,
// with graphql-java and Spring for GraphQL.
const (
	sourceServers = "error codes of Apollo, gqlgen, Hasura, Shopify, Linear, GitHub, monday.com, graphql-ruby, Hot Chocolate and DGS"
	sourceCommon  = "used by services of several vendors, without a page that all share"
)

const (
	hintPersist = "Repeat the call with the whole query."
)

// table lists the meanings of the codes in extensions, and of the types of GitHub's errors.
var table = adapter.NewTable("_graphql", "GraphQL",
	// Access.
	adapter.Row{VendorCodes: []string{"UNAUTHENTICATED", "AUTHENTICATION_ERROR", "invalid-jwt", "AUTH_NOT_AUTHENTICATED", "UNAUTHORIZED", "NOT_AUTHENTICATED", "INVALID_TOKEN"}, Fact: toolerr.FactExpiredKey, Source: sourceServers + "; " + sourceCommon},
	adapter.Row{VendorCodes: []string{"invalid-headers", "FORBIDDEN", "access-denied", "permission-error", "AUTH_NOT_AUTHORIZED", "UNAUTHORIZED_FIELD_OR_TYPE", "PERMISSION_DENIED"}, Fact: toolerr.FactNotPermitted, Source: sourceServers},
	adapter.Row{VendorCodes: []string{"ACCESS_DENIED", "INSUFFICIENT_SCOPES"}, Fact: toolerr.FactMissingScope, Source: sourceServers},
	adapter.Row{VendorCode: "SHOP_INACTIVE", Fact: toolerr.FactAccountClosed, Source: sourceServers},

	// Limits.
	adapter.Row{VendorCodes: []string{"RATE_LIMITED", "RATE_LIMIT", "RATELIMITED", "THROTTLED", "TOO_MANY_REQUESTS", "RATE_LIMIT_EXCEEDED", "REQUEST_RATE_LIMITED", "COMPLEXITY_BUDGET_EXHAUSTED", "maxConcurrencyExceeded", "IP_RATE_LIMIT_EXCEEDED"}, Fact: toolerr.FactRateLimit, Source: sourceServers + "; " + sourceCommon},
	adapter.Row{VendorCodes: []string{
		"MAX_COST_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED", "RESOURCE_LIMITS_EXCEEDED", "EXCESSIVE_PAGINATION", "COMPLEXITY_LIMIT", "HC0047",
		"COMPLEXITY_LIMIT_EXCEEDED",
	}, Fact: toolerr.FactTooLarge, Hint: toolerr.Msg("The query asks for too much at once. Ask for fewer fields or fewer items."), Source: sourceServers + "; " + sourceCommon},

	// The request, and the state of what it names.
	adapter.Row{VendorCode: "NOT_FOUND", Fact: toolerr.FactNotFound, Source: sourceServers},
	adapter.Row{VendorCodes: []string{"BAD_USER_INPUT", "VALIDATION_ERROR", "data-exception", "UNPROCESSABLE"}, Fact: toolerr.FactInvalid, Hint: toolerr.Msg("A value does not fit. Correct the arguments."), Source: sourceServers + "; " + sourceCommon},
	adapter.Row{VendorCodes: []string{
		"GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED", "ValidationError", "InvalidSyntax", "HC0011", "HC0014", "HC0016",
		"validation-failed", "parse-failed", "undefinedField", "missingRequiredArguments", "argumentLiteralsIncompatible", "variableMismatch",
	}, Fact: toolerr.FactInvalid, Hint: toolerr.Msg("The query does not fit the schema. Correct it."), Source: sourceServers},
	adapter.Row{VendorCodes: []string{"BAD_REQUEST", "OPERATION_RESOLUTION_FAILURE", "HC0067"}, Fact: toolerr.FactRefused, Source: sourceServers},
	adapter.Row{VendorCode: "FAILED_PRECONDITION", Fact: toolerr.FactWrongState, Source: sourceServers},
	adapter.Row{VendorCodes: []string{"CONFLICT", "constraint-violation"}, Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The call breaks a rule of the data: for example, a value that must be unique exists already. Look it up first."), Source: sourceCommon + "; " + sourceServers},
	adapter.Row{VendorCodes: []string{"PERSISTED_QUERY_NOT_FOUND", "HC0020"}, Fact: toolerr.FactLocked, Guidance: toolerr.GuidanceNone, Unlike: "the call succeeds in another form", Message: toolerr.Msg("The service does not know the persisted query."), Hint: toolerr.Msg(hintPersist), Source: sourceServers},
	adapter.Row{VendorCode: "PERSISTED_QUERY_NOT_SUPPORTED", Fact: toolerr.FactUnsupported, Hint: toolerr.Msg(hintPersist), Source: sourceServers},

	// The service failed.
	adapter.Row{VendorCodes: []string{"INTERNAL_SERVER_ERROR", "INTERNAL", "SERVICE_UNAVAILABLE", "unexpected", "UNAVAILABLE", "INTERNAL_ERROR", "SUBREQUEST_HTTP_ERROR"}, Fact: toolerr.FactFailed, Source: sourceServers},
	adapter.Row{VendorCode: "postgres-error", Fact: toolerr.FactBroken, Source: sourceServers},
	adapter.Row{VendorCodes: []string{"GATEWAY_TIMEOUT", "REQUEST_TIMEOUT", "HC0045", "TIMEOUT"}, Fact: toolerr.FactTimeout, Source: sourceServers + "; " + sourceCommon},
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

// texts are the beginnings of GitHub's and Shopify's messages, for clients that drop the type or the
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
	{begin: "Throttled", code: "THROTTLED"}, // Shopify GraphQL Admin API, rate limits
	{begin: "Field '", part: "doesn't exist on type", code: "undefinedField"},
	{begin: "Something went wrong while executing your query", code: "INTERNAL", field: true},
}
