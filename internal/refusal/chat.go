package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// chats are messaging services.
var chats = []shape{
	{name: "Slack", members: []string{"ok"}, source: "Slack Web API, Evaluating responses", read: readSlack},
	{name: "Discord", members: []string{"code"}, source: "Discord API, Error messages", read: readDiscord},
	{name: "Telegram", members: []string{"ok"}, source: "Telegram Bot API, Making requests", read: readTelegram},
	{name: "Twilio", members: []string{"more_info", "userError"}, source: "Twilio API, Response: errors", read: readTwilio},
	{common: true, name: "SendGrid", members: []string{"errors"}, source: "SendGrid v3 API, Errors", read: (&listing{
		dialect: sendGrid, lists: [][]string{{"errors"}}, needs: []string{"message", "field"}, place: []string{"field"}, code: []string{"error_id"}, text: []string{"message"},
	}).read},
}

// slack has the sentences of response_metadata, and the codes that imply an argument (Slack
// Web API, methods chat.postMessage, chat.update, chat.scheduleMessage,
// conversations.create, views.open, reactions.add, files.upload, users.info: Errors).
var slack = &Dialect{
	codes: []coded{
		{codes: "no_text", rule: toolerr.RuleRequired, at: "text"},
		{codes: "msg_too_long", rule: toolerr.RuleTooLong, at: "text"},
		{codes: "msg_blocks_too_long", rule: toolerr.RuleTooLong, at: "blocks"},
		{codes: "too_many_attachments", rule: toolerr.RuleTooMany, at: "attachments", limit: "100"},
		{codes: "too_many_contact_cards", rule: toolerr.RuleTooMany, at: "blocks"},
		{codes: "invalid_blocks", at: "blocks"},
		{codes: "invalid_blocks_format", rule: toolerr.RuleBadFormat, at: "blocks"},
		{codes: "invalid_attachments", at: "attachments"},
		{codes: "invalid_arguments"},
		{codes: "invalid_keys", rule: toolerr.RuleBadFormat},
		{codes: "duplicate_channel_not_found", rule: toolerr.RuleNotFound},
		{codes: "not_in_channel, is_archived", rule: toolerr.RuleWrongState, at: "channel"},
		{codes: "channel_is_limited_access", rule: toolerr.RuleNotPermitted, at: "channel"},
		{codes: "users_not_found", rule: toolerr.RuleNotFound, at: "email"},
		{codes: "no_user", rule: toolerr.RuleRequired, at: "user"},
		{codes: "users_list_not_supplied", rule: toolerr.RuleRequired, at: "users"},
		{codes: "message_not_found", rule: toolerr.RuleNotFound, at: "ts"},
		{codes: "cant_update_message", rule: toolerr.RuleNotPermitted, at: "ts"},
		{codes: "bad_timestamp", rule: toolerr.RuleBadFormat, at: "timestamp"},
		{codes: "thread_not_found", rule: toolerr.RuleNotFound, at: "thread_ts"},
		{codes: "invalid_thread_ts", rule: toolerr.RuleBadFormat, at: "thread_ts"},
		{codes: "cannot_reply_to_message", rule: toolerr.RuleWrongState, at: "thread_ts"},
		{codes: "time_in_past", rule: toolerr.RuleTooSmall, at: "post_at"},
		{codes: "time_too_far", rule: toolerr.RuleTooLarge, at: "post_at"},
		{codes: "invalid_time", rule: toolerr.RuleBadFormat, at: "post_at"},
		{codes: "invalid_ts_latest", rule: toolerr.RuleBadFormat, at: "latest"},
		{codes: "invalid_ts_oldest", rule: toolerr.RuleBadFormat, at: "oldest"},
		{codes: "invalid_types", rule: toolerr.RuleNotAllowed, at: "types"},
		{codes: "invalid_name_required", rule: toolerr.RuleRequired, at: "name"},
		{codes: "invalid_name_maxlength", rule: toolerr.RuleTooLong, at: "name"},
		{codes: "invalid_name, invalid_name_specials, invalid_name_punctuation", rule: toolerr.RuleBadFormat, at: "name"},
		{codes: "name_taken, name_already_exists, already_reacted", rule: toolerr.RuleExistsAlready, at: "name"},
		{codes: "no_reaction", rule: toolerr.RuleNotFound, at: "name"},
		{codes: "handle_already_exists", rule: toolerr.RuleExistsAlready, at: "handle"},
		{codes: "invalid_emoji", rule: toolerr.RuleNotFound, at: "emoji"},
		{codes: "metadata_too_large", rule: toolerr.RuleTooLong, at: "metadata"},
		{codes: "invalid_metadata_format, invalid_metadata_schema", rule: toolerr.RuleBadFormat, at: "metadata"},
		{codes: "markdown_text_conflict", rule: toolerr.RuleConflict, at: "markdown_text"},
		{codes: "too_long", rule: toolerr.RuleTooLong},
		{codes: "expired_trigger_id", rule: toolerr.RuleStale, at: "trigger_id"},
	},
	texts: []phrase.Pattern{
		{Text: "missing required field: {field}", Rule: toolerr.RuleRequired, Source: "Slack Web API, Errors: response_metadata.messages"},
		{Text: "unsupported type: {value}", Rule: toolerr.RuleNotAllowed, Source: "as above"},
		{Text: "invalid_keys", Rule: toolerr.RuleBadFormat, Source: "as above"},
		{Text: "must provide a", Rule: toolerr.RuleWrongType, Source: "as above"},
	},
}

