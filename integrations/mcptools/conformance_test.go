package mcptools_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
	"github.com/errand-go/errand/toolerr"
)

// TestAdapterLaws checks the laws of all adapters, with errors as the SDK's client creates
// them. Errors over the wire are in TestHTTPStatuses and TestLostConnection.
func TestAdapterLaws(t *testing.T) {
	suite := conformance.Suite{Adapter: mcpagent.Adapter{}, Cases: []conformance.Case{
		{
			Name: "an application's own code", Err: &jsonrpc.Error{Code: 7, Message: canary}, Twin: &jsonrpc.Error{Code: 7, Message: "other"},
			Want: conformance.Want{Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown},
		},
		{
			Name: "connection closed", Err: closed(canary), Twin: closed("other"),
			Want: conformance.Want{Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Code: "mcp_connection_closed"},
		},
		{
			Name: "session ended", Err: ended(canary), Twin: ended("other"),
			Want: conformance.Want{Kind: toolerr.KindUpstreamNotFound, Status: 404, Effect: toolerr.EffectNone, Code: "mcp_session_not_found"},
		},
	}}
	for _, row := range (mcpagent.Adapter{}).Table().Rows() {
		var code int64
		if _, err := fmt.Sscan(row.VendorCode, &code); err != nil {
			continue // a failure of the client itself
		}
		suite.Cases = append(suite.Cases, conformance.Case{
			Name: "code " + row.VendorCode, Err: fmt.Errorf("calling %q: %w", "tools/call", &jsonrpc.Error{Code: code, Message: canary, Data: json.RawMessage(`"` + canary + `"`)}),
			Want: conformance.Want{Kind: row.Kind, Effect: row.Error(nil).Effect(), CanRetry: row.CanRetry(), Code: row.VendorCode},
		})
	}
	suite.Skip = map[string]string{"law/rows": "two rows are of another client's; the suite of mcpadapter reaches all"}
	suite.Run(t)
}

func closed(text string) error {
	return fmt.Errorf("%w: calling %q: %v", mcp.ErrConnectionClosed, "tools/call", text)
}

func ended(id string) error {
	return fmt.Errorf("sending %q: failed to connect (session ID: %v): %w", "tools/call", id, mcp.ErrSessionMissing)
}
