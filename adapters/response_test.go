package adapters_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError
)

func headers(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}

// A plainResponse is a response for a program that uses only net/http, and the result of
// the default registry.
type plainResponse struct {
	host   string
	status int
	header http.Header
	body   string

	service string
	kind    toolerr.Kind
	code    string
	hint    string // a part of the hint
	wait    time.Duration
}

const (
	overloaded = `{"type":"error","error":{"type":"rate_limit_error","message":"` + faults.CanaryMessage + `"}}`
	spendLimit = `{"type":"error","error":{"type":"rate_limit_error","details":{"error_code":"enforced_spend_limit_reached"}}}`
	openAI     = `{"error":{"code":"rate_limit_exceeded","type":"requests","message":"` + faults.CanaryMessage + `"}}`
	resource   = `{"error":{"status":"RESOURCE_EXHAUSTED","message":"` + faults.CanaryMessage + `","details":[%s{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"17s"}]}}`
	daily      = `{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},`
	userLimit  = `{"error":{"code":403,"errors":[{"reason":"userRateLimitExceeded"}]}}`
	graphQL    = `{"errors":[{"message":"` + faults.CanaryMessage + `","extensions":{"code":"THROTTLED"}}]}`
	connect    = `{"code":"unavailable","message":"` + faults.CanaryMessage + `","details":[{"type":"google.rpc.RetryInfo","value":"CgIIPA","debug":{"retryDelay":"30s"}}]}`
	elastic    = `{"error":{"root_cause":[{"type":"es_rejected_execution_exception","reason":"` + faults.CanaryMessage + `"}],"type":"es_rejected_execution_exception"},"status":429}`
	kubernetes = `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":%q,"code":429%s}`
	twilio     = `{"code":20429,"more_info":"https://www.twilio.com/docs/errors/20429"}`
	storeFull  = "<Error><Code>XMinioStorageFull</Code><Message>" + faults.CanaryMessage + "</Message></Error>"
	noSuchKey  = "<?xml version=\"1.0\"?>\n<Error><Code>NoSuchKey</Code><Key>" + faults.CanaryPath + "</Key></Error>"
	throttled  = `{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException"}`
	rpc        = `{"jsonrpc":"2.0","id":1,"error":{"code":%d,"message":"` + faults.CanaryMessage + `"}}`

	geminiHost = "generativelanguage.googleapis.com"
	dynamoHost = "dynamodb.eu-west-1.amazonaws.com"
	gateway    = "gateway.example.com"
)

