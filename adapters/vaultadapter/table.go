package vaultadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_vault"
	display = "Vault"
)

// The codes, which are errand's own words.
const (
	secretNotFound = "secret_not_found"
	notConsistent  = "not_consistent_yet"
	secondary      = "replication_secondary"
	standby        = "performance_standby"
	sealed         = "sealed"
)

// words are the statuses with a meaning of Vault's own.
var words = map[int]string{412: notConsistent, 472: secondary, 473: standby, 503: sealed}

// Where the rows come from, read 2026-11-21.
const (
	sourceStatus = "Vault HTTP API, HTTP status codes; vault/api v1.23.0, DefaultRetryPolicy"
	sourceClient = "github.com/hashicorp/vault/api v1.23.0, ErrSecretNotFound"
)

// hintDenied is for a 403, which Vault answers to a bad token and to a missing
// right alike.
var hintDenied = toolerr.Msg("The tool's token is not valid any more, or its policies do not allow this.")

// table is what the words mean.
var table = adapter.NewTable(
	slug, display,

	adapter.Row{VendorCode: secretNotFound, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("Vault has no secret there."), Source: sourceClient},
	adapter.Row{VendorCode: notConsistent, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("This Vault server does not have the newest data yet."), Hint: toolerr.Msg("Wait a moment, then make the same call again."), Source: sourceStatus},
	adapter.Row{
		VendorCodes: []string{secondary, standby},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("This Vault server only stands by for another one."), Source: sourceStatus,
	},
	adapter.Row{VendorCode: sealed, Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg("Vault is sealed, or is being maintained."), Source: sourceStatus},
)
