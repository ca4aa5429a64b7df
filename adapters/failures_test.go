package adapters_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"golang.org/x/oauth2"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/dockeradapter"
	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/gitadapter"
	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/adapters/mongoadapter"
	"github.com/errand-go/errand/adapters/redisadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/adapters/sshadapter"
	"github.com/errand-go/errand/toolerr"
)

// showError prints what a model reads of the error of a client. The types below replace those of
// clients, which the library does not require: proof/vendorproof tests the real ones.
func showError(a adapter.Adapter, err error) {
	fmt.Println(toolerr.Result(nil, a.FromError(fmt.Errorf("of a tool: %w", err))))
}

// DynamoDB throttles with HTTP 400. The code shows that, the status does not.
func Example_aws() {
	answer := &smithyhttp.Response{Response: &http.Response{StatusCode: 400, Header: http.Header{"Retry-After": {"2"}}}}
	showError(awsadapter.Adapter, &smithy.OperationError{
		ServiceID: "DynamoDB", OperationName: "PutItem",
		Err: &smithyhttp.ResponseError{Response: answer, Err: &smithy.GenericAPIError{Code: "ThrottlingException", Message: "Rate exceeded for table customers-emea"}},
	})
	// Output:
	// {"success":false,"error":"Upstream AWS request failed with status code 400 (rate limit reached). Retry after 2 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":2000,"status_code":400,"service":"_aws","vendor_code":"ThrottlingException"}
}

// Google sends 403 both for a missing permission and for too many requests. The reason
// distinguishes them.
func Example_google() {
	for _, reason := range []string{"userRateLimitExceeded", "dailyLimitExceeded", "insufficientFilePermissions"} {
		showError(googleadapter.Adapter{}, &googleapi.Error{Code: 403, Message: "Mara's file is none of yours", Errors: []googleapi.ErrorItem{{Reason: reason}}})
	}
	// Output:
	// {"success":false,"error":"Upstream Google request failed with status code 403 (rate limit reached).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"status_code":403,"service":"_google","vendor_code":"userRateLimitExceeded","hint":"Wait a moment, then make the same call again."}
	// {"success":false,"error":"Upstream Google request failed with status code 403 (rate limit reached).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,"status_code":403,"service":"_google","vendor_code":"dailyLimitExceeded","hint":"A limit for the day is used up. It starts anew tomorrow; do not retry today."}
	// {"success":false,"error":"Upstream Google request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_google","vendor_code":"insufficientFilePermissions","requires_user_action":true,"hint":"The tool's account may not do this. Use something that it has access to, or ask someone to grant the permission."}
}

// A revoked refresh token is in a *url.Error, like a lost connection. Only a person can
// help.
func Example_oAuth2() {
	showError(googleadapter.OAuth2{}, &url.Error{Op: "Get", URL: "https://api.example.com/items", Err: &oauth2.RetrieveError{
		Response: &http.Response{StatusCode: 400}, ErrorCode: "invalid_grant", ErrorDescription: "Token of mara@example.com has been revoked.",
	}})
	// Output:
	// {"success":false,"error":"Upstream OAuth2 request failed with status code 400 (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":400,"service":"_oauth2","vendor_code":"invalid_grant","requires_user_action":true,"hint":"The account's access has ended. Ask the user to connect the account again."}
}

// missing is the error of Docker's client for an object that does not exist. Its method shows that.
type missing struct{ error }

func (missing) NotFound() {}

// The model learns that there is no such container, but not its name.
func Example_docker() {
	showError(dockeradapter.Adapter, missing{errors.New("Error: No such container: billing-eu-1")})
	// Output:
	// {"success":false,"error":"Upstream Docker request failed (not found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"service":"_docker","vendor_code":"not_found","hint":"Check the name or the id. Look up what exists, if there is a way to."}
}

// The model learns what to do first, but not the name of the branch.
func Example_git() {
	showError(gitadapter.Adapter, errors.New("non-fast-forward update: refs/heads/billing-eu"))
	// Output:
	// {"success":false,"error":"The branch has commits that the push or pull would drop.","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"service":"_git","vendor_code":"non_fast_forward","hint":"Fetch and merge or rebase first. Do not force it unless the user asks for that."}
}

// commandError has the methods of mongo.CommandError, by which it is recognised.
type commandError struct {
	code    int
	message string
}

