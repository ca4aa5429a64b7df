package slackadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_slack"
	display = "Slack"
)

// Codes that the adapter's rules name.
const (
	limit        = "ratelimited"
	missingScope = "missing_scope"
)

// errand's own codes for sentinel errors of the client.
const (
	parametersMissing    = "parameters_missing"
	blockIDNotUnique     = "block_id_not_unique"
	invalidConfiguration = "invalid_configuration"
)

// constants are the client's sentinel errors, whose type is a string (slack-go
// v0.35.0, errors.go).
var constants = map[string]string{
	"received empty parameters":   parametersMissing,
	"Block ID needs to be unique": blockIDNotUnique,
	"invalid configuration":       invalidConfiguration,
}

// The sources of the rows: the pages of Slack's API reference, read 2026-11-21.
const (
	sourceMethods = "Slack Web API, pages of the methods"
	sourceCommon  = "Slack Web API, errors that every method may return"
	sourceClient  = "slack-go v0.35.0, errors.go"
)

const (
	hintScope   = "The app lacks a scope. Someone has to add it and install the app again."
	hintChannel = "There is no such channel, or the app cannot see it. Look it up, and use its id."
)

// table lists the meanings of Slack's codes. Unlisted codes of single methods have the kind
// of their family; see families.
var table = adapter.NewTable(slug, display,
	// Rate limits.
	adapter.Row{VendorCodes: []string{limit, "rate_limited"}, Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: "Slack Web API, Rate limits; chat.postMessage"},
	adapter.Row{VendorCode: "message_limit_exceeded", Kind: toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: sourceMethods},

	// Tokens that are not valid.
	adapter.Row{VendorCode: "token_expired", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceCommon},
	adapter.Row{
		VendorCodes: []string{"invalid_auth", "not_authed", "account_inactive", "token_revoked", "invalid_refresh_token"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("The app's access has ended. Ask the user to connect Slack again."), Source: sourceCommon + "; " + "Slack Web API, oauth.v2.access",
	},
	adapter.Row{
		VendorCodes: []string{"org_login_required", "two_factor_setup_required"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("The workspace asks for more from the account. Ask the user to sign in to Slack and do what it says."), Source: sourceCommon,
	},

	// Missing scopes and permissions.
	adapter.Row{VendorCode: missingScope, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintScope), Source: sourceCommon},
	adapter.Row{VendorCode: "not_allowed_token_type", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("The method does not take this type of token. Someone has to set another one up."), Source: sourceCommon},
	adapter.Row{
		VendorCodes: []string{
			"no_permission", "access_denied", "ekm_access_denied", "team_access_not_granted", "user_is_restricted",
			"user_is_ultra_restricted", "cannot_dm_bot", "restricted_action", "restricted_action_read_only_channel",
			"restricted_action_thread_only_channel", "restricted_action_non_threadable_channel", "restricted_action_thread_locked",
			"posting_to_general_channel_denied",
		},
		Kind: toolerr.KindUpstreamAuthError, Source: sourceCommon + "; " + sourceMethods,
	},
	adapter.Row{VendorCode: "paid_teams_only", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("The workspace's plan does not include this. Only someone who can change the plan can help."), Source: sourceMethods},

	// Objects that do not exist, or that the app cannot see.
	adapter.Row{VendorCode: "channel_not_found", Kind: toolerr.KindUpstreamNotFound, Hint: toolerr.Msg(hintChannel), Source: sourceMethods},
	adapter.Row{
		VendorCodes: []string{"user_not_found", "users_not_found", "user_not_visible"}, Kind: toolerr.KindUpstreamNotFound,
		Hint: toolerr.Msg("There is no such user, or the app cannot see it. Look it up, and use its id."), Source: sourceMethods,
	},
	adapter.Row{VendorCodes: []string{"message_not_found", "thread_not_found", "file_not_found", "file_deleted", "team_not_found", "no_reaction"}, Kind: toolerr.KindUpstreamNotFound, Source: sourceMethods + "; " + sourceCommon},

	// A person has to do something first.
	adapter.Row{VendorCode: "not_in_channel", Kind: toolerr.KindToolContextRequired, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg("The app is not in the channel. Ask the user to invite it."), Source: sourceMethods},
	adapter.Row{
		VendorCode: "is_archived", Kind: toolerr.KindToolContextRequired, Effect: toolerr.EffectNone, UserAction: true,
		Hint: toolerr.Msg("The channel is archived. Ask the user to unarchive it, or to name another one."), Source: sourceMethods,
	},

	// Values that the model can change.
	adapter.Row{
		VendorCodes: []string{
			"invalid_arguments", "invalid_arg_name", "invalid_array_arg", "missing_post_type", "missing_charset", "json_not_object",
			"invalid_cursor", "invalid_limit", "invalid_name", "invalid_name_specials", "invalid_name_maxlength", "invalid_types",
			"bad_timestamp", "time_in_past", "time_too_far", "too_many_attachments", "metadata_too_large",
		},
		Kind: toolerr.KindUpstreamValidationError, Source: sourceCommon + "; " + sourceMethods,
	},
	adapter.Row{VendorCodes: []string{"invalid_blocks", "invalid_blocks_format"}, Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg("The blocks are not what Slack takes. Correct them, or send a text."), Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_channel", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg(hintChannel), Source: sourceMethods},
	adapter.Row{VendorCode: "no_text", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg("The message is empty. Give it a text, blocks or attachments."), Source: sourceMethods},
	adapter.Row{VendorCodes: []string{"msg_too_long", "msg_blocks_too_long"}, Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg("It is too long. Send less, or send it in parts."), Source: sourceMethods},

	// States that do not allow the call.
	adapter.Row{VendorCodes: []string{"name_taken", "name_already_exists", "handle_already_exists"}, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The name is taken. Choose another one."), Source: sourceMethods},
	adapter.Row{
		VendorCodes: []string{
			"already_in_channel", "already_archived", "cant_invite", "cant_invite_self", "cant_kick_self", "cant_archive_general",
			"method_not_supported_for_channel_type", "already_reacted", "already_pinned", "too_many_reactions", "cant_update_message",
			"cant_delete_message", "edit_window_closed",
		},
		Kind: toolerr.KindUpstreamBadRequest, Source: sourceMethods,
	},

	// Failures of Slack. For the first two, Slack documents that part of the call may be done.
	adapter.Row{
		VendorCodes: []string{"internal_error", "fatal_error"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Hint: toolerr.Msg("Something may have been done. Look before repeating the call."), Source: sourceCommon,
	},
	adapter.Row{
		VendorCodes: []string{"service_unavailable", "team_added_to_org"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Source: sourceCommon,
	},
	// The body of the request was missing or incomplete.
	adapter.Row{VendorCode: "request_timeout", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Source: sourceCommon},

	// Mistakes in the tool, or failures of its network.
	adapter.Row{
		VendorCodes: []string{"method_deprecated", "deprecated_endpoint", "unknown_method", "accesslimited"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Source: sourceCommon,
	},

	// Refused by the client before a request was sent.
	adapter.Row{VendorCodes: []string{parametersMissing, blockIDNotUnique}, Kind: toolerr.KindToolBadInputValue, Unanswered: true, Effect: toolerr.EffectNone, Source: sourceClient},
	adapter.Row{VendorCode: invalidConfiguration, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Source: sourceClient},
)
