package scene

import (
	"context"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A warehouseError is what the SDK of an invented warehouse returns: a stable
// code, and a text that tells everything to whoever prints it.
type warehouseError struct{ code, text string }

func (e *warehouseError) Error() string { return "warehouse: " + e.code + ": " + e.text }

// ask is the body of the tools that use the warehouse's SDK.
func ask(context.Context, service) (any, error) {
	return nil, &warehouseError{
		code: "ITEM_UNKNOWN",
		text: "no row for " + faults.CanaryResource + " in mysql://" + faults.CredentialUser + ":" + faults.CredentialPassword + "@10.0.0.8/stock",
	}
}

// A warehouseAdapter is all that errand needs to know of that SDK: a table and
// a walk.
type warehouseAdapter struct{}

var warehouseTable = adapter.NewTable("_warehouse", "Warehouse",
	adapter.Row{
		VendorCode: "ITEM_UNKNOWN", Kind: toolerr.KindUpstreamNotFound, Source: "the demo's invented SDK",
		Message: toolerr.Msg("The warehouse has no such item."),
		Hint:    toolerr.Msg("Search for the item by name first."),
	},
)

func (warehouseAdapter) Slug() string { return warehouseTable.Slug() }

func (warehouseAdapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if we, ok := e.(*warehouseError); ok { //nolint:errorlint // one node of a walk
			if row, ok := warehouseTable.Lookup(we.code); ok {
				return row.Error(err)
			}
		}
	}
	return nil
}
