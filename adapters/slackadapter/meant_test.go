package slackadapter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each word means, spelled out once more.
var meant = []struct {
	kind   toolerr.Kind
	retry  bool
	effect toolerr.Effect
	user   bool
	codes  string
}{
	{toolerr.KindUpstreamRateLimit, true, none, false, "ratelimited rate_limited"},
	{toolerr.KindUpstreamRateLimit, false, none, false, "message_limit_exceeded"},
	{
		toolerr.KindUpstreamAuthError, false, none, true, "invalid_auth not_authed account_inactive token_revoked invalid_refresh_token org_login_required " +
			"two_factor_setup_required missing_scope not_allowed_token_type",
	},
	{
		toolerr.KindUpstreamAuthError, false, none, false, "token_expired no_permission access_denied ekm_access_denied team_access_not_granted user_is_restricted " +
			"user_is_ultra_restricted restricted_action restricted_action_read_only_channel restricted_action_thread_only_channel " +
			"restricted_action_non_threadable_channel restricted_action_thread_locked posting_to_general_channel_denied cannot_dm_bot",
	},
	{
		toolerr.KindUpstreamNotFound, false, none, false, "channel_not_found user_not_found users_not_found user_not_visible message_not_found thread_not_found " +
			"file_not_found file_deleted team_not_found no_reaction",
	},
	{toolerr.KindToolContextRequired, false, none, true, "not_in_channel is_archived"},
	{
		toolerr.KindUpstreamValidationError, false, none, false, "invalid_arguments invalid_arg_name invalid_array_arg invalid_blocks invalid_blocks_format " +
			"invalid_channel invalid_cursor invalid_limit invalid_name invalid_name_specials invalid_name_maxlength invalid_types missing_post_type " +
			"missing_charset json_not_object bad_timestamp time_in_past time_too_far no_text msg_too_long msg_blocks_too_long too_many_attachments metadata_too_large",
	},
	{
		toolerr.KindUpstreamBadRequest, false, none, false, "name_taken already_in_channel already_archived already_reacted already_pinned too_many_reactions " +
			"cant_invite cant_invite_self cant_kick_self cant_archive_general cant_update_message cant_delete_message edit_window_closed " +
			"method_not_supported_for_channel_type",
	},
	{toolerr.KindUpstreamServerError, true, unknown, false, "internal_error fatal_error service_unavailable team_added_to_org"},
	{toolerr.KindUpstreamServerError, true, none, false, "request_timeout"},
	{toolerr.KindToolFatal, false, none, false, "method_deprecated deprecated_endpoint unknown_method accesslimited invalid_configuration"},
	{toolerr.KindToolBadInputValue, false, none, false, "parameters_missing block_id_not_unique"},
}

func TestMeant(t *testing.T) {
	own := map[string]String{}
	for text, code := range slackadapter.Constants() {
		own[code] = String(text)
	}
	listed := 0
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			var err error = SlackErrorResponse{Err: code}
			if text, ok := own[code]; ok {
				err = text
			}
			te := adapt(t, err)
			assert.Equal(t, code, te.VendorCode())
			assert.Equal(t, m.kind, te.Kind(), code)
			assert.Equal(t, m.retry, te.CanRetry(), code)
			assert.Equal(t, m.effect, te.Effect(), code)
			assert.Equal(t, m.user, te.RequiresUserAction(), code)
			listed++
		}
	}
	assert.Len(t, slackadapter.Adapter{}.Table().Rows(), listed, "every row, once")
}
