package slack_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/rusq/slack"

	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
)

// postForked sends a message with a fork of slack-go.
func postForked(ctx context.Context, hc *http.Client, base string) error {
	c := slack.New(faults.CredentialCookie, slack.OptionAPIURL(base+"/"), slack.OptionHTTPClient(hc))
	_, _, err := c.PostMessageContext(ctx, "C024BE91L", slack.MsgOptionText(faults.CanaryUpload, false))
	return err
}

// The fork has the client's constants, and reads statuses.
func TestFork(t *testing.T) {
	checkRow := proof.Rows(slackadapter.Adapter{})
	checkRow(t, "no parameters", "parameters_missing", slack.ErrParametersMissing)
	checkRow(t, "two blocks", "block_id_not_unique", slack.ErrBlockIDNotUnique)
	checkRow(t, "a configuration", "invalid_configuration", slack.ErrInvalidConfiguration)
	s := serve(t, 429, http.Header{"Retry-After": {"7"}}, "")
	check(t, proof.Case{Name: "429", Err: postForked(t.Context(), s.Client(), s.URL), Want: faults.ForStatus(429).Wait(7 * time.Second), Code: "ratelimited"})
	for _, status := range []int{400, 401, 403, 404, 500, 503} {
		s := serve(t, status, nil, faults.CanaryBody)
		check(t, proof.Case{Name: fmt.Sprint(status), Err: postForked(t.Context(), s.Client(), s.URL), Want: faults.ForStatus(status)})
	}
}
