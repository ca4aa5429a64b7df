package elasticadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_elastic"
	display = "Elasticsearch"
)

// The codes that this package uses by name. The last four are errand's own.
const (
	versionConflict = "version_conflict_engine_exception"
	security        = "security_exception"
	clusterBlock    = "cluster_block_exception"
	documentExists  = "document_already_exists"
	unknownProduct  = "unknown_product"
	partial         = "partial_failure"
)

// The sources of the rows, read 2026-11-22. A type is the name of an exception's class in
// snake case, without "Elasticsearch" or "OpenSearch" before it. Its status is that of the
// class.
const (
	sourceClasses = "Elasticsearch, server/…/ElasticsearchException.java (getExceptionName, ElasticsearchExceptionHandle) and the status of its classes"
	sourceLimits  = "Elasticsearch, Troubleshooting: circuit breaker errors, rejected requests"
	sourceOpen    = "OpenSearch 2, server/…/OpenSearchException.java and its classes"
)

// Messages and hints of several codes.
const (
	msgDocument = "The document does not fit the mapping of the index."

	hintQuery = "Correct the query."
)

// table lists the meanings of error types.
var table = adapter.NewTable(
	slug, display,

	// Missing, existing and changed documents and indices.
	adapter.Row{VendorCode: "index_not_found_exception", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such index."), Source: sourceClasses},
	adapter.Row{VendorCode: "resource_not_found_exception", Kind: toolerr.KindUpstreamNotFound, Source: sourceClasses},
	adapter.Row{VendorCode: "document_missing_exception", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such document."), Source: sourceClasses},
	adapter.Row{VendorCode: "aliases_not_found_exception", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such alias."), Source: sourceClasses},
	adapter.Row{VendorCode: "index_template_missing_exception", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such index template."), Source: sourceClasses},
	adapter.Row{VendorCode: "repository_missing_exception", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such snapshot repository."), Source: sourceClasses},
	adapter.Row{VendorCode: "snapshot_missing_exception", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such snapshot."), Source: sourceClasses},
	adapter.Row{VendorCode: "search_context_missing_exception", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The scroll or point in time is over."), Hint: toolerr.Msg("Start the search again from its beginning."), Source: sourceClasses},
	adapter.Row{VendorCode: "resource_already_exists_exception", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("It exists already."), Hint: toolerr.Msg("Use what is there, or choose another name."), Source: sourceClasses},
	adapter.Row{VendorCode: documentExists, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A document with that id exists already."), Hint: toolerr.Msg("Change what is there, or choose another id."), Source: "Elasticsearch, server/…/index/engine/InternalEngine.java, by its reason"},
	adapter.Row{VendorCode: versionConflict, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("The document was changed meanwhile."), Hint: toolerr.Msg("Read it again, then repeat the change with its new version."), Source: sourceClasses},

	// Requests that the model can correct.
	adapter.Row{
		VendorCodes: []string{"parsing_exception", "parse_exception", "x_content_parse_exception", "json_parse_exception"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The query or the body of the request cannot be read."), Hint: toolerr.Msg(hintQuery), Source: sourceClasses,
	},
	adapter.Row{VendorCode: "query_shard_exception", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The query is not valid for the index."), Hint: toolerr.Msg(hintQuery), Source: sourceClasses},
	adapter.Row{VendorCode: "verification_exception", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The query is not valid."), Hint: toolerr.Msg(hintQuery), Source: sourceClasses},
	adapter.Row{VendorCode: "script_exception", Kind: toolerr.KindUpstreamValidationError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The script failed."), Source: sourceClasses},
	adapter.Row{VendorCode: "illegal_argument_exception", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("An argument of the request is not valid."), Source: sourceClasses},
	adapter.Row{VendorCode: "number_format_exception", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A number in the request is not valid."), Source: sourceClasses},
	adapter.Row{VendorCode: "action_request_validation_exception", Kind: toolerr.KindUpstreamValidationError, Source: sourceClasses},
	adapter.Row{
		VendorCodes: []string{"mapper_parsing_exception", "document_parsing_exception"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgDocument), Source: sourceClasses,
	},
	adapter.Row{VendorCode: "strict_dynamic_mapping_exception", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgDocument), Hint: toolerr.Msg("The index takes no fields that its mapping does not have."), Source: sourceClasses},
	adapter.Row{VendorCode: "routing_missing_exception", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The document needs a routing value."), Source: sourceClasses},
	adapter.Row{VendorCode: "invalid_index_name_exception", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the index is not valid."), Source: sourceClasses},
	adapter.Row{VendorCode: "invalid_alias_name_exception", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the alias is not valid."), Source: sourceClasses},
	adapter.Row{VendorCode: "too_many_buckets_exception", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The aggregation has too many buckets."), Hint: toolerr.Msg("Ask for fewer."), Source: sourceClasses},
	adapter.Row{VendorCode: "index_closed_exception", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The index is closed."), Source: sourceClasses},

	// Permissions, and mistakes in the tool.
	adapter.Row{VendorCode: security, Kind: toolerr.KindUpstreamAuthError, Source: sourceClasses},
	adapter.Row{VendorCode: "media_type_header_exception", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool and the server are of versions that do not fit."), Source: sourceClasses},
	adapter.Row{VendorCode: unknownProduct, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("What answered the tool is not Elasticsearch."), Source: "go-elasticsearch v9.5.2, elasticsearch.go"},

	adapter.Row{
		VendorCode: partial, Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("A part of the request failed, and the rest succeeded."),
		Hint: toolerr.Msg("Find out which part is missing before you try that part again."), Source: "opensearch-go v4.8.1, opensearchapi/errors.go",
	},

	// Limits.
	adapter.Row{
		VendorCodes: []string{"es_rejected_execution_exception", "rejected_execution_exception"}, Kind: toolerr.KindUpstreamRateLimit,
		Message: toolerr.Msg("The cluster has more requests than it can work on."), Source: sourceLimits + "; " + sourceOpen,
	},
	adapter.Row{
		VendorCode: "circuit_breaking_exception", Kind: toolerr.KindUpstreamRateLimit,
		Message: toolerr.Msg("The request needs more memory than the cluster has to give."), Hint: toolerr.Msg("Wait, or ask for less at once."),
		Source: sourceLimits,
	},
	adapter.Row{VendorCode: "too_many_scroll_contexts_exception", Kind: toolerr.KindUpstreamRateLimit, Message: toolerr.Msg("Too many scrolls are open."), Source: sourceClasses},

	// The cluster.
	adapter.Row{
		VendorCode: clusterBlock, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("The cluster or the index is blocked."),
		Source:  "Elasticsearch, server/…/cluster/block/ClusterBlockException.java; Troubleshooting: watermark errors",
	},
	adapter.Row{VendorCode: "index_create_block_exception", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg("The cluster takes no new index."), Source: sourceOpen},
	adapter.Row{
		VendorCodes: []string{
			"cluster_manager_not_discovered_exception", "master_not_discovered_exception", "no_shard_available_action_exception",
			"unavailable_shards_exception",
		},
		Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg("The cluster cannot do that at the moment."), Source: sourceOpen + "; " + sourceClasses,
	},
	adapter.Row{VendorCode: "concurrent_snapshot_execution_exception", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("Another snapshot is being made."), Source: sourceClasses},
	adapter.Row{
		VendorCodes: []string{"process_cluster_event_timeout_exception", "timeout_exception", "receive_timeout_transport_exception"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The cluster did not finish in time."), Source: sourceClasses,
	},
)
