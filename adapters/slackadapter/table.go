package slackadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_slack"
	display = "Slack"
)

// Codes that the adapter itself knows.
const (
	codeLimited = "ratelimited"
	codeScope   = "missing_scope"
)

// Where the rows come from: the pages of Slack's API reference, read 2026-11-21.
const (
	sourceCommon   = "Slack Web API, errors that every method may return"
	sourceLimits   = "Slack Web API, Rate limits; chat.postMessage"
	sourceMessages = "Slack Web API, chat.postMessage, chat.update, chat.delete"
	sourceChannels = "Slack Web API, conversations.* methods"
	sourceUsers    = "Slack Web API, users.* methods"
	sourceFiles    = "Slack Web API, files.* methods"
	sourceItems    = "Slack Web API, reactions.*, pins.*, stars.* methods"
	sourceOAuth    = "Slack Web API, oauth.v2.access"
	sourceClient   = "slack-go v0.35.0, errors.go"
)

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError
	needsUser   = toolerr.KindToolContextRequired
	fatal       = toolerr.KindToolFatal
	badInput    = toolerr.KindToolBadInputValue

	refresh = toolerr.GuidanceRefreshAuthThenRetry

	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

const (
	hintReconnect = "The app's access has ended. Ask the user to connect Slack again."
	hintSignIn    = "The workspace asks for more from the account. Ask the user to sign in to Slack and do what it says."
	hintScope     = "The app lacks a scope. Someone has to add it and install the app again."
	hintToken     = "The method does not take this type of token. Someone has to set another one up."
	hintChannel   = "There is no such channel, or the app cannot see it. Look it up, and use its id."
	hintUser      = "There is no such user, or the app cannot see it. Look it up, and use its id."
	hintInvite    = "The app is not in the channel. Ask the user to invite it."
	hintArchived  = "The channel is archived. Ask the user to unarchive it, or to name another one."
	hintShorter   = "It is too long. Send less, or send it in parts."
	hintNoText    = "The message is empty. Give it a text, blocks or attachments."
	hintBlocks    = "The blocks are not what Slack takes. Correct them, or send a text."
	hintPartly    = "Something may have been done. Look before repeating the call."
	hintName      = "The name is taken. Choose another one."
)

