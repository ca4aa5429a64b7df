package adapters_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/airtableadapter"
	"github.com/errand-go/errand/adapters/atlassianadapter"
	"github.com/errand-go/errand/adapters/boxadapter"
	"github.com/errand-go/errand/adapters/clickhouseadapter"
	"github.com/errand-go/errand/adapters/cloudflareadapter"
	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/discordadapter"
	"github.com/errand-go/errand/adapters/dropboxadapter"
	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/adapters/gitlabadapter"
	"github.com/errand-go/errand/adapters/grafanaadapter"
	"github.com/errand-go/errand/adapters/hetzneradapter"
	"github.com/errand-go/errand/adapters/hubspotadapter"
	"github.com/errand-go/errand/adapters/intercomadapter"
	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/adapters/metaadapter"
	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/adapters/mondayadapter"
	"github.com/errand-go/errand/adapters/notionadapter"
	"github.com/errand-go/errand/adapters/oktaadapter"
	"github.com/errand-go/errand/adapters/paypaladapter"
	"github.com/errand-go/errand/adapters/plaidadapter"
	"github.com/errand-go/errand/adapters/postgrestadapter"
	"github.com/errand-go/errand/adapters/prometheusadapter"
	"github.com/errand-go/errand/adapters/salesforceadapter"
	"github.com/errand-go/errand/adapters/sendgridadapter"
	"github.com/errand-go/errand/adapters/shopifyadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/squareadapter"
	"github.com/errand-go/errand/adapters/stravaadapter"
	"github.com/errand-go/errand/adapters/stripeadapter"
	"github.com/errand-go/errand/adapters/telegramadapter"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/adapters/vaultadapter"
	"github.com/errand-go/errand/toolerr"
)

// A response is what a service sends. If the request is known, it is that of a program that uses
// only net/http, and otherwise that of the service's SDK.
type response struct {
	status                   int
	request, arguments, body string
	header                   http.Header
}

// show prints what a model reads of a response. With arguments, the model learns which of them
// are wrong.
func show(a adapter.Adapter, r response) {
	var err error = spec.Of(a).FromAnswer(errors.New("call"), r.status, r.header, []byte(r.body))
	if method, url, ok := strings.Cut(r.request, " "); ok {
		err = plain(method, url, r.status, r.header, r.body)
	}
	ctx := context.Background()
	if r.arguments != "" {
		ctx = adapter.WithCall(ctx, adapter.Call{Arguments: []byte(r.arguments)})
	}
	fmt.Println(toolerr.Result(nil, adapter.NewChain(a).Adapt(ctx, err)))
}

