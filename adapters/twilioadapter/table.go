package twilioadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// badCredentials is errand's code for credentials that the SDK refuses without a request to
// Twilio.
const badCredentials = "invalid_credentials"

// The sources of the rows, read 2026-11-22.
const (
	sourceCodes  = "Twilio, Error and Warning Dictionary: twilio-error-codes.json of 2023-05-15, newer numbers by their pages"
	sourceClient = "twilio-go v1.31.0, Client.validateCredentials"
)

// Messages and hints of several rows.
const (
	msgSender  = "The sender is missing, or the account cannot send from it."
	hintNever  = "Do not send it again, and do not try another sender. Tell the user."
	hintSender = "Use a number, or a messaging service, of this account that can send this."
)

// Code returns the code that the table has for one of Twilio's numbers, "" if it has
// none: 21610 is recipient_opted_out.
func Code(number int) string { return table.Code(number) }

// table lists the meanings of the codes, for any status.
var table = adapter.NewTable(
	"_twilio", "Twilio",
	// Limits and conflicts.
	adapter.Row{VendorCodes: []string{"too_many_requests 14107 20429 60212 60728", "channel_rate_limit 30022 63017 63018", "message_queue_full 21611 30001"}, Fact: toolerr.FactRateLimit, Source: sourceCodes},
	adapter.Row{VendorCode: "carrier_congested 30017", Fact: toolerr.FactOverloaded, Source: sourceCodes},
	adapter.Row{VendorCode: "update_in_progress 20162", Fact: toolerr.FactAborted, Source: sourceCodes},
	adapter.Row{VendorCode: "daily_message_limit 30023 30027 63038", Fact: toolerr.FactDailyLimit, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"max_check_attempts 60202 60310", "max_send_attempts 60203",
	}, Fact: toolerr.FactDailyLimit, Message: toolerr.Msg("The code was checked or sent too often."), Hint: toolerr.Msg("Wait until the verification expires, in ten minutes at most, then start a new one if the user asks for it."), Source: sourceCodes},

	// The account.
	adapter.Row{VendorCode: "not_authenticated 20003 20151", Fact: toolerr.FactWrongKey, Source: sourceCodes},
	adapter.Row{VendorCode: badCredentials, Fact: toolerr.FactWrongKey, Unanswered: true, Source: sourceClient},
	adapter.Row{VendorCode: "test_credentials 20008", Fact: toolerr.FactWrongKey, Message: toolerr.Msg("The tool has test credentials, which cannot do this."), Hint: toolerr.Msg("Someone has to set other ones."), Source: sourceCodes},
	adapter.Row{VendorCode: "invalid_access_token 20101 20103 20106 20107", Fact: toolerr.FactWrongKey, Source: sourceCodes},
	adapter.Row{VendorCode: "access_denied 20006 20403", Fact: toolerr.FactNotPermitted, Source: sourceCodes},
	adapter.Row{VendorCode: "access_token_expired 20104", Fact: toolerr.FactExpiredKey, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"account_not_active 20005 20010 21472", "account_suspended 30002"}, Fact: toolerr.FactAccountClosed, Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"call_region_not_enabled 21203 21215", "sms_region_not_enabled 21408", "verify_region_not_enabled 60220 60605",
	}, Fact: toolerr.FactNotEnabled, Message: toolerr.Msg("The account may not send to this region."), Hint: toolerr.Msg("Someone has to allow the region in the account's settings."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"trial_recipient_not_verified 21219 21608", "trial_number_required 21404 21607",
	}, Fact: toolerr.FactPlanLimit, Message: toolerr.Msg("A trial account can use only its trial number, and reach only verified numbers."), Hint: toolerr.Msg("Someone has to verify the number or upgrade the account."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"sender_not_registered 30018 30032 30034", "address_required 21631 21649"}, Fact: toolerr.FactNotEnabled, Message: toolerr.Msg("The sender, or an address for the number, is not registered."), Hint: toolerr.Msg("Someone has to register it with Twilio."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"channel_not_authenticated 63001", "channel_misconfigured 63008 63020 63051"}, Fact: toolerr.FactNotEnabled, Message: toolerr.Msg("The channel is not set up correctly."), Hint: toolerr.Msg("Someone has to set the channel up in Twilio."), Source: sourceCodes},
	adapter.Row{VendorCode: "no_sender_in_service 21703 21704", Fact: toolerr.FactNotEnabled, Rule: toolerr.RuleWrongState, Field: "MessagingServiceSid", Message: toolerr.Msg("The messaging service has no sender for this recipient."), Hint: toolerr.Msg("Someone has to add a sender to the service."), Source: sourceCodes},
	adapter.Row{VendorCode: "verify_channel_disabled 60223", Fact: toolerr.FactNotEnabled, Message: toolerr.Msg("The Verify service does not have this channel enabled."), Hint: toolerr.Msg("Use another channel, or ask someone to enable it."), Source: sourceCodes},

	// The recipient.
	adapter.Row{VendorCodes: []string{
		"invalid_to_number 21211", "invalid_phone_number 21217 21401 21421", "unknown_recipient 30005 63003 63024",
	}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "To", Message: toolerr.Msg("The recipient's number is missing or not valid."), Hint: toolerr.Msg("Check the number: it needs a plus sign and the country's code."), Source: sourceCodes},
	adapter.Row{VendorCode: "to_number_required 21201 21604", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "To", Message: toolerr.Msg("The recipient's number is missing or not valid."), Hint: toolerr.Msg("Check the number: it needs a plus sign and the country's code."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"to_number_not_mobile 21614", "to_number_landline 21635 30006 60205", "to_number_short_code 21265", "premium_number 21202",
		"to_and_from_same 21266 63031", "to_number_blocked 21216", "to_number_unreachable 21214 21612 63036",
	}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("This recipient's number cannot be used."), Hint: toolerr.Msg("Ask the user for another number or another way."), Source: sourceCodes},
	adapter.Row{VendorCode: "unreachable_handset 30003", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The recipient cannot be reached now."), Hint: toolerr.Msg("Try again later only if the user asks for it."), Source: sourceCodes},
	adapter.Row{VendorCode: "recipient_opted_out 21610 63014", Fact: toolerr.FactInvalid, Rule: toolerr.RuleWrongState, Field: "To", Message: toolerr.Msg("The recipient has opted out of messages from this sender."), Hint: toolerr.Msg(hintNever), Source: sourceCodes},
	adapter.Row{VendorCode: "message_blocked 30004 63032 63033", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The recipient cannot be sent this message."), Hint: toolerr.Msg(hintNever), Source: sourceCodes},
	adapter.Row{VendorCode: "message_filtered 30007 63013 63026", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The message was blocked because of its text or its sender."), Hint: toolerr.Msg("Do not send the same text again. Tell the user."), Source: sourceCodes},
	adapter.Row{VendorCode: "verification_blocked 60238 60410", Fact: toolerr.FactInvalid, Message: toolerr.Msg("Twilio blocked the verification as possible fraud."), Hint: toolerr.Msg("Do not start another one. Tell the user."), Source: sourceCodes},

	// The sender.
	adapter.Row{VendorCodes: []string{"invalid_from_number 21212", "from_number_not_capable 21601 21606 21661", "from_number_not_owned 21210 21659 21660 63002 63007"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadValue, Field: "From", Message: toolerr.Msg(msgSender), Hint: toolerr.Msg(hintSender), Source: sourceCodes},
	adapter.Row{VendorCode: "from_number_required 21213 21603", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "From", Message: toolerr.Msg(msgSender), Hint: toolerr.Msg(hintSender), Source: sourceCodes},
	adapter.Row{VendorCode: "channel_mismatch 21910", Fact: toolerr.FactInvalid, Message: toolerr.Msg("Sender and recipient use different channels."), Hint: toolerr.Msg("Use a sender of the recipient's channel."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"mms_not_supported 21621 21622 30011", "invalid_media 21620 63019"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The file cannot be sent between these numbers, or cannot be read."), Hint: toolerr.Msg("Send the text without files, or with other ones."), Source: sourceCodes},

	// The content.
	adapter.Row{VendorCode: "body_required 21602", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "Body", Source: sourceCodes},
	adapter.Row{VendorCode: "body_too_long 21617", Fact: toolerr.FactTooLarge, Rule: toolerr.RuleTooLong, Field: "Body", Limit: "1600", Message: toolerr.Msg("The message is longer than 1600 characters."), Hint: toolerr.Msg("Send a shorter message, or several."), Source: sourceCodes},
	adapter.Row{VendorCode: "too_much_media 21623 63034", Fact: toolerr.FactTooLarge, Message: toolerr.Msg("The message has too many files, or too large ones."), Hint: toolerr.Msg("Send fewer or smaller files."), Source: sourceCodes},
	adapter.Row{VendorCode: "invalid_template 21654 21655 21656 60228 63027 63028", Fact: toolerr.FactInvalid, Message: toolerr.Msg("Twilio cannot use the template."), Hint: toolerr.Msg("Check the template and its variables."), Source: sourceCodes},
	adapter.Row{VendorCode: "template_disabled 63041 63042", Fact: toolerr.FactInvalid, UserAction: true, Unlike: "only a person can enable it", Message: toolerr.Msg("The template is disabled."), Hint: toolerr.Msg("Use another template, or ask someone to enable it."), Source: sourceCodes},
	adapter.Row{VendorCode: "outside_messaging_window 63016", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The recipient has not written recently, so only a template may be sent."), Source: sourceCodes},
	adapter.Row{VendorCode: "sandbox_not_joined 63015", Fact: toolerr.FactInvalid, UserAction: true, Unlike: "only the recipient can join", Message: toolerr.Msg("The recipient has not joined the sandbox."), Hint: toolerr.Msg("Ask the user to have the recipient join it."), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{
		"channel_content_invalid 63005 63006 63021", "invalid_url 21205 21402 21609",
		"invalid_parameter 20001 20002 20007 20422 20423 21206 21218 21618 21619 21624 21627 60200 60206 60306 63030",
		"verify_not_accepted 60201",
	}, Fact: toolerr.FactInvalid, Source: sourceCodes},
	adapter.Row{VendorCode: "request_too_large 20413", Fact: toolerr.FactTooLarge, Source: sourceCodes},
	adapter.Row{VendorCode: "method_not_allowed 20004", Fact: toolerr.FactToolMistake, Source: sourceCodes},
	adapter.Row{VendorCode: "verify_feature_not_supported 60204", Fact: toolerr.FactUnsupported, Source: sourceCodes},

	// Objects.
	adapter.Row{VendorCode: "not_found 20404 21701", Fact: toolerr.FactNotFound, Hint: toolerr.Msg("Check the id. A verification that was approved, has expired or was checked too often does not exist any more."), Source: sourceCodes},
	adapter.Row{VendorCode: "no_number_available 21422 21452", Fact: toolerr.FactNotFound, Message: toolerr.Msg("No such number is available."), Hint: toolerr.Msg("Look for another number."), Source: sourceCodes},
	adapter.Row{VendorCode: "wrong_state 20009 20409 21220 30409 60318", Fact: toolerr.FactWrongState, Source: sourceCodes},

	// Twilio and its partners.
	adapter.Row{VendorCodes: []string{"internal_server_error 20500", "service_unavailable 20503 30410", "channel_failed 63009 63010 63012"}, Fact: toolerr.FactFailed, Source: sourceCodes},
	adapter.Row{VendorCode: "unknown_delivery_error 30008", Fact: toolerr.FactFailed, Message: toolerr.Msg("The carrier did not say why the message was not delivered."), Hint: toolerr.Msg("It may have arrived: ask the user before sending it again."), Source: sourceCodes},
)
