// Package vault_test tests Vault's API client with a server that responds like Vault, and
// with the fault server.
package vault_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/hashicorp/vault/api"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/vaultadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func connect(hc *http.Client, url string) (*api.Client, error) {
	c, err := api.NewClient(&api.Config{Address: url, HttpClient: hc, MaxRetries: 0, DisableRedirects: false})
	if err != nil {
		return nil, err
	}
	c.SetToken(faults.CredentialBearer)
	return c, nil
}

// write makes a call with a body. The client does not retry here.
func write(ctx context.Context, c *api.Client) error {
	_, err := c.Logical().WriteWithContext(ctx, "secret/"+faults.CanaryPath, map[string]any{"value": faults.CanaryUpload})
	return err
}

func refusal(messages ...string) []byte {
	body, _ := json.Marshal(map[string]any{"errors": messages})
	return body
}

func serve(t *testing.T, status int, body []byte) *api.Client {
	t.Helper()
	s := proof.Serve(t, proof.Answer{Status: status, Body: string(body)})
	c, err := connect(s.Client(), s.URL)
	require.NoError(t, err)
	return c
}

var check = proof.Checks(vaultadapter.Adapter)

func TestStatuses(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 405, 429, 500, 501, 502, 504} {
		check(t, proof.Case{Name: fmt.Sprint(status), Err: write(t.Context(), serve(t, status, refusal(faults.CanaryMessage))), Want: faults.ForStatus(status)})
		if status == http.StatusNotFound {
			continue // the client decodes it like the response for an empty path, and returns an error without a type
		}
		check(t, proof.Case{Name: fmt.Sprint(status, " of a proxy"), Err: write(t.Context(), serve(t, status, []byte(faults.CanaryBody))), Want: faults.ForStatus(status)})
	}
	for status, one := range map[int]struct {
		code string
		kind toolerr.Kind
	}{
		412: {"not_consistent_yet", toolerr.KindToolRetry},
		472: {"replication_secondary", toolerr.KindUpstreamServerError},
		473: {"performance_standby", toolerr.KindUpstreamServerError},
		503: {"sealed", toolerr.KindUpstreamServerError},
	} {
		check(t, proof.Case{Name: fmt.Sprint(status), Code: one.code, Err: write(t.Context(), serve(t, status, refusal("Vault is sealed"))), Want: faults.ForCode(one.kind, status).With(effectOf(status))})
	}
}

// A 503 can also come from a proxy, for a call that Vault has processed.
func effectOf(status int) toolerr.Effect {
	if status == http.StatusServiceUnavailable {
		return toolerr.EffectUnknown
	}
	return toolerr.EffectNone
}

func TestSecrets(t *testing.T) {
	want := faults.ForKind(toolerr.KindUpstreamNotFound, toolerr.EffectNone)
	nothing := serve(t, 404, refusal())
	_, err := nothing.KVv1("kv").Get(t.Context(), faults.CanaryPath)
	check(t, proof.Case{Name: "the first store", Code: "secret_not_found", Err: err, Want: want})
	_, err = nothing.KVv2("kv").Get(t.Context(), faults.CanaryPath)
	check(t, proof.Case{Name: "the second store", Code: "secret_not_found", Err: err, Want: want})
	_, err = nothing.KVv2("kv").GetVersion(t.Context(), faults.CanaryPath, 3)
	check(t, proof.Case{Name: "a version", Code: "secret_not_found", Err: err, Want: want})
	_, err = serve(t, 403, refusal("permission denied")).KVv2("kv").Get(t.Context(), faults.CanaryPath)
	check(t, proof.Case{Name: "a right that is missing", Err: err, Want: faults.ForStatus(403)})
}

func TestFaults(t *testing.T) {
	shape := proof.Shape("Vault", "application/json", func(a faults.Answer) []byte { return refusal(a.Message) }, `{"data":{"value":"x"}}`)
	skip := proof.WithoutRows("TestStatuses and TestSecrets have them").
		Faults("the client follows redirects itself, and reports it without a type", "redirect-no-location-302").
		Faults("a success to the client", "status-300", "status-304", "json-wrong-type", "json-empty")
	suite := proof.Suite(vaultadapter.Adapter, "vault", shape, skip, proof.Calling(connect, write))
	suite.Wants = map[string]conformance.Want{
		"fault/status-412": faults.ForCode(toolerr.KindToolRetry, 412).Because("Vault: data that this server does not have yet"),
	}
	suite.Only = proof.WithoutHeaders
	suite.Run(t)
}

// The agent reads the finding of a known sentence of Vault.
func TestFindings(t *testing.T) {
	c := serve(t, 400, refusal("error converting input for field \"ttl\": "+faults.CanaryMessage))
	proof.Told(t, vaultadapter.Adapter, write(t.Context(), c), `{"ttl":"soon"}`, "/ttl has the wrong type")
	c = serve(t, 400, refusal("check-and-set parameter did not match the current version"))
	proof.Told(t, vaultadapter.Adapter, write(t.Context(), c), `{"cas":3}`, " A value is out of date; read the current version first")
}