func (e commandError) Error() string              { return e.message }
func (e commandError) HasErrorLabel(string) bool  { return false }
func (e commandError) HasErrorCode(code int) bool { return e.code == code }

// The model does not read the filter in the server's text.
func Example_mongo() {
	showError(mongoadapter.Adapter, commandError{
		13, `not authorized on crm to execute command { find: "people", filter: { email: "mara@example.com" } }`,
	})
	// Output:
	// {"success":false,"error":"Upstream MongoDB request failed (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"service":"_mongo","vendor_code":"Unauthorized","requires_user_action":true,"hint":"The tool's account may not do this. Use something that it has access to, or ask someone to grant the permission."}
}

// reply is go-redis's proto.RedisError.
type reply string

func (r reply) Error() string { return string(r) }
func (reply) RedisError()     {}

// The model needs only the server's word. It does not see the arguments after it.
func Example_redis() {
	showError(redisadapter.Adapter, reply("ERR unknown command 'SETT', with args beginning with: 'session:mara' 'eyJhbGciOi'"))
	// Output:
	// {"success":false,"error":"Redis refused the command.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"service":"_redis","vendor_code":"ERR","hint":"Check the command, its arguments and the type of the value."}
}

// duplicate is pgx's *pgconn.PgError, or lib/pq's *pq.Error: this method returns the SQLSTATE of
// both.
type duplicate struct{ error }

func (duplicate) SQLState() string { return "23505" }

// The model learns what to do, but nothing about the content of the table.
func Example_sql() {
	showError(sqladapter.Adapter{}, duplicate{errors.New(`ERROR: duplicate key value violates unique constraint "users_email_key" (SQLSTATE 23505)`)})
	// Output:
	// {"success":false,"error":"The database refused a row: one with the same key exists already.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"service":"_sql","vendor_code":"23505","hint":"Use another key, or change the row that exists."}
}

// The model learns that a person must correct the login, but not whose it is.
func Example_ssh() {
	showError(sshadapter.Adapter, fmt.Errorf("ssh: handshake failed: %w", errors.New("ssh: unable to authenticate, attempted methods [none publickey], no supported methods remain")))
	// Output:
	// {"success":false,"error":"The host does not accept the tool's login.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"service":"_ssh","vendor_code":"ssh_login_refused","requires_user_action":true,"hint":"Someone has to correct the user, the key or the password."}
}

// Two responses with status 429: one limit ends after a short wait, the other at the end of
// the month.
func Example_anthropic() {
	for _, details := range []string{"{}", `{"error_code":"enforced_spend_limit_reached"}`} {
		show(anthropicadapter.Adapter, response{
			status: 429, header: http.Header{"Retry-After": {"30"}},
			body: `{"type":"error","error":{"type":"rate_limit_error","details":` + details + `}}`,
		})
	}
	// Output:
	// {"success":false,"error":"Upstream Anthropic request failed with status code 429 (Too Many Requests). Retry after 30 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":30000,"status_code":429,"service":"_anthropic","vendor_code":"rate_limit_error"}
	// {"success":false,"error":"Upstream Anthropic request failed with status code 429 (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":429,"service":"_anthropic","vendor_code":"enforced_spend_limit_reached","requires_user_action":true,"hint":"The monthly spend cap of the Anthropic account is reached. Someone has to raise it, or it starts anew next month."}
}

