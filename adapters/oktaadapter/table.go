package oktaadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Okta, Error codes"

// table lists the meanings of the codes that a status does not tell.
var table = adapter.NewTable(
	"_okta", "Okta",
	adapter.Row{VendorCode: "E0000005", Fact: toolerr.FactExpiredKey, Source: source},
	adapter.Row{VendorCode: "E0000010", Fact: toolerr.FactMaintenance, Source: source},
	adapter.Row{VendorCode: "E0000015", Fact: toolerr.FactNotEnabled, Source: source},
	adapter.Row{VendorCodes: []string{"E0000016", "E0000038"}, Fact: toolerr.FactWrongState, Source: source},
)
