package faults

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/url"
	"strings"
)

// Content canaries: invented words, one for each place of a response. None of
// them may reach an agent.
const (
	CanaryStatusLine  = "quorvexstatusline"
	CanaryHeader      = "quorvexheader"
	CanaryMessage     = "quorvexmessage"
	CanaryBody        = "quorvexbody"
	CanaryCode        = "QuorvexCode"
	CanaryRequestID   = "quorvexrequestid"
	CanaryResource    = "quorvexresource"
	CanaryLocation    = "quorvexlocation"
	CanaryCertificate = "quorvexcertificate"
	CanaryIssuer      = "quorvexissuer"
	CanaryDNS         = "quorvexdns"
	CanaryHost        = "quorvexhost"
	CanaryGoAway      = "quorvexgoaway"
	CanaryBanner      = "quorvexbanner"
	CanaryProxy       = "quorvexproxy"
	CanaryCause       = "quorvexcause"
	CanaryFile        = "quorvexfile"
	CanaryPath        = "quorvexpath"
	CanaryUpload      = "quorvexupload"
)

// Credential canaries: invented, in the form of real credentials. None of them may
// show anywhere, not even to a developer. The first six are planted in requests
// by [Plant]; the others are in responses and proxy settings.
const (
	CredentialBearer   = "ghp_" + "Qv7xErrandFaultBearer0000000000000Zq"
	CredentialAPIKey   = "sk-proj-" + "Qv7xErrandFaultApiKey0000000000000000000000000000"
	CredentialCookie   = "xoxb-" + "271828182845-314159265358-Qv7xErrandFaultCookie000"
	CredentialQuery    = "AIza" + "SyQv7xErrandFaultQuery0000000000Zqw"
	CredentialUser     = "qv7xfaultuser"
	CredentialPassword = "qv7xFaultPassw0rd"

	CredentialBody          = "ghp_" + "Qv7xErrandFaultBody000000000000000Zq"
	CredentialLocation      = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
	CredentialSetCookie     = "xoxb-" + "141421356237-173205080756-Qv7xErrandFaultSetCookie"
	CredentialAccessKey     = "AKIA" + "QV7XERRANDFAULT0"
	CredentialProxyUser     = "qv7xproxyuser"
	CredentialProxyPassword = "qv7xProxyPassw0rd"
)

// A Canary is a set of words that must not be found: content of an upstream in the agent's
// view, and credentials anywhere.
type Canary struct {
	// Content must not reach an agent.
	Content []string
	// Credentials must not appear anywhere.
	Credentials []string
}

// Planted returns every canary that this package plants, in responses and, with [Plant], in
// requests.
func Planted() Canary {
	return Canary{
		Content: []string{
			CanaryStatusLine, CanaryHeader, CanaryMessage, CanaryBody, CanaryCode, CanaryRequestID, CanaryResource,
			CanaryLocation, CanaryCertificate, CanaryIssuer, CanaryDNS, CanaryHost, CanaryGoAway, CanaryBanner,
			CanaryProxy, CanaryCause, CanaryFile, CanaryPath, CanaryUpload,
		},
		Credentials: []string{
			CredentialBearer, CredentialAPIKey, CredentialCookie, CredentialQuery, CredentialUser, CredentialPassword,
			CredentialBody, CredentialLocation, CredentialSetCookie, CredentialAccessKey,
			CredentialProxyUser, CredentialProxyPassword,
		},
	}
}

// Find returns the canaries, both content and credentials, that occur in text: plain in any
// letter case, in hexadecimal, or in base64 at any offset. Nil means that there are none.
func (c Canary) Find(text string) []string {
	return append(c.FindContent(text), c.FindCredentials(text)...)
}

// FindContent returns the content canaries that occur in text; see [Canary.Find].
func (c Canary) FindContent(text string) []string { return find(c.Content, text) }

// FindCredentials returns the credentials that occur in text; see [Canary.Find].
func (c Canary) FindCredentials(text string) []string { return find(c.Credentials, text) }

func find(words []string, text string) []string {
	lower := strings.ToLower(text)
	var found []string
	for _, w := range words {
		if shows(text, lower, w) {
			found = append(found, w)
		}
	}
	return found
}

// shows reports whether text, whose lower-case form is lower, contains word.
func shows(text, lower, word string) bool {
	if strings.Contains(lower, strings.ToLower(word)) || strings.Contains(lower, hex.EncodeToString([]byte(word))) {
		return true
	}
	for offset := range 3 {
		if strings.Contains(text, base64At(word, offset)) {
			return true
		}
	}
	return false
}

// base64At returns the part of the base64 form of word that does not depend on the bytes
// before and after it, if offset bytes modulo 3 precede it.
func base64At(word string, offset int) string {
	enc := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", offset) + word))
	start := []int{0, 2, 3}[offset]
	end := (offset + len(word)) / 3 * 4
	return enc[start:end]
}

// Plant puts the credential canaries into a request: an Authorization header, an API key
// header, a cookie, a query value, and user and password if the URL has a host. It puts a
// content canary into the path.
func Plant(r *http.Request) {
	if r.URL.Host != "" {
		r.URL.User = url.UserPassword(CredentialUser, CredentialPassword)
	}
	r.URL.Path = strings.TrimSuffix(r.URL.Path, "/") + "/" + CanaryPath
	q := r.URL.Query()
	q.Set("key", CredentialQuery)
	r.URL.RawQuery = q.Encode()
	r.Header.Set("Authorization", "Bearer "+CredentialBearer)
	r.Header.Set("X-Api-Key", CredentialAPIKey)
	r.AddCookie(&http.Cookie{Name: "session", Value: CredentialCookie})
}