// An invalid key is a bad request by its status, and the details of a limit state how long
// it lasts.
func Example_gemini() {
	show(geminiadapter.Adapter, response{
		status: 400, body: `{"error":{"status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}`,
	})
	show(geminiadapter.Adapter, response{
		status: 429, body: `{"error":{"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"17s"}]}}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Gemini request failed with status code 400 (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":400,"service":"_gemini","vendor_code":"API_KEY_INVALID","requires_user_action":true,"hint":"The service does not accept the tool's credentials. Someone has to set valid ones."}
	// {"success":false,"error":"Upstream Gemini request failed with status code 429 (Too Many Requests). Retry after 17 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":17000,"status_code":429,"service":"_gemini","vendor_code":"RESOURCE_EXHAUSTED"}
}

// GitHub sends 403 for a rate limit, for a token that an organisation must approve, and for
// a missing permission. The headers distinguish them.
func Example_github() {
	for _, header := range []http.Header{
		{"X-Ratelimit-Remaining": {"0"}, "Retry-After": {"60"}},
		{"X-Github-Sso": {"required; url=https://github.com/orgs/acme/sso?authorization_request=A1B2"}},
		{"X-Accepted-Github-Permissions": {"issues=write"}},
	} {
		show(githubadapter.Adapter, response{status: 403, request: "GET https://api.github.com/user", header: header})
	}
	// Output:
	// {"success":false,"error":"Upstream GitHub request failed with status code 403 (rate limit reached). Retry after 60 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":60000,"status_code":403,"service":"_github","vendor_code":"primary_rate_limit"}
	// {"success":false,"error":"Upstream GitHub request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_github","vendor_code":"sso_required","requires_user_action":true,"hint":"The organisation uses single sign-on. Ask the user to authorise the token for it."}
	// {"success":false,"error":"Upstream GitHub request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_github","vendor_code":"forbidden","requires_user_action":true,"hint":"The call needs the permission issues: write."}
}

// A service sends all of these with status 200. Of several errors, the one that must be
// resolved first decides.
func Example_graphql() {
	for _, codes := range [][]any{{"GRAPHQL_VALIDATION_FAILED"}, {"NOT_FOUND", "THROTTLED"}, {"of this service alone"}} {
		list := ""
		for _, code := range codes {
			list += fmt.Sprintf(`,{"message":"mara@example.com may not","extensions":{"code":%q}}`, code)
		}
		show(graphqladapter.Adapter, response{status: 200, body: `{"errors":[` + list[1:] + `]}`})
	}
	// Output:
	// {"success":false,"error":"Upstream GraphQL request failed (values refused).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"service":"_graphql","vendor_code":"GRAPHQL_VALIDATION_FAILED","hint":"The query does not fit the schema. Correct it."}
	// {"success":false,"error":"Upstream GraphQL request failed (rate limit reached).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"service":"_graphql","vendor_code":"THROTTLED","hint":"Wait a moment, then make the same call again."}
	// {"success":false,"error":"Upstream GraphQL request failed (unexpected answer). The request may have been carried out all the same.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_UNMAPPED","can_retry":false,"service":"_graphql","effect":"unknown","hint":"The call may have been carried out. Find out before you make it again."}
}

// A code in the table decides, and otherwise the status.
func Example_microsoft() {
	show(microsoftadapter.Adapter, response{
		status: 412, request: "PUT https://acme.blob.core.windows.net/x", body: "<Error><Code>LeaseIdMissing</Code></Error>",
	})
	show(microsoftadapter.Adapter, response{
		status: 404, request: "PUT https://graph.microsoft.com/x", body: `{"error":{"code":"of this service alone","message":"mara@acme.example"}}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Microsoft request failed with status code 412 (Precondition Failed).","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":412,"service":"_microsoft","vendor_code":"LeaseIdMissing","hint":"Another program has a lease on the object. Wait until the lease ends, or use its id."}
	// {"success":false,"error":"Upstream Microsoft request failed with status code 404 (Not Found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"status_code":404,"service":"_microsoft","hint":"Check the name or the id. Look up what exists, if there is a way to."}
}

// All of these have status 200. The code determines whether the model, a person or a retry
// can help.
func Example_slack() {
	for _, code := range []string{`"msg_too_long"`, `"not_in_channel"`, `"missing_scope","needed":"channels:history"`} {
		show(slackadapter.Adapter, response{status: 200, body: `{"ok":false,"error":` + code + `}`})
	}
	// Output:
	// {"success":false,"error":"Upstream Slack request failed (values refused).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"service":"_slack","vendor_code":"msg_too_long","hint":"The message is too long. Send less, or send it in parts."}
	// {"success":false,"error":"The tool needs something from a person before it can go on.","error_code":"invalid_input","kind":"TOOL_RUNTIME_CONTEXT_REQUIRED","can_retry":false,"service":"_slack","vendor_code":"not_in_channel","requires_user_action":true,"hint":"The app is not in the channel. Ask the user to invite it."}
	// {"success":false,"error":"Upstream Slack request failed (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"service":"_slack","vendor_code":"missing_scope","requires_user_action":true,"hint":"The app lacks the scope channels:history. Someone has to add it and install the app again."}
}