// table is what Slack's words mean. Words of single methods that it does not
// have go by their family: see kindOf.
var table = adapter.NewTable(slug, display,
	// Too many calls.
	adapter.Row{VendorCode: codeLimited, Kind: rateLimit, Effect: none, Source: sourceLimits},
	adapter.Row{VendorCode: "rate_limited", Kind: rateLimit, Effect: none, Source: sourceLimits},
	adapter.Row{VendorCode: "message_limit_exceeded", Kind: rateLimit, CanRetry: new(false), Effect: none, Source: sourceMessages},

	// The token is of no use.
	adapter.Row{VendorCode: "token_expired", Kind: authError, Guidance: refresh, Source: sourceCommon},
	adapter.Row{VendorCode: "invalid_auth", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintReconnect), Source: sourceCommon},
	adapter.Row{VendorCode: "not_authed", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintReconnect), Source: sourceCommon},
	adapter.Row{VendorCode: "account_inactive", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintReconnect), Source: sourceCommon},
	adapter.Row{VendorCode: "token_revoked", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintReconnect), Source: sourceCommon},
	adapter.Row{VendorCode: "invalid_refresh_token", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintReconnect), Source: sourceOAuth},
	adapter.Row{VendorCode: "org_login_required", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintSignIn), Source: sourceCommon},
	adapter.Row{VendorCode: "two_factor_setup_required", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintSignIn), Source: sourceCommon},

	// Rights that are missing.
	adapter.Row{VendorCode: codeScope, Kind: authError, UserAction: true, Hint: toolerr.Msg(hintScope), Source: sourceCommon},
	adapter.Row{VendorCode: "not_allowed_token_type", Kind: authError, UserAction: true, Hint: toolerr.Msg(hintToken), Source: sourceCommon},
	adapter.Row{VendorCode: "no_permission", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "access_denied", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "ekm_access_denied", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "team_access_not_granted", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "user_is_restricted", Kind: authError, Source: sourceChannels},
	adapter.Row{VendorCode: "user_is_ultra_restricted", Kind: authError, Source: sourceChannels},
	adapter.Row{VendorCode: "restricted_action", Kind: authError, Source: sourceMessages},
	adapter.Row{VendorCode: "restricted_action_read_only_channel", Kind: authError, Source: sourceMessages},
	adapter.Row{VendorCode: "restricted_action_thread_only_channel", Kind: authError, Source: sourceMessages},
	adapter.Row{VendorCode: "restricted_action_non_threadable_channel", Kind: authError, Source: sourceMessages},
	adapter.Row{VendorCode: "restricted_action_thread_locked", Kind: authError, Source: sourceMessages},
	adapter.Row{VendorCode: "posting_to_general_channel_denied", Kind: authError, Source: sourceMessages},
	adapter.Row{VendorCode: "cannot_dm_bot", Kind: authError, Source: sourceChannels},

	// Not there, or not for this app.
	adapter.Row{VendorCode: "channel_not_found", Kind: notFound, Hint: toolerr.Msg(hintChannel), Source: sourceChannels},
	adapter.Row{VendorCode: "user_not_found", Kind: notFound, Hint: toolerr.Msg(hintUser), Source: sourceUsers},
	adapter.Row{VendorCode: "users_not_found", Kind: notFound, Hint: toolerr.Msg(hintUser), Source: sourceUsers},
	adapter.Row{VendorCode: "user_not_visible", Kind: notFound, Hint: toolerr.Msg(hintUser), Source: sourceUsers},
	adapter.Row{VendorCode: "message_not_found", Kind: notFound, Source: sourceMessages},
	adapter.Row{VendorCode: "thread_not_found", Kind: notFound, Source: sourceChannels},
	adapter.Row{VendorCode: "file_not_found", Kind: notFound, Source: sourceFiles},
	adapter.Row{VendorCode: "file_deleted", Kind: notFound, Source: sourceFiles},
	adapter.Row{VendorCode: "team_not_found", Kind: notFound, Source: sourceCommon},
	adapter.Row{VendorCode: "no_reaction", Kind: notFound, Source: sourceItems},

	// A person has to do something first.
	adapter.Row{VendorCode: "not_in_channel", Kind: needsUser, Effect: none, UserAction: true, Hint: toolerr.Msg(hintInvite), Source: sourceChannels},
	adapter.Row{VendorCode: "is_archived", Kind: needsUser, Effect: none, UserAction: true, Hint: toolerr.Msg(hintArchived), Source: sourceChannels},

	// Values that the model can change.
	adapter.Row{VendorCode: "invalid_arguments", Kind: validation, Source: sourceCommon},
	adapter.Row{VendorCode: "invalid_arg_name", Kind: validation, Source: sourceCommon},
	adapter.Row{VendorCode: "invalid_array_arg", Kind: validation, Source: sourceCommon},
	adapter.Row{VendorCode: "invalid_blocks", Kind: validation, Hint: toolerr.Msg(hintBlocks), Source: sourceMessages},
	adapter.Row{VendorCode: "invalid_blocks_format", Kind: validation, Hint: toolerr.Msg(hintBlocks), Source: sourceMessages},
	adapter.Row{VendorCode: "invalid_channel", Kind: validation, Hint: toolerr.Msg(hintChannel), Source: sourceChannels},
	adapter.Row{VendorCode: "invalid_cursor", Kind: validation, Source: sourceChannels},
	adapter.Row{VendorCode: "invalid_limit", Kind: validation, Source: sourceChannels},
	adapter.Row{VendorCode: "invalid_name", Kind: validation, Source: sourceChannels},
	adapter.Row{VendorCode: "invalid_name_specials", Kind: validation, Source: sourceChannels},
	adapter.Row{VendorCode: "invalid_name_maxlength", Kind: validation, Source: sourceChannels},
	adapter.Row{VendorCode: "invalid_types", Kind: validation, Source: sourceChannels},
	adapter.Row{VendorCode: "missing_post_type", Kind: validation, Source: sourceCommon},
	adapter.Row{VendorCode: "missing_charset", Kind: validation, Source: sourceCommon},
	adapter.Row{VendorCode: "json_not_object", Kind: validation, Source: sourceCommon},
	adapter.Row{VendorCode: "bad_timestamp", Kind: validation, Source: sourceItems},
	adapter.Row{VendorCode: "time_in_past", Kind: validation, Source: sourceMessages},
	adapter.Row{VendorCode: "time_too_far", Kind: validation, Source: sourceMessages},
	adapter.Row{VendorCode: "no_text", Kind: validation, Hint: toolerr.Msg(hintNoText), Source: sourceMessages},
	adapter.Row{VendorCode: "msg_too_long", Kind: validation, Hint: toolerr.Msg(hintShorter), Source: sourceMessages},
	adapter.Row{VendorCode: "msg_blocks_too_long", Kind: validation, Hint: toolerr.Msg(hintShorter), Source: sourceMessages},
	adapter.Row{VendorCode: "too_many_attachments", Kind: validation, Source: sourceMessages},
	adapter.Row{VendorCode: "metadata_too_large", Kind: validation, Source: sourceMessages},

	// In a state that does not allow it.
	adapter.Row{VendorCode: "name_taken", Kind: badRequest, Hint: toolerr.Msg(hintName), Source: sourceChannels},
	adapter.Row{VendorCode: "already_in_channel", Kind: badRequest, Source: sourceChannels},
	adapter.Row{VendorCode: "already_archived", Kind: badRequest, Source: sourceChannels},
	adapter.Row{VendorCode: "already_reacted", Kind: badRequest, Source: sourceItems},
	adapter.Row{VendorCode: "already_pinned", Kind: badRequest, Source: sourceItems},
	adapter.Row{VendorCode: "too_many_reactions", Kind: badRequest, Source: sourceItems},
	adapter.Row{VendorCode: "cant_invite", Kind: badRequest, Source: sourceChannels},
	adapter.Row{VendorCode: "cant_invite_self", Kind: badRequest, Source: sourceChannels},
	adapter.Row{VendorCode: "cant_kick_self", Kind: badRequest, Source: sourceChannels},
	adapter.Row{VendorCode: "cant_archive_general", Kind: badRequest, Source: sourceChannels},
	adapter.Row{VendorCode: "cant_update_message", Kind: badRequest, Source: sourceMessages},
	adapter.Row{VendorCode: "cant_delete_message", Kind: badRequest, Source: sourceMessages},
	adapter.Row{VendorCode: "edit_window_closed", Kind: badRequest, Source: sourceMessages},
	adapter.Row{VendorCode: "method_not_supported_for_channel_type", Kind: badRequest, Source: sourceChannels},

	// Slack failed. Of these errors two say that something may have been done.
	adapter.Row{VendorCode: "internal_error", Kind: serverError, Effect: unknown, Hint: toolerr.Msg(hintPartly), Source: sourceCommon},
	adapter.Row{VendorCode: "fatal_error", Kind: serverError, Effect: unknown, Hint: toolerr.Msg(hintPartly), Source: sourceCommon},
	adapter.Row{VendorCode: "service_unavailable", Kind: serverError, Effect: unknown, Source: sourceCommon},
	adapter.Row{VendorCode: "team_added_to_org", Kind: serverError, Effect: unknown, Source: sourceCommon},
	// The body of the call did not arrive, or not whole.
	adapter.Row{VendorCode: "request_timeout", Kind: serverError, Effect: none, Source: sourceCommon},

	// The tool is at fault, or the network it runs in.
	adapter.Row{VendorCode: "method_deprecated", Kind: fatal, Effect: none, Source: sourceCommon},
	adapter.Row{VendorCode: "deprecated_endpoint", Kind: fatal, Effect: none, Source: sourceCommon},
	adapter.Row{VendorCode: "unknown_method", Kind: fatal, Effect: none, Source: sourceCommon},
	adapter.Row{VendorCode: "accesslimited", Kind: fatal, Effect: none, Source: sourceCommon},

	// Refused by the client, before anything was sent.
	adapter.Row{VendorCode: codeParameters, Kind: badInput, Effect: none, Source: sourceClient},
	adapter.Row{VendorCode: codeBlockID, Kind: badInput, Effect: none, Source: sourceClient},
	adapter.Row{VendorCode: codeConfiguration, Kind: fatal, Effect: none, Source: sourceClient},
)

// The codes of the client's constants are this package's own words.
const (
	codeParameters    = "parameters_missing"
	codeBlockID       = "block_id_not_unique"
	codeConfiguration = "invalid_configuration"
)

// constants are errors whose type is a string: of slack-go v0.35.0.
var constants = map[string]string{
	"received empty parameters":   codeParameters,
	"Block ID needs to be unique": codeBlockID,
	"invalid configuration":       codeConfiguration,
}
