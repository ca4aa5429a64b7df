package adapters_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// refusedAccess is a documented refusal, and what a program reads of it.
type refusedAccess struct {
	service, url string
	status       int
	header       http.Header
	body         string
	source       string

	fact     toolerr.Fact
	scopes   string // with spaces between them
	metadata string
	guidance toolerr.Guidance
}

const (
	none    = toolerr.GuidanceNone
	refresh = toolerr.GuidanceRefreshAuthThenRetry
)

func challenge(value string) http.Header { return headers("WWW-Authenticate", value) }

var refusedAccesses = []refusedAccess{
	{"OAuth 2.0", "https://api.example.com/x", 401, challenge(`Bearer realm="example", error="invalid_token", error_description="The access token expired"`), "", "RFC 6750 section 3, the example", toolerr.FactExpiredKey, "", "", refresh},
	{"OAuth 2.0", "https://api.example.com/x", 403, challenge(`Bearer error="insufficient_scope", scope="openid profile"`), "", "RFC 6750 sections 3 and 3.1", toolerr.FactMissingScope, "openid profile", "", none},
	{"OAuth 2.0", "https://api.example.com/x", 401, challenge(`Bearer error="insufficient_user_authentication", error_description="A different authentication level is required", acr_values="myACR"`), "", "RFC 9470 section 3, the example", toolerr.FactSignIn, "", "", none},
	{"RFC 9728", "https://mcp.example.com/x", 401, challenge(`Bearer resource_metadata="https://resource.example.com/.well-known/oauth-protected-resource"`), "", "RFC 9728 section 5.1, the example", toolerr.FactExpiredKey, "", "https://resource.example.com/.well-known/oauth-protected-resource", refresh},
	{"an MCP server", "https://mcp.example.com/x", 403, challenge(`Bearer error="insufficient_scope", scope="files:read files:write", resource_metadata="https://mcp.example.com/.well-known/oauth-protected-resource", error_description="x"`), "", "MCP specification 2025-11-25, Authorization, Runtime Insufficient Scope Errors", toolerr.FactMissingScope, "files:read files:write", "https://mcp.example.com/.well-known/oauth-protected-resource", none},
	{"Google", "https://www.googleapis.com/drive/v3/files", 403, challenge(`Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.readonly"`), `{"error":{"code":403,"message":"Request had insufficient authentication scopes.","errors":[{"domain":"global","reason":"insufficientPermissions"}],"status":"PERMISSION_DENIED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"ACCESS_TOKEN_SCOPE_INSUFFICIENT","domain":"googleapis.com","metadata":{"service":"drive.googleapis.com"}}]}}`, "google.api.ErrorReason; googleapis/google-api-nodejs-client issues", toolerr.FactMissingScope, "https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.readonly", "", none},
	{"Google", "https://sheets.googleapis.com/v4/x", 403, nil, `{"error":{"code":403,"status":"PERMISSION_DENIED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED","domain":"googleapis.com"}]}}`, "google.api.ErrorReason", toolerr.FactNotEnabled, "", "", none},
	{"GitHub", "https://api.github.com/x", 403, headers("X-OAuth-Scopes", "gist", "X-Accepted-OAuth-Scopes", "repo, public_repo"), `{"message":"Not allowed"}`, "GitHub, Scopes for OAuth apps", toolerr.FactMissingScope, "repo public_repo", "", none},
	{"GitHub", "https://api.github.com/x", 403, headers("X-Accepted-GitHub-Permissions", "contents=read; issues=write"), `{"message":"Resource not accessible by personal access token"}`, "GitHub REST API, Troubleshooting the REST API", toolerr.FactMissingScope, "contents=read issues=write", "", none},
	{"GitHub", "https://api.github.com/x", 403, headers("X-GitHub-SSO", "required; url=https://github.com/orgs/acme/sso"), `{"message":"Resource protected by organization SAML enforcement."}`, "GitHub REST API, Authenticating, X-GitHub-SSO", toolerr.FactSignIn, "", "", none},
	{"Slack", "https://slack.com/api/x", 200, nil, `{"ok":false,"error":"missing_scope","needed":"channels:read,groups:read","provided":"chat:write"}`, "Slack Web API, common errors", toolerr.FactMissingScope, "channels:read groups:read", "", none},
	{"Slack", "https://slack.com/api/x", 200, nil, `{"ok":false,"error":"token_expired"}`, "Slack Web API, common errors", toolerr.FactExpiredKey, "", "", refresh},
	{"Microsoft", "https://graph.microsoft.com/v1.0/me", 401, challenge(`Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", client_id="x", error="insufficient_claims", claims="eyJhY2Nlc3NfdG9rZW4iOnt9fQ=="`), `{"error":{"code":"InvalidAuthenticationToken","message":"Continuous access evaluation resulted in challenge"}}`, "Microsoft identity platform, Claims challenges", toolerr.FactSignIn, "", "", none},
	{"AWS", "https://dynamodb.eu-west-1.amazonaws.com/", 400, nil, `{"__type":"com.amazon.coral.service#AccessDeniedException","Message":"User: arn:aws:iam::123456789012:user/mateo is not authorized to perform: dynamodb:Scan on resource: x because no identity-based policy allows the dynamodb:Scan action"}`, "AWS IAM User Guide, Troubleshoot access denied error messages", toolerr.FactNotPermitted, "dynamodb:Scan", "", none},
	{"AWS", "https://sts.amazonaws.com/", 403, nil, `<ErrorResponse><Error><Type>Sender</Type><Code>ExpiredToken</Code><Message>The security token included in the request is expired</Message></Error></ErrorResponse>`, "AWS STS API Reference, Common Errors", toolerr.FactExpiredKey, "", "", refresh},
	{"Atlassian", "https://api.atlassian.com/ex/jira/1/rest/api/3/x", 401, nil, `{"code":401,"message":"Unauthorized; scope does not match"}`, "atlassian-python-api issue 1618", toolerr.FactMissingScope, "", "", none},
	{"Notion", "https://api.notion.com/v1/x", 403, nil, `{"object":"error","status":403,"code":"restricted_resource","message":"Insufficient permissions for this endpoint."}`, "Notion API, Status codes", toolerr.FactMissingScope, "", "", none},
	{"Notion", "https://api.notion.com/v1/x", 401, nil, `{"object":"error","status":401,"code":"unauthorized","message":"API token is invalid."}`, "Notion API, Status codes", toolerr.FactWrongKey, "", "", none},
	{"HubSpot", "https://api.hubapi.com/crm/v3/owners", 403, nil, `{"status":"error","message":"This app hasn't been granted all required scopes to make this call.","correlationId":"c","errors":[{"message":"One or more of the following scopes are required.","context":{"requiredScopes":["contacts","crm.objects.owners.read"]}}],"category":"MISSING_SCOPES"}`, "HubSpot/hubspot-api-nodejs issue 268", toolerr.FactMissingScope, "contacts crm.objects.owners.read", "", none},
	{"Salesforce", "https://a.my.salesforce.com/services/data/v60.0/x", 401, nil, `[{"message":"Session expired or invalid","errorCode":"INVALID_SESSION_ID"}]`, "Salesforce REST API Developer Guide, Status Codes and Error Responses", toolerr.FactExpiredKey, "", "", refresh},
	{"Salesforce", "https://a.my.salesforce.com/services/data/v60.0/x", 403, nil, `[{"message":"The REST API is not enabled for this Organization.","errorCode":"API_DISABLED_FOR_ORG"}]`, "Salesforce SOAP API Developer Guide, ExceptionCode", toolerr.FactNotEnabled, "", "", none},
	{"GitLab", "https://gitlab.com/api/v4/x", 403, nil, `{"error":"insufficient_scope","error_description":"The request requires higher privileges than provided by the access token.","scope":"api read_api"}`, "GitLab 18.5, lib/api/api_guard.rb", toolerr.FactMissingScope, "api read_api", "", none},
	{"GitLab", "https://gitlab.com/api/v4/x", 401, nil, `{"error":"invalid_token","error_description":"Token is expired. You can either do re-authorization or token refresh."}`, "GitLab 18.5, lib/api/api_guard.rb", toolerr.FactExpiredKey, "", "", refresh},
	{"a service without credit", "https://api.example.com/x", 402, nil, `{"error":"x"}`, "RFC 9110 section 15.5.3", toolerr.FactAccountEmpty, "", "", none},
}

