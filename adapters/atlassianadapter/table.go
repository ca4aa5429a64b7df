package atlassianadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Confluence Cloud REST API v2, errors"

// table lists the meanings of the codes.
var table = adapter.NewTable("_atlassian", "Atlassian",
	adapter.Row{VendorCode: "INVALID_REQUEST_PARAMETER", Fact: toolerr.FactInvalid, Source: source},
)