// slackCodes are codes that contain the name of an argument.
var slackCodes = []phrase.Pattern{
	{Text: "invalid_{field}$", Rule: toolerr.RuleBadValue, Source: "Slack Web API, methods: invalid_limit, invalid_cursor"},
	{Text: "missing_{field}$", Rule: toolerr.RuleRequired, Source: "Slack Web API, methods: missing_duration"},
	{Text: "{field}_not_found$", Rule: toolerr.RuleNotFound, Source: "Slack Web API, methods: usergroup_not_found"},
	{Text: "{field}_too_long$", Rule: toolerr.RuleTooLong, Source: "Slack Web API, methods: purpose_too_long"},
	{Text: "too_many_{field}$", Rule: toolerr.RuleTooMany, Source: "Slack Web API, methods: too_many_users"},
}

// slackNoArgument are codes that match [slackCodes] but name no argument: they are about
// the token, or about the tool's HTTP request (Slack Web API, errors that every method may
// return).
var slackNoArgument = []string{
	"invalid_auth", "missing_scope", "invalid_refresh_token", "too_many_requests",
	"invalid_arg_name", "invalid_array_arg", "invalid_charset", "missing_charset", "invalid_post_type", "missing_post_type", "invalid_form_data",
}

// Slack returns the refusal in a Slack code and the messages beside it.
func Slack(code string, messages []string) toolerr.Refusal {
	r := toolerr.Refusal{Message: code}
	var general []toolerr.Finding
	for _, m := range messages[:min(len(messages), maxFindings)] {
		text, ok := strings.CutPrefix(m, "[ERROR] ")
		if !ok {
			continue
		}
		r.Message = text
		text, place, _ := strings.Cut(strings.TrimSuffix(text, "]"), " [json-pointer:")
		s := Statement{Code: code, Text: text}
		f, named := phrase.Find(text, slack.texts)
		switch {
		case named && len(f.Fields) > 0 && place != "":
			s.Fields = []string{strings.TrimSuffix(place, "/") + "/" + f.Fields[0]}
		case place != "":
			s.Fields = []string{place}
		case !named && len(sure(text)) == 0:
			continue
		}
		if strings.HasPrefix(text, "failed to match") { // of the object around the mistake
			general = append(general, slack.read(s)...)
			continue
		}
		if coded, _ := slack.lookup(code); len(s.Fields) == 0 && len(f.Fields) == 0 {
			s.Fields = coded.Fields
		}
		r.Findings = append(r.Findings, slack.read(s)...)
	}
	if len(r.Findings) == 0 {
		r.Findings = general
	}
	if coded, ok := slack.lookup(code); len(r.Findings) == 0 && ok && len(coded.Fields) > 0 {
		r.Findings = []toolerr.Finding{coded}
	} else if len(r.Findings) == 0 && !ok && !slices.Contains(slackNoArgument, code) {
		if f, ok := phrase.Find(code, slackCodes); ok {
			r.Findings = []toolerr.Finding{f}
		}
	}
	return r
}