// The facts, the scopes and the guidance of documented refusals, for a program that uses only
// net/http. What the service names is in the report, and in no text for a model.
func TestRefusedAccess(t *testing.T) {
	services := map[string]bool{}
	for _, tt := range refusedAccesses {
		services[tt.service] = true
		t.Run(tt.service+": "+tt.source, func(t *testing.T) {
			if tt.header == nil {
				tt.header = http.Header{}
			}
			if tt.status == 200 { // Slack reports failures with it
				tt.check(t, spec.Of(slackadapter.Adapter).FromAnswer(errors.New("x"), tt.status, tt.header, []byte(tt.body)))
				return
			}
			err := plain(http.MethodGet, tt.url, tt.status, tt.header, tt.body)
			te, ok := toolerr.Find(adapters.Default().For("tool").Adapt(t.Context(), err))
			require.True(t, ok)
			tt.check(t, te)
		})
	}
	assert.GreaterOrEqual(t, len(services), 12)
}

func (tt refusedAccess) check(t *testing.T, te *toolerr.ToolRuntimeError) {
	t.Helper()
	got := te.Report().Access
	require.NotNil(t, got, te.Report())
	assert.Equal(t, tt.fact, got.Fact)
	assert.Equal(t, tt.scopes, strings.Join(got.Scopes, " "))
	assert.Equal(t, tt.metadata, got.ResourceMetadata)
	assert.Equal(t, tt.guidance, te.Guidance())
	assert.Empty(t, got.Owner)
	assert.NotContains(t, te.Payload().String(), "resource_metadata")
	if tt.metadata != "" {
		assert.NotContains(t, te.Payload().String(), tt.metadata)
	}
}
