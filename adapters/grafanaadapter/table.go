package grafanaadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const source = "Grafana 12.2, HTTP API, Dashboard: status 412; pkg/services/dashboards/errors.go, read 2026-11-23"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_grafana", "Grafana",
	adapter.Row{VendorCode: "version-mismatch", Fact: toolerr.FactStale, Message: toolerr.Msg("The dashboard was changed since it was read."), Hint: toolerr.Msg("Read it again, then apply the change to what is there now."), Source: source},
	adapter.Row{VendorCode: "name-exists", Fact: toolerr.FactExists, Source: source},
	adapter.Row{VendorCode: "plugin-dashboard", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The dashboard belongs to a plugin, which would undo a change."), Hint: toolerr.Msg("Save it under another name."), Source: source},
)