// plainResponses returns responses that identify their vendor, and some that are similar.
func plainResponses() map[string]plainResponse {
	soon := headers("Retry-After", "7")
	media := headers("Content-Type", "application/json")
	minio := headers("Server", "MinIO", "X-Amz-Request-Id", "17A9", "Retry-After", "7")
	amazon := headers("X-Amzn-Requestid", "request-1", "Retry-After", "7")
	elasticsearch := headers("X-Elastic-Product", "Elasticsearch", "Retry-After", "7")
	session := headers("Mcp-Session-Id", "1868a90c", "Retry-After", "7")
	return map[string]plainResponse{
		"Anthropic: the host":       {"api.anthropic.com", 429, soon, overloaded, "_anthropic", rateLimit, "rate_limit_error", "", 7 * time.Second},
		"Anthropic: a header":       {gateway, 429, headers("Anthropic-Organization-Id", "org"), overloaded, "_anthropic", rateLimit, "rate_limit_error", "", 0},
		"Anthropic: a spend cap":    {"api.anthropic.com", 429, soon, spendLimit, "_anthropic", authError, "enforced_spend_limit_reached", "spend cap", 0},
		"Anthropic: a page":         {"api.anthropic.com", 429, soon, "<html>" + faults.CanaryBody, "_anthropic", rateLimit, "", "", 7 * time.Second},
		"Anthropic: no header":      {gateway, 429, soon, overloaded, "_http", rateLimit, "", "", 7 * time.Second},
		"OpenAI: the host":          {"api.openai.com", 429, soon, openAI, "_openai", rateLimit, "rate_limit_exceeded", "", 7 * time.Second},
		"OpenAI: at Azure":          {"contoso.openai.azure.com", 404, nil, `{"error":{"code":"DeploymentNotFound","message":"m"}}`, "_openai", notFound, "DeploymentNotFound", "no deployment", 0},
		"OpenAI: in Europe":         {"eu.api.openai.com", 429, soon, openAI, "_openai", rateLimit, "rate_limit_exceeded", "", 7 * time.Second},
		"OpenAI: a header":          {gateway, 429, headers("Openai-Processing-Ms", "7"), openAI, "_openai", rateLimit, "rate_limit_exceeded", "", 0},
		"OpenAI: a code, a number":  {"api.openai.com", 429, soon, `{"error":{"code":429,"message":"m","type":"insufficient_quota"}}`, "_openai", authError, "insufficient_quota", "no credit left", 0},
		"OpenAI: a balance":         {"api.openai.com", 429, soon, `{"error":{"code":"insufficient_quota","type":"insufficient_quota"}}`, "_openai", authError, "insufficient_quota", "no credit left", 0},
		"OpenAI: no header":         {gateway, 429, soon, openAI, "_http", rateLimit, "", "", 7 * time.Second},
		"Gemini: the host":          {geminiHost, 429, soon, fmt.Sprintf(resource, ""), "_gemini", rateLimit, "RESOURCE_EXHAUSTED", "", 17 * time.Second},
		"Gemini: a list":            {geminiHost, 429, soon, "[" + fmt.Sprintf(resource, "") + "]", "_gemini", rateLimit, "RESOURCE_EXHAUSTED", "", 17 * time.Second},
		"Gemini: a daily quota":     {geminiHost, 429, soon, fmt.Sprintf(resource, daily), "_gemini", rateLimit, "RESOURCE_EXHAUSTED", "limit for the day", 0},
		"Gemini: two statuses":      {geminiHost, 503, nil, `{"error":{"code":429,"message":"x"}}`, "_gemini", serverError, "", "", 0},
		"Google: a rate limit":      {"www.googleapis.com", 403, soon, userLimit, "_google", rateLimit, "userRateLimitExceeded", "", 7 * time.Second},
		"Google: a service":         {"sheets.googleapis.com", 400, nil, `{"error":{"status":"FAILED_PRECONDITION"}}`, "_google", badRequest, "FAILED_PRECONDITION", "", 0},
		"Google: a proxy":           {"www.googleapis.com", 502, nil, "<html>", "_google", serverError, "", "", 0},
		"Google: another domain":    {"notgoogleapis.com", 403, nil, userLimit, "_http", rateLimit, "rate_limit_exceeded", "", 0},
		"GitHub: a limit":           {"api.github.com", 403, headers("X-RateLimit-Remaining", "0", "Retry-After", "60"), "", "_github", rateLimit, "primary_rate_limit", "", time.Minute},
		"GitHub: a field":           {"uploads.github.com", 422, nil, `{"errors":["x",{"field":"title","code":"missing_field"}]}`, "_github", validation, "missing_field", "GitHub refuses the field title (missing_field).", 0},
		"GitHub: a scope":           {"api.github.com", 404, headers("X-OAuth-Scopes", "gist", "X-Accepted-OAuth-Scopes", "repo"), "", "_github", notFound, "", "The token lacks the scope repo. Someone has to grant it.", 0},
		"GitHub: a company's":       {"github.example.com", 409, headers("X-GitHub-Request-Id", "0F5B:1A2B"), "", "_github", badRequest, "conflict", "The resource has changed since it was read", 0},
		"GitHub: no header":         {gateway, 429, headers("X-RateLimit-Remaining", "0"), `{"documentation_url":"https://docs.github.com/rest"}`, "_http", rateLimit, "", "", 0},
		"Slack: the host":           {"slack.com", 429, soon, "", "_slack", rateLimit, "ratelimited", "", 7 * time.Second},
		"Slack: a webhook":          {"hooks.slack.com", 404, nil, "no_service", "_slack", notFound, "", "", 0},
		"Slack: a header":           {gateway, 429, headers("X-Slack-Req-Id", "r1"), "", "_slack", rateLimit, "ratelimited", "", 0},
		"Slack: a code":             {"slack.com", 403, nil, `{"ok":false,"error":"missing_scope","needed":"chat:write"}`, "_slack", authError, "missing_scope", "The app lacks the scope chat:write.", 0},
		"Slack: a family":           {"slack.com", 503, nil, `{"ok":false,"error":"list_not_found"}`, "_slack", serverError, "", "", 0},
		"Slack: another host":       {"notslack.com", 429, nil, `{"ok":false,"error":"ratelimited"}`, "_http", rateLimit, "", "", 0},
		"Stripe: the host":          {"api.stripe.com", 402, nil, `{"error":{"type":"card_error","code":"card_declined","decline_code":"insufficient_funds"}}`, "_stripe", badRequest, "insufficient_funds", "", 0},
		"Stripe: a header":          {gateway, 429, headers("Stripe-Version", "2026-01-01", "Retry-After", "7"), `{"error":{"code":"rate_limit"}}`, "_stripe", rateLimit, "rate_limit", "", 7 * time.Second},
		"Twilio: the host":          {"api.twilio.com", 429, soon, `{"code":20429}`, "_twilio", rateLimit, "too_many_requests", "", 7 * time.Second},
		"Twilio: a region":          {"api.dublin.ie1.twilio.com", 429, soon, `{"code":20429}`, "_twilio", rateLimit, "too_many_requests", "", 7 * time.Second},
		"Twilio: its link":          {gateway, 429, soon, twilio, "_twilio", rateLimit, "too_many_requests", "", 7 * time.Second},
		"Twilio: a link inside":     {gateway, 429, soon, `{"code":20429,"inner":` + twilio + `}`, "_http", rateLimit, "", "", 7 * time.Second},
		"Twilio: a daily limit":     {"api.twilio.com", 429, soon, `{"code":63038}`, "_twilio", rateLimit, "daily_message_limit", "", 0},
		"Vault: a header":           {gateway, 503, headers("X-Vault-Hostname", "v1", "Retry-After", "7"), `{"errors":["` + faults.CanaryMessage + `"]}`, "_vault", serverError, "sealed", "", 7 * time.Second},
		"Vault: a limit":            {gateway, 429, headers("X-Vault-Raft-Node-Id", "n1", "Retry-After", "7"), "", "_vault", rateLimit, "", "", 7 * time.Second},
		"ClickHouse: a header":      {gateway, 404, headers("X-ClickHouse-Exception-Code", "60"), "Code: 60. DB::Exception: " + faults.CanaryMessage, "_clickhouse", validation, "UNKNOWN_TABLE", "schema", 0},
		"ClickHouse: the host":      {"x1.eu-west-1.aws.clickhouse.cloud", 503, nil, "", "_clickhouse", serverError, "", "", 0},
		"GitLab: the host":          {"gitlab.com", 429, soon, `{"message":"Retry later"}`, "_gitlab", rateLimit, "", "", 7 * time.Second},
		"GitLab: a header":          {gateway, 403, headers("X-Gitlab-Meta", "{}"), `{"error":"insufficient_scope","error_description":"` + faults.CanaryMessage + `"}`, "_gitlab", authError, "insufficient_scope", "scope", 0},
		"GitLab: hidden":            {"gitlab.com", 404, nil, `{"message":"404 Project Not Found"}`, "_gitlab", notFound, "", "may not see", 0},
		"Kubernetes: the form":      {gateway, 429, soon, fmt.Sprintf(kubernetes, "TooManyRequests", ""), "_kubernetes", rateLimit, "TooManyRequests", "", 7 * time.Second},
		"Kubernetes: its own wait":  {gateway, 429, soon, fmt.Sprintf(kubernetes, "TooManyRequests", `,"details":{"retryAfterSeconds":4}`), "_kubernetes", rateLimit, "TooManyRequests", "", 4 * time.Second},
		"Kubernetes: a header":      {gateway, 403, headers("X-Kubernetes-Pf-Flowschema-Uid", "u1", "Retry-After", "7"), `{"reason":"Forbidden"}`, "_kubernetes", authError, "Forbidden", "", 0},
		"Kubernetes: at AWS":        {"x.gr7.eu-west-1.eks.amazonaws.com", 404, nil, fmt.Sprintf(kubernetes, "NotFound", ""), "_kubernetes", notFound, "NotFound", "", 0},
		"Kubernetes: no form":       {gateway, 404, nil, `{"reason":"NotFound"}`, "_http", notFound, "", "", 0},
		"Connect: details":          {gateway, 503, media, connect, "_connect", serverError, "unavailable", "", time.Minute},
		"Connect: padded":           {gateway, 503, media, strings.Replace(connect, "CgIIPA", "CgIIPA==", 1), "_connect", serverError, "unavailable", "", time.Minute},
		"Connect: no details":       {gateway, 503, media, `{"code":"unavailable","message":"x"}`, "_http", serverError, "", "", 0},
		"Connect: an empty list":    {gateway, 503, media, `{"code":"unavailable","message":"x","details":[]}`, "_http", serverError, "", "", 0},
		"Connect: other details":    {gateway, 503, media, `{"code":"unavailable","message":"x","details":[{"type":"a.b","field":"c"}]}`, "_http", serverError, "", "", 0},
		"Connect: an unqualified":   {gateway, 503, media, strings.Replace(connect, "google.rpc.", "", 1), "_http", serverError, "", "", 0},
		"Connect: another code":     {gateway, 503, media, strings.Replace(connect, "unavailable", "busy", 1), "_http", serverError, "", "", 0},
		"Connect: no code":          {gateway, 503, media, strings.Replace(connect, "unavailable", "", 1), "_http", serverError, "", "", 0},
		"Connect: another member":   {gateway, 503, media, `{"status":503,` + connect[1:], "_http", serverError, "", "", 0},
		"Connect: not base64":       {gateway, 503, media, strings.Replace(connect, "CgIIPA", "***", 1), "_http", serverError, "", "", 0},
		"Connect: another type":     {gateway, 503, headers("Content-Type", "application/problem+json"), connect, "_http", serverError, "", "", 0},
		"GraphQL: a code":           {gateway, 400, soon, graphQL, "_graphql", rateLimit, "THROTTLED", "", 7 * time.Second},
		"GraphQL: a location":       {gateway, 400, nil, `{"errors":[{"message":"x","locations":[{"line":1,"column":2}]}],"data":null}`, "_graphql", badRequest, "", "", 0},
		"GraphQL: a path":           {gateway, 400, nil, `{"errors":[{"message":"x","path":["a",0],"type":"NOT_FOUND"}],"extensions":{}}`, "_graphql", notFound, "NOT_FOUND", "", 0},
		"GraphQL: its type":         {gateway, 400, headers("Content-Type", "application/graphql-response+json; charset=utf-8"), `{"errors":[{"message":"x"}]}`, "_graphql", badRequest, "", "", 0},
		"GraphQL: no message":       {gateway, 400, nil, `{"errors":[{"extensions":{"code":"FORBIDDEN"}}]}`, "_http", badRequest, "", "", 0},
		"GraphQL: no place":         {gateway, 400, nil, `{"errors":[{"message":"x"}]}`, "_http", badRequest, "", "", 0},
		"GraphQL: a string":         {gateway, 400, nil, `{"errors":[{"message":"x","path":".body.name"}]}`, "_http", badRequest, "", "", 0},
		"GraphQL: a checker's":      {gateway, 400, nil, `{"errors":[{"message":"x","path":["name"],"type":"any.required","context":{}}]}`, "_http", badRequest, "", "", 0},
		"GraphQL: another member":   {gateway, 400, nil, `{"message":"x","errors":[{"message":"x","path":["name"]}]}`, "_http", badRequest, "", "", 0},
		"GraphQL: an empty list":    {gateway, 400, nil, `{"errors":[]}`, "_http", badRequest, "", "", 0},
		"GraphQL: not JSON":         {gateway, 400, nil, `"errors"<html>`, "_http", badRequest, "", "", 0},
		"Microsoft: Graph":          {"graph.microsoft.com", 429, soon, `{"error":{"code":"TooManyRequests","message":"` + faults.CanaryMessage + `"}}`, "_microsoft", rateLimit, "TooManyRequests", "", 7 * time.Second},
		"Microsoft: locked":         {"graph.microsoft.com", 423, nil, `{"error":{"code":"x"}}`, "_microsoft", toolerr.KindToolRetry, "locked", "", 0},
		"Microsoft: storage":        {"acme.blob.core.windows.net", 412, nil, "<Error><Code>LeaseIdMissing</Code></Error>", "_microsoft", badRequest, "LeaseIdMissing", "", 0},
		"Microsoft: an element":     {"acme.blob.core.windows.net", 404, nil, `<?xml version="1.0"?><Error><Code> BlobNotFound </Code></Error>`, "_microsoft", notFound, "BlobNotFound", "", 0},
		"Microsoft: in lower case":  {"acme.table.core.windows.net", 404, nil, `<m:error><code>ResourceNotFound</code></m:error>`, "_microsoft", notFound, "ResourceNotFound", "", 0},
		"Microsoft: half an XML":    {"acme.blob.core.windows.net", 404, nil, `<Error><Code>`, "_microsoft", notFound, "", "", 0},
		"Microsoft: OData":          {"acme.table.core.windows.net", 404, nil, `{"odata.error":{"code":"ResourceNotFound"}}`, "_microsoft", notFound, "ResourceNotFound", "", 0},
		"Microsoft: a bare code":    {"management.azure.com", 404, nil, `{"code":"ResourceNotFound"}`, "_microsoft", notFound, "ResourceNotFound", "", 0},
		"Microsoft: a token":        {"login.microsoftonline.com", 400, nil, `{"error":"invalid_grant","error_codes":[65001]}`, "_microsoft", authError, "AADSTS65001", "", 0},
		"Microsoft: a header":       {gateway, 404, headers("X-Ms-Error-Code", "BlobNotFound"), "", "_microsoft", notFound, "BlobNotFound", "", 0},
		"Microsoft: another host":   {gateway, 404, nil, `{"error":{"code":"BlobNotFound"}}`, "_http", notFound, "", "", 0},
		"Elastic: a header":         {gateway, 429, elasticsearch, elastic, "_elastic", rateLimit, "es_rejected_execution_exception", "", 7 * time.Second},
		"Elastic: a status":         {gateway, 503, elasticsearch, "", "_elastic", serverError, "", "", 7 * time.Second},
		"Elastic: not with a wait":  {gateway, 429, elasticsearch, `{"error":{"type":"security_exception"}}`, "_elastic", authError, "security_exception", "", 0},
		"Elastic: OpenSearch":       {gateway, 429, nil, elastic, "_elastic", rateLimit, "es_rejected_execution_exception", "", 0},
		"Elastic: at AWS":           {"search-x.us-east-1.es.amazonaws.com", 429, nil, elastic, "_elastic", rateLimit, "es_rejected_execution_exception", "", 0},
		"Elastic: no causes":        {gateway, 404, nil, `{"error":{"type":"index_not_found_exception"},"status":404}`, "_http", notFound, "", "", 0},
		"Elastic: other causes":     {gateway, 404, nil, `{"error":{"root_cause":"x"}}`, "_http", notFound, "", "", 0},
		"MinIO: the server":         {gateway, 507, minio, storeFull, "_minio", serverError, "XMinioStorageFull", "", 0},
		"MinIO: a throttle":         {gateway, 503, minio, "<Error><Code>SlowDownOfTomorrow</Code></Error>", "_minio", rateLimit, "", "", 7 * time.Second},
		"MinIO: a wait":             {gateway, 503, minio, "<Error><Code>SlowDown</Code></Error>", "_minio", rateLimit, "SlowDown", "", 7 * time.Second},
		"MinIO: at AWS":             {"ec2-198-51-100-1.compute-1.amazonaws.com", 507, minio, storeFull, "_minio", serverError, "XMinioStorageFull", "", 0},
		"MinIO: an old server":      {gateway, 507, headers("Server", "MinIO/RELEASE.2020-01-01"), storeFull, "_minio", serverError, "XMinioStorageFull", "", 0},
		"MinIO: a header":           {gateway, 404, headers("X-Minio-Error-Code", "NoSuchTagSet"), "", "_minio", notFound, "NoSuchTagSet", "", 0},
		"MinIO: a status":           {gateway, 403, minio, "", "_minio", authError, "AccessDenied", "", 0},
		"MinIO: another store":      {gateway, 404, headers("Server", "nginx"), noSuchKey, "_http", notFound, "", "", 0},
		"AWS: a host":               {dynamoHost, 400, amazon, throttled, "_aws", rateLimit, "ThrottlingException", "", 7 * time.Second},
		"AWS: in China":             {"sts.cn-north-1.amazonaws.com.cn", 400, nil, throttled, "_aws", rateLimit, "ThrottlingException", "", 0},
		"AWS: S3":                   {"b.s3.eu-west-1.amazonaws.com", 404, headers("Server", "AmazonS3"), noSuchKey, "_aws", notFound, "NoSuchKey", "", 0},
		"AWS: a status":             {"s3.amazonaws.com", 503, soon, "", "_aws", serverError, "", "", 7 * time.Second},
		"AWS: a customer's API":     {"x1y2.execute-api.eu-west-1.amazonaws.com", 400, amazon, throttled, "_http", rateLimit, "throttling", "", 7 * time.Second},
		"AWS: its gateway":          {"x1y2.execute-api.eu-west-1.amazonaws.com", 403, headers("X-Amzn-Errortype", "MissingAuthenticationTokenException"), "", "_aws", authError, "MissingAuthenticationTokenException", "", 0},
		"AWS: a customer's server":  {"ec2-198-51-100-1.compute-1.amazonaws.com", 404, nil, noSuchKey, "_http", notFound, "", "", 0},
		"AWS: a header":             {gateway, 404, headers("X-Amzn-Errortype", "ResourceNotFoundException:"), "", "_aws", notFound, "ResourceNotFoundException", "", 0},
		"AWS: a longer header":      {dynamoHost, 400, headers("X-Amzn-Errortype", "ThrottlingException:http://internal.amazon.com/coral/"), `{"code":"ValidationException"}`, "_aws", rateLimit, "ThrottlingException", "", 0},
		"AWS: a former code":        {dynamoHost, 400, headers("X-Amzn-Query-Error", "AWS.SimpleQueueService.NonExistentQueue;Sender"), `{"__type":"com.amazonaws.sqs#QueueDoesNotExist"}`, "_aws", notFound, "AWS.SimpleQueueService.NonExistentQueue", "", 0},
		"AWS: code":                 {dynamoHost, 400, nil, `{"code":"ThrottlingException"}`, "_aws", rateLimit, "ThrottlingException", "", 0},
		"AWS: a number":             {dynamoHost, 400, nil, `{"code":7}`, "_aws", badRequest, "", "", 0},
		"AWS: query":                {dynamoHost, 400, nil, "<ErrorResponse><Error><Type>Sender</Type><Code>ExpiredToken</Code></Error></ErrorResponse>", "_aws", authError, "ExpiredToken", "", 0},
		"AWS: EC2":                  {dynamoHost, 503, nil, "<Response><Errors><Error><Code>RequestLimitExceeded</Code></Error></Errors></Response>", "_aws", rateLimit, "RequestLimitExceeded", "", 0},
		"AWS: a page":               {dynamoHost, 502, nil, "<html><Code>NoSuchKey</Code></html>", "_aws", serverError, "", "", 0},
		"AWS: another document":     {dynamoHost, 503, nil, "<Response><Code>NoSuchKey</Code></Response>", "_aws", serverError, "", "", 0},
		"AWS: an id elsewhere":      {gateway, 400, amazon, throttled, "_http", rateLimit, "throttling", "", 7 * time.Second},
		"AWS: another host":         {"notamazonaws.com", 404, nil, noSuchKey, "_http", notFound, "", "", 0},
		"OpenAI: a version":         {gateway, 429, headers("Openai-Version", "2020-10-01"), "", "_openai", rateLimit, "", "", 0},
		"OpenAI: a weak code":       {"api.openai.com", 404, nil, `{"error":{"type":"invalid_request_error"}}`, "_openai", notFound, "", "", 0},
		"OpenAI: no retry":          {"api.openai.com", 503, headers("X-Should-Retry", "false", "Retry-After", "7"), "", "_openai", serverError, "", "", 7 * time.Second},
		"Anthropic: a weak code":    {"api.anthropic.com", 404, nil, `{"error":{"type":"invalid_request_error"}}`, "_anthropic", notFound, "", "", 0},
		"Anthropic: no retry":       {"api.anthropic.com", 529, headers("X-Should-Retry", "false", "Retry-After", "7"), "", "_anthropic", serverError, "", "", 7 * time.Second},
		"GitHub: moved":             {"api.github.com", 301, nil, "", "_github", badRequest, "moved", "", 0},
		"GitHub: moved for a while": {"api.github.com", 307, nil, "", "_github", badRequest, "moved", "", 0},
		"GitHub: moved for good":    {"api.github.com", 308, nil, "", "_github", badRequest, "moved", "", 0},
		"GitLab: a load balancer":   {gateway, 404, headers("X-Gitlab-Lb", "haproxy-1"), "", "_gitlab", notFound, "", "", 0},
		"Microsoft: of the US":      {"login.microsoftonline.us", 404, nil, "", "_microsoft", notFound, "", "", 0},
		"Microsoft: of China":       {"login.chinacloudapi.cn", 404, nil, "", "_microsoft", notFound, "", "", 0},
		"Microsoft: a US manager":   {"management.usgovcloudapi.net", 404, nil, "", "_microsoft", notFound, "", "", 0},
		"Microsoft: one in China":   {"management.chinacloudapi.cn", 404, nil, "", "_microsoft", notFound, "", "", 0},
		"Microsoft: a vault":        {"acme.vault.azure.net", 404, nil, "", "_microsoft", notFound, "", "", 0},
		"Microsoft: an id":          {gateway, 404, headers("X-Ms-Request-Id", "r1"), "", "_microsoft", notFound, "", "", 0},
		"Microsoft: a diagnostic":   {gateway, 404, headers("X-Ms-Ags-Diagnostic", "{}"), "", "_microsoft", notFound, "", "", 0},
		"Microsoft: full":           {"graph.microsoft.com", 507, nil, "", "_microsoft", serverError, "insufficient_storage", "", 0},
		"Microsoft: a bandwidth":    {"graph.microsoft.com", 509, soon, "", "_microsoft", rateLimit, "bandwidth_limit", "", 7 * time.Second},
		"Stripe: files":             {"files.stripe.com", 404, nil, "", "_stripe", notFound, "", "", 0},
		"Stripe: no retry":          {"api.stripe.com", 503, headers("Stripe-Should-Retry", "false", "Retry-After", "7"), "", "_stripe", serverError, "", "", 7 * time.Second},
		"Vault: not yet":            {gateway, 412, headers("X-Vault-Hostname", "v1"), "", "_vault", toolerr.KindToolRetry, "not_consistent_yet", "", 0},
		"Vault: a secondary":        {gateway, 472, headers("X-Vault-Hostname", "v1"), "", "_vault", serverError, "replication_secondary", "", 0},
		"Vault: a standby":          {gateway, 473, headers("X-Vault-Hostname", "v1"), "", "_vault", serverError, "performance_standby", "", 0},
		"ClickHouse: a summary":     {gateway, 404, headers("X-ClickHouse-Summary", "{}"), "", "_clickhouse", notFound, "", "", 0},
		"AWS: a load balancer":      {"x.eu-west-1.elb.amazonaws.com", 404, nil, noSuchKey, "_http", notFound, "", "", 0},
		"AWS: a machine":            {"ec2-198-51-100-1.eu-west-1.compute.amazonaws.com", 404, nil, noSuchKey, "_http", notFound, "", "", 0},
		"AWS: a website":            {"b.s3-website.eu-west-1.amazonaws.com", 404, nil, noSuchKey, "_http", notFound, "", "", 0},
		"MCP: a code":               {gateway, 400, session, fmt.Sprintf(rpc, -32602), "_mcp", validation, "-32602", "", 0},
		"MCP: an unknown session":   {gateway, 404, session, fmt.Sprintf(rpc, -32001), "_mcp", notFound, "mcp_session_not_found", "", 0},
		"MCP: a status":             {gateway, 429, session, "slow down", "_mcp", rateLimit, "", "", 7 * time.Second},
		"MCP: a status, and a code": {gateway, 403, headers("Mcp-Session-Id", "1868a90c"), fmt.Sprintf(rpc, -32001), "_mcp", authError, "", "", 0},
		"MCP: another's code":       {gateway, 400, nil, fmt.Sprintf(rpc, -32602), "_http", badRequest, "", "", 0},
		"Discord: the old host":     {"discordapp.com", 400, nil, `{"code":50007,"message":"x"}`, "_discord", badRequest, "user_not_messageable", "Do not try again", 0},
		"Shopify: a bill":           {"acme.myshopify.com", 402, nil, `{"errors":"x"}`, "_shopify", authError, "shop_frozen", "invoice", 0},
		"Shopify: locked":           {"acme.myshopify.com", 423, nil, "", "_shopify", authError, "shop_locked", "", 0},
		"Shopify: an attack":        {"acme.myshopify.com", 430, nil, "", "_shopify", badRequest, "security_rejection", "", 0},
		"Telegram: the host":        {"api.telegram.org", 403, nil, `{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}`, "_telegram", badRequest, "bot_blocked", "does not accept", 0},
		"Telegram: a wait":          {gateway, 429, nil, `{"ok":false,"error_code":429,"description":"x","parameters":{"retry_after":5}}`, "_telegram", rateLimit, "", "", 5 * time.Second},
		"Telegram: a page":          {"api.telegram.org", 502, nil, "<html>", "_telegram", serverError, "", "", 0},
		"SendGrid: in Europe":       {"api.eu.sendgrid.com", 413, nil, "", "_sendgrid", validation, "payload_too_large", "30 MB", 0},
		"SendGrid: the host":        {"api.sendgrid.com", 429, soon, "", "_sendgrid", rateLimit, "", "", 7 * time.Second},
		"HubSpot: a day":            {"api.hubapi.com", 429, soon, `{"status":"error","policyName":"DAILY"}`, "_hubspot", rateLimit, "DAILY", "", 0},
		"HubSpot: the form":         {gateway, 403, nil, `{"status":"error","correlationId":"c","category":"MISSING_SCOPES"}`, "_hubspot", authError, "MISSING_SCOPES", "", 0},
		"HubSpot: another's form":   {gateway, 400, nil, `{"status":"error","correlationId":"c","category":"POLICY"}`, "_http", badRequest, "", "", 0},
		"Atlassian: a proxy":        {"api.atlassian.com", 400, nil, `{"errors":[{"status":400,"code":"INVALID_REQUEST_PARAMETER","title":"x"}]}`, "_atlassian", validation, "INVALID_REQUEST_PARAMETER", "", 0},
		"Notion: the host":          {"api.notion.com", 429, soon, `{"code":"rate_limited"}`, "_notion", rateLimit, "rate_limited", "", 7 * time.Second},
		"Airtable: a billing limit": {"content.airtable.com", 429, soon, `{"errors":[{"error":"PUBLIC_API_BILLING_LIMIT_EXCEEDED","message":"x"}]}`, "_airtable", authError, "PUBLIC_API_BILLING_LIMIT_EXCEEDED", "this month", 0},
		"Airtable: a token":         {"api.airtable.com", 401, nil, `{"error":{"type":"AUTHENTICATION_REQUIRED","message":"x"}}`, "_airtable", authError, "AUTHENTICATION_REQUIRED", "does not accept", 0},
		"Salesforce: a day":         {"a.my.salesforce.com", 403, nil, `[{"message":"TotalRequests Limit exceeded.","errorCode":"REQUEST_LIMIT_EXCEEDED"}]`, "_salesforce", rateLimit, "REQUEST_LIMIT_EXCEEDED", "Do not retry today", 0},
		"Salesforce: at once":       {"a.my.salesforce.com", 403, nil, `[{"message":"ConcurrentRequests (Concurrent API Requests) Limit exceeded.","errorCode":"REQUEST_LIMIT_EXCEEDED"}]`, "_salesforce", rateLimit, "concurrent_limit", "fewer calls at once", 0},
		"Salesforce: another code":  {"a.my.salesforce.com", 400, nil, `[{"message":"x","errorCode":"NEW_CODE"}]`, "_salesforce", badRequest, "", "", 0},
		"Salesforce: a proxy":       {gateway, 403, nil, `[{"message":"TotalRequests Limit exceeded.","errorCode":"REQUEST_LIMIT_EXCEEDED"}]`, "_salesforce", rateLimit, "REQUEST_LIMIT_EXCEEDED", "Do not retry today", 0},
		"Meta: a proxy":             {gateway, 400, nil, `{"error":{"message":"x","code":17,"fbtrace_id":"A1"}}`, "_meta", rateLimit, "user_limit", "", 0},
		"Strava: the form":          {gateway, 403, nil, `{"message":"Rate Limit Exceeded","errors":[{"resource":"Application","field":"rate limit","code":"exceeded"}]}`, "_http", rateLimit, "", "", 0},
		"Strava: a refusal":         {"www.strava.com", 403, nil, `{"message":"Rate Limit Exceeded","errors":[{"resource":"Application","field":"rate limit","code":"exceeded"}]}`, "_strava", rateLimit, "", "", 0},
		"Salesforce: a trigger":     {"a.my.salesforce.com", 400, nil, `[{"message":"T: execution of AfterInsert","errorCode":"CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY"}]`, "_salesforce", badRequest, "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY", "trigger", 0},
		"Meta: a limit":             {"graph.facebook.com", 400, nil, `{"error":{"message":"x","type":"OAuthException","code":4,"fbtrace_id":"A1"}}`, "_meta", rateLimit, "application_limit", "", 0},
		"Meta: a permission":        {"graph.facebook.com", 400, nil, `{"error":{"code":230}}`, "_meta", authError, "permission_missing", "", 0},
		"Meta: a checkpoint":        {"graph.instagram.com", 400, nil, `{"error":{"code":190,"error_subcode":459}}`, "_meta", authError, "account_checkpoint", "facebook.com", 0},
		"Meta: transient":           {"graph.facebook.com", 400, nil, `{"error":{"code":7777,"is_transient":true}}`, "_meta", serverError, "", "", 0},
		"Meta: another":             {"graph.facebook.com", 400, nil, `{"error":{"code":7777}}`, "_meta", badRequest, "", "", 0},
		"monday.com: a budget":      {"api.monday.com", 429, nil, `{"errors":[{"message":"x","extensions":{"code":"COMPLEXITY_BUDGET_EXHAUSTED","retry_in_seconds":6}}],"account_id":1}`, "_monday", rateLimit, "COMPLEXITY_BUDGET_EXHAUSTED", "", 6 * time.Second},
		"monday.com: the day":       {"api.monday.com", 429, soon, `{"errors":[{"message":"x","extensions":{"code":"DAILY_LIMIT_EXCEEDED"}}]}`, "_monday", rateLimit, "DAILY_LIMIT_EXCEEDED", "tomorrow", 0},
		"monday.com: older":         {"api.monday.com", 400, nil, `{"error_code":"ItemsLimitationException","status_code":400,"error_message":"x"}`, "_monday", badRequest, "ItemsLimitationException", "", 0},
		"Linear: a wait":            {"api.linear.app", 400, headers("X-RateLimit-Requests-Remaining", "0", "X-RateLimit-Requests-Reset", "40"), `{"errors":[{"message":"x","extensions":{"type":"ratelimited","code":"RATELIMITED"}}]}`, "_graphql", rateLimit, "RATELIMITED", "", 40 * time.Second},
		"Plaid: a sign-in":          {"production.plaid.com", 400, nil, `{"error_type":"ITEM_ERROR","error_code":"ITEM_LOGIN_REQUIRED","request_id":"q1"}`, "_plaid", authError, "ITEM_LOGIN_REQUIRED", "connect the bank again", 0},
		"Plaid: a bank":             {"production.plaid.com", 400, nil, `{"error_type":"INSTITUTION_ERROR","error_code":"INSTITUTION_DOWN"}`, "_plaid", serverError, "INSTITUTION_DOWN", "does not answer", 0},
		"Square: a card":            {"connect.squareup.com", 402, nil, `{"errors":[{"category":"PAYMENT_METHOD_ERROR","code":"CARD_DECLINED"}]}`, "_square", badRequest, "CARD_DECLINED", "another card", 0},
		"Square: a sandbox":         {"connect.squareupsandbox.com", 400, nil, `{"errors":[{"code":"VERSION_MISMATCH"}]}`, "_square", badRequest, "VERSION_MISMATCH", "Read it again", 0},
		"PayPal: an approval":       {"api-m.paypal.com", 422, nil, `{"name":"UNPROCESSABLE_ENTITY","debug_id":"d1","details":[{"issue":"ORDER_NOT_APPROVED"}]}`, "_paypal", toolerr.KindToolContextRequired, "ORDER_NOT_APPROVED", "approve", 0},
		"PayPal: a name":            {"api-m.sandbox.paypal.com", 403, nil, `{"name":"NOT_AUTHORIZED"}`, "_paypal", authError, "NOT_AUTHORIZED", "", 0},
		"Dropbox: not found":        {"api.dropboxapi.com", 409, nil, `{"error_summary":"path/not_found/..","error":{".tag":"path"}}`, "_dropbox", notFound, "not_found", "", 0},
		"Dropbox: a conflict":       {"content.dropboxapi.com", 409, nil, `{"error_summary":"path/conflict/file/."}`, "_dropbox", badRequest, "conflict", "another path", 0},
		"Dropbox: a wait":           {"api.dropboxapi.com", 429, nil, `{"error_summary":"too_many_write_operations/..","error":{"reason":{".tag":"too_many_write_operations"},"retry_after":3}}`, "_dropbox", rateLimit, "too_many_write_operations", "", 3 * time.Second},
		"Box: full":                 {"upload.box.com", 403, nil, `{"type":"error","code":"storage_limit_exceeded","request_id":"b1"}`, "_box", badRequest, "storage_limit_exceeded", "limit of the account", 0},
		"Box: terms":                {"api.box.com", 400, nil, `{"type":"error","code":"terms_of_service_required"}`, "_box", toolerr.KindToolContextRequired, "terms_of_service_required", "sign in to Box", 0},
		"Okta: a feature":           {"acme.okta.com", 403, nil, `{"errorCode":"E0000015","errorId":"oae1"}`, "_okta", authError, "E0000015", "enable", 0},
		"Okta: a state":             {"acme.oktapreview.com", 403, nil, `{"errorCode":"E0000038"}`, "_okta", badRequest, "E0000038", "state", 0},
		"Okta: in Europe":           {"acme.okta-emea.com", 503, nil, `{"errorCode":"E0000010"}`, "_okta", serverError, "E0000010", "maintained", 0},
		"Hetzner: a limit":          {"api.hetzner.cloud", 403, nil, `{"error":{"code":"resource_limit_exceeded","message":"x"}}`, "_hetzner", badRequest, "resource_limit_exceeded", "limit of the account", 0},
		"Intercom: a plan":          {"api.intercom.io", 403, nil, `{"type":"error.list","request_id":"i1","errors":[{"code":"api_plan_restricted"}]}`, "_intercom", authError, "api_plan_restricted", "plan", 0},
		"Strava: a day":             {"www.strava.com", 429, headers("X-RateLimit-Limit", "200,2000", "X-RateLimit-Usage", "30,2001"), "", "_strava", rateLimit, "daily_limit", "tomorrow", 0},
		"Strava: a day's reads":     {"www.strava.com", 429, headers("X-ReadRateLimit-Limit", "100, 1000", "X-ReadRateLimit-Usage", "30, 1000"), "", "_strava", rateLimit, "daily_limit", "", 0},
		"Strava: 15 minutes":        {"www.strava.com", 429, headers("X-RateLimit-Limit", "200,2000", "X-RateLimit-Usage", "201,900", "Retry-After", "7"), "", "_strava", rateLimit, "", "", 7 * time.Second},
		"PostgREST: too slow":       {gateway, 500, nil, `{"code":"57014","details":null,"hint":null,"message":"canceling statement due to statement timeout"}`, "_postgrest", serverError, "57014", "", 0},
		"PostgREST: one row":        {"x1.supabase.co", 406, nil, `{"code":"PGRST116","details":"The result contains 0 rows","hint":null,"message":"x"}`, "_postgrest", notFound, "PGRST116", "exactly one row", 0},
		"PostgREST: not listed":     {"x1.supabase.co", 401, nil, `{"code":"PGRST301","details":null,"hint":null,"message":"JWT expired"}`, "_postgrest", authError, "", "", 0},
		"Supabase: a function":      {"x1.supabase.co", 400, nil, `{"code":"23505","message":"x"}`, "_http", badRequest, "", "", 0},
		"PostgREST: another's":      {gateway, 500, nil, `{"code":"57014","details":null,"message":"x"}`, "_http", serverError, "", "", 0},
		"MCP: another's session":    {gateway, 404, headers("Session-Id", "1"), fmt.Sprintf(rpc, -32001), "_http", notFound, "", "", 0},
	}
}

