package vaultadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// errand's own codes, because Vault has none.
const (
	secretNotFound = "secret_not_found"
	notConsistent  = "not_consistent_yet"
	secondary      = "replication_secondary"
	standby        = "performance_standby"
	sealed         = "sealed"
)

// The sources of the rows, read 2026-11-21.
const (
	sourceStatus = "Vault HTTP API, HTTP status codes; vault/api v1.23.0, DefaultRetryPolicy"
)

// hintDenied is the hint of a 403, which Vault sends both for an invalid token and for a
// missing policy.
var hintDenied = toolerr.Msg("The tool's token is not valid any more, or its policies do not allow this.")

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_vault", "Vault",
	adapter.Row{VendorCode: secretNotFound, Fact: toolerr.FactNotFound, Source: "github.com/hashicorp/vault/api v1.23.0, ErrSecretNotFound"},
	adapter.Row{VendorCode: notConsistent, Fact: toolerr.FactLocked, Message: toolerr.Msg("This Vault server does not have the newest data yet."), Source: sourceStatus},
	adapter.Row{VendorCodes: []string{secondary, standby}, Fact: toolerr.FactMaintenance, Message: toolerr.Msg("This Vault server is only a standby for another one."), Hint: toolerr.Msg("Wait a moment, then make the same call again."), Source: sourceStatus},
	adapter.Row{VendorCode: sealed, Fact: toolerr.FactFailed, Message: toolerr.Msg("Vault is sealed, or is being maintained."), Hint: toolerr.Msg("Someone has to unseal it."), Source: sourceStatus},
)
