package redact

import "strings"

// fill returns n bytes of class k for an example that is clearly not a real credential. The
// examples are assembled here so that scanners for secrets do not report this file.
func fill(k class, n int) string {
	word := "Fake0"
	switch {
	case k&(upper|lower) == 0 && k&hexDigit == 0:
		word = "01234"
	case k&lower == 0 && k&upper != 0:
		word = "FAKE2"
	case k&upper == 0:
		word = "0fade"
	}
	return strings.Repeat(word, n/5+1)[:n]
}

// drawn returns an example of a form.
func drawn(form string) string {
	var b strings.Builder
	for _, p := range parseForm(form) {
		if p.k == 0 {
			b.WriteByte(p.literal)
		} else {
			b.WriteString(fill(p.k, p.least))
		}
	}
	return b.String()
}

// shapes is the table. The comment of a row is its source: the vendor's page, the RFC, or the
// rule or the detector of that name in gitleaks
// (https://github.com/gitleaks/gitleaks/blob/v8.30.1/config/gitleaks.toml), trufflehog
// (https://github.com/trufflesecurity/trufflehog/tree/v3.97.0/pkg/detectors) or credentials
// (https://github.com/microsoft/security-utilities/blob/v1.4.22/GeneratedRegexPatterns/HighConfidenceSecurityModels.json).
//
// Lengths are those seen in practice, with room. If a vendor states
// that they may change, only the beginning and a minimum are checked. Of rows with the same
// beginning, the first is tried first.
var shapes = []shape{
	{name: "private key", starts: pemHead, find: privateKey, example: "-----BEGIN RSA " + "PRIVATE KEY-----\n" + fill(alnum, 64) + "\n" + fill(alnum, 20) + "==\n-----END RSA " + "PRIVATE KEY-----" /* RFC 7468 sections 10 and 11; RFC 9580 section 6.2 */},
	{name: "Kubernetes bearer token of a WebSocket", starts: "base64url.bearer.authorization.k8s.io.", keep: true, body: b64url, min: 8 /* https://github.com/kubernetes/kubernetes/blob/v1.34.0/staging/src/k8s.io/apiserver/pkg/authentication/request/websocket/protocol.go */},
	{name: "JSON web token", starts: "eyJ", find: jwt, example: "eyJ" + "hbGciOiJmYWtlIn0.eyJ" + "zdWIiOiJmYWtlIn0." + fill(alnum, 43) /* RFC 7519; RFC 7515 section 3.1; RFC 7516 section 3.1 */},
	{name: "Slack token", starts: "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxc- xoxe.xoxb- xoxe.xoxp- xwfp-", body: b64url, min: 8 /* https://docs.slack.dev/authentication/tokens */},
	{name: "Slack browser cookie", starts: "xoxd-", body: inPath, min: 8 /* https://docs.slack.dev/authentication/tokens */},
	{name: "Slack app-level token", starts: "xapp-", body: b64url, min: 8 /* https://docs.slack.dev/authentication/tokens#app-level */},
	{name: "Slack webhook", starts: "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/ hooks.slack-gov.com/services/ hooks.slack-gov.com/workflows/ hooks.slack-gov.com/triggers/", keep: true, body: inPath, min: 4 /* https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */},
	{name: "Discord webhook", starts: "discord.com/api/webhooks/ discordapp.com/api/webhooks/ discord.com/api/v8/webhooks/ discord.com/api/v9/webhooks/ discord.com/api/v10/webhooks/", keep: true, body: inPath, min: 4 /* https://discord.com/developers/docs/resources/webhook */},
	{name: "Microsoft Teams webhook", starts: "webhook.office.com/webhookb2/ outlook.office.com/webhook/ outlook.office365.com/webhook/", keep: true, body: inPath, min: 4 /* https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook */},
	{name: "Zapier webhook", starts: "hooks.zapier.com/hooks/catch/", keep: true, body: inPath, min: 4 /* https://help.zapier.com/hc/en-us/articles/8496288690317-Trigger-Zap-workflows-from-webhooks */},
	{name: "Lark webhook", starts: "open.larksuite.com/open-apis/bot/v2/hook/ open.feishu.cn/open-apis/bot/v2/hook/", keep: true, body: inPath, min: 4 /* https://open.larksuite.com/document/client-docs/bot-v3/add-custom-bot */},
	{name: "GitHub token", starts: "ghp_ gho_ ghu_ ghr_", body: alnum | under, min: 20 /* https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats */},
	{name: "GitHub installation token", starts: "ghs_", body: b64url | dot, min: 20 /* https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats */},
	{name: "GitHub fine-grained token", starts: "github_pat_", body: alnum | under, min: 20 /* https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats */},
	{name: "GitLab token", starts: "glpat- gldt- glrt- glrtr- glcbt- glptt- gloas- glsoat- glft- glimt- glagent- glffct- glwt-", body: b64url | dot, min: 16 /* https://docs.gitlab.com/security/tokens/#token-prefixes */},
	{name: "AWS access key id", starts: "AKIA ASIA ABIA ACCA", body: upper | digit, min: 16, max: 16 /* https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids */},
	{name: "Amazon Bedrock API key", starts: "ABSK", body: b64, min: 100 /* https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html */},
	{name: "Amazon Bedrock short-term API key", starts: "bedrock-api-key-", body: b64, min: 40 /* https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html */},
	{name: "Anthropic API key", starts: "sk-ant-", body: b64url, min: 12 /* https://docs.anthropic.com/en/api/overview */},
	{name: "Google API key", starts: "AIza", body: b64url, min: 30 /* https://docs.cloud.google.com/docs/authentication/api-keys */},
	{name: "Google access token", starts: "ya29.", body: b64url | dot, min: 16 /* https://docs.cloud.google.com/docs/authentication/token-types */},
	{name: "Google refresh token", starts: "1//", random: true, body: b64url, min: 24 /* https://developers.google.com/identity/protocols/oauth2 */},
	{name: "Google OAuth client secret", starts: "GOCSPX-", body: b64url, min: 16 /* https://developers.google.com/identity/protocols/oauth2/web-server */},
	{name: "Stripe API key", starts: "sk_live_ sk_test_ rk_live_ rk_test_ sk_org_", body: alnum | under, min: 10 /* https://docs.stripe.com/keys */},
	{name: "Stripe webhook signing secret", starts: "whsec_", body: b64, min: 16 /* https://docs.stripe.com/webhooks */},
	{name: "Stripe client secret", starts: "pi_ seti_ src_ cs_ cs_test_ cs_live_ ei_ cuss_", form: "%8-96m_secret_%8+m" /* https://docs.stripe.com/api/payment_intents/object#payment_intent_object-client_secret */},
	{name: "Twilio API key or account SID", starts: "SK AC", body: hexDigit, min: 32, max: 32 /* https://www.twilio.com/docs/glossary/what-is-a-sid */},
	{name: "SendGrid API key", starts: "SG.", form: "%16-32w.%32-64w" /* https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys */},
	{name: "Mailgun API key", starts: "key-", body: hexDigit, min: 32, max: 32 /* https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/api-key-mgmt */},
	{name: "Brevo API key", starts: "xkeysib- xsmtpsib-", body: b64url, min: 32 /* https://developers.brevo.com/docs/getting-started */},
	{name: "npm token", starts: "npm_", body: alnum, min: 30 /* https://docs.npmjs.com/about-access-tokens */},
	{name: "PyPI token", starts: "pypi-", random: true, body: b64url, min: 40 /* https://pypi.org/help/#apitoken */},
	{name: "RubyGems API key", starts: "rubygems_", body: hexDigit, min: 32 /* https://guides.rubygems.org/api-key-scopes/ */},
	{name: "Docker access token", starts: "dckr_pat_ dckr_oat_", body: b64url, min: 16 /* https://docs.docker.com/security/access-tokens/ */},
	{name: "Vault token", starts: "hvs. hvb. hvr.", body: b64url | dot, min: 20 /* https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes */},
	{name: "Vault token before 1.10", starts: "s. b. r.", mixed: true, form: "%24m.%5m %24m" /* https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes */},
	{name: "Terraform API token", marks: ".atlasv1.", probe: 14, form: "%14m.atlasv1.%40+w" /* https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens */},
	{name: "DigitalOcean token", starts: "dop_v1_ doo_v1_ dor_v1_", body: alnum, min: 32 /* https://docs.digitalocean.com/reference/api/create-personal-access-token/ */},
	{name: "Telegram bot token", starts: "0 1 2 3 4 5 6 7 8 9", form: "%5-15d:A%29+w" /* https://core.telegram.org/bots/api#authorizing-your-bot */},
	{name: "Telegram bot token in a path", starts: "bot", keep: true, form: "%6-16d:A%29+w" /* https://core.telegram.org/bots/api#making-requests */},
	{name: "Discord bot token", starts: "M N O", form: "%22-29w.%6-7w.%27-48w" /* https://discord.com/developers/docs/reference#authentication */},
	{name: "Azure SAS signature", starts: "sig=", keep: true, body: inPath, min: 30 /* https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas */},
	{name: "Azure account key", starts: "AccountKey= SharedAccessKey=", keep: true, body: b64, min: 20 /* https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string */},
	{name: "Microsoft Entra client secret", marks: "~", probe: 5, form: "%3t%1dQ~%31-38t" /* https://learn.microsoft.com/en-us/entra/identity-platform/how-to-add-credentials */},
	{name: "Hugging Face token", starts: "hf_ api_org_", body: alnum, min: 30 /* https://huggingface.co/docs/hub/security-tokens */},
	{name: "Groq API key", starts: "gsk_", body: alnum, min: 32 /* https://console.groq.com/docs/quickstart */},
	{name: "xAI API key", starts: "xai-", body: alnum, min: 32 /* https://docs.x.ai/docs/tutorial */},
	{name: "Perplexity API key", starts: "pplx-", body: alnum, min: 32 /* https://docs.perplexity.ai/guides/api-key-management */},
	{name: "Replicate API token", starts: "r8_", body: alnum, min: 30 /* https://replicate.com/docs/reference/http#authentication */},
	{name: "Tavily API key", starts: "tvly-", random: true, body: b64url, min: 20 /* https://docs.tavily.com/documentation/api-reference/introduction */},
	{name: "Pinecone API key", starts: "pcsk_", body: alnum | under, min: 32 /* https://docs.pinecone.io/guides/projects/manage-api-keys */},
	{name: "LangSmith API key", starts: "lsv2_pt_ lsv2_sk_", body: alnum | under, min: 32 /* https://docs.langchain.com/langsmith/create-account-api-key */},
	{name: "Shopify token", starts: "shpat_ shpca_ shppa_ shpss_ shpua_", body: alnum, min: 20 /* https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens */},
	{name: "Square token", starts: "sq0atp- sq0csp- EAAA", random: true, body: b64url, min: 22 /* https://developer.squareup.com/docs/build-basics/access-tokens */},
	{name: "Linear API key", starts: "lin_api_ lin_oauth_ lin_wh_", body: alnum, min: 20 /* https://linear.app/developers/graphql */},
	{name: "Notion token", starts: "ntn_ secret_", body: alnum, min: 40 /* https://developers.notion.com/docs/authorization */},
	{name: "Databricks token", starts: "dapi", body: hexDigit | dash, min: 32, max: 34 /* https://docs.databricks.com/en/dev-tools/auth/pat.html */},
	{name: "Atlassian API token", starts: "ATATT3 ATCTT3 ATBB", body: b64url | pad, min: 24 /* https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/ */},
	{name: "Airtable token", starts: "pat", form: "%14m.%64m" /* https://airtable.com/developers/web/guides/personal-access-tokens */},
	{name: "HubSpot token", starts: "pat-na1- pat-na2- pat-eu1- pat-ap1-", body: hexDigit | dash, min: 32 /* https://developers.hubspot.com/docs/guides/apps/private-apps/overview */},
	{name: "Figma token", starts: "figd_", body: b64url, min: 20 /* https://www.figma.com/developers/api#access-tokens */},
	{name: "Postman API key", starts: "PMAK-", body: hexDigit | dash, min: 32 /* https://learning.postman.com/docs/developer/postman-api/authentication/ */},
	{name: "Grafana token", starts: "glsa_ glc_", body: alnum | under | pad, min: 24 /* https://grafana.com/docs/grafana/latest/administration/service-accounts/ */},
	{name: "Sentry token", starts: "sntrys_ sntryu_", body: alnum | under | pad, min: 32 /* https://docs.sentry.io/account/auth-tokens/ */},
	{name: "New Relic key", starts: "NRAK- NRII- NRJS- NRRA- NRSP-", body: b64url, min: 19, random: true /* https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/ */},
	{name: "Supabase key", starts: "sb_secret_ sbp_", random: true, body: b64url, min: 20 /* https://supabase.com/docs/guides/api/api-keys */},
	{name: "PlanetScale secret", starts: "pscale_tkn_ pscale_pw_ pscale_oauth_", body: b64url | dot, min: 24 /* https://planetscale.com/docs/concepts/service-tokens */},
	{name: "Pulumi access token", starts: "pul-", body: hexDigit, min: 40 /* https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/ */},
	{name: "Tailscale key", starts: "tskey-", body: b64url, min: 16 /* https://tailscale.com/kb/1252/key-prefixes */},
	{name: "Doppler token", starts: "dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.", body: b64url | dot, min: 30 /* https://docs.doppler.com/reference/auth-token-formats */},
	{name: "1Password service account token", starts: "ops_eyJ", body: b64url | pad, min: 40 /* https://developer.1password.com/docs/service-accounts/ */},
	{name: "age secret key", starts: "AGE-SECRET-KEY-1", body: upper | digit, min: 50 /* https://github.com/C2SP/C2SP/blob/main/age.md */},

	// AI and agents
	{name: "NVIDIA API key", starts: "nvapi-", body: b64url, min: 32, random: true /* https://docs.api.nvidia.com/nim/docs/api-quickstart */},
	{name: "Cerebras API key", starts: "csk-", body: alnum, min: 32 /* https://inference-docs.cerebras.ai/quickstart */},
	{name: "Langfuse secret key", starts: "sk-lf-", body: hexDigit | dash, min: 32 /* trufflehog langfuse */},
	{name: "E2B API key", starts: "e2b_ sk_e2b_", body: alnum, min: 32 /* https://e2b.dev/docs/api-key */},
	{name: "Firecrawl API key", starts: "fc-", body: hexDigit, min: 32, max: 32 /* https://docs.firecrawl.dev/introduction */},
	{name: "Jina API key", starts: "jina_", body: b64url, min: 40, random: true /* https://docs.jina.ai/ */},
	{name: "Gemini auth key", starts: "AQ.", body: b64url, min: 32, random: true /* https://ai.google.dev/gemini-api/docs/api-key */},
	{name: "Ephemeral key of OpenAI or Stripe", starts: "ek_live_ ek_test_ ek_", body: alnum | under, min: 24, random: true /* https://platform.openai.com/docs/api-reference/realtime-sessions; https://docs.stripe.com/api/ephemeral_keys */},
	{name: "ElevenLabs API key", starts: "sk_", body: hexDigit, min: 48, max: 48 /* trufflehog elevenlabs */},

	// Payments
	{name: "Braintree access token", starts: "access_token$production$ access_token$sandbox$", body: alnum | dollar, min: 24 /* https://developer.paypal.com/braintree/docs/guides/overview */},
	{name: "EasyPost API key", starts: "EZAK EZTK", body: alnum, min: 54, max: 54 /* gitleaks easypost-api-token */},
	{name: "Shippo API token", starts: "shippo_live_ shippo_test_", body: hexDigit, min: 40, max: 40 /* gitleaks shippo-api-token */},
	{name: "Plaid access token", starts: "access-production- access-development- access-sandbox-", body: hexDigit | dash, min: 32 /* gitleaks plaid-api-token */},
	{name: "Adyen API key", starts: "AQE", body: b64url | pad | dot, min: 60, random: true /* https://docs.adyen.com/development-resources/api-credentials/ */},
	{name: "Flutterwave secret key", starts: "FLWSECK_TEST- FLWSECK-", body: alnum | dash, min: 12, random: true /* gitleaks flutterwave-secret-key */},
	{name: "Razorpay key", starts: "rzp_live_ rzp_test_", body: alnum, min: 14, max: 14 /* trufflehog razorpay */},

	// Hosting, CI and packages
	{name: "Heroku API key", starts: "HRKU-", body: b64url, min: 32 /* gitleaks heroku-api-key-v2 */},
	{name: "Fly.io token", starts: "fm2_ fm1r_ fm1a_ fo1_", body: b64url | pad, min: 43 /* gitleaks flyio-access-token */},
	{name: "Netlify token", starts: "nfp_", body: alnum | under, min: 36 /* trufflehog netlify */},
	{name: "SonarQube token", starts: "squ_ sqp_ sqa_ sqco_", body: alnum, min: 40 /* gitleaks sonar-api-token */},
	{name: "CircleCI token", starts: "CCIPAT_ CCIPRJ_", body: alnum | under, min: 40 /* trufflehog circleci */},
	{name: "Buildkite token", starts: "bkua_", body: alnum, min: 40 /* trufflehog buildkite */},
	{name: "Octopus Deploy API key", starts: "API-", body: upper | digit, min: 26, max: 26 /* gitleaks octopus-deploy-api-key */},
	{name: "Infracost API key", starts: "ico-", body: alnum, min: 32, max: 32 /* gitleaks infracost-api-token */},
	{name: "Prefect API key", starts: "pnu_", body: alnum, min: 36, max: 36 /* gitleaks prefect-api-token */},
	{name: "Scalingo token", starts: "tk-us-", body: b64url, min: 48, random: true /* gitleaks scalingo-api-token */},
	{name: "OpenShift user token", starts: "sha256~", body: b64url, min: 43, max: 43 /* gitleaks openshift-user-token */},
	{name: "Sourcegraph token", starts: "sgp_", body: alnum | under, min: 40 /* gitleaks sourcegraph-access-token */},
	{name: "NuGet API key", starts: "oy2", body: lower | digit, min: 43, max: 43 /* credentials NuGetApiKey */},
	{name: "Clojars token", starts: "CLOJARS_", body: alnum, min: 60, max: 60 /* gitleaks clojars-api-token */},
	{name: "GitLab runner registration token", starts: "GR1348941", body: b64url, min: 20 /* gitleaks gitlab-rrt */},
	{name: "Artifactory API key", starts: "AKCp", body: alnum, min: 69, max: 69 /* gitleaks artifactory-api-key */},
	{name: "Artifactory reference token", starts: "cmVmd", body: alnum, min: 59, max: 59 /* gitleaks artifactory-reference-token */},

	// Observability
	{name: "Dynatrace token", starts: "dt0c01. dt0s01. dt0s02. dt0s16.", form: "%24m.%64m" /* gitleaks dynatrace-api-token */},
	{name: "Datadog personal access token", starts: "ddpat_", body: b64url, min: 24, random: true /* https://docs.datadoghq.com/account_management/personal-access-tokens/ */},
	{name: "Honeycomb key", starts: "hcaik_", body: alnum | under, min: 32 /* https://docs.honeycomb.io/configure/environments/manage-api-keys/ */},
	{name: "Rootly API key", starts: "rootly_", body: hexDigit, min: 64, max: 64 /* trufflehog rootly */},

	// Databases, messages and content
	{name: "Neon API key", starts: "napi_", body: alnum, min: 40 /* https://neon.com/docs/manage/api-keys */},
	{name: "Resend API key", starts: "re_", body: alnum | under, min: 24, random: true /* https://resend.com/docs/api-reference/introduction */},
	{name: "NATS seed", starts: "SU SA SO SN SC SX", body: upper | digit, min: 56, max: 56 /* https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/nkey_auth */},
	{name: "Fernet key or token", starts: "gAAAAAB", body: b64url | pad, min: 60 /* https://github.com/fernet/spec/blob/master/Spec.md */},
	{name: "Dropbox access token", starts: "sl.", body: b64url | dot, min: 100 /* gitleaks dropbox-short-lived-api-token */},
	{name: "Typeform token", starts: "tfp_", body: alnum | under, min: 40 /* trufflehog typeform */},
	{name: "Contentful token", starts: "CFPAT-", body: b64url, min: 43, max: 43 /* trufflehog contentful */},
	{name: "ReadMe API key", starts: "rdme_", body: alnum, min: 70, max: 70 /* gitleaks readme-api-token */},
	{name: "Frame.io token", starts: "fio-u-", body: b64url, min: 64, max: 64 /* gitleaks frameio-api-token */},
	{name: "Duffel token", starts: "duffel_live_ duffel_test_", body: b64url | pad, min: 43 /* gitleaks duffel-api-token */},
	{name: "Adobe client secret", starts: "p8e-", body: alnum, min: 32, max: 32 /* gitleaks adobe-client-secret */},
	{name: "Meta access token", starts: "EAAM EAAC", body: alnum, min: 100 /* gitleaks facebook-page-access-token */},
	{name: "Defined Networking token", starts: "dnkey-", body: b64url, min: 79, random: true /* gitleaks defined-networking-api-token */},
	{name: "1Password secret key", starts: "A3-", form: "%6u-%6u-%5u-%5u-%5u-%5u %6u-%11u-%5u-%5u-%5u" /* gitleaks 1password-secret-key */},

	// Clouds
	{name: "Google HMAC key id", starts: "GOOG1E", body: upper | digit, min: 50 /* https://docs.cloud.google.com/storage/docs/authentication/hmackeys */},
	{name: "Alibaba access key id", starts: "LTAI", body: alnum, min: 17, max: 21 /* trufflehog alibaba */},
	{name: "Tencent secret id", starts: "AKID", body: alnum, min: 32, max: 32 /* https://www.tencentcloud.com/document/product/598/32675 */},
	{name: "Yandex API key", starts: "AQVN", body: b64url, min: 35, max: 38 /* gitleaks yandex-api-key */},
	{name: "Azure DevOps token", marks: "AZDO", probe: 76, body: alnum, min: 4, max: 4 /* https://learn.microsoft.com/en-us/purview/sit-defn-azure-devops-personal-access-token */},
	{name: "Azure key of 88 characters", marks: "ACDb APIM +ASt +ABa +AMC", probe: 76, body: b64, min: 5, max: 8 /* credentials AzureCosmosDBIdentifiableKey */},
	{name: "Azure key of 52 characters", marks: "AzSe +ACR", probe: 42, body: b64, min: 6, max: 6 /* credentials AzureSearchIdentifiableAdminKey */},
	{name: "Azure key of 44 characters", marks: "AIoT AzCa AZEG +AEh +ASb +ARm", probe: 33, body: b64, min: 6, max: 7 /* credentials AzureEventHubIdentifiableKey */},
	{name: "Azure Functions key", marks: "AzFu", probe: 44, body: b64url | pad, min: 6, max: 8 /* credentials AzureFunctionIdentifiableKey */},
	{name: "Common annotated security key", marks: "JQQJ9", probe: 52, body: alnum, min: 20 /* credentials UnclassifiedLegacyCommonAnnotatedSecurityKey */},

	// Named in 2025 and 2026, or only in lists of scanners
	{name: "Cloudflare token", starts: "cfut_ cfat_ cfk_", body: alnum | under | dash, min: 40 /* https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/ */},
	{name: "Vercel token", starts: "vcp_ vci_ vca_ vcr_ vck_", body: alnum, min: 24, random: true /* https://vercel.com/docs/sign-in-with-vercel/tokens */},
	{name: "Vercel Blob token", starts: "vercel_blob_rw_", body: alnum | under, min: 24 /* https://vercel.com/docs/vercel-blob */},
	{name: "Render API key", starts: "rnd_", body: alnum, min: 24, random: true /* https://render.com/docs/api */},
	{name: "Elastic Cloud API key", starts: "essu_", body: b64url | pad, min: 32, random: true /* https://www.elastic.co/docs/deploy-manage/api-keys/elastic-cloud-api-keys */},
	{name: "Modal token", starts: "ak- as- wk- ws-", body: alnum, min: 20, max: 32, random: true /* https://modal.com/docs/reference/modal.config */},
	{name: "MongoDB Atlas service account secret", starts: "mdb_sa_sk_", body: b64url, min: 24 /* https://www.mongodb.com/docs/atlas/api/service-accounts-overview/ */},
	{name: "LaunchDarkly key", starts: "sdk- api- mob- rel-", form: uuidForm /* gitleaks launchdarkly-access-token */},
	{name: "Axiom or WakaTime key", starts: "xaat- xapt- waka_", form: uuidForm /* https://axiom.co/docs/reference/tokens; https://wakatime.com/developers */},
	{name: "PASETO", starts: "v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public. k4.local. k4.secret. k3.local. k3.secret.", body: b64url | dot, min: 32, random: true /* https://github.com/paseto-standard/paseto-spec */},
	{name: "Z.ai API key", marks: ".", probe: 32, random: true, form: "%32x.%16m" /* https://docs.z.ai/guides/develop/http/introduction */},
	{name: "fal key", marks: ":", probe: 36, form: uuidForm + ":%32x" /* https://docs.fal.ai/authentication/key-based */},
	{name: "Mailchimp API key", marks: "-us", probe: 32, body: hexDigit, min: 1, max: 2 /* gitleaks mailchimp-api-key */},
	{name: "Mailgun signing key", marks: "-", probe: 32, form: "%32x-%8x-%8x" /* gitleaks mailgun-signing-key */},
	{name: "MaxMind license key", marks: "_mmk", probe: 36, form: "%6m_%29m_mmk" /* gitleaks maxmind-license-key */},
	{name: "password hash", starts: "$1$ $2a$ $2b$ $2y$ $5$ $6$ $7$ $y$ $gy$ $apr1$ $argon2id$ $argon2i$ $argon2d$ $scrypt$ $pbkdf2- $sha1$", find: crypt, example: "$6$" + fill(alnum, 16) + "$" + fill(alnum, 86) /* https://github.com/P-H-C/phc-string-format; crypt(5) of libxcrypt */},
	{name: "PuTTY private key", starts: "Private-Lines: Private-MAC:", keep: true, find: putty, example: "Private-Lines: 1\n" + fill(alnum, 64) /* https://the.earth.li/~sgtatham/putty/0.83/htmldoc/AppendixC.html */},
	{name: "SSH2 private key", starts: "----", find: ssh2, example: "---- BEGIN SSH2 ENCRYPTED " + "PRIVATE KEY ----\n" + fill(alnum, 64) + "\n---- END SSH2 ENCRYPTED " + "PRIVATE KEY ----" /* RFC 4716 section 3 (the form of its public keys) */},
	{name: "Asana token", starts: "1/ 2/", form: "%10-20d:%32m %10-20d/%10-20d:%32m" /* https://developers.asana.com/docs/personal-access-token */},
	{name: "ClickUp token", starts: "pk_", body: upper | digit | under, min: 38, max: 44 /* gitleaks clickup-api-token */},
	{name: "CockroachDB Cloud key", starts: "CCDB1_", body: alnum | under, min: 40 /* https://www.cockroachlabs.com/docs/cockroachcloud/managing-access */},
	{name: "Confluent secret", starts: "cflt", body: b64, min: 60, max: 60 /* https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html */},
	{name: "GoCardless token", starts: "live_", body: b64url, min: 40, random: true /* gitleaks gocardless-api-token */},
	{name: "Harness token", starts: "pat. sat.", form: "%22w.%24w.%20w" /* gitleaks harness-api-key */},
	{name: "Intercom token", starts: "dG9rO", body: alnum | pad, min: 50 /* trufflehog intercom */},
	{name: "Mapbox token", starts: "sk.eyJ tk.eyJ", body: b64url | dot, min: 40 /* https://docs.mapbox.com/help/dive-deeper/access-tokens/ */},
	{name: "Mercado Pago token", starts: "APP_USR-", body: hexDigit | dash, min: 40 /* trufflehog mercadopago */},
	{name: "MailerSend token", starts: "mlsn.", body: hexDigit, min: 64, max: 64 /* trufflehog mailersend */},
	{name: "Okta token", starts: "00", body: b64url, min: 40, max: 40, random: true /* gitleaks okta-access-token */},
	{name: "PostHog key", starts: "phx_ phs_", body: alnum, min: 36 /* https://posthog.com/docs/api */},
	{name: "Polar token", starts: "polar_oat_ polar_pat_ polar_at_u_ polar_rt_ polar_cs_", body: alnum, min: 24 /* https://polar.sh/docs/integrate/authentication */},
	{name: "Retool token", starts: "retool_01", body: alnum, min: 24, max: 40 /* https://docs.retool.com/org-users/guides/retool-api/authentication */},
	{name: "Samsara token", starts: "samsara_api_", body: alnum, min: 24 /* https://developers.samsara.com/docs/authentication */},
	{name: "SettleMint token", starts: "sm_aat_ sm_pat_ sm_sat_", body: alnum, min: 16, max: 16 /* gitleaks settlemint-personal-access-token */},
	{name: "Snyk token", starts: "snyk_uat. snyk_sat. snyk_ssat.", body: b64url | dot, min: 40 /* https://docs.snyk.io/snyk-api/authentication-for-api */},
	{name: "Temporal API key", starts: "tmprl_", body: alnum | under, min: 32 /* https://docs.temporal.io/cloud/api-keys */},
	{name: "Together API key", starts: "tgp_v1_", body: b64url, min: 40 /* https://docs.together.ai/docs/quickstart */},
	{name: "Trigger.dev key", starts: "tr_prod_ tr_dev_ tr_stg_ tr_preview_ tr_pat_", body: alnum, min: 20, random: true /* https://trigger.dev/docs/apikeys */},
	{name: "Twitch chat token", starts: "oauth:", body: lower | digit, min: 30, max: 30 /* https://dev.twitch.tv/docs/chat/irc/ */},
	{name: "Unkey root key", starts: "unkey_", body: alnum, min: 20, random: true /* https://www.unkey.com/docs/security/root-keys */},
	{name: "Yandex token", starts: "t1. y0_ y1_ y2_ y3_", body: b64url | dot, min: 50, random: true /* gitleaks yandex-access-token; https://yandex.com/dev/id/doc/en/ */},
	{name: "Zuplo key", starts: "zpka_", body: alnum | under, min: 32 /* https://zuplo.com/docs/articles/api-key-leak-detection */},
	{name: "Fireworks or Wiz key", starts: "fw_", body: alnum, min: 22, max: 26, random: true /* https://docs.fireworks.ai/api-reference/introduction */},
	{name: "Voyage API key", starts: "pa-", body: b64url, min: 40, max: 46, random: true /* https://docs.voyageai.com/docs/api-key-and-installation */},
	{name: "LlamaCloud key", starts: "llx-", body: alnum, min: 40 /* https://docs.cloud.llamaindex.ai/ */},
	{name: "Browserbase key", starts: "bb_live_", body: b64url, min: 20 /* https://docs.browserbase.com/ */},
	{name: "Composio key", starts: "ak_", body: b64url, min: 20, random: true /* https://docs.composio.dev/ */},
	{name: "Helicone key", starts: "sk-helicone-", body: lower | digit | dash, min: 24 /* https://docs.helicone.ai/ */},
	{name: "Convex deploy key", starts: "prod: dev: preview: project:", form: "%1-64k|%20+k" /* https://docs.convex.dev/cli/deploy-key-types */},
	{name: "Inngest key", starts: "signkey-prod- signkey-test- signkey-branch-", body: hexDigit, min: 32 /* https://www.inngest.com/docs/platform/signing-keys */},
	{name: "Svix key", starts: "testsk_ sk_", body: alnum, min: 32, max: 32, random: true /* https://api.svix.com/docs */},
	{name: "Stytch or Statsig secret", starts: "secret-live- secret-test- secret-", body: b64url | pad, min: 32, random: true /* https://stytch.com/docs/api; https://docs.statsig.com/sdk-keys/api-keys */},
	{name: "JetBrains permanent token", starts: "perm: perm-", body: b64url | pad | dot, min: 32, random: true /* gitleaks jfrog-api-key; https://www.jetbrains.com/help/youtrack/devportal/Manage-Permanent-Token.html */},
	{name: "Scaleway access key", starts: "SCW", body: upper | digit, min: 17, max: 17 /* https://www.scaleway.com/en/docs/iam/reference-content/ */},
	{name: "Sumo Logic access id", starts: "su", body: alnum, min: 12, max: 12, mixed: true /* gitleaks sumologic-access-id */},
	{name: "Beamer key", starts: "b_", body: b64url | pad, min: 44, max: 44, random: true /* gitleaks beamer-api-token */},
	{name: "crates.io token", starts: "cio", body: alnum, min: 32, max: 32 /* https://doc.rust-lang.org/cargo/reference/registry-authentication.html */},
	{name: "Apify token", starts: "apify_api_ apify_proxy_", body: alnum, min: 30 /* https://docs.apify.com/platform/integrations/api */},
	{name: "Deno token", starts: "ddp_ ddo_", body: alnum, min: 30 /* https://docs.deno.com/deploy/manual/ */},
	{name: "RunPod key", starts: "rpa_", body: alnum, min: 36 /* https://docs.runpod.io/get-started/api-keys */},
	{name: "Xata key", starts: "xau_", body: alnum, min: 28 /* https://xata.io/docs */},
	{name: "Xendit key", starts: "xnd_production_ xnd_development_", body: alnum | under, min: 32 /* https://docs.xendit.co/docs/api-keys */},
	{name: "Paddle key", starts: "pdl_live_apikey_ pdl_sdbx_apikey_ pdl_ntfset_", body: alnum | under, min: 24 /* https://developer.paddle.com/api-reference/about/api-keys */},
	{name: "Pydantic Logfire token", starts: "pylf_v1_us_ pylf_v1_eu_ pylf_v2_us_ pylf_v2_eu_", body: alnum, min: 32 /* https://logfire.pydantic.dev/docs/how-to-guides/create-write-tokens/ */},
	{name: "Aiven password", starts: "AVNS_", body: b64url, min: 15, max: 24 /* https://aiven.io/docs/platform/concepts/service-credentials */},
	{name: "Cursor key", starts: "crsr_ key_", body: hexDigit, min: 64, max: 64 /* https://cursor.com/docs/account/teams/admin-api */},
	{name: "DigitalOcean inference key", starts: "sk-do-", body: b64url, min: 40 /* https://docs.digitalocean.com/products/gradient-ai-platform/ */},
	{name: "Baidu key", starts: "ALTAK-", body: alnum | pad, min: 40 /* https://cloud.baidu.com/doc/Reference/s/9jwvz2egb */},
	{name: "DevCycle key", starts: "dvc_server_ dvc_client_ dvc_mobile_", body: alnum | under, min: 24, random: true /* https://docs.devcycle.com/essentials/keys */},
	{name: "Salesforce session", starts: "00D", form: "%12-15m!%60+v" /* https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/quickstart_oauth.htm */},
	{name: "Cloudflare Origin CA key", starts: "v1.0-", body: hexDigit | dash, min: 120 /* gitleaks cloudflare-origin-ca-key */},
	{name: "Lob key", starts: "live_ test_", body: hexDigit, min: 35, max: 35 /* gitleaks lob-api-key */},
	{name: "Packagist token", starts: "packagist_ack_ packagist_uut_ packagist_out_", body: alnum, min: 32 /* trufflehog packagist */},
	{name: "Sanity token", starts: "sk", body: alnum, min: 78, max: 180 /* trufflehog sanity */},

	// Other credentials with beginnings that several vendors use
	{name: "sk- API key", starts: "sk-", random: true, body: b64url, min: 20 /* https://platform.openai.com/docs/api-reference/authentication */},
}
