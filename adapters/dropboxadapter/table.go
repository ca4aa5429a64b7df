package dropboxadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Dropbox API v2, Errors; dropbox-api-spec, auth.stone and files.stone"

// table lists the meanings of the parts of summaries.
var table = adapter.NewTable(
	"_dropbox", "Dropbox",
	adapter.Row{VendorCodes: []string{"too_many_requests", "too_many_write_operations"}, Fact: toolerr.FactRateLimit, Source: source},
	adapter.Row{VendorCodes: []string{"expired_access_token", "invalid_access_token"}, Fact: toolerr.FactExpiredKey, Source: source},
	adapter.Row{VendorCode: "missing_scope", Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCode: "user_suspended", Fact: toolerr.FactAccountClosed, Source: source},
	adapter.Row{VendorCode: "invalid_account_type", Fact: toolerr.FactPlanLimit, Source: source},
	adapter.Row{VendorCode: "paper_access_denied", Fact: toolerr.FactNotEnabled, Source: source},
	adapter.Row{VendorCode: "insufficient_space", Fact: toolerr.FactQuota, Hint: toolerr.Msg("The Dropbox is full. Someone has to make room, or buy more space."), Source: source},
	adapter.Row{VendorCode: "no_write_permission", Fact: toolerr.FactNotPermitted, Source: source},
	adapter.Row{VendorCode: "not_found", Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "conflict", Fact: toolerr.FactExists, Hint: toolerr.Msg("Something is at this path already. Use it, or choose another path."), Source: source},
	adapter.Row{VendorCode: "reset", Fact: toolerr.FactOutdated, Source: source},
	adapter.Row{VendorCodes: []string{"malformed_path", "disallowed_name"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Field: "path", Source: source},
	adapter.Row{VendorCodes: []string{"not_file", "not_folder"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleWrongType, Field: "path", Source: source},
)