func (r plainResponse) err() error {
	return plain(http.MethodPost, "https://"+r.host+"/v1?X-Amz-Signature="+faults.CredentialLocation, r.status, r.header, r.body)
}

// Each part of a spec that is for plain responses decides about one of them.
func TestEveryPartForResponses(t *testing.T) {
	ofClients := []string{"Errors[", "Text", "Tree", "Refine", "Weak", "Statuses[202]"}
	var errs []error
	for _, r := range plainResponses() {
		errs = append(errs, r.err())
	}
	for name, r := range refusalCases() {
		errs = append(errs, responseOf(name, r.body))
	}
	for _, r := range responders() {
		if s := r.Spec(); len(s.Hosts)+len(s.Headers) == 0 && s.Form == nil {
			continue // it recognises no responses
		}
		for _, part := range conformance.Undriven(r, errs) {
			if !slices.ContainsFunc(ofClients, func(begins string) bool { return strings.HasPrefix(part, begins) }) {
				assert.Fail(t, "no response depends on "+part, r.Slug())
			}
		}
	}
}

// A program that uses net/http gets the vendor's codes, and the agent reads nothing else of
// the response.
func TestPlainResponses(t *testing.T) {
	chain := adapters.Default().For("tool")
	for name, tt := range plainResponses() {
		t.Run(name, func(t *testing.T) {
			err := tt.err()
			te, ok := toolerr.Find(chain.Adapt(t.Context(), fmt.Errorf("tool: %w", err)))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.status, te.StatusCode())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Contains(t, te.Hint().String(), tt.hint)
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Equal(t, "https://"+tt.host+"/v1", te.Extra().Endpoint)
			require.ErrorIs(t, te, err)
			assert.Empty(t, faults.Planted().Find(te.Payload().String()))
			assert.Empty(t, faults.Planted().FindCredentials(fmt.Sprintf("%+v %s", te.Report(), te.DeveloperMessage())))
		})
	}
}

