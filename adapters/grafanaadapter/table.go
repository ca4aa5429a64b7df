package grafanaadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_grafana"
	display = "Grafana"
)

const source = "Grafana 12.2, HTTP API, Dashboard: status 412; pkg/services/dashboards/errors.go, read 2026-11-23"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCode: "version-mismatch", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The dashboard was changed by somebody else meanwhile."), Hint: toolerr.Msg("Read it again, and apply the change to what is there now."), Source: source},
	adapter.Row{VendorCode: "name-exists", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The folder has a dashboard of that name already."), Hint: toolerr.Msg("Change the one that is there, or choose another name."), Source: source},
	adapter.Row{VendorCode: "plugin-dashboard", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The dashboard belongs to a plugin, which would undo a change."), Hint: toolerr.Msg("Save it under another name."), Source: source},
)
