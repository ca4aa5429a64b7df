package slackadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
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
	hintLong    = "The message is too long. Send less, or send it in parts."
	hintBlocks  = "Slack does not accept the blocks. Correct them, or send a text."
	hintChannel = "There is no such channel, or the app cannot see it. Look it up, and use its id."
)

// table lists the meanings of Slack's codes. Unlisted codes of single methods have the kind
// of their family; see families.
var table = adapter.NewTable("_slack", "Slack",
	adapter.Row{VendorCodes: []string{limit, "rate_limited"}, Fact: toolerr.FactRateLimit, Source: "Slack Web API, Rate limits; chat.postMessage"},
	adapter.Row{VendorCode: "message_limit_exceeded", Fact: toolerr.FactDailyLimit, Hint: toolerr.Msg("The workspace has sent too many messages. Waiting a few minutes does not help."), Source: sourceMethods},

	// Access.
	adapter.Row{VendorCode: "token_expired", Fact: toolerr.FactExpiredKey, Source: sourceCommon},
	adapter.Row{VendorCodes: []string{
		"invalid_auth", "not_authed", "account_inactive", "token_revoked", "invalid_refresh_token",
	}, Fact: toolerr.FactSignIn, Hint: toolerr.Msg("The app's access has ended. Ask the user to connect Slack again."), Source: sourceCommon + "; Slack Web API, oauth.v2.access"},
	adapter.Row{VendorCodes: []string{"org_login_required", "two_factor_setup_required"}, Fact: toolerr.FactSignIn, Hint: toolerr.Msg("The workspace requires another step of the account. Ask the user to sign in to Slack and to follow its instructions."), Source: sourceCommon},
	adapter.Row{VendorCode: missingScope, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg(hintScope), Source: sourceCommon},
	adapter.Row{VendorCode: "not_allowed_token_type", Fact: toolerr.FactWrongKey, Hint: toolerr.Msg("The method does not accept this type of token. Someone has to set up another one."), Source: sourceCommon},
	adapter.Row{VendorCodes: []string{
		"no_permission", "access_denied", "ekm_access_denied", "team_access_not_granted", "user_is_restricted", "user_is_ultra_restricted",
		"cannot_dm_bot", "restricted_action", "restricted_action_read_only_channel", "restricted_action_thread_only_channel",
		"restricted_action_non_threadable_channel", "restricted_action_thread_locked", "posting_to_general_channel_denied",
	}, Fact: toolerr.FactNotPermitted, Source: sourceCommon + "; " + sourceMethods},
	adapter.Row{VendorCode: "paid_teams_only", Fact: toolerr.FactPlanLimit, Source: sourceMethods},

	// Objects that do not exist, or that the app cannot see.
	adapter.Row{VendorCode: "channel_not_found", Fact: toolerr.FactNotFound, Hint: toolerr.Msg(hintChannel), Source: sourceMethods},
	adapter.Row{VendorCodes: []string{"user_not_found", "user_not_visible"}, Fact: toolerr.FactNotFound, Hint: toolerr.Msg("The user does not exist, or the app cannot see it. Look it up, and use its id."), Source: sourceMethods},
	adapter.Row{VendorCode: "users_not_found", Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "email", Hint: toolerr.Msg("The user does not exist, or the app cannot see it. Look it up, and use its id."), Source: sourceMethods},
	adapter.Row{VendorCodes: []string{"file_not_found", "file_deleted", "team_not_found"}, Fact: toolerr.FactNotFound, Source: sourceMethods + "; " + sourceCommon},

	// A person has to do something first.
	adapter.Row{VendorCode: "not_in_channel", Fact: toolerr.FactPersonNeeded, Rule: toolerr.RuleWrongState, Field: "channel", Hint: toolerr.Msg("The app is not in the channel. Ask the user to invite it."), Source: sourceMethods},
	adapter.Row{VendorCode: "is_archived", Fact: toolerr.FactPersonNeeded, Rule: toolerr.RuleWrongState, Field: "channel", Hint: toolerr.Msg("The channel is archived. Ask the user to unarchive it, or to name another one."), Source: sourceMethods},

	// Values that the model can change.
	adapter.Row{VendorCodes: []string{
		"invalid_arguments", "invalid_arg_name", "invalid_array_arg", "missing_post_type", "missing_charset", "json_not_object",
		"invalid_cursor", "invalid_limit",
	}, Fact: toolerr.FactInvalid, Source: sourceCommon + "; " + sourceMethods},
	// The same of one argument.
	adapter.Row{VendorCode: "invalid_attachments", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadValue, Field: "attachments", Source: sourceMethods},
	adapter.Row{VendorCode: "too_many_attachments", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooMany, Field: "attachments", Limit: "100", Source: sourceMethods},
	adapter.Row{VendorCode: "too_many_contact_cards", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooMany, Field: "blocks", Source: sourceMethods},
	adapter.Row{VendorCode: "no_user", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "user", Source: sourceMethods},
	adapter.Row{VendorCode: "users_list_not_supplied", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "users", Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_name_required", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "name", Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_name_maxlength", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooLong, Field: "name", Source: sourceMethods},
	adapter.Row{VendorCodes: []string{"invalid_name", "invalid_name_specials", "invalid_name_punctuation"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "name", Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_emoji", Fact: toolerr.FactInvalid, Rule: toolerr.RuleNotFound, Field: "emoji", Source: sourceMethods},
	adapter.Row{VendorCode: "bad_timestamp", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "timestamp", Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_thread_ts", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "thread_ts", Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_ts_latest", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "latest", Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_ts_oldest", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "oldest", Source: sourceMethods},
	adapter.Row{VendorCode: "time_in_past", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooSmall, Field: "post_at", Source: sourceMethods},
	adapter.Row{VendorCode: "time_too_far", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooLarge, Field: "post_at", Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_time", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "post_at", Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_types", Fact: toolerr.FactInvalid, Rule: toolerr.RuleNotAllowed, Field: "types", Source: sourceMethods},
	adapter.Row{VendorCode: "metadata_too_large", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooLong, Field: "metadata", Source: sourceMethods},
	adapter.Row{VendorCodes: []string{"invalid_metadata_format", "invalid_metadata_schema"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "metadata", Source: sourceMethods},
	adapter.Row{VendorCode: "markdown_text_conflict", Fact: toolerr.FactInvalid, Rule: toolerr.RuleConflict, Field: "markdown_text", Source: sourceMethods},
	adapter.Row{VendorCode: "too_long", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooLong, Source: sourceMethods},
	adapter.Row{VendorCode: "expired_trigger_id", Fact: toolerr.FactOutdated, Rule: toolerr.RuleStale, Field: "trigger_id", Source: sourceMethods},
	adapter.Row{VendorCode: "message_not_found", Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "ts", Source: sourceMethods},
	adapter.Row{VendorCode: "thread_not_found", Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "thread_ts", Source: sourceMethods},
	adapter.Row{VendorCode: "no_reaction", Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "name", Source: sourceMethods},
	adapter.Row{VendorCode: "cannot_reply_to_message", Fact: toolerr.FactWrongState, Rule: toolerr.RuleWrongState, Field: "thread_ts", Source: sourceMethods},
	adapter.Row{VendorCode: "cant_update_message", Fact: toolerr.FactWrongState, Rule: toolerr.RuleNotPermitted, Field: "ts", Source: sourceMethods},
	adapter.Row{VendorCode: "already_reacted", Fact: toolerr.FactWrongState, Rule: toolerr.RuleExistsAlready, Field: "name", Source: sourceMethods},
	adapter.Row{VendorCode: "channel_is_limited_access", Fact: toolerr.FactNotPermitted, Rule: toolerr.RuleNotPermitted, Field: "channel", Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_blocks", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadValue, Field: "blocks", Hint: toolerr.Msg(hintBlocks), Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_blocks_format", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "blocks", Hint: toolerr.Msg(hintBlocks), Source: sourceMethods},
	adapter.Row{VendorCode: "invalid_channel", Fact: toolerr.FactInvalid, Hint: toolerr.Msg(hintChannel), Source: sourceMethods},
	adapter.Row{VendorCode: "no_text", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "text", Hint: toolerr.Msg("The message is empty. Give it a text, blocks or attachments."), Source: sourceMethods},
	adapter.Row{VendorCode: "msg_too_long", Fact: toolerr.FactTooLarge, Rule: toolerr.RuleTooLong, Field: "text", Hint: toolerr.Msg(hintLong), Source: sourceMethods},
	adapter.Row{VendorCode: "msg_blocks_too_long", Fact: toolerr.FactTooLarge, Rule: toolerr.RuleTooLong, Field: "blocks", Hint: toolerr.Msg(hintLong), Source: sourceMethods},

	// States that do not allow the call.
	adapter.Row{VendorCodes: []string{"name_taken", "name_already_exists"}, Fact: toolerr.FactExists, Rule: toolerr.RuleExistsAlready, Field: "name", Hint: toolerr.Msg("The name is taken. Choose another one."), Source: sourceMethods},
	adapter.Row{VendorCode: "handle_already_exists", Fact: toolerr.FactExists, Rule: toolerr.RuleExistsAlready, Field: "handle", Hint: toolerr.Msg("The name is taken. Choose another one."), Source: sourceMethods},
	adapter.Row{VendorCodes: []string{
		"already_in_channel", "already_archived", "cant_invite", "cant_invite_self", "cant_kick_self", "cant_archive_general",
		"method_not_supported_for_channel_type", "already_pinned", "too_many_reactions",
		"cant_delete_message", "edit_window_closed",
	}, Fact: toolerr.FactWrongState, Source: sourceMethods},

	// Failures of Slack. For the first two, Slack documents that part of the call may be done.
	adapter.Row{VendorCodes: []string{"internal_error", "fatal_error"}, Fact: toolerr.FactFailed, Effect: toolerr.EffectUnknown, Unlike: "Slack documents that a part of the call may be done", Hint: toolerr.Msg("A part of the call may be done. Look at what is there before making the call again."), Source: sourceCommon},
	adapter.Row{VendorCodes: []string{"service_unavailable", "team_added_to_org"}, Fact: toolerr.FactFailed, Effect: toolerr.EffectUnknown, Unlike: "Slack does not say that it did nothing", Source: sourceCommon},
	// The body of the request was missing or incomplete.
	adapter.Row{VendorCode: "request_timeout", Fact: toolerr.FactTimeout, Effect: toolerr.EffectNone, Unlike: "the body of the request did not arrive", Hint: toolerr.Msg("The request did not arrive in time. Make the same call again."), Source: sourceCommon},

	// Mistakes in the tool.
	adapter.Row{VendorCodes: []string{"method_deprecated", "deprecated_endpoint", "unknown_method", "accesslimited"}, Fact: toolerr.FactMisuse, Source: sourceCommon},
	adapter.Row{VendorCode: invalidConfiguration, Fact: toolerr.FactMisuse, Unanswered: true, Source: sourceClient},
	adapter.Row{VendorCodes: []string{parametersMissing, blockIDNotUnique}, Fact: toolerr.FactNotSent, Unanswered: true, Source: sourceClient},
)
