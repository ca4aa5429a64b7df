package slackadapter_test

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// rowCases returns an error for every row of the table.
func rowCases(t *testing.T) []conformance.Case {
	t.Helper()
	texts := map[string]string{}
	for text, code := range slackadapter.Constants() {
		texts[code] = text
	}
	var all []conformance.Case
	for _, row := range (slackadapter.Adapter{}).Table().Rows() {
		te := row.Error(io.EOF)
		c := conformance.Case{Name: row.VendorCode, Want: conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect()}}
		if text, ok := texts[row.VendorCode]; ok {
			c.Err = String(text)
		} else {
			c.Err = refuse(t, row.VendorCode, "")
		}
		all = append(all, c)
	}
	return all
}

// wants returns the expected results if the client keeps too little: of a response whose
// status is not 200 it keeps the status. Slack's rate limits have status 429 only.
func wants() map[string]conformance.Want {
	all := map[string]conformance.Want{
		"fault/429-ms-before-seconds": faults.ForStatus(429).Wait(7 * time.Second).Because("the client reads Retry-After alone"),
	}
	for _, f := range faults.All() {
		if f.Want.Status == 403 && f.Want.Kind == toolerr.KindUpstreamRateLimit {
			bare := faults.ForStatus(403)
			bare.RetryAfter, bare.HasRetryAfter, bare.Tolerance = f.Want.RetryAfter, f.Want.HasRetryAfter, f.Want.Tolerance
			all["fault/"+f.Name] = f.Want.Because("a limit").
				Or("the client keeps no header, and Slack limits with 429 alone; the wait is what the transport recorded", bare)
		}
	}
	return all
}

func TestConformance(t *testing.T) {
	conformance.Suite{
		Adapter:  slackadapter.Adapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Client:   "slack",
		Cases:    rowCases(t),
		Wants:    wants(),
		Messages: clients.Messages(),
		Call: func(ctx context.Context, target conformance.Target) error {
			return call(ctx, clients.Recorded(target), target.URL)
		},
	}.Run(t)
}
