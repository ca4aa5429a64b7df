package telegramadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// errand's own codes for refusals that the API states by texts alone.
const (
	blocked  = "bot_blocked"
	upgraded = "chat_upgraded"
	twice    = "updates_read_twice"
	unknown  = "chat_not_found"
	badToken = "token_not_valid"
)

const source = "telegram-bot-api 9.2, Client.cpp"

// texts maps the beginnings of descriptions to codes.
var texts = map[string]string{
	"Forbidden: bot was blocked by the user":                        blocked,
	"Forbidden: user is deactivated":                                blocked,
	"Forbidden: bot can't initiate conversation with a user":        blocked,
	"Bad Request: group chat was upgraded to a supergroup chat":     upgraded,
	"Forbidden: bot was kicked from":                                blocked,
	"Bad Request: chat not found":                                   unknown,
	"Unauthorized":                                                  badToken,
	"Conflict: terminated by other getUpdates request":              twice,
	"Conflict: can't use getUpdates method while webhook is active": twice,
}

// table lists the meanings of the codes.
var table = adapter.NewTable("_telegram", "Telegram",
	adapter.Row{VendorCode: blocked, Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The user does not accept messages of the bot. Do not send it again."), Source: source},
	adapter.Row{VendorCode: upgraded, Fact: toolerr.FactNotFound, Hint: toolerr.Msg("The group became a supergroup, which has another id."), Source: source},
	adapter.Row{VendorCode: unknown, Fact: toolerr.FactNotFound, Rule: toolerr.RuleNotFound, Field: "chat_id", Hint: toolerr.Msg("The chat does not exist, or the bot is not in it."), Source: source},
	adapter.Row{VendorCode: badToken, Fact: toolerr.FactWrongKey, Source: source},
	adapter.Row{VendorCode: twice, Fact: toolerr.FactWrongState, UserAction: true, Unlike: "only a person stops the other program", Hint: toolerr.Msg("Another program reads the updates of the bot, or a webhook receives them. Someone has to stop that."), Source: source},
)
