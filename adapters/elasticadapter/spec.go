// Package elasticadapter recognises the errors of Elasticsearch's Go client and of
// OpenSearch's client, whose servers use the same error types.
//
// The clients are not imported: package shape recognises their errors by the names
// of their types, whatever the version. The agent sees the type of the error as the
// table spells it. Names of indices, ids and queries reach developers only.
//
// The low-level clients (package esapi; opensearch-go v2) return no error for a
// failure: pass such a response to [httpadapter.CheckResponse], or its status, header
// and body to [Adapter.FromAnswer]. The items of a bulk request that failed are in
// the body of a success.
//
// Elasticsearch's typed client returns a response that is not JSON, such as that of a
// proxy, as the error of a decoder and drops its status. Both clients drop the wait
// of a rate limit. [httpadapter.Transport] under the client restores both.
package elasticadapter

import (
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

const openSearchPath = "github.com/opensearch-project/opensearch-go"

var (
	elasticError     = shape.T("github.com/elastic/go-elasticsearch/typedapi/types", "ElasticsearchError")
	structError      = shape.T(openSearchPath, "StructError")
	stringError      = shape.T(openSearchPath, "StringError")
	messageError     = shape.T(openSearchPath, "MessageError")
	partialBulkError = shape.T(openSearchPath+"/opensearchapi", "PartialBulkError")
)

// Adapter recognises types.ElasticsearchError of the typed API of every major
// version of github.com/elastic/go-elasticsearch, the errors of
// github.com/opensearch-project/opensearch-go, exchanges that they report as broken, and
// plain HTTP responses of both servers.
//
// An update or a deletion by query that stops at a conflict has changed documents
// before it and returns an error without a type: its effect is unknown.
var Adapter = spec.New(spec.Spec{
	Table: table,
	// The type of the error, those of failed shards, and its cause.
	Errors: []spec.Error{
		{
			Types:  []shape.Type{elasticError},
			Codes:  []string{"ErrorCause.Type", "ErrorCause.RootCause[].Type", "ErrorCause.CausedBy.Type", "ErrorCause.CausedBy.CausedBy.Type"},
			Status: "Status", Refusal: refusalAt("ErrorCause"),
		},
		{
			Types:  []shape.Type{structError, stringError, messageError, shape.T(openSearchPath, "ReasonError"), shape.T(openSearchPath, "Error")},
			Codes:  []string{"Err.Type", "Err.RootCause[].Type", "Err.CausedBy.Type"},
			Status: "Status", Refusal: refusalAt("Err"),
			Read: readOpenSearch,
		},
		{
			Types: []shape.Type{
				partialBulkError, shape.T(openSearchPath+"/opensearchapi", "PartialSearchError"), shape.T(openSearchPath+"/opensearchapi", "MultiSearchItemError"),
			},
			Code: partial,
			Read: readOpenSearch,
		},
	},
	Text:   readText,
	Begins: []string{notElastic, notAnError, notJSON, emptyBody, "an error happened during the ", `"`},
	Body:   func(body []byte) any { return spec.JSON[response](body) },
	// go-elasticsearch v9.5.2, elasticsearch.go: genuineCheckHeader.
	Headers:  []string{"X-Elastic-Product"},
	Form:     isFailure,
	Refusals: refusals,
	Members:  []string{"error"},
	Refine:   refine,
})

// A response has the fields of Elasticsearch's error.
type response struct {
	ErrorCause cause `json:"error"`
}

// A cause is the error of a response, or its cause.
type cause struct {
	Type      string  `json:"type"`
	Reason    string  `json:"reason"`
	RootCause []cause `json:"root_cause"`
	CausedBy  *cause  `json:"caused_by"`
}

// isFailure reports whether a body is an error with root causes, in the format of
// Elasticsearch and OpenSearch (server/…/ElasticsearchException.java,
// OpenSearchException.java: generateFailureXContent).
var isFailure = spec.FormOf(`"root_cause"`, func(r response) bool {
	causes := r.ErrorCause.RootCause
	return len(causes) > 0 && causes[0].Type != ""
})

var openSearch = toolerr.WithUpstreamName(toolerr.Name("OpenSearch"))

// statuses maps the words for HTTP statuses in OpenSearch's plugins to numbers (OpenSearch,
// RestStatus).
var statuses = map[string]int{
	"BAD_REQUEST": 400, "UNAUTHORIZED": 401, "FORBIDDEN": 403, "NOT_FOUND": 404, "CONFLICT": 409, "TOO_MANY_REQUESTS": 429,
	"INTERNAL_SERVER_ERROR": 500, "NOT_IMPLEMENTED": 501, "SERVICE_UNAVAILABLE": 503,
}

// readOpenSearch reads a status that is a word.
func readOpenSearch(a *spec.Answer) bool {
	a.Add(openSearch)
	if word, _ := shape.Field[string](a.Node, "Status"); word != "" {
		a.Status = statuses[word]
	}
	return true
}

// refine handles types whose meaning depends on the reason or the status.
func refine(a *spec.Answer) {
	switch {
	case a.Row.VendorCode == versionConflict:
		// If a document that should be created exists, the type is that of a version conflict
		// (Elasticsearch 7.17 to 9.1, OpenSearch 2; index/engine/InternalEngine.java).
		for _, path := range [...]string{"ErrorCause.Reason", "Err.Reason"} {
			if reason, _ := shape.Field[string](a.Node, path); strings.Contains(reason, ": version conflict, document already exists") {
				a.Is(documentExists)
			}
		}
	case a.Row.VendorCode == security && a.Status == http.StatusUnauthorized:
		a.Add(toolerr.WithUserAction(), toolerr.WithHint(toolerr.FactWrongKey.Hint()))
	case a.Row.VendorCode == clusterBlock && a.Status != http.StatusServiceUnavailable:
		a.Retry(false)
		a.Add(toolerr.WithGuidance(toolerr.GuidanceNone), toolerr.WithHint(toolerr.Msg("It can only be read, or its disk is full: someone has to look after it.")))
	case a.Status == http.StatusConflict && a.Code() == "":
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown)) // see Adapter
	}
}
