package twilioadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_twilio"
	display = "Twilio"
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
	msgKey      = "Twilio does not accept the tool's credentials."
	msgReach    = "The recipient cannot be reached."
	msgTemplate = "Twilio cannot use the template as it was given."
	msgChannel  = "The channel is not set up as it has to be."

	hintVerify   = "Wait until the verification expires, in ten minutes at most, then start a new one if the user asks for it."
	hintKey      = "Someone has to set valid credentials."
	hintTrial    = "Someone has to verify the number or upgrade the account."
	hintRegister = "Someone has to register it with Twilio."
	hintTo       = "Check the number: it needs a plus sign and the country's code."
	hintOther    = "Ask the user for another number or another way."
	hintNever    = "Do not send it again, and do not try another sender. Tell the user."
	hintSender   = "Use a number, or a messaging service, of this account."
	hintPlain    = "Send the text without files, or with other ones."
	hintParam    = "Check the parameters of the call."
	hintTemplate = "Check the template and its variables."
	hintChannel  = "Someone has to set the channel up in Twilio."
)

// table lists the meanings of the codes, for any status.
var table = adapter.NewTable(
	slug, display,

	// Transient limits and conflicts.
	adapter.Row{VendorCodes: []string{"too_many_requests", "channel_rate_limit"}, Kind: toolerr.KindUpstreamRateLimit, Source: sourceCodes},
	adapter.Row{VendorCode: "message_queue_full", Kind: toolerr.KindUpstreamRateLimit, Message: toolerr.Msg("Too many messages of this sender are waiting already."), Source: sourceCodes},
	adapter.Row{VendorCode: "carrier_congested", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The network of the recipient is congested."), Source: sourceCodes},
	adapter.Row{VendorCode: "update_in_progress", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Guidance: toolerr.GuidanceRetryWithBackoff, Message: toolerr.Msg("The same thing is being changed by another request."), Hint: toolerr.Msg("Wait a moment, then make the same call again."), Source: sourceCodes},

	// Limits that last too long for a retry.
	adapter.Row{VendorCode: "daily_message_limit", Kind: toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Message: toolerr.Msg("The limit of messages for a day is reached."), Hint: toolerr.Msg("Nothing more can be sent today. Tell the user."), Source: sourceCodes},
	adapter.Row{VendorCode: "max_check_attempts", Kind: toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Message: toolerr.Msg("The code was checked too often."), Hint: toolerr.Msg(hintVerify), Source: sourceCodes},
	adapter.Row{VendorCode: "max_send_attempts", Kind: toolerr.KindUpstreamRateLimit, Retry: adapter.RetryNever, Message: toolerr.Msg("The code was sent too often."), Hint: toolerr.Msg(hintVerify), Source: sourceCodes},

	// Keys and accounts.
	adapter.Row{VendorCode: "not_authenticated", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg(msgKey), Hint: toolerr.Msg(hintKey), Source: sourceCodes},
	adapter.Row{VendorCode: badCredentials, Kind: toolerr.KindUpstreamAuthError, Unanswered: true, Effect: toolerr.EffectNone, UserAction: true, Message: toolerr.Msg(msgKey), Hint: toolerr.Msg(hintKey), Source: sourceClient},
	adapter.Row{VendorCode: "test_credentials", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The tool has test credentials, which cannot do this."), Hint: toolerr.Msg(hintKey), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"invalid_access_token", "access_denied"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceCodes},
	adapter.Row{VendorCode: "access_token_expired", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceCodes},
	adapter.Row{
		VendorCodes: []string{"account_not_active", "account_suspended"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The Twilio account cannot do this now."), Hint: toolerr.Msg("Someone has to look at the account."), Source: sourceCodes,
	},

	// Settings and registrations that the account lacks.
	adapter.Row{
		VendorCodes: []string{"call_region_not_enabled", "sms_region_not_enabled", "verify_region_not_enabled"},
		Kind:        toolerr.KindUpstreamValidationError, UserAction: true, Message: toolerr.Msg("The account may not send to this region."), Hint: toolerr.Msg("Someone has to allow the region in the account's settings."), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "trial_recipient_not_verified", Kind: toolerr.KindUpstreamValidationError, UserAction: true, Message: toolerr.Msg("A trial account can only reach numbers that were verified."), Hint: toolerr.Msg(hintTrial), Source: sourceCodes},
	adapter.Row{VendorCode: "trial_number_required", Kind: toolerr.KindUpstreamValidationError, UserAction: true, Message: toolerr.Msg("A trial account can only use its trial number."), Hint: toolerr.Msg(hintTrial), Source: sourceCodes},
	adapter.Row{VendorCode: "sender_not_registered", Kind: toolerr.KindUpstreamValidationError, UserAction: true, Message: toolerr.Msg("The sender has not been registered for this destination."), Hint: toolerr.Msg(hintRegister), Source: sourceCodes},
	adapter.Row{VendorCode: "address_required", Kind: toolerr.KindUpstreamValidationError, UserAction: true, Message: toolerr.Msg("The number wants papers that the account does not have."), Hint: toolerr.Msg(hintRegister), Source: sourceCodes},

	// Recipients.
	adapter.Row{
		VendorCodes: []string{"invalid_to_number", "invalid_phone_number"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The recipient's number is not valid."), Hint: toolerr.Msg(hintTo), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "to_number_required", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("There is no recipient."), Hint: toolerr.Msg(hintTo), Source: sourceCodes},
	adapter.Row{
		VendorCodes: []string{"to_number_not_mobile", "to_number_landline"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The recipient's number cannot receive text messages."), Hint: toolerr.Msg(hintOther), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "to_number_short_code", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A message cannot be sent to a short code."), Hint: toolerr.Msg(hintOther), Source: sourceCodes},
	adapter.Row{VendorCode: "premium_number", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A premium number cannot be called."), Hint: toolerr.Msg(hintOther), Source: sourceCodes},
	adapter.Row{VendorCode: "to_and_from_same", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Sender and recipient are the same."), Hint: toolerr.Msg(hintOther), Source: sourceCodes},
	adapter.Row{VendorCode: "to_number_blocked", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Twilio blocks calls to this number."), Hint: toolerr.Msg(hintOther), Source: sourceCodes},
	adapter.Row{VendorCode: "to_number_unreachable", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgReach), Hint: toolerr.Msg(hintOther), Source: sourceCodes},
	adapter.Row{VendorCode: "unreachable_handset", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgReach), Hint: toolerr.Msg("Try it again later only if the user asks for it."), Source: sourceCodes},
	adapter.Row{VendorCode: "unknown_recipient", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgReach), Hint: toolerr.Msg(hintTo), Source: sourceCodes},

	// Recipients who opted out, and messages that were blocked. A retry harms the sender.
	adapter.Row{VendorCode: "recipient_opted_out", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The recipient has opted out of messages from this sender."), Hint: toolerr.Msg(hintNever), Source: sourceCodes},
	adapter.Row{VendorCode: "message_blocked", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The recipient cannot be sent this message."), Hint: toolerr.Msg(hintNever), Source: sourceCodes},
	adapter.Row{VendorCode: "message_filtered", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message was held back because of what it says or who sends it."), Hint: toolerr.Msg("Do not send the same text again. Tell the user."), Source: sourceCodes},
	adapter.Row{VendorCode: "verification_blocked", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Twilio held the verification back: it looks like fraud."), Hint: toolerr.Msg("Do not start another one. Tell the user."), Source: sourceCodes},

	// Senders.
	adapter.Row{
		VendorCodes: []string{"invalid_from_number", "from_number_not_capable", "from_number_not_owned"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The sender is not one that the account can send from."), Hint: toolerr.Msg(hintSender), Source: sourceCodes,
	},
	adapter.Row{VendorCode: "from_number_required", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("There is no sender."), Hint: toolerr.Msg(hintSender), Source: sourceCodes},
	adapter.Row{VendorCode: "channel_mismatch", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Sender and recipient are of two channels."), Hint: toolerr.Msg(hintSender), Source: sourceCodes},
	adapter.Row{VendorCode: "no_sender_in_service", Kind: toolerr.KindUpstreamValidationError, UserAction: true, Message: toolerr.Msg("The messaging service has no sender for this recipient."), Hint: toolerr.Msg("Someone has to add a sender to the service."), Source: sourceCodes},
	adapter.Row{VendorCode: "mms_not_supported", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Files cannot be sent between these numbers."), Hint: toolerr.Msg(hintPlain), Source: sourceCodes},

	// Messages, calls and their parameters.
	adapter.Row{VendorCode: "body_required", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message has no text."), Source: sourceCodes},
	adapter.Row{VendorCode: "body_too_long", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message is longer than 1600 characters."), Hint: toolerr.Msg("Send a shorter message, or several."), Source: sourceCodes},
	adapter.Row{VendorCode: "invalid_media", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Twilio cannot get a file of the message."), Hint: toolerr.Msg(hintPlain), Source: sourceCodes},
	adapter.Row{VendorCode: "too_much_media", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message has too many files, or too large ones."), Hint: toolerr.Msg(hintPlain), Source: sourceCodes},
	adapter.Row{VendorCode: "invalid_url", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Twilio cannot use a URL of the call."), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "invalid_template", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgTemplate), Hint: toolerr.Msg(hintTemplate), Source: sourceCodes},
	adapter.Row{VendorCode: "template_disabled", Kind: toolerr.KindUpstreamValidationError, UserAction: true, Message: toolerr.Msg(msgTemplate), Hint: toolerr.Msg(hintTemplate), Source: sourceCodes},
	adapter.Row{VendorCode: "outside_messaging_window", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The recipient did not write lately, so only a template may be sent."), Hint: toolerr.Msg(hintTemplate), Source: sourceCodes},
	adapter.Row{VendorCode: "sandbox_not_joined", Kind: toolerr.KindUpstreamValidationError, UserAction: true, Message: toolerr.Msg("The recipient has not joined the sandbox."), Hint: toolerr.Msg("Ask the user to have the recipient join it."), Source: sourceCodes},
	adapter.Row{VendorCode: "channel_content_invalid", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The channel does not take this content."), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "invalid_parameter", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Twilio refused a parameter."), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCodes: []string{"request_too_large", "method_not_allowed"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceCodes},
	adapter.Row{VendorCode: "verify_not_accepted", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Verify did not accept the code, or the template for it."), Hint: toolerr.Msg(hintParam), Source: sourceCodes},
	adapter.Row{VendorCode: "verify_feature_not_supported", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The Verify service does not do this."), Source: sourceCodes},
	adapter.Row{VendorCode: "verify_channel_disabled", Kind: toolerr.KindUpstreamValidationError, UserAction: true, Message: toolerr.Msg("The Verify service does not use this channel."), Hint: toolerr.Msg("Use another channel."), Source: sourceCodes},

	// Resources and their states.
	adapter.Row{VendorCode: "not_found", Kind: toolerr.KindUpstreamNotFound, Hint: toolerr.Msg("Check its id. A verification that was approved, has expired or was checked too often is gone."), Source: sourceCodes},
	adapter.Row{VendorCode: "no_number_available", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such number to be had."), Hint: toolerr.Msg("Look for another number."), Source: sourceCodes},
	adapter.Row{VendorCode: "wrong_state", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("It is not in a state that allows this."), Hint: toolerr.Msg("Read it again before changing it."), Source: sourceCodes},

	// Failures. The message may have been sent.
	adapter.Row{VendorCodes: []string{"internal_server_error", "service_unavailable"}, Kind: toolerr.KindUpstreamServerError, Source: sourceCodes},
	adapter.Row{VendorCode: "unknown_delivery_error", Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg("The carrier did not say why it was not delivered."), Hint: toolerr.Msg("It may have arrived. Ask the user before sending it again."), Source: sourceCodes},
	adapter.Row{VendorCode: "channel_failed", Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg("The channel's provider failed."), Source: sourceCodes},

	// Channels that a person must set up.
	adapter.Row{VendorCode: "channel_not_authenticated", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg(msgChannel), Hint: toolerr.Msg(hintChannel), Source: sourceCodes},
	adapter.Row{VendorCode: "channel_misconfigured", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Message: toolerr.Msg(msgChannel), Hint: toolerr.Msg(hintChannel), Source: sourceCodes},
)
