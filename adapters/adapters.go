// Package adapters has the registry with all adapters of the library, in the order in which
// they must be asked.
package adapters

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/airtableadapter"
	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/atlassianadapter"
	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/boxadapter"
	"github.com/errand-go/errand/adapters/clickhouseadapter"
	"github.com/errand-go/errand/adapters/cloudflareadapter"
	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/discordadapter"
	"github.com/errand-go/errand/adapters/dockeradapter"
	"github.com/errand-go/errand/adapters/dropboxadapter"
	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/gitadapter"
	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/gitlabadapter"
	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/grafanaadapter"
	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/adapters/hetzneradapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/hubspotadapter"
	"github.com/errand-go/errand/adapters/intercomadapter"
	"github.com/errand-go/errand/adapters/kafkaadapter"
	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/adapters/metaadapter"
	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/adapters/mondayadapter"
	"github.com/errand-go/errand/adapters/mongoadapter"
	"github.com/errand-go/errand/adapters/notionadapter"
	"github.com/errand-go/errand/adapters/oktaadapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/adapters/paypaladapter"
	"github.com/errand-go/errand/adapters/plaidadapter"
	"github.com/errand-go/errand/adapters/postgrestadapter"
	"github.com/errand-go/errand/adapters/prometheusadapter"
	"github.com/errand-go/errand/adapters/redisadapter"
	"github.com/errand-go/errand/adapters/salesforceadapter"
	"github.com/errand-go/errand/adapters/sendgridadapter"
	"github.com/errand-go/errand/adapters/shopifyadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/adapters/squareadapter"
	"github.com/errand-go/errand/adapters/sshadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/adapters/stravaadapter"
	"github.com/errand-go/errand/adapters/stripeadapter"
	"github.com/errand-go/errand/adapters/telegramadapter"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/adapters/vaultadapter"
)

// All returns every adapter of this module, the more specific ones first:
//
//   - the model providers come before OAuth 2.0 and HTTP, because a refused redirect and a
//     failed token request are inside of a *url.Error;
//   - OAuth 2.0 comes before Google, MCP and HTTP, because a refused grant is inside of a
//     *url.Error and may belong to any service;
//   - Google comes before gRPC, because Google's REST errors have gRPC's methods too;
//   - Shopify and monday.com come before GraphQL, whose form the responses at their hosts
//     have;
//   - the vendors that are recognised by shape are in any order, because no error belongs
//     to two of them;
//   - AWS comes after the vendors whose servers also run at hosts of AWS, such as
//     Kubernetes, Elasticsearch and MinIO: a header or the form of their responses
//     identifies the vendor, and the host does not;
//   - HTTP comes after all vendors, for exchanges that none of them claims;
//   - files, programs and decoders come last, because their errors may come from anywhere,
//     and belong to an exchange if there is one.
//
// The caller may change the slice.
func All() []adapter.Adapter {
	return []adapter.Adapter{
		openaiadapter.Adapter,
		anthropicadapter.Adapter,
		geminiadapter.Adapter,
		googleadapter.OAuth2{},
		googleadapter.Adapter{},
		grpcadapter.Adapter,
		mcpadapter.Adapter{},
		githubadapter.Adapter,
		gitlabadapter.Adapter,
		slackadapter.Adapter,
		discordadapter.Adapter,
		cloudflareadapter.Adapter,
		shopifyadapter.Adapter,
		mondayadapter.Adapter,
		graphqladapter.Adapter,
		microsoftadapter.Adapter,
		stripeadapter.Adapter,
		twilioadapter.Adapter,
		telegramadapter.Adapter,
		sendgridadapter.Adapter,
		salesforceadapter.Adapter,
		hubspotadapter.Adapter,
		atlassianadapter.Adapter,
		notionadapter.Adapter,
		airtableadapter.Adapter,
		squareadapter.Adapter,
		paypaladapter.Adapter,
		plaidadapter.Adapter,
		metaadapter.Adapter,
		intercomadapter.Adapter,
		oktaadapter.Adapter,
		boxadapter.Adapter,
		dropboxadapter.Adapter,
		hetzneradapter.Adapter,
		stravaadapter.Adapter,
		postgrestadapter.Adapter,
		vaultadapter.Adapter,
		grafanaadapter.Adapter,
		prometheusadapter.Adapter,
		dockeradapter.Adapter,
		kubernetesadapter.Adapter,
		connectadapter.Adapter,
		sqladapter.Adapter{},
		clickhouseadapter.Adapter,
		redisadapter.Adapter,
		mongoadapter.Adapter,
		elasticadapter.Adapter,
		minioadapter.Adapter{},
		awsadapter.Adapter,
		kafkaadapter.Adapter,
		sshadapter.Adapter,
		gitadapter.Adapter,
		httpadapter.Adapter{},
		stdadapter.Adapter{},
	}
}

// Default returns the registry that has all adapters for every tool. For a tool that calls
// one service, [adapter.Registry.With] puts the service's adapter first.
func Default() adapter.Registry { return adapter.NewRegistry(All()...) }