// The bodies are of responses with status 200. The expected code is that of a failure, or
// "nil" for a success.
func TestFailuresInSuccesses(t *testing.T) {
	codes := map[string]map[string]string{
		"_openai": {
			"": "nil", "{}": "nil", `{"error":null}`: "nil", `{"error":{}}`: "nil", `{"object":"fine_tuning.job","error":{"code":null,"message":null}}`: "nil",
			openAI: "rate_limit_exceeded",
		},
		"_anthropic": {"": "nil", "{}": "nil", `{"type":"message","error":null}`: "nil", `{"error":"x"}`: "nil", overloaded: "rate_limit_error"},
		"_gemini": {
			"": "nil", "{}": "nil", `{"error":null}`: "nil", `{"candidates":[]}`: "nil", "data: {}": "nil",
			fmt.Sprintf(resource, ""): "RESOURCE_EXHAUSTED",
		},
		"_oauth2":     {`{"access_token":"x"}`: "nil"},
		"_google":     {userLimit: "nil"},
		"_github":     {`{"message":"x"}`: "nil"},
		"_stripe":     {`{"error":{"code":"rate_limit"}}`: "nil"},
		"_twilio":     {`{"code":21610}`: "nil"},
		"_gitlab":     {`{"error":"invalid_token","error_description":"x"}`: "nil"},
		"_clickhouse": {"Code: 60. DB::Exception: x": "nil"},
		"_vault":      {"": "nil"},
		"_kubernetes": {`{"reason":"NotFound"}`: "nil"},
		"_connect":    {`{"code":"internal"}`: "nil"},
		"_elastic":    {"": "nil", `{"errors":true,"items":[{"index":{"status":429,"error":{"type":"es_rejected_execution_exception"}}}]}`: "nil"},
		"_slack": {
			`{"ok":true,"error":"missing_scope"}`: "nil", `{"ok":false}`: "", `{"ok":false,"error":""}`: "", `{"ok":false,"error":null}`: "", `{"ok":false,"error":{"code":"missing_scope"}}`: "", `{"error":"missing_scope"}`: "nil", "ok": "nil", "": "nil",
			"null": "nil", "[]": "nil", `{"ok":"no","error":"missing_scope"}`: "nil", `{"ok":false,"error":"missing_scope"}`: "missing_scope",
		},
		"_graphql": {
			"": "nil", "{}": "nil", `{"data":{}}`: "nil", `{"errors":[]}`: "nil", `{"errors":null}`: "nil", `{"errors":"x"}`: "", `{"errors":["x"]}`: "", `{"errors":7}`: "", `{"errors":{}}`: "nil", "<html>": "nil",
			graphQL: "THROTTLED",
		},
		"_microsoft": {
			"": "nil", "{}": "nil", `{"error":"invalid_grant"}`: "nil", `{"status":"Succeeded"}`: "nil", `{"code":"Failed"}`: "nil", `{"error":{"code":"x"}}`: "nil", `{"status":"Failed"}`: "nil",
			`{"status":"Failed","error":{"code":"QuotaExceeded"}}`: "QuotaExceeded", `{"status":"Canceled","error":{"code":"Conflict"}}`: "Conflict",
		},
		"_minio": {
			"": "nil", "<html/>": "nil", "<CopyObjectResult/>": "nil", "<DeleteResult><Error><Code>AccessDenied</Code></Error></DeleteResult>": "nil", "<Error>": "nil",
			"<Error><Code>SlowDown</Code></Error>": "SlowDown",
		},
		"_aws": {
			"": "nil", `{"Code":"Success"}`: "nil", `{"__type":"x"}`: "nil", "<CopyObjectResult/>": "nil", "<Response><Code>x</Code></Response>": "nil",
			"<Error><Code>SlowDown</Code></Error>": "SlowDown",
		},
		"_mcp": {
			"": "nil", "{}": "nil", `{"jsonrpc":"2.0","id":1,"result":{"isError":true}}`: "nil", `{"error":null}`: "nil", `[{"error":{"code":1}}]`: "nil",
			fmt.Sprintf(rpc, -32602): "-32602",
		},
	}
	for _, r := range responders() {
		if codes[r.Slug()] == nil {
			codes[r.Slug()] = map[string]string{"": "nil", "{}": "nil", openAI: "nil", noSuchKey: "nil"}
		}
		for body, code := range codes[r.Slug()] {
			te := r.FromAnswer(errors.New("x"), 200, headers("Retry-After", "7", "X-Should-Retry", "false"), []byte(body), toolerr.WithRequestID("r1"))
			if code == "nil" {
				assert.Nil(t, te, "%s: %s", r.Slug(), body)
				continue
			}
			require.NotNil(t, te, "%s: %s", r.Slug(), body)
			assert.Equal(t, code, te.VendorCode())
			assert.Equal(t, "r1", te.Extra().RequestID)
			assert.Zero(t, te.StatusCode())
		}
	}
}

