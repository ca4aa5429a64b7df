package findings

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// platforms are services that host programs, indices, vectors or secrets.
var platforms = []shape{
	{name: "Cloudflare", members: []string{"success"}, source: "Cloudflare API, Responses", read: readCloudflare},
	{name: "Cloudflare problem", members: []string{"cloudflare_error"}, source: "Cloudflare, 1xxx errors with RFC 9457, 2026-03", read: readCloudflareProblem},
	{name: "Vercel", members: []string{"error"}, source: "Vercel REST API, Errors", read: readVercel},
	{name: "Heroku", members: []string{"id"}, source: "Heroku Platform API Reference, Errors; DigitalOcean API, Errors", read: (&listing{
		dialect: identified, lists: [][]string{{}}, needs: []string{"id", "message"}, text: []string{"message"},
	}).read},
	{name: "PostHog", members: []string{"attr"}, source: "drf-exceptions-hog 0.4, handler.py", read: readPostHog},
	{name: "Qdrant", members: []string{"status"}, source: "Qdrant 1.16, src/actix/helpers.rs", read: (&listing{dialect: vectors, lists: [][]string{{"status"}}, needs: []string{"error"}, text: []string{"error"}}).read},
	{name: "Weaviate", members: []string{"error"}, source: "Weaviate 1.34, openapi: ErrorResponse", read: (&listing{dialect: vectors, lists: [][]string{{"error"}}, needs: []string{"message"}, text: []string{"message"}}).read},
	{name: "Pinecone and Algolia", source: "Pinecone API and Algolia Search API, Errors", read: (&listing{dialect: vectors, lists: [][]string{{}}, needs: []string{"message"}, text: []string{"message"}}).read},
	{name: "Vault", members: []string{"errors"}, source: "Vault HTTP API, Error response", read: readVault},
}

