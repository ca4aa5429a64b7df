package slackadapter_test

import (
	"context"
	"strings"
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

// rowCases is a real exchange for every word of the table.
func rowCases(t *testing.T) []conformance.Case {
	t.Helper()
	own := map[string]string{}
	for text, code := range slackadapter.Constants() {
		own[code] = text
	}
	var all []conformance.Case
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			c := conformance.Case{Name: code, Want: faults.ForKind(m.kind, m.effect).Retry(m.retry)}
			if text, ok := own[code]; ok {
				c.Err = String(text)
			} else {
				c.Err = refuse(t, code, "")
			}
			all = append(all, c)
		}
	}
	return all
}

// wants is what to want where the client keeps too little: of an answer outside
// 200 it keeps the status. Slack limits with 429 alone.
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