func readSlack(d doc) []toolerr.Finding {
	if ok := d.root.Member("ok"); ok.Kind != 'f' || !d.root.Member("error").IsString() || d.root.Member("error_code").Exists() {
		return nil
	}
	messages := d.root.At("response_metadata", "messages").Strings()
	return Slack(d.root.Member("error").Text, messages).Findings
}

// discord has the codes of Discord's form errors. Other codes are read by their words.
var discord = &Dialect{
	codes: []coded{
		{codes: "BASE_TYPE_BAD_LENGTH, MAX_EMBED_SIZE_EXCEEDED", rule: toolerr.RuleTooLong},
		{codes: "BASE_TYPE_BAD_INT, BASE_TYPE_BAD_TYPE", rule: toolerr.RuleWrongType},
		{codes: "LIST_TYPE_MAX_LENGTH, CHANNEL_PARENT_MAX_CHANNELS", rule: toolerr.RuleTooMany},
		{codes: "LIST_TYPE_MIN_LENGTH", rule: toolerr.RuleTooFew},
		{codes: "BASE_TYPE_CHOICES, ENUM_TYPE_COERCE, UNION_TYPE_CHOICES", rule: toolerr.RuleNotAllowed},
		{codes: "DATE_TIME_TYPE_PARSE, URL_TYPE_INVALID_URL, URL_TYPE_INVALID_SCHEME, IMAGE_INVALID, APPLICATION_COMMAND_INVALID_NAME, APPLICATION_COMMAND_OPTIONS_NAME_INVALID", rule: toolerr.RuleBadFormat},
		{codes: "COMPONENT_CUSTOM_ID_DUPLICATED, APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", rule: toolerr.RuleDuplicate},
		{codes: "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", rule: toolerr.RuleBadValue},
		{codes: "BUTTON_COMPONENT_INVALID_EMOJI, REPLIES_UNKNOWN_MESSAGE, CHANNEL_PARENT_INVALID, MESSAGE_REFERENCE_UNKNOWN_MESSAGE", rule: toolerr.RuleNotFound},
		{codes: "10003", rule: toolerr.RuleNotFound, at: "channel_id"},
		{codes: "10007, 10013", rule: toolerr.RuleNotFound, at: "user_id"},
		{codes: "10008", rule: toolerr.RuleNotFound, at: "message_id"},
		{codes: "10011", rule: toolerr.RuleNotFound, at: "role_id"},
		{codes: "10014", rule: toolerr.RuleNotFound, at: "emoji"},
		{codes: "50006", rule: toolerr.RuleRequired, at: "content"},
	},
	texts: []phrase.Pattern{
		{Text: "Value must be one of ({names})", Rule: toolerr.RuleNotAllowed, Source: "Discord API, Error messages: BASE_TYPE_CHOICES"},
		{Text: "Value must be one of {names}", Rule: toolerr.RuleNotAllowed, Source: "Discord API, Error messages: BASE_TYPE_CHOICES"},
		{Text: "Value \"{value}\" is not a valid enum value", Rule: toolerr.RuleNotAllowed, Source: "as above: ENUM_TYPE_COERCE"},
		{Text: "Value \"{value}\" is not ", Rule: toolerr.RuleWrongType, Source: "as above: NUMBER_TYPE_COERCE: Value \"x\" is not snowflake"},
		{Text: "Scheme \"{value}\" is not supported. Scheme must be one of ({names})", Rule: toolerr.RuleNotAllowed, Source: "as above: URL_TYPE_INVALID_SCHEME"},
	},
}

func readDiscord(d doc) []toolerr.Finding {
	code := d.root.Member("code")
	if !code.IsNumber() || !d.root.Member("message").IsString() {
		return nil
	}
	if d.root.Member("errors").IsObject() {
		return formErrors(d.root.Member("errors"), nil)
	}
	if len(d.root.Kids) == 2 {
		return discord.read(Statement{Code: code.Text})
	}
	return nil
}

// formErrors reads errors in a tree with the same structure as the form.
func formErrors(n jsontree.Node, above []string) (all []toolerr.Finding) {
	for _, k := range n.Kids {
		if k.Key != "_errors" {
			if len(all) < maxFindings {
				all = append(all, formErrors(k, append(slices.Clip(above), k.Key))...)
			}
			continue
		}
		for _, e := range k.Kids {
			s := Statement{Fields: []string{strings.Join(above, ".")}, Code: e.Member("code").Str(), Text: e.Member("message").Str()}
			all = append(all, counted(discord.read(s))...)
		}
	}
	return all
}

