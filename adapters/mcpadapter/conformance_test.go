package mcpadapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/mcpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const canary = faults.CanaryMessage

const (
	sdk = "go-sdk v1.8.0: no type"
	go1 = "mcp-go v1.2.1: no type"

	sdk0 = "go-sdk v0.5.0 and v1.0.0: no type"
)

// undecodable is the result for a response that a client could not decode.
var undecodable = faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown).Retry(false)

func want(kind toolerr.Kind, effect toolerr.Effect) conformance.Want {
	return faults.ForKind(kind, effect)
}

// cases have the form of the clients' errors; proof/vendorproof/mcp makes the clients
// return them.
func cases() []conformance.Case {
	gone := want(toolerr.KindNetworkTransportUnreachable, toolerr.EffectUnknown).Retry(false).Coded("mcp_connection_closed")
	over := faults.ForStatus(404).Coded("mcp_session_not_found")
	unauthorized := want(toolerr.KindUpstreamAuthError, toolerr.EffectNone).Coded("mcp_authorization_required")
	all := []conformance.Case{
		{Name: "an application's own code", Err: calling(&WireError{Code: 7, Message: canary}), Twin: calling(&WireError{Code: 7, Message: "other"}), Want: want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown)},
		{Name: "connection closed", Err: closed(canary), Twin: closed("other"), Want: gone, ByText: sdk},
		{Name: "the end of a pipe", Err: calling(errEnd), Want: gone, ByText: sdk},
		{Name: "mcp_session_not_found", Err: ended(canary), Twin: ended("other"), Want: over, ByText: sdk},
		{Name: "a status", Err: phrase("Unauthorized"), Want: faults.ForStatus(401), ByText: sdk},
		{Name: "a limit", Err: transient("Too Many Requests"), Want: faults.ForStatus(429), ByText: sdk},
		{Name: "a status without a phrase", Err: phrase(""), Want: want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown), ByText: sdk},
		{Name: "a status with an error in the body", Err: withBody(-32000, canary, "Forbidden"), Twin: withBody(-32000, "other", "Forbidden"), Want: faults.ForStatus(403)},
		{Name: "undelivered", Err: calling(rejected()), Want: want(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown)},
		{Name: "mcp-go, a status", Err: &Error{errors.New("request failed with status 429: " + canary)}, Twin: &Error{errors.New("request failed with status 429: other")}, Want: faults.ForStatus(429), ByText: go1},
		{Name: "mcp-go, closed", Err: &Error{errors.New("transport closed")}, Want: gone, ByText: go1},
		{Name: "mcp-go, a session", Err: sent("session terminated (404). need to re-initialize"), Want: over, ByText: go1},
		{Name: "mcp-go, late", Err: &Error{errors.New("timeout waiting for SSE response after 30s")}, Want: want(toolerr.KindNetworkTransportTimeout, toolerr.EffectUnknown), ByText: go1},
		{Name: "mcp-go, unread", Err: &Error{fmt.Errorf("failed to decode response: %w", errors.New(canary))}, Twin: &Error{fmt.Errorf("failed to decode response: %w", errors.New("other"))}, Want: undecodable},
		{Name: "mcp-go, unauthorized", Err: &Error{&AuthorizationRequiredError{canary}}, Twin: &Error{&AuthorizationRequiredError{"other"}}, Want: faults.ForStatus(401)},
		{Name: "mcp_authorization_required", Err: &Error{&OAuthAuthorizationRequiredError{}}, Want: unauthorized},
		{Name: "mcp-go, a grant", Err: sentBy(OAuthError{"invalid_grant", canary, ""}), Twin: sentBy(OAuthError{"invalid_grant", "other", ""}), Want: unauthorized},
		{Name: "mcp-go, a session that is refused", Err: &Error{errors.New("server returned 4xx for initialize POST, likely a legacy SSE server")}, Want: want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown), ByText: go1},
	}
	all = append(all, conformance.Case{Name: "a response", Err: response(`{"error":{"code":-32602,"message":"` + canary + `"}}`), Want: faults.ForCode(toolerr.KindUpstreamValidationError, 400).Coded("-32602")})
	for status, phrase := range map[int]string{401: "Unauthorized", 403: "Forbidden", 429: "Too Many Requests", 500: "Internal Server Error", 520: ""} {
		all = append(
			all,
			conformance.Case{
				Name: fmt.Sprint("go-sdk v0.5.0, ", status), Err: calling(fmt.Errorf("broken session: %d %s", status, phrase)),
				Want: faults.ForStatus(status), ByText: sdk0,
			},
		)
	}
	all = append(
		all,
		conformance.Case{Name: "go-sdk v0.5.0, a session", Err: calling(fmt.Errorf("sending %q: failed to send: %w", "tools/call", errors.New("session not found"))), Want: over, ByText: sdk0},
		conformance.Case{Name: "mcp-go v0.45.0, unauthorized", Err: &Error{errors.New("unauthorized (401)")}, Want: faults.ForStatus(401), ByText: "mcp-go v0.45.0: no type"},
	)
	for text, want := range map[string]conformance.Want{
		"failed to read response body: ": want(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown),
		"failed to decode response: ":    undecodable,
		"unexpected content type: ":      undecodable,
	} {
		all = append(all, conformance.Case{
			Name: "mcp-go, " + text, Err: &Error{errors.New(text + canary)}, Twin: &Error{errors.New(text + "other")},
			Want: want, ByText: go1,
		})
	}
	for code, err := range typed() {
		row, _ := spec.Of(mcpadapter.Adapter{}).Table().Lookup(code)
		all = append(all, conformance.Case{Name: "mcp-go, " + code, Err: err, Want: ofRow(row)})
	}
	for _, row := range spec.Of(mcpadapter.Adapter{}).Table().Rows() {
		code, err := strconv.ParseInt(row.VendorCode, 10, 64)
		if err != nil {
			continue // above
		}
		all = append(all, conformance.Case{
			Name: row.VendorCode, Err: calling(&WireError{Code: code, Message: canary}),
			Twin: calling(&WireError{Code: code, Message: "other"}), Want: ofRow(row),
		})
	}
	return all
}

func ofRow(row adapter.Row) conformance.Want {
	w := want(row.Kind, row.Error(nil).Effect()).Coded(row.VendorCode)
	if row.Retry != adapter.RetryByKind {
		w = w.Retry(row.CanRetry())
	}
	return w
}

func typed() map[string]error {
	return map[string]error{
		"-32020": HeaderMismatchError{"x", canary}, "-32021": &MissingRequiredClientCapabilityError{canary},
		"-32022": UnsupportedProtocolVersionError{canary, []string{canary}}, "-32042": URLElicitationRequiredError{[]any{canary}},
	}
}

// response is a refusal that a program without a client got.
func response(body string) error {
	return httpadapter.CheckResponse(&http.Response{
		StatusCode: http.StatusBadRequest, Header: http.Header{"Mcp-Session-Id": {"1868a90c"}}, Body: io.NopCloser(strings.NewReader(body)),
	})
}

func sentBy(err error) error {
	return &Error{fmt.Errorf("failed to get authorization header: %w", err)}
}

func TestConformance(t *testing.T) {
	conformance.Suite{
		Adapter: mcpadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases(),
		Messages: []toolerr.Message{toolerr.Msg("The connection to the MCP server is closed.")},
	}.Run(t)
}
