package cloudflareadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const path = "github.com/cloudflare/cloudflare-go"

// retriesUsedUp is errand's own code for a rate limit that lasted longer than the client's
// retries.
const retriesUsedUp = "rate_limit_retries_used_up"

// table lists the meanings of the codes. Cloudflare has no list of its numbers. Most mean
// the same as the status.
var table = adapter.NewTable(
	"_cloudflare", "Cloudflare",
	adapter.Row{VendorCodes: []string{"81057", "81058"}, Fact: toolerr.FactExists, Message: toolerr.Msg("The zone has this DNS record already."), Hint: toolerr.Msg("Nothing has to be done if its content is right; otherwise change that record."), Source: "github.com/certbot/certbot/pull/10725, read 2026-11-23"},
	adapter.Row{VendorCodes: []string{"10000", "9109", "6003"}, Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("The token is not valid, or lacks a permission. Someone has to check it."), Source: "Cloudflare API, Troubleshooting; lablabs/cloudflare-exporter issue 5, read 2026-11-26"},
	adapter.Row{VendorCode: retriesUsedUp, Fact: toolerr.FactRateLimit, Source: "cloudflare-go v0.119.0, cloudflare.go"},
)
