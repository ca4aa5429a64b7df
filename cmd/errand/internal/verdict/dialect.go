package verdict

import (
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
)

// A dialect is how a vendor's responses say what went wrong. A vendor that is
// not listed is read as [common] does.
type dialect struct {
	// where the code stands, as a reason gives it, and the page that says so.
	where, source string
	// read returns what a response says, where its adapter does not read it itself.
	read func(r *input.Response) said
	// hosts are those of the vendor's own API, subdomains included; headers are
	// in its responses alone; shaped reports whether nobody else writes such a
	// response. By these a response is recognised where no service is named.
	hosts, headers []string
	// server is what their header Server begins with.
	server string
	shaped func(r *input.Response) bool
	// repeat is the header that says whether a repeat is of use, which the
	// vendor's SDK puts before everything else.
	repeat string
	// mayRepeat reports whether that header can be true where it says that a repeat
	// is of use: row decides, the zero Row where the status does. nil: it is heeded
	// where there is no row.
	mayRepeat func(row adapter.Row, status int) bool
	// badKey is the code of the row that a 401 without a listed word is like; ""
	// for none.
	badKey string
	// named says that the table's codes are errand's words for what a response says,
	// and stand in none.
	named bool
	// absent says that the vendor's errors never are HTTP responses.
	absent bool
}

// said is what a response says in its vendor's words.
type said struct {
	// codes are what may be in the table, the most telling first.
	codes []string
	// worst says that of several codes the one counts that blocks the rest.
	worst bool
	// refused says that the call failed, whatever the status.
	refused bool
	// partly says that something may have been done.
	partly bool
	// number is a code that is a number, as servers that speak OpenAI's protocol
	// send it in a stream: the status that another server had.
	number int
	// inBody is the wait that the body names; 0 for none.
	inBody time.Duration
	// wait is what the vendor's page asks for where the response names none; 0
	// for nothing.
	wait       time.Duration
	waitSource string
}

