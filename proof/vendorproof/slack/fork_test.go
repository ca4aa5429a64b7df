package slack_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/rusq/slack"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// postForked sends a message with a fork of slack-go.
func postForked(ctx context.Context, hc *http.Client, base string) error {
	c := slack.New(faults.CredentialCookie, slack.OptionAPIURL(base+"/"), slack.OptionHTTPClient(hc))
	_, _, err := c.PostMessageContext(ctx, "C024BE91L", slack.MsgOptionText(faults.CanaryUpload, false))
	return err
}

// The fork reads every code of the table, and statuses.
func TestFork(t *testing.T) {
	table := spec.Of(slackadapter.Adapter{}).Table()
	constants := map[string]error{
		"parameters_missing": slack.ErrParametersMissing, "block_id_not_unique": slack.ErrBlockIDNotUnique, "invalid_configuration": slack.ErrInvalidConfiguration,
	}
	for _, row := range table.Rows() {
		c := proof.RowCase(t, table, row.VendorCode)
		if c.Err = constants[row.VendorCode]; c.Err == nil {
			s := serve(t, 200, nil, `{"ok":false,"error":"`+row.VendorCode+`","response_metadata":{"messages":["`+faults.CanaryMessage+`"]}}`)
			c.Err = postForked(t.Context(), s.Client(), s.URL)
			if row.Effect == toolerr.EffectUnset {
				c.Want.Effect = toolerr.EffectNone
			}
		}
		check(t, c)
	}
	s := serve(t, 429, http.Header{"Retry-After": {"7"}}, "")
	row, ok := table.Lookup("ratelimited")
	require.True(t, ok)
	limited := proof.WantRow(row, 429).Wait(7 * time.Second)
	check(t, proof.Case{Name: "429", Err: postForked(t.Context(), s.Client(), s.URL), Want: limited, Code: "ratelimited"})
	for _, status := range []int{400, 401, 403, 404, 500, 503} {
		s := serve(t, status, nil, faults.CanaryBody)
		check(t, proof.Case{Name: fmt.Sprint(status), Err: postForked(t.Context(), s.Client(), s.URL), Want: faults.ForStatus(status)})
	}
}
