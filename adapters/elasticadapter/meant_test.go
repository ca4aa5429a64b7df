package elasticadapter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/elasticadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each type means, spelled out once more, without the "_exception"
// that ends all but errand's own.
var meant = []struct {
	kind   toolerr.Kind
	status int
	retry  bool
	effect toolerr.Effect
	codes  string
}{
	{
		toolerr.KindUpstreamNotFound, 404, false, none, "index_not_found resource_not_found document_missing aliases_not_found index_template_missing repository_missing " +
			"snapshot_missing search_context_missing",
	},
	{toolerr.KindUpstreamBadRequest, 400, false, none, "resource_already_exists too_many_buckets index_closed"},
	{toolerr.KindUpstreamBadRequest, 409, false, none, "document_already_exists!"},
	{toolerr.KindToolRetry, 409, true, none, "version_conflict_engine"},
	{
		toolerr.KindUpstreamValidationError, 400, false, none, "parsing parse x_content_parse json_parse query_shard verification illegal_argument number_format " +
			"action_request_validation mapper_parsing document_parsing strict_dynamic_mapping routing_missing invalid_index_name invalid_alias_name",
	},
	{toolerr.KindUpstreamValidationError, 400, false, unknown, "script"},
	{toolerr.KindUpstreamAuthError, 403, false, none, "security"},
	{toolerr.KindToolFatal, 400, false, none, "media_type_header"},
	{toolerr.KindToolFatal, 0, false, unknown, "unknown_product!"},
	{toolerr.KindUpstreamRateLimit, 429, true, none, "es_rejected_execution rejected_execution circuit_breaking too_many_scroll_contexts"},
	{toolerr.KindUpstreamServerError, 503, true, none, "cluster_block concurrent_snapshot_execution"},
	{toolerr.KindUpstreamServerError, 403, false, none, "index_create_block"},
	{
		toolerr.KindUpstreamServerError, 503, true, unknown, "master_not_discovered cluster_manager_not_discovered no_shard_available_action unavailable_shards " +
			"process_cluster_event_timeout timeout receive_timeout_transport",
	},
}

// named returns the code that is meant by a word.
func named(word string) string {
	if own, ok := strings.CutSuffix(word, "!"); ok {
		return own
	}
	return word + "_exception"
}

func TestMeant(t *testing.T) {
	listed := 0
	table := elasticadapter.Adapter{}.Table()
	for _, m := range meant {
		for word := range strings.FieldsSeq(m.codes) {
			code := named(word)
			row, ok := table.Lookup(code)
			assert.True(t, ok, code)
			te := row.Error(errors.New("x"))
			assert.Equal(t, m.kind, te.Kind(), code)
			assert.Equal(t, m.retry, te.CanRetry(), code)
			assert.Equal(t, m.effect, te.Effect(), code)
			assert.False(t, te.RequiresUserAction(), code)
			listed++
		}
	}
	assert.Len(t, table.Rows(), listed, "every row, once")
	for _, row := range table.Rows() {
		if row.CanRetry != nil {
			assert.NotEqual(t, row.Kind.CanRetry(), *row.CanRetry, "%s: the kind says so already", row.VendorCode)
		}
	}
}