// dialects are the vendors by the slugs of their adapters, in the order in which
// a response is compared with them. A slug without an adapter is passed over.
var dialects = []struct {
	slug string
	dialect
}{
	{"_graphql", dialect{
		where: "extensions.code and type of each of errors", source: "GraphQL specification, October 2021, section 7.1.2; GitHub GraphQL API, errors[].type",
		read: readGraphQL, shaped: isGraphQL,
	}},
	{"_slack", dialect{
		where: "error, beside ok: false", source: "Slack Web API, Evaluating responses",
		read: common, hosts: []string{"slack.com"}, headers: []string{"X-Slack-Req-Id"},
	}},
	{"_github", dialect{
		where: "status, headers, documentation_url and code of each of errors", source: "GitHub REST API, Rate limits for the REST API; Troubleshooting the REST API",
		read: readGitHub, named: true, hosts: []string{"api.github.com", "uploads.github.com"}, headers: []string{"X-Github-Request-Id"},
	}},
	{"_openai", dialect{
		where: "error.code, or else error.type", source: "OpenAI API, Error codes guide",
		read: readOpenAI, hosts: []string{"api.openai.com"}, headers: []string{"Openai-Processing-Ms", "Openai-Version"}, repeat: "X-Should-Retry",
	}},
	{"_anthropic", dialect{
		where: "error.details.error_code, or else error.type", source: "Claude API, Errors",
		read: readAnthropic, hosts: []string{"api.anthropic.com"}, headers: []string{"Anthropic-Organization-Id"}, repeat: "X-Should-Retry",
	}},
	{"_gemini", dialect{
		where: "reason of each of error.details, or else error.status", source: "Gemini API, Troubleshooting; googleapis, google/rpc/error_details.proto",
		read: common, hosts: []string{"generativelanguage.googleapis.com"},
	}},
	{"_google", dialect{
		where: "reason of error.errors or error.details, or else error.status", source: "Google APIs, global domain errors; googleapis, google/rpc/error_details.proto",
		read: common, hosts: []string{"googleapis.com"},
	}},
	{"_minio", dialect{ // before AWS, whose headers it has as well
		where: "X-Minio-Error-Code, or else the element Code", source: "minio-go v7.4.1, api-error-response.go",
		read: common, headers: []string{"X-Minio-Error-Code"}, server: "MinIO",
	}},
	{"_aws", dialect{
		where: "X-Amzn-ErrorType, __type, code, or the element Code", source: "Smithy, AWS protocols, operation error serialization",
		read: common, hosts: []string{"amazonaws.com", "amazonaws.com.cn"}, headers: []string{"X-Amzn-Errortype", "X-Amzn-Requestid", "X-Amz-Request-Id"},
	}},
	{"_microsoft", dialect{
		where: "X-Ms-Error-Code, error.code, error_codes, or the element Code", source: "Microsoft REST API Guidelines, Error condition responses; Microsoft identity platform, error codes",
		read: common, headers: []string{"X-Ms-Error-Code", "X-Ms-Request-Id", "X-Ms-Ags-Diagnostic"},
		hosts: []string{"graph.microsoft.com", "management.azure.com", "login.microsoftonline.com", "core.windows.net", "vault.azure.net"},
	}},
	{"_stripe", dialect{
		where: "error.decline_code, error.code, or else error.type", source: "Stripe API, Errors",
		read: readStripe, hosts: []string{"api.stripe.com"}, headers: []string{"Stripe-Version"}, repeat: "Stripe-Should-Retry",
		mayRepeat: stripeMayRepeat, badKey: "api_key_expired",
	}},
	{"_twilio", dialect{
		where: "code, which is a number", source: "Twilio, Error and Warning Dictionary",
		read: common, hosts: []string{"twilio.com"}, named: true,
	}},
	{"_elastic", dialect{
		where: "type of error, of its root_cause, and of its caused_by", source: "Elasticsearch, server/…/ElasticsearchException.java; go-elasticsearch v9.5.2, typedapi/types",
		read: common, headers: []string{"X-Elastic-Product"},
	}},
	{"_kubernetes", dialect{
		where: "reason, and that of each of details.causes", source: "Kubernetes API conventions, response status kind",
		read: common, shaped: isKubernetes, headers: []string{"X-Kubernetes-Pf-Flowschema-Uid"},
	}},
	{"_connect", dialect{
		where: "code", source: "Connect, Protocol reference, Error end-stream and unary error",
		read: readConnect,
	}},
	{"_vault", dialect{
		where: "the status", source: "Vault HTTP API, HTTP status codes",
		read: common, headers: []string{"X-Vault-Hostname", "X-Vault-Raft-Node-Id"}, named: true,
	}},
	{"_mcp", dialect{
		where: "error.code", source: "JSON-RPC 2.0 specification, section 5.1",
		read: readMCP,
	}},
	{"_sql", dialect{absent: true}},
	{"_redis", dialect{absent: true}},
	{"_mongo", dialect{absent: true}},
	{"_nats", dialect{absent: true}},
	{"_std", dialect{absent: true}},
}

// dialectOf returns how the adapter's vendor speaks.
func dialectOf(slug string) dialect {
	for _, d := range dialects {
		if d.slug == slug {
			return d.dialect
		}
	}
	return dialect{where: "where most services put it", source: "the adapter " + slug, read: common}
}

// recognise returns the service whose response it is, by the host that was
// asked, by a header, or by its shape, and says by which; "" for none.
func recognise(r *input.Response, host string, all []adapter.Adapter) (slug, by string) {
	for _, d := range dialects {
		if d.absent || !slices.ContainsFunc(all, func(a adapter.Adapter) bool { return a.Slug() == d.slug }) {
			continue
		}
		if by := d.signs(r, host); by != "" {
			return d.slug, by
		}
	}
	return "", ""
}

func (d dialect) signs(r *input.Response, host string) string {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	for _, h := range d.hosts {
		if host == h || strings.HasSuffix(host, "."+h) {
			return "the host is " + h + " or below it"
		}
	}
	for _, h := range d.headers {
		if r.Header.Get(h) != "" {
			return "the response has the header " + h
		}
	}
	if d.server != "" && strings.HasPrefix(r.Header.Get("Server"), d.server) {
		return "the response has the header Server: " + d.server
	}
	if d.shaped != nil && d.shaped(r) {
		return "the body has a shape that no other service's has"
	}
	return ""
}

// common looks for codes where most vendors put them.
func common(r *input.Response) said { return said{codes: codes(r.Header, r.Body)} }
