package refusal

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// platforms are services that host programs or secrets.
var platforms = []shape{
	{name: "Cloudflare", members: []string{"success"}, source: "Cloudflare API, Responses", read: readCloudflare},
	{name: "Vault", members: []string{"errors"}, source: "Vault HTTP API, Error response", read: readVault},
}

// cloudflare: Cloudflare API, DNS records and rules.
var cloudflare = &Dialect{texts: []phrase.Pattern{
	{Text: "Invalid {field}. Must be between ", Source: "Cloudflare API, DNS records, code 9021"},
	{Text: "{field} for {} record must be a valid", Rule: toolerr.RuleBadFormat, Source: "Cloudflare API, DNS records, code 9005"},
	{Text: "{field} for {} record is invalid", Rule: toolerr.RuleBadFormat, Source: "Cloudflare API, DNS records, code 9004"},
	{Text: "{field} is invalid", Rule: toolerr.RuleBadValue, Source: "Cloudflare API"},
}}

// readCloudflare reads the errors of a response, and the causes of each.
func readCloudflare(d doc) (all []toolerr.Finding) {
	if d.root.Member("success").Kind != 'f' || !d.root.Member("errors").IsArray() {
		return nil
	}
	for _, e := range d.root.Member("errors").Kids {
		causes := e.Member("error_chain").Kids
		if len(causes) == 0 {
			causes = append(causes, e)
		}
		for _, c := range causes {
			s := Statement{Fields: []string{at(c, "source.pointer").Str()}, Text: c.Member("message").Str()}
			if len(all) < maxFindings {
				all = append(all, cloudflare.read(s)...)
			}
		}
	}
	return all
}

// vault has the sentences of Vault's server and its secrets engines.
var vault = &Dialect{texts: []phrase.Pattern{
	{Text: "check-and-set parameter did not match the current version", Rule: toolerr.RuleStale, Source: "vault-plugin-secrets-kv 0.25, path_data.go"},
	{Text: "check-and-set parameter required for this call", Rule: toolerr.RuleRequired, Source: "vault-plugin-secrets-kv 0.25, path_data.go"},
	{Text: "…error converting input for field \"{field}\"", Rule: toolerr.RuleWrongType, Source: "vault sdk 0.20, framework/field_data.go"},
	{Text: "…error converting input {} for field \"{field}\"", Rule: toolerr.RuleWrongType, Source: "vault sdk 0.20, framework/field_data.go"},
	{Text: "unknown role: {value}", Rule: toolerr.RuleNotFound, Source: "vault 1.21, builtin/logical/pki"},
	{Text: "invalid role name \"{value}\"", Rule: toolerr.RuleNotFound, Source: "vault-plugin-auth-kubernetes 0.23"},
}}

// Vault returns the refusal in the errors of a response of Vault.
func Vault(errors []string) toolerr.Refusal {
	return vault.Refusal(strings.Join(errors[:min(len(errors), 1)], ""), statementsOf(errors)...)
}

// statementsOf returns the errors of a response of Vault without their enumeration.
func statementsOf(errors []string) (all []Statement) {
	for _, text := range errors[:min(len(errors), maxFindings)] {
		text = strings.TrimLeft(strings.TrimPrefix(text, "1 error occurred:"), "\n\t* ")
		all = append(all, Statement{Text: strings.TrimSpace(text)})
	}
	return all
}

func readVault(d doc) []toolerr.Finding {
	if len(d.root.Kids) > 2 {
		return nil
	}
	return vault.all(statementsOf(d.root.Member("errors").Strings()))
}
