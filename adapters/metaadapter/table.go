package metaadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	source         = "Graph API, Handle errors and Rate limits; Marketing API, Error codes"
	sourceWhatsApp = "WhatsApp Cloud API, Error codes, in copies of Kaleyra, Wolkvox and Niswey, read 2026-11-27"
)

// table lists the meanings of the numbers of errors and of the subcodes of a session.
var table = adapter.NewTable(
	"_meta", "Meta",
	adapter.Row{VendorCodes: []string{"unknown_error 1", "service_error 2"}, Fact: toolerr.FactFailed, Source: source},
	adapter.Row{VendorCodes: []string{"application_limit 4", "user_limit 17", "page_limit 32", "custom_limit 613", "app_limit_reached 341", "business_limit 80000 80001 80002 80003 80004 80005 80006 80007 80008 80009 80014", "whatsapp_rate_limit 130429", "whatsapp_pair_rate_limit 131056"}, Fact: toolerr.FactRateLimit, Source: source},
	adapter.Row{VendorCode: "capability_missing 3", Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("The app lacks a capability or a permission. Someone has to request it from Meta."), Source: source},
	adapter.Row{VendorCode: "permission_missing 10 200", Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCodes: []string{"session_expired 102", "access_token_expired 190"}, Fact: toolerr.FactSignIn, Source: source},
	adapter.Row{VendorCode: "account_checkpoint 459 464", Fact: toolerr.FactSignIn, Hint: toolerr.Msg("Ask the user to sign in at facebook.com and to follow the instructions there."), Source: source},
	adapter.Row{VendorCode: "blocked_for_a_while 368", Fact: toolerr.FactNotPermitted, Hint: toolerr.Msg("Meta blocks this action for a while because of its policies. Do not repeat it now; someone has to look into it."), Source: source},
	adapter.Row{VendorCode: "whatsapp_payment_issue 131042", Fact: toolerr.FactAccountEmpty, Source: sourceWhatsApp},
	adapter.Row{VendorCode: "whatsapp_account_locked 131031", Fact: toolerr.FactAccountClosed, Source: sourceWhatsApp},
	adapter.Row{VendorCode: "whatsapp_not_registered 133010", Fact: toolerr.FactNotEnabled, Source: sourceWhatsApp},
	adapter.Row{VendorCode: "whatsapp_recipient_not_listed 131030", Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("A test number reaches only the recipients on its list. Someone has to add the recipient."), Source: sourceWhatsApp},
	adapter.Row{VendorCode: "whatsapp_window_closed 131047", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The recipient last wrote more than 24 hours ago. Only a template message can be sent."), Source: sourceWhatsApp},
	adapter.Row{VendorCode: "whatsapp_no_template 132001", Fact: toolerr.FactNotFound, Source: sourceWhatsApp},
	adapter.Row{VendorCode: "media_not_ready 2207027", Fact: toolerr.FactLocked, Hint: toolerr.Msg("Instagram is still processing the media. Try again in a minute."), Source: "Instagram Platform, Error codes"},
	adapter.Row{VendorCode: "invalid_parameter 100", Fact: toolerr.FactInvalid, Source: source},
	adapter.Row{VendorCode: "duplicate_post 506", Fact: toolerr.FactExists, Hint: toolerr.Msg("The same was posted just before. Do not post it again, or change it."), Source: source},
)