// telegram has the texts after "Bad Request: " (telegram-bot-api 9.2, Client.cpp, and the
// errors of td that it passes on).
var telegram = &Dialect{
	codes: []coded{
		{codes: "chat not found", rule: toolerr.RuleNotFound, at: "chat_id"},
		{codes: "chat_id is empty", rule: toolerr.RuleRequired, at: "chat_id"},
		{codes: "user not found", rule: toolerr.RuleNotFound, at: "user_id"},
		{codes: "message text is empty, text must be non-empty", rule: toolerr.RuleRequired, at: "text"},
		{codes: "message is too long, MESSAGE_TOO_LONG", rule: toolerr.RuleTooLong, at: "text", limit: "4096"},
		{codes: "message caption is too long", rule: toolerr.RuleTooLong, at: "caption", limit: "1024"},
		{codes: "message to edit not found, message to delete not found, message to forward not found, message to copy not found, message to pin not found", rule: toolerr.RuleNotFound, at: "message_id"},
		{codes: "MESSAGE_ID_INVALID", rule: toolerr.RuleBadValue, at: "message_id"},
		{codes: "message to be replied not found, message to reply not found", rule: toolerr.RuleNotFound, at: "reply_to_message_id"},
		{codes: "message thread not found", rule: toolerr.RuleNotFound, at: "message_thread_id"},
		{codes: "message can't be edited, message can't be deleted, message can't be deleted for everyone", rule: toolerr.RuleWrongState, at: "message_id"},
		{codes: "BUTTON_DATA_INVALID", rule: toolerr.RuleTooLong, at: "reply_markup"},
		{codes: "BUTTON_URL_INVALID", rule: toolerr.RuleBadFormat, at: "reply_markup"},
		{codes: "inline keyboard expected, object expected as reply markup", rule: toolerr.RuleWrongType, at: "reply_markup"},
		{codes: "poll must have at least 2 option", rule: toolerr.RuleTooFew, at: "options", limit: "2"},
		{codes: "poll question must be non-empty", rule: toolerr.RuleRequired, at: "question"},
		{codes: "REACTION_INVALID", rule: toolerr.RuleNotAllowed, at: "reaction"},
		{codes: "unsupported parse_mode", rule: toolerr.RuleNotAllowed, at: "parse_mode"},
		{codes: "invalid webhook URL specified", rule: toolerr.RuleBadFormat, at: "url"},
	},
	texts: []phrase.Pattern{
		{Text: "can't parse entities: Character '{word}' is reserved", Rule: toolerr.RuleSyntax, Source: "td 1.8, MessageEntity.cpp"},
		{Text: "can't parse entities: Unsupported start tag \"{word}\"", Rule: toolerr.RuleSyntax, Source: "td 1.8, MessageEntity.cpp"},
		{Text: "can't parse entities: ", Rule: toolerr.RuleSyntax, Source: "td 1.8, MessageEntity.cpp"},
		{Text: "there is no {field} in the request", Rule: toolerr.RuleRequired, Source: "telegram-bot-api 9.2, Client.cpp"},
		{Text: "can't parse {field} JSON object", Rule: toolerr.RuleSyntax, Source: "telegram-bot-api 9.2, Client.cpp"},
		{Text: "invalid {field} specified", Rule: toolerr.RuleBadValue, Source: "telegram-bot-api 9.2, Client.cpp"},
		{Text: "can't find field \"{field}\"", Rule: toolerr.RuleRequired, Source: "td 1.8, tdutils/td/utils/JsonBuilder.cpp"},
	},
}

func readTelegram(d doc) []toolerr.Finding {
	text, ok := strings.CutPrefix(d.root.Member("description").Str(), "Bad Request: ")
	if !ok || d.root.Member("ok").Kind != 'f' {
		return nil
	}
	all := telegram.read(Statement{Code: text, Text: text})
	for i := range all { // only the text can have entities
		if all[i].Rule == toolerr.RuleSyntax && len(all[i].Fields) == 0 {
			all[i].Fields = []string{"text"}
		}
	}
	return all
}
