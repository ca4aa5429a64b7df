package rpcdetails

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// Codes returns the rows of the codes of gRPC, which Connect also uses. spell returns a
// protocol's spelling of a code, and source is the source of the rows.
func Codes(spell func(string) string, source string) []adapter.Row {
	rows := []adapter.Row{
		// The operation was canceled, but not by the caller. It may be partly done.
		{VendorCode: "CANCELLED 1", Fact: toolerr.FactCanceled},
		// The code for an error without a status, which can be any error.
		{VendorCode: "UNKNOWN 2", Fact: toolerr.FactUnclear},
		{VendorCode: "INVALID_ARGUMENT 3", Fact: toolerr.FactRefused},
		{VendorCode: "OUT_OF_RANGE 11", Fact: toolerr.FactRefused, Hint: toolerr.Msg("The call asks for something past the end of what exists.")},
		{VendorCode: "FAILED_PRECONDITION 9", Fact: toolerr.FactWrongState},
		{VendorCode: "ALREADY_EXISTS 6", Fact: toolerr.FactExists},
		{VendorCode: "NOT_FOUND 5", Fact: toolerr.FactNotFound},
		// The source asks for a retry at a higher level: not only of the failed write, but of
		// everything from the first read. The call of a tool is that level.
		{VendorCode: "ABORTED 10", Fact: toolerr.FactAborted},
		{VendorCode: "RESOURCE_EXHAUSTED 8", Fact: toolerr.FactRateLimit},
		{VendorCode: "PERMISSION_DENIED 7", Fact: toolerr.FactNotPermitted},
		{VendorCode: "UNAUTHENTICATED 16", Fact: toolerr.FactExpiredKey},
		// There was a response: the service, or one behind it, took too long or failed, and may
		// have done what was requested. The client's own deadline is recognised otherwise.
		{VendorCode: "DEADLINE_EXCEEDED 4", Fact: toolerr.FactTimeout},
		{VendorCode: "INTERNAL 13", Fact: toolerr.FactFailed},
		{VendorCode: "UNAVAILABLE 14", Fact: toolerr.FactFailed},
		{VendorCode: "UNIMPLEMENTED 12", Fact: toolerr.FactUnimplemented},
		{VendorCode: "DATA_LOSS 15", Fact: toolerr.FactBroken},
	}
	for i := range rows {
		rows[i].VendorCode, rows[i].Source = spell(rows[i].VendorCode), source
	}
	return rows
}
