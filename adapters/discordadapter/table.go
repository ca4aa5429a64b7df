package discordadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_discord"
	display = "Discord"
)

const source = "Discord API v10, Opcodes and status codes: JSON error codes, read 2026-11-23"

// numbers maps Discord's numbers to the codes in the table.
var numbers = map[int]string{
	10003:  "unknown_channel",
	10004:  "unknown_guild",
	10007:  "unknown_member",
	10008:  "unknown_message",
	10011:  "unknown_role",
	10013:  "unknown_user",
	10014:  "unknown_emoji",
	10015:  "unknown_webhook",
	10062:  "unknown_interaction",
	20016:  "slow_mode",
	20028:  "channel_write_limit",
	30001:  "maximum_reached",
	30003:  "maximum_reached",
	30005:  "maximum_reached",
	30010:  "maximum_reached",
	30013:  "maximum_reached",
	40001:  "bot_unauthorized",
	40005:  "request_entity_too_large",
	40060:  "interaction_acknowledged",
	50001:  "missing_access",
	50006:  "empty_message",
	50007:  "user_not_messageable",
	50013:  "missing_permissions",
	50014:  "bot_token_invalid",
	50035:  "invalid_form_body",
	50083:  "thread_archived",
	130000: "api_overloaded",
}

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{
		VendorCodes: []string{"unknown_channel", "unknown_guild", "unknown_member", "unknown_message", "unknown_role", "unknown_user", "unknown_emoji", "unknown_webhook", "unknown_interaction"},
		Kind:        toolerr.KindUpstreamNotFound, Source: source,
	},
	adapter.Row{VendorCodes: []string{"slow_mode", "channel_write_limit"}, Kind: toolerr.KindUpstreamRateLimit, Source: source},
	adapter.Row{VendorCode: "maximum_reached", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Discord's limit for their number is reached."), Hint: toolerr.Msg("Remove one that is not needed."), Source: source},
	adapter.Row{VendorCode: "missing_access", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to invite the bot, or let it see the channel."), Source: source},
	adapter.Row{VendorCode: "missing_permissions", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to give the bot's role the permission."), Source: source},
	adapter.Row{VendorCodes: []string{"bot_unauthorized", "bot_token_invalid"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to set a valid token for the bot."), Source: source},
	adapter.Row{VendorCode: "user_not_messageable", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The user does not accept messages of the bot."), Hint: toolerr.Msg("Do not try again. Use a channel that both are in."), Source: source},
	adapter.Row{VendorCode: "empty_message", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message is empty."), Source: source},
	adapter.Row{VendorCode: "request_entity_too_large", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The file is larger than Discord accepts."), Source: source},
	adapter.Row{VendorCode: "invalid_form_body", Kind: toolerr.KindUpstreamValidationError, Source: source},
	adapter.Row{VendorCode: "interaction_acknowledged", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The interaction was answered already."), Source: source},
	adapter.Row{VendorCode: "thread_archived", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The thread is archived."), Source: source},
	adapter.Row{VendorCode: "api_overloaded", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Source: source},
)
