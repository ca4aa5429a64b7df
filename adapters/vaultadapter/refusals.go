package vaultadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals has the sentences of Vault's server and its secrets engines.
var refusals = &refusal.Dialect{Body: readRefusal, Texts: []phrase.Pattern{
	{Text: "check-and-set parameter did not match the current version", Rule: toolerr.RuleStale, Source: "vault-plugin-secrets-kv 0.25, path_data.go"},
	{Text: "check-and-set parameter required for this call", Rule: toolerr.RuleRequired, Source: "vault-plugin-secrets-kv 0.25, path_data.go"},
	{Text: "…error converting input for field \"{field}\"", Rule: toolerr.RuleWrongType, Source: "vault sdk 0.20, framework/field_data.go"},
	{Text: "…error converting input {} for field \"{field}\"", Rule: toolerr.RuleWrongType, Source: "vault sdk 0.20, framework/field_data.go"},
	{Text: "unknown role: {value}", Rule: toolerr.RuleNotFound, Source: "vault 1.21, builtin/logical/pki"},
	{Text: "invalid role name \"{value}\"", Rule: toolerr.RuleNotFound, Source: "vault-plugin-auth-kubernetes 0.23"},
}}

// statementsOf returns the errors of a response of Vault without their enumeration.
func statementsOf(errors []string) (all []refusal.Statement) {
	for _, text := range errors[:min(len(errors), refusal.MaxTexts)] {
		text = strings.TrimLeft(strings.TrimPrefix(text, "1 error occurred:"), "\n\t* ")
		all = append(all, refusal.Statement{Text: strings.TrimSpace(text)})
	}
	return all
}

func readRefusal(v *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	return v.Findings(statementsOf(d.Root.Member("errors").Strings())...)
}
