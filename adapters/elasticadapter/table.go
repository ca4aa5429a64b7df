package elasticadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
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
	hintQuery = "Correct the query."
)

// table lists the meanings of error types.
var table = adapter.NewTable(
	"_elastic", "Elasticsearch",
	adapter.Row{VendorCodes: []string{
		"index_not_found_exception", "resource_not_found_exception", "document_missing_exception", "aliases_not_found_exception",
		"index_template_missing_exception", "repository_missing_exception", "snapshot_missing_exception",
	}, Fact: toolerr.FactNotFound, Source: sourceClasses},
	adapter.Row{
		VendorCode: "search_context_missing_exception", Fact: toolerr.FactOutdated, Kind: toolerr.KindUpstreamNotFound, Code: toolerr.CodeNotFound, Unlike: "its status is 404",
		Message: toolerr.Msg("The scroll or point in time has ended."), Hint: toolerr.Msg("Start the search again from its beginning."), Source: sourceClasses,
	},
	adapter.Row{VendorCode: "resource_already_exists_exception", Fact: toolerr.FactExists, Source: sourceClasses},
	adapter.Row{VendorCode: documentExists, Fact: toolerr.FactExists, Message: toolerr.Msg("A document with that id exists already."), Hint: toolerr.Msg("Change that document, or choose another id."), Source: "Elasticsearch, server/…/index/engine/InternalEngine.java, by its reason"},
	adapter.Row{VendorCode: versionConflict, Fact: toolerr.FactConflict, Hint: toolerr.Msg("Read the document again, then make the change with its new version."), Source: sourceClasses},

	// Requests that the model can correct.
	adapter.Row{VendorCodes: []string{
		"parsing_exception", "parse_exception", "x_content_parse_exception", "json_parse_exception", "query_shard_exception",
		"verification_exception",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The query or the body of the request is not valid."), Hint: toolerr.Msg(hintQuery), Source: sourceClasses},
	adapter.Row{VendorCodes: []string{"illegal_argument_exception", "number_format_exception", "action_request_validation_exception", "invalid_index_name_exception", "invalid_alias_name_exception"}, Fact: toolerr.FactInvalid, Source: sourceClasses},
	adapter.Row{VendorCode: "script_exception", Fact: toolerr.FactInvalid, Effect: toolerr.EffectUnknown, Unlike: "the script may have changed documents", Message: toolerr.Msg("The script failed."), Hint: toolerr.Msg("Correct the script."), Source: sourceClasses},
	adapter.Row{VendorCodes: []string{"mapper_parsing_exception", "document_parsing_exception"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The document does not fit the mapping of the index."), Hint: toolerr.Msg("Correct the document."), Source: sourceClasses},
	adapter.Row{VendorCode: "strict_dynamic_mapping_exception", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The document has a field that the mapping of the index does not have."), Hint: toolerr.Msg("Leave the field out."), Source: sourceClasses},
	adapter.Row{VendorCode: "routing_missing_exception", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "routing", Message: toolerr.Msg("The document needs a routing value."), Source: sourceClasses},
	adapter.Row{VendorCode: "too_many_buckets_exception", Fact: toolerr.FactTooLarge, Message: toolerr.Msg("The aggregation has too many buckets."), Hint: toolerr.Msg("Ask for fewer."), Source: sourceClasses},
	adapter.Row{VendorCode: "index_closed_exception", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The index is closed."), Hint: toolerr.Msg("Someone has to open it, or use another index."), Source: sourceClasses},

	// Permissions, and mistakes in the tool. A security_exception is sent with 401 as well.
	adapter.Row{VendorCode: security, Fact: toolerr.FactNotPermitted, Source: sourceClasses},
	adapter.Row{VendorCode: "media_type_header_exception", Fact: toolerr.FactMisuse, Message: toolerr.Msg("The versions of the tool and of the server do not fit."), Source: sourceClasses},
	adapter.Row{VendorCode: unknownProduct, Fact: toolerr.FactMisuse, Effect: toolerr.EffectUnknown, Unlike: "another program answered", Message: toolerr.Msg("The server that answered the tool is not Elasticsearch."), Source: "go-elasticsearch v9.5.2, elasticsearch.go"},
	adapter.Row{VendorCode: partial, Fact: toolerr.FactUnclear, Message: toolerr.Msg("A part of the request failed, and the rest succeeded."), Hint: toolerr.Msg("Find out which part is missing before you try that part again."), Source: "opensearch-go v4.8.1, opensearchapi/errors.go"},

	// Limits.
	adapter.Row{VendorCodes: []string{"es_rejected_execution_exception", "rejected_execution_exception", "too_many_scroll_contexts_exception"}, Fact: toolerr.FactRateLimit, Source: sourceLimits + "; " + sourceOpen + "; " + sourceClasses},
	adapter.Row{VendorCode: "circuit_breaking_exception", Fact: toolerr.FactRateLimit, Message: toolerr.Msg("The request needs more memory than the cluster has free."), Hint: toolerr.Msg("Wait, or ask for less at once."), Source: sourceLimits},

	// The cluster.
	adapter.Row{VendorCode: clusterBlock, Fact: toolerr.FactMaintenance, Message: toolerr.Msg("The cluster or the index is blocked."), Hint: toolerr.Msg("Wait a moment, then make the same call again."), Source: "Elasticsearch, server/…/cluster/block/ClusterBlockException.java; Troubleshooting: watermark errors"},
	adapter.Row{VendorCode: "index_create_block_exception", Fact: toolerr.FactNoSpace, Message: toolerr.Msg("The cluster takes no new index."), Hint: toolerr.Msg("Someone has to look after the cluster."), Source: sourceOpen},
	adapter.Row{VendorCodes: []string{"cluster_manager_not_discovered_exception", "master_not_discovered_exception", "no_shard_available_action_exception", "unavailable_shards_exception"}, Fact: toolerr.FactFailed, Source: sourceOpen + "; " + sourceClasses},
	adapter.Row{VendorCode: "concurrent_snapshot_execution_exception", Fact: toolerr.FactMaintenance, Message: toolerr.Msg("Another snapshot is being made."), Hint: toolerr.Msg("Wait for it to end, then make the same call again."), Source: sourceClasses},
	adapter.Row{VendorCodes: []string{"process_cluster_event_timeout_exception", "timeout_exception", "receive_timeout_transport_exception"}, Fact: toolerr.FactTimeout, Source: sourceClasses},
)