// The status in the body of a success is that of the failure.
func TestStatusInTheBodyOfASuccess(t *testing.T) {
	te := spec.Of(geminiadapter.Adapter).FromAnswer(errors.New("x"), 200, headers("Retry-After", "7"), []byte(`{"error":{"code":503,"status":"UNAVAILABLE"}}`))
	require.NotNil(t, te)
	assert.Equal(t, 503, te.StatusCode())
	_, ok := te.RetryAfter()
	assert.False(t, ok, "the headers are those of the success")
}

// responders returns the specs of the vendors that are called over HTTP.
func responders() (all []*spec.Adapter) {
	for _, a := range adapters.All() {
		if r := spec.Of(a); r != nil && r.OverHTTP() {
			all = append(all, r)
		}
	}
	return all
}

// FuzzFromAnswer reads any response as that of each vendor. The headers are lines of a name
// and a value.
func FuzzFromAnswer(f *testing.F) {
	for _, p := range plainResponses() {
		var lines strings.Builder
		require.NoError(f, p.header.Write(&lines))
		f.Add(p.status, lines.String(), []byte(p.body))
	}
	f.Add(-1, "", []byte{0xff})
	f.Add(0, "X-Should-Retry: true", []byte(`{"type":"error","error":{"code":1e400,"type":3,"details":[7,null,{}]}}`))
	f.Add(200, "X-Amzn-Query-Error: #", []byte(`{"ok":false,"status":"Failed","error":7,"needed":[],"errors":[null,{"type":"NOT_FOUND","path":["a"]},{"extensions":{"code":7}}]}`))
	f.Add(200, "", []byte(`<ErrorResponse><Error><Code>x</Code></Error></ErrorResponse>`))
	f.Add(403, "X-GitHub-SSO: required; url=x\nX-OAuth-Scopes: gist", []byte(`{"errors":[{"field":"title","code":"custom"},7]}`))
	f.Add(403, "X-Accepted-GitHub-Permissions: issues=write;;=,", []byte(`{"ok":false,"error":"missing_scope","needed":",, ,"}`))
	f.Add(422, "X-Accepted-OAuth-Scopes: , ,repo\nX-OAuth-Scopes: gist", []byte(`{"reason":"Invalid","details":{"retryAfterSeconds":-1,"causes":[{"reason":"FieldValueRequired"}]}}`))
	f.Add(429, "X-RateLimit-Reset: 99999999999999999999", []byte(`{"code":1e99,"error_codes":[-7000215,1e99],"details":[null,{}]}`))
	f.Add(404, "", []byte("<Error><Code>NoSuch "+faults.CredentialBearer+"</Code></Error>"))
	f.Add(403, "", []byte(`[{"error":{"code":7,"status":"ABORTED","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{}]}]}}]`))
	f.Add(451, "Www-Authenticate: Bearer claims=", []byte(`{"block":{"reason":"dmca"}}`))
	f.Fuzz(func(t *testing.T, status int, lines string, body []byte) {
		header := http.Header{}
		for line := range strings.Lines(lines) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			header.Add(name, value)
		}
		for _, r := range responders() {
			_ = r.Recognise("", header, body)
			te := r.FromAnswer(errors.New("x"), status, header, body)
			if te == nil {
				assert.Less(t, status, 300, r.Slug())
				continue
			}
			assert.Equal(t, r.Slug(), te.Service())
			if wait, ok := te.RetryAfter(); ok {
				assert.GreaterOrEqual(t, wait, time.Duration(0), r.Slug())
				assert.LessOrEqual(t, wait, 24*time.Hour, r.Slug())
			}
			if code := te.VendorCode(); code != "" {
				_, listed := r.Table().Lookup(code)
				assert.True(t, listed, "%s: %s", r.Slug(), code)
			}
			assert.Empty(t, faults.Planted().Find(te.Payload().String()), r.Slug())
		}
	})
}

// FuzzTexts reads texts into which clients may put a server's text.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{
		"received error while streaming: " + overloaded, `received error while streaming: {"message":"","code":"server_error"}`, "redis: nil", "nats: timeout",
		`received error while streaming: {"type":"error","error":[]}`, "Bucket name cannot be empty", "failed to json unmarshal body, status: 502, body: \xff",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, err := range []error{errors.New(text), fmt.Errorf("%s: %w", text, errors.New(text+faults.CanaryMessage))} {
			for _, a := range adapters.All() {
				if te := a.FromError(err); te != nil {
					assert.Empty(t, faults.Planted().Find(te.Payload().String()), a.Slug())
					assert.True(t, te.StatusCode() == 0 || te.StatusCode() >= 300 && te.StatusCode() <= 999, a.Slug())
				}
			}
		}
	})
}
