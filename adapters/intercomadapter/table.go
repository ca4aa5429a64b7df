package intercomadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Intercom, REST API, Error codes, read 2026-11-26"

// table lists the meanings of the codes that a status does not tell.
var table = adapter.NewTable(
	"_intercom", "Intercom",
	adapter.Row{VendorCode: "api_plan_restricted", Fact: toolerr.FactPlanLimit, Source: source},
	adapter.Row{VendorCode: "token_blocked", Fact: toolerr.FactAccountClosed, Source: source},
	adapter.Row{VendorCodes: []string{"token_revoked", "token_expired", "token_not_found"}, Fact: toolerr.FactSignIn, Source: source},
	adapter.Row{VendorCode: "token_unauthorized", Fact: toolerr.FactMissingScope, Source: source},
	adapter.Row{VendorCode: "retry_after", Fact: toolerr.FactRateLimit, Source: source},
	adapter.Row{VendorCodes: []string{"conflict", "resource_conflict"}, Fact: toolerr.FactExists, Source: source},
	adapter.Row{VendorCode: "job_closed", Fact: toolerr.FactWrongState, Source: source},
	adapter.Row{VendorCode: "not_restorable", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The user was blocked and cannot be created again."), Source: source},
	adapter.Row{VendorCodes: []string{"team_not_found", "admin_not_found"}, Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: "team_unavailable", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The team takes no conversations any more. Choose another one."), Source: source},
)
