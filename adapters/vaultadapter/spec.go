// Package vaultadapter recognises the errors of HashiCorp Vault's API client, and
// those of OpenBao's client, which is a fork of it.
//
// Neither client is imported: package shape recognises their ResponseError by the
// name of its type. Vault has no error codes, so the HTTP status decides; a few
// statuses have another meaning in Vault than in HTTP. The paths of secrets, and the
// server's texts, reach developers only.
package vaultadapter

import (
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

var responseError = shape.T("github.com/hashicorp/vault/api", "ResponseError")

// Adapter recognises ResponseError of github.com/hashicorp/vault/api and
// github.com/openbao/openbao/api, the errors of a secret that does not exist, and
// plain HTTP responses of Vault.
//
// If a path contains no secret, the client returns a nil secret and no error: the
// tool has to check for it. Errors of the connection are left to httpadapter.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{{
		Types:  []shape.Type{responseError, shape.T("github.com/openbao/openbao/api", "ResponseError")},
		Status: "StatusCode", Method: "HTTPMethod", URL: "URL", Refusal: refused,
	}},
	Text:     notFound,
	Refusals: refusals,
	Begins:   []string{"secret not found: "},
	Statuses: map[int]string{412: notConsistent, 472: secondary, 473: standby, 503: sealed},
	// Vault documentation, configuration: enable_response_header_hostname and
	// enable_response_header_raft_node_id, read 2026-11-21.
	Headers: []string{"X-Vault-Hostname", "X-Vault-Raft-Node-Id"},
	Refine: func(a *spec.Answer) {
		if a.Status == http.StatusForbidden {
			a.Add(toolerr.WithHint(hintDenied))
		}
	},
})

// refusal returns the refusal in the texts of a response. It ignores a body that the client
// could not read.
func refused(node any) toolerr.Refusal {
	if raw, _ := shape.Field[bool](node, "RawError"); raw {
		return toolerr.Refusal{}
	}
	errors, _ := shape.Field[[]string](node, "Errors")
	return refusals.Refusal(strings.Join(errors[:min(len(errors), 1)], ""), statementsOf(errors)...)
}

// notFound recognises the error for a secret that a key-value store does not have. It has
// no type: its text is the sentinel's, followed by the path (vault/api v1.23.0, kv_v1.go
// and kv_v2.go).
func notFound(e error) *spec.Answer {
	rest, ok := strings.CutPrefix(e.Error(), "secret not found: ")
	if !ok || !spec.Wraps(e) || !strings.HasPrefix(rest, "at ") && !strings.HasPrefix(rest, "for version ") {
		return nil
	}
	return &spec.Answer{Codes: []string{secretNotFound}}
}
