package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// Both clients run with the fault server. Every call opens a session, which succeeds, and
// then calls a tool.
func TestFaults(t *testing.T) {
	shape := faults.Shape{
		Name: "MCP",
		Error: func(faults.Answer) faults.Content {
			return faults.Content{Type: "text/html", Body: []byte(faults.CanaryBody)}
		},
		Success: func(c faults.Request) faults.Content {
			var m message
			_ = json.Unmarshal(c.Body, &m)
			if len(m.ID) == 0 {
				m.ID = json.RawMessage("0")
			}
			return faults.Content{Type: "application/json", Body: []byte(m.result(`{"content":[{"type":"text","text":"` + faults.CanaryBody + `"}]}`))}
		},
	}
	for name, call := range callers {
		t.Run(name, func(t *testing.T) {
			suite := proof.Suite(adapterOf(name), "mcp/"+name, shape, proof.WithoutRows("TestCodes and others reach every row"), func(ctx context.Context, hc *http.Client, url string) error {
				hc.Transport = ahead{hc.Transport}
				return call(ctx, hc, url)
			})
			suite.Messages = append(append(suite.Messages, clients.Messages()...), toolerr.Msg("The connection to the MCP server is closed."))
			suite.Wants = wants(name)
			suite.Run(t)
		})
	}
}

// wants returns the expected results if the clients keep too little.
func wants(client string) map[string]conformance.Want {
	all := proof.HeaderLimits()
	if client == "go-sdk" {
		for _, name := range []string{"url-bad-ipv6", "url-control-char", "url-bad-port"} {
			all["fault/"+name] = lost.Because("the first request of a session breaks the connection, and the second one keeps nothing of the first but a text")
		}
		for _, name := range []string{"client-timeout-in-body", "read-after-close", "max-bytes"} {
			all["fault/"+name] = proof.Want(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown).Because("of a body that it could not read the client keeps nothing but a text")
		}
	}
	return all
}
