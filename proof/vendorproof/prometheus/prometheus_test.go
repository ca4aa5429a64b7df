// Package prometheus_test tests Prometheus' API client with a server that responds like
// Prometheus.
package prometheus_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/prometheus/client_golang/api"
	v1 "github.com/prometheus/client_golang/api/prometheus/v1"

	"github.com/errand-go/errand/adapters/prometheusadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const unknown = toolerr.EffectUnknown

func TestMain(m *testing.M) { proof.Main(m) }

func client(hc *http.Client, url string) (v1.API, error) {
	c, err := api.NewClient(api.Config{Address: url, Client: hc})
	return v1.NewAPI(c), err
}

var query = proof.Calling(client, func(ctx context.Context, c v1.API) error {
	_, _, err := c.Query(ctx, "up{"+faults.CanaryBody, time.Time{})
	return err
})

// config makes a call with GET.
var config = proof.Calling(client, func(ctx context.Context, c v1.API) error {
	_, err := c.Config(ctx)
	return err
})

func said(t *testing.T, call proof.Call, status int, body string) error {
	t.Helper()
	s := proof.Serve(t, proof.Answer{Status: status, Body: body})
	return call(t.Context(), s.Client(), s.URL)
}

// The types of errors have the statuses of Prometheus (web/api/v1/api.go, respondError).
// The client only reads 400 and 422 as such.
func TestTypes(t *testing.T) {
	for status, code := range map[int]string{400: "bad_data", 422: "execution"} {
		for name, call := range map[string]proof.Call{"query": query, "config": config} {
			body := fmt.Sprintf(`{"status":"error","errorType":%q,"error":%q}`, code, proof.Said)
			proveRow(t, name+" "+code, code, said(t, call, status, body))
		}
	}
	// Any type with a success, as proxies of the API send them.
	for _, row := range spec.Of(prometheusadapter.Adapter).Table().Rows() {
		body := fmt.Sprintf(`{"status":"error","errorType":%q,"error":%q}`, row.VendorCode, proof.Said)
		proveRow(t, row.VendorCode, row.VendorCode, said(t, query, 200, body))
	}
}

func TestStatuses(t *testing.T) {
	for _, status := range []int{401, 403, 404, 429, 500, 502, 503, 504} {
		for how, body := range map[string]string{"": `{"status":"error","errorType":"internal","error":"x"}`, " of a proxy": "<html>" + faults.CanaryBody, " without a body": ""} {
			prove(t, proof.Case{Name: fmt.Sprint(status, how), Err: said(t, query, status, body), Want: faults.ForStatus(status)})
		}
	}
	login := said(t, query, 200, "<html>"+faults.CanaryBody)
	prove(t, proof.Case{Name: "a login page", Err: login, Want: proof.Want(toolerr.KindUpstreamUnmapped, unknown)})
}

// The agent reads the position of the mistake in its query.
func TestFindings(t *testing.T) {
	err := said(t, query, 400, `{"status":"error","errorType":"bad_data","error":"invalid parameter \"query\": 1:4: parse error: unknown function with name \"summ\""}`)
	proof.Told(t, prometheusadapter.Adapter, err, `{"query":"1 + summ(up)"}`, `/query contains the name "summ", which is not known (line 1, column 5; line 1, column 4 of the text that the service received)`)
}

func TestFaults(t *testing.T) {
	shape := proof.Shape("Prometheus", "application/json", func(a faults.Answer) []byte {
		return fmt.Appendf(nil, `{"status":"error","errorType":"x","error":%q}`, a.Message)
	},
		`{"status":"success","data":{"yaml":"x"}}`)
	skip := proof.WithoutRows("TestTypes has them").Faults("the type decides", "status-400", "status-422")
	suite := proof.Suite(prometheusadapter.Adapter, "prometheus", shape, skip, config)
	suite.Only = proof.WithoutHeaders
	suite.Run(t)
}

var (
	prove    = proof.Checks(prometheusadapter.Adapter)
	proveRow = proof.Rows(prometheusadapter.Adapter)
)
