package telegramadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals has the texts after "Bad Request: " (refusals-bot-api 9.2, Client.cpp, and the
// errors of td that it passes on).
var refusals = &refusal.Dialect{
	Body: readRefusal,
	Codes: []refusal.Coded{
		{Codes: "chat not found", Rule: toolerr.RuleNotFound, At: "chat_id"},
		{Codes: "chat_id is empty", Rule: toolerr.RuleRequired, At: "chat_id"},
		{Codes: "user not found", Rule: toolerr.RuleNotFound, At: "user_id"},
		{Codes: "message text is empty, text must be non-empty", Rule: toolerr.RuleRequired, At: "text"},
		{Codes: "message is too long, MESSAGE_TOO_LONG", Rule: toolerr.RuleTooLong, At: "text", Limit: "4096"},
		{Codes: "message caption is too long", Rule: toolerr.RuleTooLong, At: "caption", Limit: "1024"},
		{Codes: "message to edit not found, message to delete not found, message to forward not found, message to copy not found, message to pin not found", Rule: toolerr.RuleNotFound, At: "message_id"},
		{Codes: "MESSAGE_ID_INVALID", Rule: toolerr.RuleBadValue, At: "message_id"},
		{Codes: "message to be replied not found, message to reply not found", Rule: toolerr.RuleNotFound, At: "reply_to_message_id"},
		{Codes: "message thread not found", Rule: toolerr.RuleNotFound, At: "message_thread_id"},
		{Codes: "message can't be edited, message can't be deleted, message can't be deleted for everyone", Rule: toolerr.RuleWrongState, At: "message_id"},
		{Codes: "BUTTON_DATA_INVALID", Rule: toolerr.RuleTooLong, At: "reply_markup"},
		{Codes: "BUTTON_URL_INVALID", Rule: toolerr.RuleBadFormat, At: "reply_markup"},
		{Codes: "inline keyboard expected, object expected as reply markup", Rule: toolerr.RuleWrongType, At: "reply_markup"},
		{Codes: "poll must have at least 2 option", Rule: toolerr.RuleTooFew, At: "options", Limit: "2"},
		{Codes: "poll question must be non-empty", Rule: toolerr.RuleRequired, At: "question"},
		{Codes: "REACTION_INVALID", Rule: toolerr.RuleNotAllowed, At: "reaction"},
		{Codes: "unsupported parse_mode", Rule: toolerr.RuleNotAllowed, At: "parse_mode"},
		{Codes: "invalid webhook URL specified", Rule: toolerr.RuleBadFormat, At: "url"},
	},
	Texts: []phrase.Pattern{
		{Text: "can't parse entities: Character '{word}' is reserved", Rule: toolerr.RuleSyntax, Source: "td 1.8, MessageEntity.cpp"},
		{Text: "can't parse entities: Unsupported start tag \"{word}\"", Rule: toolerr.RuleSyntax, Source: "td 1.8, MessageEntity.cpp"},
		{Text: "can't parse entities: ", Rule: toolerr.RuleSyntax, Source: "td 1.8, MessageEntity.cpp"},
		{Text: "there is no {field} in the request", Rule: toolerr.RuleRequired, Source: "telegram-bot-api 9.2, Client.cpp"},
		{Text: "can't parse {field} JSON object", Rule: toolerr.RuleSyntax, Source: "telegram-bot-api 9.2, Client.cpp"},
		{Text: "invalid {field} specified", Rule: toolerr.RuleBadValue, Source: "telegram-bot-api 9.2, Client.cpp"},
		{Text: "can't find field \"{field}\"", Rule: toolerr.RuleRequired, Source: "td 1.8, tdutils/td/utils/JsonBuilder.cpp"},
	},
}

func readRefusal(v *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	text, ok := strings.CutPrefix(d.Root.Member("description").Str(), "Bad Request: ")
	if !ok {
		return nil
	}
	all := v.Findings(refusal.Statement{Code: text, Text: text})
	for i := range all { // only the text can have entities
		if all[i].Rule == toolerr.RuleSyntax && len(all[i].Fields) == 0 {
			all[i].Fields = []string{"text"}
		}
	}
	return all
}
