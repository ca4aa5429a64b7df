package toolerr

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/redact"
)

// An Access is why a service refused the access of a call, for the program that runs the
// tool and for operators. It is in the report, and no model reads it.
type Access struct {
	// Fact is one of the facts about access, from [FactExpiredKey] to [FactPlanLimit].
	Fact Fact `json:"fact"`
	// Scopes are the scopes or permissions that the service named. They are the service's
	// own words, and only tokens by the grammar of RFC 6749, section 3.3.
	Scopes []string `json:"scopes,omitempty"`
	// ResourceMetadata is the URL that the service named for its metadata (RFC 9728). Do not
	// follow it without knowing its host: it names the servers that a client signs in at.
	ResourceMetadata string `json:"resource_metadata,omitempty"`
	// Owner is whose credentials the service refused.
	Owner Owner `json:"owner,omitempty"`
}

// An Owner is the party whose credentials a tool uses.
type Owner string

// The owners. The zero Owner is not known.
const (
	// OwnerCaller: the tool acts for its caller, who can sign in or grant access.
	OwnerCaller Owner = "caller"
	// OwnerServer: the credentials are the server's own. No caller can change them.
	OwnerServer Owner = "server"
)

// Credentials is what the author of a tool states of the credentials that the tool uses.
// Only these values are offered to a client, and none that a service named.
type Credentials struct {
	Owner Owner
	// Scopes are those that the caller has to grant for the tool.
	Scopes []string
	// ResourceMetadata is the URL of the metadata of the author's own server (RFC 9728).
	ResourceMetadata string
}

// WithAccess records why a service refused the access of a call. Members that are not set
// change nothing, nor does a fact that is not about access. Scopes that are not tokens, and
// a URL that is not one of https without credentials and a query, are left out.
func WithAccess(a Access) Option {
	kept := &Access{Scopes: scopes(a.Scopes)}
	if a.Fact.AboutAccess() {
		kept.Fact = a.Fact
	}
	if plainURL(a.ResourceMetadata) {
		kept.ResourceMetadata = a.ResourceMetadata
	}
	return Option{value: kept, set: setAccess}
}

func setAccess(b *box, o Option) {
	a, _ := o.value.(*Access)
	if old := b.p.access; old != nil { // an access is never changed, because copies share it
		merged := Access{Fact: cmp.Or(a.Fact, old.Fact), Scopes: a.Scopes, ResourceMetadata: cmp.Or(a.ResourceMetadata, old.ResourceMetadata)}
		if merged.Scopes == nil {
			merged.Scopes = old.Scopes
		}
		a = &merged
	}
	b.p.access = a
}

// WithCredentials records what the author of the tool states of its credentials.
func WithCredentials(c Credentials) Option { return Option{value: &c, set: setCredentials} }

func setCredentials(b *box, o Option) { b.p.author, _ = o.value.(*Credentials) }

// Credentials returns what the author of the tool stated; the zero Credentials if that is
// nothing. Do not change its scopes.
func (e *ToolRuntimeError) Credentials() Credentials {
	if c := e.priv().author; c != nil {
		return *c
	}
	return Credentials{}
}

// Access returns why the service refused the access of the call. It returns false if the
// error is not about access.
func (e *ToolRuntimeError) Access() (Access, bool) {
	e = e.self()
	a := Access{Fact: e.accessFact()}
	if a.Fact == "" {
		return Access{}, false
	}
	if said := e.private().access; said != nil {
		a.Scopes, a.ResourceMetadata = slices.Clone(said.Scopes), said.ResourceMetadata
	}
	a.Owner = e.Credentials().Owner
	return a, true
}

// accessFact returns the recorded fact, or the one that follows from kind and status.
func (e *ToolRuntimeError) accessFact() Fact {
	said := e.private().access
	switch {
	case said != nil && said.Fact != "":
		return said.Fact
	case e.listedCode != "": // its row says what it is about
		return ""
	case e.status == 402 && e.trait.kind == KindUpstreamBadRequest:
		return FactAccountEmpty
	case e.trait.kind != KindUpstreamAuthError:
		return ""
	case e.Guidance() == GuidanceRefreshAuthThenRetry:
		return FactExpiredKey
	case e.status == 401:
		return FactSignIn
	}
	return FactNotPermitted
}

// AboutAccess reports whether f is a fact about access.
func (f Fact) AboutAccess() bool { return facts[f].Kind == KindUpstreamAuthError }

// plainURL reports whether text is a URL of https without credentials and a query.
func plainURL(text string) bool {
	if text == "" || len(text) > maxPath || redact.HasCredential(text) {
		return false
	}
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

const (
	maxScopes = 16
	maxScope  = 128 // bytes
)

// scopes returns the first words that are tokens of a scope and have no credential's form.
func scopes(words []string) (tokens []string) {
	for _, word := range words[:min(len(words), 4*maxScopes)] {
		if scopeToken(word) && len(tokens) < maxScopes && !slices.Contains(tokens, word) {
			tokens = append(tokens, word)
		}
	}
	return tokens
}

func scopeToken(word string) bool {
	return word != "" && len(word) <= maxScope && !redact.HasCredential(word) &&
		!strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' })
}
