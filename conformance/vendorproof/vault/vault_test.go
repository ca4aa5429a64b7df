// Package vault_test drives Vault's API client against a server that answers as
// Vault does, and the fault server.
package vault_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/vault/api"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/vaultadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/vendorproof/proof"
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

// write is a call with a body; the client repeats nothing by itself here.
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

func check(t *testing.T, c proof.Case) {
	t.Helper()
	proof.Check(t, vaultadapter.Adapter{}, c)
}

func TestStatuses(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 405, 429, 500, 501, 502, 504} {
		check(t, proof.Case{Name: fmt.Sprint(status), Err: write(t.Context(), serve(t, status, refusal(faults.CanaryMessage))), Want: faults.ForStatus(status)})
		if status == http.StatusNotFound {
			continue // the client decodes it, as that of a path with nothing in it, and fails bare
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

// effectOf: a 503 can be a proxy's as well, of a call that Vault has seen.
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

// skipped are the faults that the client makes a success of, or an error that is
// nobody's.
func skipped() map[string]string {
	skip := map[string]string{
		"law/rows":                       "TestStatuses and TestSecrets have them",
		"fault/redirect-no-location-302": "the client follows redirects itself, and says so without a type",
	}
	for _, name := range []string{"status-300", "status-304", "json-wrong-type", "json-empty"} {
		skip["fault/"+name] = "a success to the client"
	}
	for _, name := range []string{"json-array", "json-truncated", "json-html"} {
		skip["fault/"+name] = "the decoder's error comes bare: nothing says that it is of a response"
	}
	return skip
}

func TestFaults(t *testing.T) {
	conformance.Suite{
		Adapter:  vaultadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   "vault",
		Shape: faults.Shape{
			Name: "Vault",
			Error: func(a faults.Answer) faults.Content {
				return faults.Content{Type: "application/json", Body: refusal(a.Message)}
			},
			Success: func(faults.Request) faults.Content {
				return faults.Content{Type: "application/json", Body: []byte(`{"data":{"value":"x"}}`)}
			},
		},
		Have: []faults.Need{faults.NeedBody, faults.NeedJSON},
		Skip: skipped(),
		Wants: map[string]conformance.Want{
			"fault/status-412": faults.ForCode(toolerr.KindToolRetry, 412).Because("Vault: data that this server does not have yet"),
		},
		Call: func(ctx context.Context, target conformance.Target) error {
			c, err := connect(clients.Recorded(target), target.URL)
			if err != nil {
				return err
			}
			return write(ctx, c)
		},
		// A 403 that is a rate limit by its headers is one about rights without
		// them, and the client drops them.
		Only: func(name string) bool { return !strings.HasPrefix(name, "403-") },
	}.Run(t)
}
