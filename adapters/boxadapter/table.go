package boxadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Box Developer, Common errors"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_box", "Box",
	adapter.Row{VendorCode: "storage_limit_exceeded", Fact: toolerr.FactQuota, Source: source},
	adapter.Row{VendorCode: "file_size_limit_exceeded", Fact: toolerr.FactTooLarge, Source: source},
	adapter.Row{VendorCodes: []string{"terms_of_service_required", "password_reset_required", "user_email_confirmation_required"}, Fact: toolerr.FactPersonNeeded, Hint: toolerr.Msg("The user has to sign in to Box and to finish what it asks for: terms, a password or a confirmed address."), Source: source},
	adapter.Row{VendorCode: "unauthorized_client", Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("An administrator of Box has to authorize the app."), Source: source},
	adapter.Row{VendorCodes: []string{"insufficient_scope", "access_denied_insufficient_permissions"}, Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCodes: []string{"forbidden_by_policy", "access_from_location_blocked"}, Fact: toolerr.FactNotPermitted, Hint: toolerr.Msg("A policy of the organization does not allow this. An administrator can change it."), Source: source},
	adapter.Row{VendorCode: "access_denied_item_locked", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The item is locked. Unlock it first."), Source: source},
	adapter.Row{VendorCode: "trashed", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The item is in the trash. Restore it first."), Source: source},
	adapter.Row{VendorCodes: []string{"not_trashed", "folder_not_empty"}, Fact: toolerr.FactWrongState, Source: source},
	adapter.Row{VendorCodes: []string{"name_temporarily_reserved", "operation_blocked_temporary"}, Fact: toolerr.FactLocked, Source: source},
	adapter.Row{VendorCodes: []string{"conflict", "item_name_in_use", "user_login_already_used", "user_already_collaborator", "recent_similar_comment"}, Fact: toolerr.FactExists, Source: source},
	adapter.Row{VendorCode: "item_name_invalid", Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "name", Source: source},
	adapter.Row{VendorCode: "item_name_too_long", Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooLong, Field: "name", Limit: "255", Source: source},
)
