// Package discord_test tests discordgo with a server that responds like Discord.
package discord_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/discordadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

func send(ctx context.Context, hc *http.Client, url string) error {
	s, err := discordgo.New("Bot " + faults.CredentialBearer)
	if err != nil {
		return err
	}
	s.Client, s.ShouldRetryOnRateLimit, s.MaxRestRetries = &http.Client{Transport: proof.Rebased{Base: url, Client: hc}}, false, 0
	_, err = s.ChannelMessageSend("1", faults.CanaryBody, discordgo.WithContext(ctx))
	return err
}

func said(t *testing.T, status int, body string) error {
	t.Helper()
	s := proof.Serve(t, proof.Answer{Status: status, Body: body})
	return send(t.Context(), s.Client(), s.URL)
}

var statuses = map[toolerr.Kind]int{
	toolerr.KindUpstreamNotFound: 404, toolerr.KindUpstreamAuthError: 403, toolerr.KindUpstreamServerError: 503, toolerr.KindUpstreamRateLimit: 403,
}

// The client reads every number of the adapter.
func TestNumbers(t *testing.T) {
	seen := map[string]bool{}
	for number := range 200_000 {
		code := discordadapter.Code(number)
		if code == "" {
			continue
		}
		seen[code] = true
		row, ok := spec.Of(discordadapter.Adapter).Table().Lookup(code)
		require.True(t, ok, code)
		status := statuses[row.Kind]
		if status == 0 {
			status = 400
		}
		prove(t, proof.Case{Name: fmt.Sprint(number), Err: said(t, status, fmt.Sprintf(`{"code":%d,"message":%q}`, number, proof.Said)), Code: code, Want: proof.WantRow(row, status)})
	}
	for _, row := range spec.Of(discordadapter.Adapter).Table().Rows() {
		assert.True(t, seen[row.VendorCode], row.VendorCode)
	}
}

// The responses have no listed number.
func TestStatuses(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 405, 409, 500, 503} {
		for how, body := range map[string]string{"": fmt.Sprintf(`{"code":0,"message":%q}`, proof.Said), " of a proxy": "<html>" + faults.CanaryBody} {
			prove(t, proof.Case{Name: fmt.Sprint(status, how), Err: said(t, status, body), Want: faults.ForStatus(status)})
		}
	}
	limited := faults.ForKind(toolerr.KindUpstreamRateLimit, toolerr.EffectNone).Wait(7 * time.Second)
	prove(t, proof.Case{Name: "a limit", Err: said(t, 429, `{"message":"You are being rate limited.","retry_after":7,"global":false}`), Want: limited})
}

// The agent reads which field was refused.
func TestFindings(t *testing.T) {
	err := said(t, 400, `{"code":50035,"message":"Invalid Form Body","errors":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH","message":"Must be 2000 or fewer in length."}]}}}`)
	proof.Told(t, discordadapter.Adapter, err, `{"content":"x"}`, "/content must have at most 2000 characters")
}

var prove = proof.Checks(discordadapter.Adapter)
