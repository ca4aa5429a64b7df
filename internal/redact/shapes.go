package redact

import "strings"

// fill returns n characters for an example that nobody takes for a real one.
// The examples are put together here so that no scanner for secrets stops at
// this file.
func fill(n int) string { return strings.Repeat("Fake0", n/5+1)[:n] }

// fillHex is fill in lower-case hexDigitdecimal digits.
func fillHex(n int) string { return strings.Repeat("0fade", n/5+1)[:n] }

// fillUpper is fill in digits and upper-case letters.
func fillUpper(n int) string { return strings.Repeat("FAKE2", n/5+1)[:n] }

// shapes is the table. Lengths are those seen in the wild, with room: where a
// vendor says that they may change, only the beginning and a minimum count.
var shapes = []shape{
	{
		Shape:  Shape{Name: "private key", Example: "-----BEGIN RSA " + "PRIVATE KEY-----\n" + fill(64) + "\n" + fill(20) + "==\n-----END RSA " + "PRIVATE KEY-----", Source: "RFC 7468 sections 10 and 11; RFC 9580 section 6.2"},
		starts: []string{pemHead}, find: privateKey,
	},
	{
		Shape:  Shape{Name: "JSON web token", Example: "eyJ" + "hbGciOiJmYWtlIn0.eyJ" + "zdWIiOiJmYWtlIn0." + fill(43), Source: "RFC 7519; RFC 7515 section 3.1; RFC 7516 section 3.1"},
		starts: []string{"eyJ"}, find: jwt,
	},
	{
		Shape:  Shape{Name: "Slack token", Example: "xoxb-" + "000000000000-000000000000-" + fill(24), Source: "https://docs.slack.dev/authentication/tokens"},
		starts: []string{"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe-", "xoxc-", "xoxe.xoxb-", "xoxe.xoxp-", "xwfp-"},
		body:   b64url, min: 8,
	},
	{
		Shape:  Shape{Name: "Slack browser cookie", Example: "xoxd-" + fill(40) + "%2B" + fill(20), Source: "https://docs.slack.dev/authentication/tokens"},
		starts: []string{"xoxd-"}, body: inPath, min: 8,
	},
	{
		Shape:  Shape{Name: "Slack app-level token", Example: "xapp-" + "1-" + fillUpper(11) + "-0000000000000-" + fillHex(64), Source: "https://docs.slack.dev/authentication/tokens#app-level"},
		starts: []string{"xapp-"}, body: b64url, min: 8,
	},
	{
		Shape: Shape{Name: "Slack webhook", Example: "hooks.slack.com/services/" + "T" + fillUpper(8) + "/B" + fillUpper(8) + "/" + fill(24), Source: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks"},
		starts: []string{
			"hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/",
			"hooks.slack-gov.com/services/", "hooks.slack-gov.com/workflows/", "hooks.slack-gov.com/triggers/",
		},
		keep: true, body: inPath, min: 4,
	},
	{
		Shape: Shape{Name: "Discord webhook", Example: "discord.com/api/webhooks/" + "000000000000000000/" + fill(68), Source: "https://discord.com/developers/docs/resources/webhook"},
		starts: []string{
			"discord.com/api/webhooks/", "discordapp.com/api/webhooks/",
			"discord.com/api/v8/webhooks/", "discord.com/api/v9/webhooks/", "discord.com/api/v10/webhooks/",
		},
		keep: true, body: inPath, min: 4,
	},
	{
		Shape:  Shape{Name: "Microsoft Teams webhook", Example: "webhook.office.com/webhookb2/" + fillHex(32) + "/IncomingWebhook/" + fillHex(32), Source: "https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook"},
		starts: []string{"webhook.office.com/webhookb2/", "outlook.office.com/webhook/", "outlook.office365.com/webhook/"},
		keep:   true, body: inPath, min: 4,
	},
	{
		Shape:  Shape{Name: "Zapier webhook", Example: "hooks.zapier.com/hooks/catch/" + "0000000/" + fill(7), Source: "https://help.zapier.com/hc/en-us/articles/8496288690317-Trigger-Zap-workflows-from-webhooks"},
		starts: []string{"hooks.zapier.com/hooks/catch/"}, keep: true, body: inPath, min: 4,
	},
	{
		Shape:  Shape{Name: "Lark webhook", Example: "open.larksuite.com/open-apis/bot/v2/hook/" + fillHex(32), Source: "https://open.larksuite.com/document/client-docs/bot-v3/add-custom-bot"},
		starts: []string{"open.larksuite.com/open-apis/bot/v2/hook/", "open.feishu.cn/open-apis/bot/v2/hook/"},
		keep:   true, body: inPath, min: 4,
	},
	{
		Shape:  Shape{Name: "GitHub token", Example: "ghp_" + fill(36), Source: "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats"},
		starts: []string{"ghp_", "gho_", "ghu_", "ghr_"}, body: alnum | under, min: 20,
	},
	{
		Shape:  Shape{Name: "GitHub installation token", Example: "ghs_" + fill(36), Source: "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats"},
		starts: []string{"ghs_"}, body: b64url | dot, min: 20,
	},
	{
		Shape:  Shape{Name: "GitHub fine-grained token", Example: "github_pat_" + fill(22) + "_" + fill(59), Source: "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats"},
		starts: []string{"github_pat_"}, body: alnum | under, min: 20,
	},
	{
		Shape:  Shape{Name: "GitLab token", Example: "glpat-" + fill(20), Source: "https://docs.gitlab.com/security/tokens/#token-prefixes"},
		starts: []string{"glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "gloas-", "glsoat-", "glft-", "glimt-", "glagent-", "glffct-"},
		body:   b64url | dot, min: 16,
	},
	{
		Shape:  Shape{Name: "AWS access key id", Example: "AKIA" + fillUpper(16), Source: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-unique-ids"},
		starts: []string{"AKIA", "ASIA", "ABIA", "ACCA"}, body: upper | digit, min: 16, max: 16,
	},
	{
		Shape:  Shape{Name: "Amazon Bedrock API key", Example: "ABSK" + fill(128), Source: "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html"},
		starts: []string{"ABSK"}, body: b64, min: 100,
	},
	{
		Shape:  Shape{Name: "Amazon Bedrock short-term API key", Example: "bedrock-api-key-" + fill(100), Source: "https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html"},
		starts: []string{"bedrock-api-key-"}, body: b64, min: 40,
	},
	{
		Shape:  Shape{Name: "OpenAI API key", Example: "sk-proj-" + fill(74), Source: "https://platform.openai.com/docs/api-reference/authentication"},
		starts: []string{"sk-proj-", "sk-svcacct-", "sk-admin-", "sk-service-"}, body: b64url, min: 20,
	},
	{
		Shape:  Shape{Name: "Anthropic API key", Example: "sk-ant-" + "api03-" + fill(95), Source: "https://docs.anthropic.com/en/api/overview"},
		starts: []string{"sk-ant-"}, body: b64url, min: 12,
	},
	{
		Shape:  Shape{Name: "OpenRouter API key", Example: "sk-or-" + "v1-" + fillHex(64), Source: "https://openrouter.ai/docs/api-reference/authentication"},
		starts: []string{"sk-or-v1-"}, body: b64url, min: 20,
	},
	{
		Shape:  Shape{Name: "sk- API key", Example: "sk-" + fill(48), Source: "https://platform.openai.com/docs/api-reference/authentication"},
		starts: []string{"sk-"}, body: b64url, min: 20, random: true,
	},
	{
		Shape:  Shape{Name: "Google API key", Example: "AIza" + fill(35), Source: "https://docs.cloud.google.com/docs/authentication/api-keys"},
		starts: []string{"AIza"}, body: b64url, min: 30,
	},
	{
		Shape:  Shape{Name: "Google access token", Example: "ya29." + fill(100), Source: "https://docs.cloud.google.com/docs/authentication/token-types"},
		starts: []string{"ya29."}, body: b64url | dot, min: 16,
	},
	{
		Shape:  Shape{Name: "Google refresh token", Example: "1//" + "0" + fill(100), Source: "https://developers.google.com/identity/protocols/oauth2"},
		starts: []string{"1//"}, body: b64url, min: 24, random: true,
	},
	{
		Shape:  Shape{Name: "Google OAuth client secret", Example: "GOCSPX-" + fill(28), Source: "https://developers.google.com/identity/protocols/oauth2/web-server"},
		starts: []string{"GOCSPX-"}, body: b64url, min: 16,
	},
	{
		Shape:  Shape{Name: "Stripe API key", Example: "sk_live_" + fill(24), Source: "https://docs.stripe.com/keys"},
		starts: []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_org_"}, body: alnum | under, min: 10,
	},
	{
		Shape:  Shape{Name: "Stripe webhook signing secret", Example: "whsec_" + fill(32), Source: "https://docs.stripe.com/webhooks"},
		starts: []string{"whsec_"}, body: b64, min: 16,
	},
	{
		Shape:  Shape{Name: "Stripe client secret", Example: "pi_" + fill(24) + "_secret_" + fill(25), Source: "https://docs.stripe.com/api/payment_intents/object#payment_intent_object-client_secret"},
		starts: []string{"pi_", "seti_", "src_", "cs_", "ei_", "cuss_"}, find: clientSecret,
	},
	{
		Shape:  Shape{Name: "Twilio API key or account SID", Example: "SK" + fillHex(32), Source: "https://www.twilio.com/docs/glossary/what-is-a-sid"},
		starts: []string{"SK", "AC"}, body: hexDigit, min: 32, max: 32,
	},
	{
		Shape:  Shape{Name: "SendGrid API key", Example: "SG." + fill(22) + "." + fill(43), Source: "https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys"},
		starts: []string{"SG."}, find: sendgrid,
	},
	{
		Shape:  Shape{Name: "Mailgun API key", Example: "key-" + fillHex(32), Source: "https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/api-key-mgmt"},
		starts: []string{"key-"}, body: hexDigit, min: 32, max: 32,
	},
	{
		Shape:  Shape{Name: "Brevo API key", Example: "xkeysib-" + fillHex(64) + "-" + fill(16), Source: "https://developers.brevo.com/docs/getting-started"},
		starts: []string{"xkeysib-", "xsmtpsib-"}, body: b64url, min: 32,
	},
	{
		Shape:  Shape{Name: "npm token", Example: "npm_" + fill(36), Source: "https://docs.npmjs.com/about-access-tokens"},
		starts: []string{"npm_"}, body: alnum, min: 30,
	},
	{
		Shape:  Shape{Name: "PyPI token", Example: "pypi-" + "AgE" + fill(80), Source: "https://pypi.org/help/#apitoken"},
		starts: []string{"pypi-"}, body: b64url, min: 40, random: true,
	},
	{
		Shape:  Shape{Name: "RubyGems API key", Example: "rubygems_" + fillHex(48), Source: "https://guides.rubygems.org/api-key-scopes/"},
		starts: []string{"rubygems_"}, body: hexDigit, min: 32,
	},
	{
		Shape:  Shape{Name: "Docker access token", Example: "dckr_pat_" + fill(27), Source: "https://docs.docker.com/security/access-tokens/"},
		starts: []string{"dckr_pat_", "dckr_oat_"}, body: b64url, min: 16,
	},
	{
		Shape:  Shape{Name: "Vault token", Example: "hvs." + fill(95), Source: "https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes"},
		starts: []string{"hvs.", "hvb.", "hvr."}, body: b64url | dot, min: 20,
	},
	{
		Shape:  Shape{Name: "Vault token before 1.10", Example: "s." + fill(24), Source: "https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes"},
		starts: []string{"s.", "b.", "r."}, find: vaultLegacy,
	},
	{
		Shape: Shape{Name: "Terraform API token", Example: fill(14) + ".atlasv1." + fill(67), Source: "https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens"},
		probe: 14, has: '.', find: terraform,
	},
	{
		Shape:  Shape{Name: "DigitalOcean token", Example: "dop_v1_" + fillHex(64), Source: "https://docs.digitalocean.com/reference/api/create-personal-access-token/"},
		starts: []string{"dop_v1_", "doo_v1_", "dor_v1_"}, body: alnum, min: 32,
	},
	{
		Shape:  Shape{Name: "Telegram bot token", Example: "0123456789:" + "AA" + fill(33), Source: "https://core.telegram.org/bots/api#authorizing-your-bot"},
		starts: []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, find: telegram,
	},
	{
		Shape:  Shape{Name: "Telegram bot token in a path", Example: "bot" + "0123456789:" + "AA" + fill(33), Source: "https://core.telegram.org/bots/api#making-requests"},
		starts: []string{"bot"}, keep: true, find: telegram,
	},
	{
		Shape:  Shape{Name: "Discord bot token", Example: "M" + fill(25) + "." + fill(6) + "." + fill(38), Source: "https://discord.com/developers/docs/reference#authentication"},
		starts: []string{"M", "N", "O"}, find: discord,
	},
	{
		Shape:  Shape{Name: "Azure SAS signature", Example: "sig=" + fill(40) + "%3D", Source: "https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas"},
		starts: []string{"sig="}, keep: true, body: inPath, min: 30,
	},
	{
		Shape:  Shape{Name: "Azure account key", Example: "AccountKey=" + fill(86) + "==", Source: "https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string"},
		starts: []string{"AccountKey=", "SharedAccessKey="}, keep: true, body: b64, min: 20,
	},
	{
		Shape: Shape{Name: "Microsoft Entra client secret", Example: "Fak8Q~" + fill(34), Source: "https://learn.microsoft.com/en-us/entra/identity-platform/how-to-add-credentials"},
		probe: 5, has: '~', find: entra,
	},
	{
		Shape:  Shape{Name: "Hugging Face token", Example: "hf_" + fill(34), Source: "https://huggingface.co/docs/hub/security-tokens"},
		starts: []string{"hf_", "api_org_"}, body: alnum, min: 30,
	},
	{
		Shape:  Shape{Name: "Groq API key", Example: "gsk_" + fill(52), Source: "https://console.groq.com/docs/quickstart"},
		starts: []string{"gsk_"}, body: alnum, min: 32,
	},
	{
		Shape:  Shape{Name: "xAI API key", Example: "xai-" + fill(80), Source: "https://docs.x.ai/docs/tutorial"},
		starts: []string{"xai-"}, body: alnum, min: 32,
	},
	{
		Shape:  Shape{Name: "Perplexity API key", Example: "pplx-" + fill(48), Source: "https://docs.perplexity.ai/guides/api-key-management"},
		starts: []string{"pplx-"}, body: alnum, min: 32,
	},
	{
		Shape:  Shape{Name: "Replicate API token", Example: "r8_" + fill(37), Source: "https://replicate.com/docs/reference/http#authentication"},
		starts: []string{"r8_"}, body: alnum, min: 30,
	},
	{
		Shape:  Shape{Name: "Tavily API key", Example: "tvly-" + "dev-" + fill(32), Source: "https://docs.tavily.com/documentation/api-reference/introduction"},
		starts: []string{"tvly-"}, body: b64url, min: 20, random: true,
	},
	{
		Shape:  Shape{Name: "Pinecone API key", Example: "pcsk_" + fill(6) + "_" + fill(62), Source: "https://docs.pinecone.io/guides/projects/manage-api-keys"},
		starts: []string{"pcsk_"}, body: alnum | under, min: 32,
	},
	{
		Shape:  Shape{Name: "LangSmith API key", Example: "lsv2_pt_" + fillHex(32) + "_" + fillHex(10), Source: "https://docs.langchain.com/langsmith/create-account-api-key"},
		starts: []string{"lsv2_pt_", "lsv2_sk_"}, body: alnum | under, min: 32,
	},
	{
		Shape:  Shape{Name: "Shopify token", Example: "shpat_" + fillHex(32), Source: "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens"},
		starts: []string{"shpat_", "shpca_", "shppa_", "shpss_", "shpua_"}, body: alnum, min: 20,
	},
	{
		Shape:  Shape{Name: "Square token", Example: "sq0atp-" + fill(22), Source: "https://developer.squareup.com/docs/build-basics/access-tokens"},
		starts: []string{"sq0atp-", "sq0csp-", "EAAA"}, body: b64url, min: 22, random: true,
	},
	{
		Shape:  Shape{Name: "Linear API key", Example: "lin_api_" + fill(40), Source: "https://linear.app/developers/graphql"},
		starts: []string{"lin_api_", "lin_oauth_", "lin_wh_"}, body: alnum, min: 20,
	},
	{
		Shape:  Shape{Name: "Notion token", Example: "ntn_" + "00000000000" + fill(35), Source: "https://developers.notion.com/docs/authorization"},
		starts: []string{"ntn_", "secret_"}, body: alnum, min: 40,
	},
	{
		Shape:  Shape{Name: "Databricks token", Example: "dapi" + fillHex(32), Source: "https://docs.databricks.com/en/dev-tools/auth/pat.html"},
		starts: []string{"dapi"}, body: hexDigit | dash, min: 32, max: 34,
	},
	{
		Shape:  Shape{Name: "Atlassian API token", Example: "ATATT3" + fill(180) + "=" + fillUpper(8), Source: "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/"},
		starts: []string{"ATATT3", "ATCTT3", "ATBB"}, body: b64url | pad, min: 24,
	},
	{
		Shape:  Shape{Name: "Airtable token", Example: "pat" + fill(14) + "." + fillHex(64), Source: "https://airtable.com/developers/web/guides/personal-access-tokens"},
		starts: []string{"pat"}, find: func(s string, _, start int) int {
			return parts(s, start, alnum, [][2]int{{14, 14}, {64, 64}})
		},
	},
	{
		Shape:  Shape{Name: "HubSpot token", Example: "pat-na1-" + fillHex(8) + "-" + fillHex(4) + "-" + fillHex(4) + "-" + fillHex(4) + "-" + fillHex(12), Source: "https://developers.hubspot.com/docs/guides/apps/private-apps/overview"},
		starts: []string{"pat-na1-", "pat-na2-", "pat-eu1-", "pat-ap1-"}, body: hexDigit | dash, min: 32,
	},
	{
		Shape:  Shape{Name: "Figma token", Example: "figd_" + fill(40), Source: "https://www.figma.com/developers/api#access-tokens"},
		starts: []string{"figd_"}, body: b64url, min: 20,
	},
	{
		Shape:  Shape{Name: "Postman API key", Example: "PMAK-" + fillHex(24) + "-" + fillHex(34), Source: "https://learning.postman.com/docs/developer/postman-api/authentication/"},
		starts: []string{"PMAK-"}, body: hexDigit | dash, min: 32,
	},
	{
		Shape:  Shape{Name: "Grafana token", Example: "glsa_" + fill(32) + "_" + fillHex(8), Source: "https://grafana.com/docs/grafana/latest/administration/service-accounts/"},
		starts: []string{"glsa_", "glc_"}, body: alnum | under | pad, min: 24,
	},
	{
		Shape:  Shape{Name: "Sentry token", Example: "sntrys_" + fill(80), Source: "https://docs.sentry.io/account/auth-tokens/"},
		starts: []string{"sntrys_", "sntryu_"}, body: alnum | under | pad, min: 32,
	},
	{
		Shape:  Shape{Name: "New Relic user key", Example: "NRAK-" + fillUpper(27), Source: "https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/"},
		starts: []string{"NRAK-"}, body: alnum, min: 20,
	},
	{
		Shape:  Shape{Name: "Supabase key", Example: "sb_secret_" + fill(31), Source: "https://supabase.com/docs/guides/api/api-keys"},
		starts: []string{"sb_secret_", "sbp_"}, body: b64url, min: 20, random: true,
	},
	{
		Shape:  Shape{Name: "PlanetScale secret", Example: "pscale_tkn_" + fill(43), Source: "https://planetscale.com/docs/concepts/service-tokens"},
		starts: []string{"pscale_tkn_", "pscale_pw_", "pscale_oauth_"}, body: b64url | dot, min: 24,
	},
	{
		Shape:  Shape{Name: "Pulumi access token", Example: "pul-" + fillHex(40), Source: "https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens/"},
		starts: []string{"pul-"}, body: hexDigit, min: 40,
	},
	{
		Shape:  Shape{Name: "Tailscale key", Example: "tskey-auth-" + fill(16) + "-" + fill(32), Source: "https://tailscale.com/kb/1252/key-prefixes"},
		starts: []string{"tskey-"}, body: b64url, min: 16,
	},
	{
		Shape:  Shape{Name: "Doppler token", Example: "dp.pt." + fill(43), Source: "https://docs.doppler.com/reference/auth-token-formats"},
		starts: []string{"dp.pt.", "dp.st.", "dp.sa.", "dp.ct.", "dp.scim.", "dp.audit."}, body: b64url | dot, min: 30,
	},
	{
		Shape:  Shape{Name: "1Password service account token", Example: "ops_" + "eyJ" + fill(250), Source: "https://developer.1password.com/docs/service-accounts/"},
		starts: []string{"ops_eyJ"}, body: b64url | pad, min: 40,
	},
	{
		Shape:  Shape{Name: "age secret key", Example: "AGE-SECRET-KEY-1" + fillUpper(58), Source: "https://github.com/C2SP/C2SP/blob/main/age.md"},
		starts: []string{"AGE-SECRET-KEY-1"}, body: upper | digit, min: 50,
	},
}
