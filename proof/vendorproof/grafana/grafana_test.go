// Package grafana_test tests Grafana's client, which go-swagger generates, with a server
// that responds like Grafana.
package grafana_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	httptransport "github.com/go-openapi/runtime/client"
	"github.com/go-openapi/strfmt"
	"github.com/grafana/grafana-openapi-client-go/client/dashboards"
	"github.com/grafana/grafana-openapi-client-go/models"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/grafanaadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none = toolerr.EffectNone

func TestMain(m *testing.M) { proof.Main(m) }

// client is the part of Grafana's client for dashboards, on the transport that the whole
// client has.
func client(t *testing.T, hc *http.Client, address string) dashboards.ClientService {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	over := httptransport.NewWithClient(u.Host, "/api", []string{u.Scheme}, hc)
	over.DefaultAuthentication = httptransport.BearerToken(faults.CredentialBearer)
	return dashboards.New(over, strfmt.Default)
}

// save saves a dashboard.
func save(_ context.Context, t *testing.T, hc *http.Client, address string) error {
	t.Helper()
	_, err := client(t, hc, address).PostDashboardWithParams(dashboards.NewPostDashboardParamsWithContext(t.Context()).WithBody(&models.SaveDashboardCommand{}))
	return err
}

func said(t *testing.T, status int, header http.Header, body string) error {
	t.Helper()
	s := proof.Serve(t, proof.Answer{Status: status, Header: header, Body: body})
	return save(t.Context(), t, s.Client(), s.URL)
}

// The statuses are those of saving a dashboard, for which the client has types, and others.
func TestStatuses(t *testing.T) {
	typed := map[int]bool{400: true, 401: true, 403: true, 404: true, 412: true, 422: true, 500: true}
	for _, status := range []int{400, 401, 403, 404, 409, 412, 422, 429, 500, 502, 503} {
		service := ""
		if !typed[status] {
			service = "_http"
		}
		for how, body := range map[string]string{"": fmt.Sprintf(`{"message":%q}`, proof.Said), " without a body": "", " of another service": `{"error":"` + faults.CanaryBody + `"}`} {
			prove(t, proof.Case{Name: fmt.Sprint(status, how), Err: said(t, status, nil, body), Service: service, Want: faults.ForStatus(status)})
		}
	}
	for _, row := range spec.Of(grafanaadapter.Adapter).Table().Rows() {
		err := said(t, 412, nil, fmt.Sprintf(`{"message":%q,"status":%q}`, proof.Said, row.VendorCode))
		prove(t, proof.Case{Name: row.VendorCode, Err: err, Code: row.VendorCode, Want: proof.WantRow(row, 412)})
	}
}

// Failures below HTTP belong to httpadapter.
func TestConnection(t *testing.T) {
	err := save(t.Context(), t, http.DefaultClient, "http://"+faults.ClosedPort(t))
	prove(t, proof.Case{Name: "refused", Err: err, Service: "_http", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none)})
}

// The agent reads which of its values Grafana refused.
func TestFindings(t *testing.T) {
	err := said(t, 400, nil, `{"message":"Dashboard title cannot be empty","status":"empty-name"}`)
	proof.Told(t, grafanaadapter.Adapter, err, `{"dashboard":{"title":""}}`, `/dashboard/title is required`)
}

var prove = proof.Checks(grafanaadapter.Adapter)