// cloudflare: Cloudflare API, DNS records and rules.
var cloudflare = &Dialect{texts: []phrase.Pattern{
	{Text: "Invalid {field}. Must be between ", Source: "Cloudflare API, DNS records, code 9021"},
	{Text: "{field} for {} record must be a valid", Rule: toolerr.RuleBadFormat, Source: "Cloudflare API, DNS records, code 9005"},
	{Text: "{field} for {} record is invalid", Rule: toolerr.RuleBadFormat, Source: "Cloudflare API, DNS records, code 9004"},
	{Text: "{field} must be a valid {}", Rule: toolerr.RuleBadFormat, Source: "Cloudflare API, DNS records"},
	{Text: "DNS {field} is invalid", Rule: toolerr.RuleBadFormat, Source: "Cloudflare API, DNS records, code 9000"},
	{Text: "Missing {field}", Rule: toolerr.RuleRequired, Source: "Cloudflare API"},
	{Text: "Invalid zone identifier", Rule: toolerr.RuleBadFormat, Source: "Cloudflare API, code 7003"},
	{Text: "An A, AAAA, or CNAME record with that host already exists", Rule: toolerr.RuleExistsAlready, Source: "Cloudflare API, DNS records, code 81053"},
	{Text: "Record already exists", Rule: toolerr.RuleExistsAlready, Source: "Cloudflare API, DNS records, code 81057"},
	{Text: "An identical record already exists", Rule: toolerr.RuleExistsAlready, Source: "Cloudflare API, DNS records, code 81058"},
	{Text: "{field} is required", Rule: toolerr.RuleRequired, Source: "Cloudflare API"},
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

// readCloudflareProblem reads the problem that Cloudflare returns if it refuses a request
// to a site behind it.
func readCloudflareProblem(d doc) []toolerr.Finding {
	if d.root.Member("cloudflare_error").Kind == 't' && d.root.Member("error_category").Str() == "access_denied" {
		return []toolerr.Finding{{Rule: toolerr.RuleNotPermitted}}
	}
	return nil
}

// vercel: Vercel REST API, Errors. The properties are in backticks.
var vercel = &Dialect{texts: []phrase.Pattern{
	{Text: "Invalid request: missing required property `{field}`", Rule: toolerr.RuleRequired, Source: "Vercel REST API, Errors"},
	{Text: "Invalid request: should NOT have additional property `{field}`", Rule: toolerr.RuleUnknown, Source: "Vercel REST API, Errors"},
	{Text: "Invalid request: `{field}` missing required property `{word}`", Rule: toolerr.RuleRequired, Source: "Vercel REST API, Errors"},
	{Text: "Invalid request: `{field}` should NOT have additional property `{word}`", Rule: toolerr.RuleUnknown, Source: "Vercel REST API, Errors"},
	{Text: "Invalid request: `{field}` should be equal to one of the allowed values \"{names}\"", Rule: toolerr.RuleNotAllowed, Source: "Vercel REST API, Errors"},
	{Text: "Invalid request: `{field}` should match", Rule: toolerr.RuleBadFormat, Source: "Vercel REST API, Errors"},
	{Text: "Invalid request: `{field}` should NOT ", Source: "Vercel REST API, Errors"},
	{Text: "Invalid request: `{field}` should be >", Source: "Vercel REST API, Errors"},
	{Text: "Invalid request: `{field}` should be <", Source: "Vercel REST API, Errors"},
	{Text: "Invalid request: `{field}` should be {name}", Rule: toolerr.RuleWrongType, Source: "Vercel REST API, Errors"},
	{Text: "The {field} \"{value}\" is already in use", Rule: toolerr.RuleExistsAlready, Source: "Vercel REST API, Errors"},
}}

// readVercel reads the lists of properties that an error has, and the sentence.
func readVercel(d doc) (all []toolerr.Finding) {
	e := d.root.Member("error")
	if !e.Member("code").IsString() || !e.Member("message").IsString() {
		return nil
	}
	for _, list := range [...]struct {
		name string
		rule toolerr.Rule
	}{{"missing", toolerr.RuleRequired}, {"invalidKeys", toolerr.RuleUnknown}} {
		for _, name := range e.Member(list.name).Strings() {
			if len(all) < maxFindings {
				all = append(all, toolerr.Finding{Rule: list.rule, Fields: []string{name}})
			}
		}
	}
	if len(all) > 0 {
		return all
	}
	if found := vercel.read(Statement{Text: e.Member("message").Text}); len(found) > 0 {
		if f := &found[0]; f.Word != "" && len(f.Fields) == 1 { // a member of the property
			f.Fields, f.Word = []string{f.Fields[0] + "." + f.Word}, ""
		}
		return found
	}
	if field := first(e, []string{"field", "key", "path"}).Str(); field != "" {
		return vercel.read(Statement{Fields: []string{field}, Code: e.Member("code").Text, Text: e.Member("message").Text})
	}
	return nil
}

// identified has the sentences of services whose error has an id and a sentence that begins
// with the name of the field.
var identified = &Dialect{texts: []phrase.Pattern{
	{Text: "{field} can't be blank", Rule: toolerr.RuleRequired, Source: "Heroku Platform API, invalid_params"},
	{Text: "{field} is already taken", Rule: toolerr.RuleExistsAlready, Source: "Heroku Platform API, invalid_params"},
	{Text: "{field} has already been taken", Rule: toolerr.RuleExistsAlready, Source: "DigitalOcean API, unprocessable_entity"},
	{Text: "{field} is already in use", Rule: toolerr.RuleExistsAlready, Source: "DigitalOcean API, unprocessable_entity"},
	{Text: "{field} must start with ", Rule: toolerr.RuleBadFormat, Source: "Heroku Platform API, invalid_params"},
	{Text: "{field} Only valid hostname characters are allowed", Rule: toolerr.RuleBadFormat, Source: "DigitalOcean API, unprocessable_entity"},
	{Text: "{field} is not available", Rule: toolerr.RuleNotAllowed, Source: "DigitalOcean API, unprocessable_entity"},
	{Text: "{field} is too ", Source: "Heroku Platform API, invalid_params"},
	{Text: "{field} is required", Rule: toolerr.RuleRequired, Source: "DigitalOcean API, bad_request"},
	{Text: "Require params: {field}", Rule: toolerr.RuleRequired, Source: "Heroku Platform API, bad_request"},
	{Text: "You specified an invalid {field}", Rule: toolerr.RuleBadValue, Source: "DigitalOcean API, unprocessable_entity"},
	{Text: "{field} is invalid", Rule: toolerr.RuleBadValue, Source: "Heroku Platform API, invalid_params"},
	{Text: "{field} is not a valid {}", Rule: toolerr.RuleBadFormat, Source: "Heroku Platform API, invalid_params"},
}}

func readPostHog(d doc) []toolerr.Finding {
	attr := d.root.Member("attr").Str()
	if attr == "" || !d.root.Member("code").IsString() || !d.root.Member("detail").IsString() {
		return nil
	}
	s := Statement{Fields: []string{strings.ReplaceAll(attr, "__", ".")}, Code: d.root.Member("code").Text, Text: d.root.Member("detail").Text}
	if all := sure(s.Text); len(all) > 0 && RuleOf(s.Code) == toolerr.RuleBadValue {
		s.Code = ""
	}
	return posthog.read(s)
}

// posthog has the codes of Django REST framework (3.16, fields.py, validators.py).
var posthog = &Dialect{codes: []coded{
	{code: "required", rule: toolerr.RuleRequired},
	{code: "blank", rule: toolerr.RuleRequired},
	{code: "null", rule: toolerr.RuleRequired},
	{code: "invalid"},
	{code: "invalid_input"},
	{code: "invalid_choice", rule: toolerr.RuleNotAllowed},
	{code: "does_not_exist", rule: toolerr.RuleNotFound},
	{code: "unique", rule: toolerr.RuleExistsAlready},
	{code: "max_length", rule: toolerr.RuleTooLong},
	{code: "min_length", rule: toolerr.RuleTooShort},
	{code: "max_value", rule: toolerr.RuleTooLarge},
	{code: "min_value", rule: toolerr.RuleTooSmall},
	{code: "not_a_list", rule: toolerr.RuleWrongType},
	{code: "not_a_dict", rule: toolerr.RuleWrongType},
}}

// vectors are the sentences of vector databases.
var vectors = &Dialect{texts: []phrase.Pattern{
	{Text: "…Vector dimension {} does not match the dimension of the index {limit}", Rule: toolerr.RuleCountMismatch, Source: "Pinecone API, Upsert vectors"},
	{Text: "…Vector dimension error: expected dim: {limit}, got", Rule: toolerr.RuleCountMismatch, Source: "Qdrant 1.16, lib/segment/src/common/operation_error.rs"},
	{Text: "…vector lengths don't match: {} vs {limit}", Rule: toolerr.RuleCountMismatch, Source: "Weaviate 1.34, adapters/repos/db/vector/hnsw"},
	{Text: "…Not existing vector name error: {word}", Rule: toolerr.RuleUnknown, Source: "Qdrant 1.16, lib/segment/src/common/operation_error.rs"},
	{Text: "…Collection `{value}` doesn't exist", Rule: toolerr.RuleNotFound, Source: "Qdrant 1.16, lib/storage/src/content_manager/errors.rs"},
	{Text: "…Collection `{value}` already exists", Rule: toolerr.RuleExistsAlready, Source: "Qdrant 1.16, lib/storage/src/content_manager/errors.rs"},
	{Text: "…Index required but not found for \"{word}\"", Rule: toolerr.RuleUnsupported, Source: "Qdrant 1.16, lib/collection/src/operations/types.rs"},
	{Text: "…error in JSON body: missing field `{field}`", Rule: toolerr.RuleRequired, Source: "serde_json 1.0, as Qdrant and Algolia have it"},
	{Text: "…error in JSON body: unknown field `{field}`, expected one of {names}", Rule: toolerr.RuleUnknown, Source: "as above"},
	{Text: "…unknown variant `{value}`, expected one of {names} at", Rule: toolerr.RuleNotAllowed, Source: "as above"},
	{Text: "…error in JSON body: [{field}: value {value} invalid, must be {limit} or larger]", Rule: toolerr.RuleTooSmall, Source: "validator 0.20, as Qdrant has it"},
	{Text: "…error in JSON body: [{field}: value {value} invalid, must be from {limit} to", Rule: toolerr.RuleTooSmall, Source: "as above"},
	{Text: "…value {value} is not a valid point ID", Rule: toolerr.RuleBadFormat, Source: "Qdrant 1.16"},
	{Text: "…no such prop with name '{word}' found in class", Rule: toolerr.RuleUnknown, Source: "Weaviate 1.34, usecases/schema"},
	{Text: "…class '{value}' not found in schema", Rule: toolerr.RuleNotFound, Source: "Weaviate 1.34, usecases/objects"},
	{Text: "…could not find class {value} in schema", Rule: toolerr.RuleNotFound, Source: "Weaviate 1.34, usecases/schema"},
	{Text: "…class name {value} already exists", Rule: toolerr.RuleExistsAlready, Source: "Weaviate 1.34, usecases/schema"},
	{Text: "invalid {} property '{field}' on class '{}'", Rule: toolerr.RuleWrongType, Source: "Weaviate 1.34, entities/schema/validation"},
	{Text: "Invalid value for \"{field}\" parameter, expected integer between", Source: "Algolia Search API"},
	{Text: "Invalid value for \"{field}\" parameter", Rule: toolerr.RuleBadValue, Source: "Algolia Search API"},
	{Text: "Unknown parameter: {field}", Rule: toolerr.RuleUnknown, Source: "Algolia Search API"},
	{Text: "Index {value} does not exist", Rule: toolerr.RuleNotFound, Source: "Algolia Search API"},
	{Text: "ObjectID does not exist", Rule: toolerr.RuleNotFound, Source: "Algolia Search API"},
	{Text: "filters: Unexpected token {}({word}) expected {} at col {column}", Rule: toolerr.RuleSyntax, Source: "Algolia Search API"},
}}

// vault has the sentences of Vault's server and its secrets engines.
var vault = &Dialect{texts: []phrase.Pattern{
	{Text: "check-and-set parameter did not match the current version", Rule: toolerr.RuleStale, Source: "vault-plugin-secrets-kv 0.25, path_data.go"},
	{Text: "check-and-set parameter required for this call", Rule: toolerr.RuleRequired, Source: "vault-plugin-secrets-kv 0.25, path_data.go"},
	{Text: "…error converting input for field \"{field}\"", Rule: toolerr.RuleWrongType, Source: "vault sdk 0.20, framework/field_data.go"},
	{Text: "…error converting input {} for field \"{field}\"", Rule: toolerr.RuleWrongType, Source: "vault sdk 0.20, framework/field_data.go"},
	{Text: "missing {field}$", Rule: toolerr.RuleRequired, Source: "vault 1.21, builtin/logical/pki, transit: missing ciphertext to decrypt"},
	{Text: "missing required field: {field}", Rule: toolerr.RuleRequired, Source: "vault 1.21"},
	{Text: "unknown role: {value}", Rule: toolerr.RuleNotFound, Source: "vault 1.21, builtin/logical/pki"},
	{Text: "role \"{value}\" could not be found", Rule: toolerr.RuleNotFound, Source: "vault-plugin-auth-jwt 0.25"},
	{Text: "invalid role name \"{value}\"", Rule: toolerr.RuleNotFound, Source: "vault-plugin-auth-kubernetes 0.23"},
	{Text: "unsupported path", Rule: toolerr.RuleUnsupported, Source: "vault sdk 0.20, logical: ErrUnsupportedPath"},
	{Text: "no handler for route \"{value}\"", Rule: toolerr.RuleNotFound, Source: "vault 1.21, vault/router.go"},
	{Text: "encryption key not found", Rule: toolerr.RuleNotFound, Source: "vault 1.21, builtin/logical/transit"},
}}

// Vault returns the refusal in the errors of a response of Vault.
func Vault(errors []string) toolerr.Refusal {
	all := make([]Statement, 0, len(errors))
	for _, text := range errors[:min(len(errors), maxFindings)] {
		text = strings.TrimLeft(strings.TrimPrefix(text, "1 error occurred:"), "\n\t* ")
		all = append(all, Statement{Text: strings.TrimSpace(text)})
	}
	return vault.Refusal(strings.Join(errors[:min(len(errors), 1)], ""), all...)
}

func readVault(d doc) []toolerr.Finding {
	errors := d.root.Member("errors").Strings()
	if len(d.root.Kids) > 2 {
		return nil
	}
	return Vault(errors).Findings
}
