package discordadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Discord API v10, Opcodes and status codes: JSON error codes, read 2026-11-23"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_discord", "Discord",
	adapter.Row{VendorCode: "unknown_channel 10003", Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "channel_id", Source: source},
	adapter.Row{VendorCodes: []string{"unknown_member 10007", "unknown_user 10013"}, Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "user_id", Source: source},
	adapter.Row{VendorCode: "unknown_message 10008", Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "message_id", Source: source},
	adapter.Row{VendorCode: "unknown_role 10011", Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "role_id", Source: source},
	adapter.Row{VendorCode: "unknown_emoji 10014", Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "emoji", Source: source},
	adapter.Row{VendorCodes: []string{"unknown_guild 10004", "unknown_webhook 10015", "unknown_interaction 10062"}, Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCodes: []string{"slow_mode 20016", "channel_write_limit 20028"}, Fact: toolerr.FactRateLimit, Source: source},
	adapter.Row{VendorCode: "maximum_reached 30001 30003 30005 30010 30013", Fact: toolerr.FactQuota, Message: toolerr.Msg("Discord's limit on the number of these objects is reached."), Hint: toolerr.Msg("Remove one that is not needed."), Source: source},
	adapter.Row{VendorCode: "missing_access 50001", Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("Someone has to invite the bot, or let it see the channel."), Source: source},
	adapter.Row{VendorCode: "missing_permissions 50013", Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("Someone has to give the bot's role the permission."), Source: source},
	adapter.Row{VendorCodes: []string{"bot_unauthorized 40001", "bot_token_invalid 50014"}, Fact: toolerr.FactWrongKey, Source: source},
	adapter.Row{VendorCode: "user_not_messageable 50007", Fact: toolerr.FactRefused, Message: toolerr.Msg("The user does not accept messages of the bot."), Hint: toolerr.Msg("Do not try again. Use a channel that the user and the bot can both see."), Source: source},
	adapter.Row{VendorCode: "empty_message 50006", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "content", Message: toolerr.Msg("The message is empty."), Hint: toolerr.Msg("Give it a text."), Source: source},
	adapter.Row{VendorCode: "request_entity_too_large 40005", Fact: toolerr.FactTooLarge, Source: source},
	adapter.Row{VendorCode: "invalid_form_body 50035", Fact: toolerr.FactInvalid, Source: source},
	adapter.Row{VendorCode: "interaction_acknowledged 40060", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The interaction was answered already."), Hint: toolerr.Msg("Send a follow-up message instead."), Source: source},
	adapter.Row{VendorCode: "thread_archived 50083", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The thread is archived."), Hint: toolerr.Msg("Unarchive it first, or use another one."), Source: source},
	adapter.Row{VendorCode: "api_overloaded 130000", Fact: toolerr.FactOverloaded, Source: source},
)
