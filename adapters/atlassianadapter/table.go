package atlassianadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// scopeMismatch is errand's own code, for a sentence of the gateway.
const scopeMismatch = "scope_mismatch"

const source = "Confluence Cloud REST API v2, errors"

// table lists the meanings of the codes.
var table = adapter.NewTable("_atlassian", "Atlassian",
	adapter.Row{VendorCode: "INVALID_REQUEST_PARAMETER", Fact: toolerr.FactInvalid, Source: source},
	adapter.Row{VendorCode: scopeMismatch, Fact: toolerr.FactMissingScope, Source: "atlassian-python-api issue 1618: 401 of api.atlassian.com, Unauthorized; scope does not match"},
)