// The model reads that the plan has no calls left, and that a retry does not help.
func Example_airtable() {
	show(airtableadapter.Adapter, response{
		status: 429, body: `{"errors":[{"error":"PUBLIC_API_BILLING_LIMIT_EXCEEDED","message":"The API calls of the workspace are used up."}]}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Airtable request failed with status code 429 (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":429,"service":"_airtable","vendor_code":"PUBLIC_API_BILLING_LIMIT_EXCEEDED","requires_user_action":true,"hint":"The API calls of this month are used up. Someone has to upgrade the plan."}
}

// The model reads which fields of an issue are wrong.
func Example_atlassian() {
	show(atlassianadapter.Adapter, response{
		status: 400, arguments: `{"fields":{"summary":"","priority":"Hgh"}}`,
		body: `{"errorMessages":[],"errors":{"summary":"You must specify a summary of the issue.","priority":"Priority name 'Hgh' is not valid"}}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Atlassian request failed with status code 400 (Bad Request).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":400,"service":"_atlassian","problems":[{"path":"/fields/summary","problem":"is required"},{"path":"/fields/priority","problem":"is not one of the allowed values"}]}
}

// The account is full: the model reads that a retry does not help.
func Example_box() {
	show(boxadapter.Adapter, response{
		status: 403, body: `{"type":"error","status":403,"code":"storage_limit_exceeded","message":"Account storage limit reached","request_id":"b1"}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Box request failed with status code 403 (request refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":403,"service":"_box","vendor_code":"storage_limit_exceeded","requires_user_action":true,"hint":"A limit of the account is reached. Someone has to raise it, or remove what counts against it."}
}

// The model learns that the query needs too much, but not the rest of the message.
func Example_clickhouse() {
	show(clickhouseadapter.Adapter, response{
		status: 500, request: "POST https://clickhouse.example/", header: http.Header{"X-Clickhouse-Exception-Code": {"241"}},
		body: `Code: 241. DB::Exception: Memory limit (for user billing) exceeded: would use 9.31 GiB. (MEMORY_LIMIT_EXCEEDED)`,
	})
	// Output:
	// {"success":false,"error":"The query needs more than ClickHouse allows.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":500,"service":"_clickhouse","vendor_code":"MEMORY_LIMIT_EXCEEDED","hint":"Narrow the query, or limit its rows."}
}

// The model learns that the record exists, but not which record.
func Example_cloudflare() {
	show(cloudflareadapter.Adapter, response{
		status: 400, request: "POST https://api.cloudflare.com/client/v4/zones/023e/dns_records",
		body: `{"success":false,"errors":[{"code":81057,"message":"Record already exists."}],"messages":[],"result":null}`,
	})
	// Output:
	// {"success":false,"error":"The zone has this DNS record already.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":400,"service":"_cloudflare","vendor_code":"81057","hint":"Nothing has to be done if its content is right; otherwise change that record."}
}

// The service's code determines the advice. Its text is only for developers. The result for
// the error of connect-go is the same, without the status.
func Example_connect() {
	show(connectadapter.Adapter, response{
		status: 409, body: `{"code":"aborted","message":"account 8841 of Mr. Smith was changed"}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Connect request failed with status code 409 (Conflict).","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":true,"status_code":409,"service":"_connect","vendor_code":"aborted","hint":"Another change to the same data came first or is under way. Read the data again, then make the call again."}
}

// The model learns whom to ask, but not which channel it is.
func Example_discord() {
	show(discordadapter.Adapter, response{
		status: 403, body: `{"message": "Missing Access", "code": 50001}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Discord request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_discord","vendor_code":"missing_access","requires_user_action":true,"hint":"Someone has to invite the bot, or let it see the channel."}
}

// A file that does not exist has the status 409: the model reads what is wrong.
func Example_dropbox() {
	show(dropboxadapter.Adapter, response{
		status: 409, body: `{"error_summary":"path/not_found/..","error":{".tag":"path","path":{".tag":"not_found"}}}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Dropbox request failed with status code 409 (not found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"status_code":409,"service":"_dropbox","vendor_code":"not_found","hint":"Check the name or the id. Look up what exists, if there is a way to."}
}

// The server repeats the query and names the index. The model reads the type of the error
// and a hint. The result for the client's error is the same.
func Example_elastic() {
	show(elasticadapter.Adapter, response{
		status: 400, body: `{"error":{"root_cause":[{"type":"query_shard_exception","reason":"Failed to parse query [name:(mara AND]"}],` +
			`"type":"search_phase_execution_exception","reason":"all shards failed"},"status":400}`,
	})
	// Output:
	// {"success":false,"error":"The query or the body of the request is not valid.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_elastic","vendor_code":"query_shard_exception","hint":"Correct the query."}
}

// The model learns what prevents a merge, but not the path of the project.
func Example_gitlab() {
	show(gitlabadapter.Adapter, response{
		status: 405, request: "PUT https://gitlab.com/api/v4/projects/acme%2Fbilling/merge_requests/7/merge",
		body: `{"message":"405 Method Not Allowed"}`,
	})
	// Output:
	// {"success":false,"error":"GitLab cannot merge the merge request now: it may be a draft or closed, have conflicts, or wait for an approval, a pipeline or a discussion.","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":405,"service":"_gitlab","vendor_code":"not_mergeable","hint":"Look at its merge status."}
}

// The model learns what to do, but not the name of the dashboard.
func Example_grafana() {
	show(grafanaadapter.Adapter, response{
		status: 412, body: `{"message":"The dashboard Revenue 2026 has been changed by someone else","status":"version-mismatch"}`,
	})
	// Output:
	// {"success":false,"error":"The dashboard was changed since it was read.","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":412,"service":"_grafana","vendor_code":"version-mismatch","hint":"Read it again, then apply the change to what is there now."}
}

// The account has as many servers as it may have: the model reads that a person has to act.
func Example_hetzner() {
	show(hetzneradapter.Adapter, response{
		status: 403, body: `{"error":{"code":"resource_limit_exceeded","message":"server limit exceeded"}}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Hetzner request failed with status code 403 (request refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":403,"service":"_hetzner","vendor_code":"resource_limit_exceeded","requires_user_action":true,"hint":"A limit of the account is reached. Someone has to raise it, or remove what counts against it."}
}

// The calls of the day are used up: the model reads that a retry does not help.
func Example_hubspot() {
	show(hubspotadapter.Adapter, response{
		status: 429, body: `{"status":"error","message":"You have reached your daily limit.","errorType":"RATE_LIMIT","correlationId":"c033","policyName":"DAILY"}`,
	})
	// Output:
	// {"success":false,"error":"Upstream HubSpot request failed with status code 429 (Too Many Requests).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,"status_code":429,"service":"_hubspot","vendor_code":"DAILY","hint":"A limit for the day is used up. It starts anew tomorrow; do not retry today."}
}

// The plan does not have the API: the model reads that a person has to act.
func Example_intercom() {
	show(intercomadapter.Adapter, response{
		status: 403, body: `{"type":"error.list","request_id":"i1","errors":[{"code":"api_plan_restricted","message":"Active subscription needed."}]}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Intercom request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_intercom","vendor_code":"api_plan_restricted","requires_user_action":true,"hint":"The account's plan does not allow this, or a limit on spending or usage is reached. Someone has to change that; waiting does not help."}
}

// After a conflict with another write, the whole sequence must be retried, beginning with
// the read.
func Example_kubernetes() {
	show(kubernetesadapter.Adapter, response{
		status: 409, body: `{"kind":"Status","apiVersion":"v1","status":"Failure","message":"Operation cannot be fulfilled on deployments.apps \"billing-eu\"","reason":"Conflict","code":409}`,
	})
	// Output:
	// {"success":false,"error":"The data was changed by another call in the meantime.","error_code":"external_service_error","kind":"TOOL_RUNTIME_RETRY","can_retry":true,"status_code":409,"service":"_kubernetes","vendor_code":"Conflict","hint":"Read the data again, then apply the change to what is there now."}
}

// A limit with the status 400: the model reads that it may wait.
func Example_meta() {
	show(metaadapter.Adapter, response{
		status: 400, body: `{"error":{"message":"(#4) Application request limit reached","type":"OAuthException","is_transient":true,"code":4,"fbtrace_id":"A1"}}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Meta request failed with status code 400 (rate limit reached).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"status_code":400,"service":"_meta","vendor_code":"application_limit","hint":"Wait a moment, then make the same call again."}
}

// The model learns what is missing, but not the name of the bucket. The result for the
// client's error is the same.
func Example_minio() {
	show(minioadapter.Adapter{}, response{
		status: 507, body: "<Error><Code>XMinioStorageFull</Code><BucketName>invoices-eu</BucketName><Key>2026/acme.pdf</Key></Error>",
	})
	// Output:
	// {"success":false,"error":"Upstream MinIO request failed with status code 507 (Insufficient Storage).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":false,"status_code":507,"service":"_minio","vendor_code":"XMinioStorageFull","requires_user_action":true,"hint":"The service has no space left for this. Someone has to make room."}
}

// The calls of the day are used up: the model reads that a retry does not help.
func Example_monday() {
	show(mondayadapter.Adapter, response{
		status: 429, body: `{"errors":[{"message":"Daily limit exceeded","extensions":{"code":"DAILY_LIMIT_EXCEEDED"}}],"account_id":1}`,
	})
	// Output:
	// {"success":false,"error":"Upstream monday.com request failed with status code 429 (Too Many Requests).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,"status_code":429,"service":"_monday","vendor_code":"DAILY_LIMIT_EXCEEDED","hint":"A limit for the day is used up. It starts anew tomorrow; do not retry today."}
}

// The model reads which argument is too long.
func Example_notion() {
	show(notionadapter.Adapter, response{
		status: 400, arguments: `{"children":[{"paragraph":{"text":"…"}}]}`,
		body: "{\"object\":\"error\",\"status\":400,\"code\":\"validation_error\",\"message\":\"body failed validation: body.children[0].paragraph.text.length should be ≤ `2000`, instead was `2500`.\"}",
	})
	// Output:
	// {"success":false,"error":"Upstream Notion request failed with status code 400 (values refused).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_notion","vendor_code":"validation_error","problems":[{"path":"/children/0/paragraph/text","problem":"must have at most 2000 characters"}]}
}

// The state of the user does not allow the call, which the status 403 does not say.
func Example_okta() {
	show(oktaadapter.Adapter, response{
		status: 403, body: `{"errorCode":"E0000038","errorSummary":"This operation is not allowed in the user's current status.","errorId":"oae1"}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Okta request failed with status code 403 (request refused).","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":403,"service":"_okta","vendor_code":"E0000038","hint":"The current state does not allow this. Read the state first, then change the state or the call."}
}

// The payer has not approved the order: the model reads who has to act.
func Example_paypal() {
	show(paypaladapter.Adapter, response{
		status: 422, body: `{"name":"UNPROCESSABLE_ENTITY","debug_id":"d1","details":[{"issue":"ORDER_NOT_APPROVED","description":"Payer has not yet approved the Order for payment."}]}`,
	})
	// Output:
	// {"success":false,"error":"The tool needs something from a person before it can go on.","error_code":"invalid_input","kind":"TOOL_RUNTIME_CONTEXT_REQUIRED","can_retry":false,"status_code":422,"service":"_paypal","vendor_code":"ORDER_NOT_APPROVED","requires_user_action":true,"hint":"The payer has to approve the payment at PayPal first."}
}

// The sign-in at the bank has ended: the model reads that the user has to connect it again.
func Example_plaid() {
	show(plaidadapter.Adapter, response{
		status: 400, body: `{"error_type":"ITEM_ERROR","error_code":"ITEM_LOGIN_REQUIRED","error_message":"the login details of this item have changed","request_id":"q1"}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Plaid request failed with status code 400 (access refused).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":400,"service":"_plaid","vendor_code":"ITEM_LOGIN_REQUIRED","requires_user_action":true,"hint":"The connection to the bank has ended, or the bank asks for something. Ask the user to connect the bank again."}
}

// A query ran too long: the model reads that the same call fails again, which the status 500
// does not say.
func Example_postgrest() {
	show(postgrestadapter.Adapter, response{
		status: 500, request: "GET https://x1.supabase.co/rest/v1/orders",
		body: `{"code":"57014","details":null,"hint":null,"message":"canceling statement due to statement timeout"}`,
	})
	// Output:
	// {"success":false,"error":"The database stopped the query before it ended.","error_code":"timeout","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":false,"status_code":500,"service":"_postgrest","vendor_code":"57014","hint":"Narrow the query, or limit its rows."}
}

// The model learns the position of the mistake in its query.
func Example_prometheus() {
	show(prometheusadapter.Adapter, response{
		status: 400, request: "POST https://prometheus.example/api/v1/query", arguments: `{"query":"sum(rate(x) by (job)"}`,
		body: `{"status":"error","errorType":"bad_data","error":"invalid parameter \"query\": 1:13: parse error: unexpected identifier \"by\""}`,
	})
	// Output:
	// {"success":false,"error":"The query or one of its parameters is not valid.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_prometheus","vendor_code":"bad_data","hint":"Correct the query or the parameter.","problems":[{"path":"/query","problem":"has a syntax error at \"by\" (line 1, column 13)"}]}
}

// A query names a field that does not exist. The model reads the name and where it is.
func Example_salesforce() {
	show(salesforceadapter.Adapter, response{
		status: 400, arguments: `{"q":"SELECT Id, Emial FROM Contact"}`,
		body: `[{"message":"\nSELECT Id, Emial FROM Contact\n           ^\nERROR at Row:1:Column:12\nNo such column 'Emial' on entity 'Contact'.","errorCode":"INVALID_FIELD"}]`,
	})
	// Output:
	// {"success":false,"error":"Upstream Salesforce request failed with status code 400 (values refused).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_salesforce","vendor_code":"INVALID_FIELD","problems":[{"path":"/q","problem":"contains the name \"Emial\", which is not known (line 1, column 12)"}]}
}

// The model reads which address is there twice.
func Example_sendgrid() {
	show(sendgridadapter.Adapter, response{
		status: 400, arguments: `{"personalizations":[{"to":"ann@example.com","bcc":"ann@example.com"}]}`,
		body: `{"errors":[{"message":"Each email address in the personalization block should be unique between to, cc, and bcc. We found the first duplicate instance of [ann@example.com] in the personalizations.0.bcc field.","field":"personalizations.0","help":null}]}`,
	})
	// Output:
	// {"success":false,"error":"Upstream SendGrid request failed with status code 400 (Bad Request).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":400,"service":"_sendgrid","problems":[{"path":"/personalizations/0","problem":"contains a duplicate: \"ann@example.com\""}]}
}

// The model reads which argument of a mutation is missing.
func Example_shopify() {
	show(shopifyadapter.Adapter, response{
		status: 422, arguments: `{"input":{"title":""}}`,
		body: `{"data":{"productCreate":{"product":null,"userErrors":[{"field":["input","title"],"message":"Title can't be blank","code":"BLANK"}]}}}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Shopify request failed with status code 422 (Unprocessable Content).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":422,"service":"_shopify","problems":[{"path":"/input/title","problem":"is required"}]}
}

// A declined card is not an unpaid bill of the tool's account, which the status 402 would say.
func Example_square() {
	show(squareadapter.Adapter, response{
		status: 402, body: `{"errors":[{"category":"PAYMENT_METHOD_ERROR","code":"CARD_DECLINED","detail":"Card declined."}]}`,
	})
	// Output:
	// {"success":false,"error":"The card was declined.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":402,"service":"_square","vendor_code":"CARD_DECLINED","hint":"Ask the payer for another card or another way to pay, or to call the bank."}
}

// The model learns why the bank declined. The text of the SDK's error has the client secret
// of the payment; the result for it is the same.
func Example_stripe() {
	show(stripeadapter.Adapter, response{
		status: 402, body: `{"error":{"type":"card_error","code":"card_declined","decline_code":"insufficient_funds"}}`,
	})
	// Output:
	// {"success":false,"error":"The card has insufficient funds.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":402,"service":"_stripe","vendor_code":"insufficient_funds","hint":"Ask the customer for another card or way to pay."}
}

// The requests of the day are used up: the model reads that a retry does not help.
func Example_strava() {
	show(stravaadapter.Adapter, response{
		status: 429, request: "GET https://www.strava.com/api/v3/athlete", header: http.Header{"X-Ratelimit-Limit": {"200,2000"}, "X-Ratelimit-Usage": {"30,2001"}},
	})
	// Output:
	// {"success":false,"error":"Upstream Strava request failed with status code 429 (Too Many Requests).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,"status_code":429,"service":"_strava","vendor_code":"daily_limit","hint":"A limit for the day is used up. It starts anew tomorrow; do not retry today."}
}

// A message is too long, and the model reads which argument and how long it may be.
func Example_telegram() {
	show(telegramadapter.Adapter, response{
		status: 400, arguments: `{"chat_id":7,"text":"…"}`,
		body: `{"ok":false,"error_code":400,"description":"Bad Request: message is too long"}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Telegram request failed with status code 400 (Bad Request).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":400,"service":"_telegram","problems":[{"path":"/text","problem":"must have at most 4096 characters"}]}
}

// The model learns that the recipient opted out. It does not see the phone number. The
// result for the SDK's error is the same.
func Example_twilio() {
	show(twilioadapter.Adapter, response{
		status: 400, body: `{"code":21610,"status":400,"message":"Attempt to send to unsubscribed recipient: +15005550199"}`,
	})
	// Output:
	// {"success":false,"error":"The recipient has opted out of messages from this sender.","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":400,"service":"_twilio","vendor_code":"recipient_opted_out","hint":"Do not send it again, and do not try another sender. Tell the user."}
}

// A token that may not read a secret. The result for the error of Vault's client is the same;
// the model does not read the path of the secret in its text.
func Example_vault() {
	show(vaultadapter.Adapter, response{
		status: 403, body: `{"errors":["permission denied"]}`,
	})
	// Output:
	// {"success":false,"error":"Upstream Vault request failed with status code 403 (Forbidden).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_AUTH_ERROR","can_retry":false,"status_code":403,"service":"_vault","requires_user_action":true,"hint":"The tool's token is not valid any more, or its policies do not allow this."}
}
