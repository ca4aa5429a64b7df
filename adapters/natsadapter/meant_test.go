package natsadapter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/natsadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// A meaning is what some codes mean.
type meaning struct {
	kind   toolerr.Kind
	retry  bool
	effect toolerr.Effect
	user   bool
	codes  string
}

// meant is what each code means, spelled out once more.
var meant = []meaning{
	{toolerr.KindNetworkTransportTimeout, true, unknown, false, "timeout async_publish_timeout no_heartbeat"},
	{toolerr.KindNetworkTransportTimeout, true, none, false, "auth_timeout"},
	{toolerr.KindNetworkTransportTimeout, false, unknown, false, "drain_timeout"},
	{toolerr.KindNetworkTransportUnreachable, true, none, false, "no_servers reconnect_buf_exceeded"},
	{toolerr.KindNetworkTransportUnreachable, true, unknown, false, "disconnected connection_reconnecting stale_connection"},
	{toolerr.KindNetworkTransportUnreachable, false, unknown, false, "connection_closed"},
	{toolerr.KindNetworkTransportUnreachable, false, none, false, "connection_draining"},
	{toolerr.KindNetworkTransportUnmapped, true, unknown, false, "slow_consumer"},
	{toolerr.KindNetworkTransportUnmapped, true, none, false, "no_info_received digest_mismatch"},
	{toolerr.KindNetworkTransportUnmapped, false, unknown, false, "protocol_error"},
	{toolerr.KindNetworkTransportUnmapped, false, none, false, "tls"},

	{toolerr.KindUpstreamAuthError, false, none, true, "authorization auth_expired auth_revoked account_auth_expired"},
	{toolerr.KindUpstreamAuthError, false, none, false, "permission_violation"},

	{toolerr.KindUpstreamRateLimit, true, none, false, "connection_throttled too_many_requests max_waiting_exceeded"},
	{
		toolerr.KindUpstreamServerError, true, none, false, "no_responders no_stream_response max_connections_exceeded " +
			"max_subscriptions_exceeded too_many_stalled_msgs stream_full jetstream_unavailable",
	},
	{toolerr.KindUpstreamServerError, true, unknown, false, "stream_store_failed server_shutdown"},
	{toolerr.KindUpstreamServerError, false, none, false, "resources_exceeded"},
	{toolerr.KindUpstreamUnmapped, false, unknown, false, "invalid_response msg_delete_unsuccessful"},

	{toolerr.KindToolRetry, true, none, false, "wrong_last_sequence key_revision_mismatch pin_id_mismatch"},
	{toolerr.KindToolRetry, true, unknown, false, "duplicate_in_process"},

	{
		toolerr.KindUpstreamNotFound, false, none, false, "stream_not_found consumer_not_found message_not_found no_matching_stream no_messages " +
			" key_not_found no_keys_found bucket_not_found object_not_found no_objects_found",
	},
	{
		toolerr.KindUpstreamBadRequest, false, none, false, "stream_name_in_use consumer_exists consumer_not_unique subjects_overlap stream_sealed stream_not_match " +
			"bad_request max_consumers_exceeded max_streams_exceeded max_bytes_exceeded not_pull_consumer not_push_consumer msg_already_ackd " +
			"key_exists bucket_exists bad_bucket object_already_exists link_not_allowed",
	},
	{toolerr.KindUpstreamBadRequest, false, unknown, false, "consumer_create"},
	{
		toolerr.KindUpstreamValidationError, false, none, false, "max_payload max_control_line bad_subject bad_queue_name message_too_large invalid_message_ttl invalid_schedule " +
			"invalid_stream_config invalid_stream_name invalid_consumer_name invalid_filter_subject name_required max_request_exceeded " +
			"invalid_key history_too_large invalid_bucket_name bad_object_meta",
	},

	{
		toolerr.KindToolFatal, false, none, false, "secure_conn client_options client_usage not_supported " +
			"jetstream_not_enabled jetstream_not_enabled_for_account",
	},
	{toolerr.KindToolFatal, false, unknown, false, "config_not_supported publisher_closed"},
}

// meanings are meant by code.
func meanings() map[string]meaning {
	all := map[string]meaning{}
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			all[code] = m
		}
	}
	return all
}

func TestMeant(t *testing.T) {
	all := meanings()
	for _, row := range (natsadapter.Adapter{}).Table().Rows() {
		m, ok := all[row.VendorCode]
		if !assert.True(t, ok, "%s is not spelled out", row.VendorCode) {
			continue
		}
		delete(all, row.VendorCode)
		te := row.Error(errors.New("x"))
		assert.Equal(t, m.kind, te.Kind(), row.VendorCode)
		assert.Equal(t, m.retry, te.CanRetry(), row.VendorCode)
		assert.Equal(t, m.effect, te.Effect(), row.VendorCode)
		assert.Equal(t, m.user, te.RequiresUserAction(), row.VendorCode)
		assert.False(t, row.Message.IsZero(), row.VendorCode)
		if row.CanRetry != nil {
			assert.NotEqual(t, row.Kind.CanRetry(), *row.CanRetry, "%s: the kind says so already", row.VendorCode)
		}
	}
	assert.Empty(t, all, "codes without a row")
}

// Each text, sentence and number has a row, and each row is reached by one.
func TestTheTableIsWellMade(t *testing.T) {
	reached := map[string]bool{"stream_full": true}
	for _, words := range []map[string]string{natsadapter.Texts(), natsadapter.Sentences()} {
		for text, code := range words {
			assert.Contains(t, meanings(), code, text)
			assert.Equal(t, code, natsadapter.CodeOf("nats: "+text), "%q is found", text)
			reached[code] = true
		}
	}
	for number, code := range natsadapter.Numbers() {
		assert.Contains(t, meanings(), code, number)
		reached[code] = true
	}
	for code := range meanings() {
		assert.True(t, reached[code], "nothing is %s", code)
	}
}
