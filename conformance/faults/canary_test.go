package faults_test

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
)

func TestCanariesAreDistinct(t *testing.T) {
	c := faults.Planted()
	all := slices.Concat(c.Content, c.Credentials)
	for _, word := range all {
		assert.Equal(t, []string{word}, c.Find(word), "each canary is found once, with its place")
	}
}

func TestFind(t *testing.T) {
	c := faults.Canary{Content: []string{faults.CanaryBody}, Credentials: []string{faults.CredentialPassword}}
	seen := []string{faults.CanaryBody}
	cases := map[string]struct {
		text  string
		finds []string
	}{
		"clean":            {"Upstream HTTP request failed with status code 500 (Internal Server Error).", nil},
		"plain":            {"it says " + faults.CanaryBody + "!", seen},
		"other case":       {strings.ToUpper(faults.CanaryBody), seen},
		"hexadecimal":      {hex.EncodeToString([]byte("x" + faults.CanaryBody)), seen},
		"base64":           {base64.StdEncoding.EncodeToString([]byte(faults.CanaryBody)), seen},
		"base64, second":   {base64.StdEncoding.EncodeToString([]byte("a" + faults.CanaryBody + "bc")), seen},
		"base64, third":    {base64.URLEncoding.EncodeToString([]byte("ab" + faults.CanaryBody + "c")), seen},
		"basic credential": {"Basic " + base64.StdEncoding.EncodeToString([]byte(faults.CredentialUser+":"+faults.CredentialPassword)), []string{faults.CredentialPassword}},
		"both":             {faults.CanaryBody + faults.CredentialPassword, []string{faults.CanaryBody, faults.CredentialPassword}},
		"cut short":        {faults.CanaryBody[:7], nil},
	}
	for name, k := range cases {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, k.finds, c.Find(k.text))
		})
	}
	assert.Empty(t, c.FindCredentials(faults.CanaryBody))
	assert.Empty(t, c.FindContent(faults.CredentialPassword))
}

// The credentials have the published shapes of tokens, so that a detector of real ones
// finds them too.
func TestCredentialsHaveRealShapes(t *testing.T) {
	for credential, shape := range map[string]string{
		faults.CredentialBearer:    `^ghp_[A-Za-z0-9]{36}$`,
		faults.CredentialBody:      `^ghp_[A-Za-z0-9]{36}$`,
		faults.CredentialAPIKey:    `^sk-proj-[A-Za-z0-9_-]{40,}$`,
		faults.CredentialCookie:    `^xoxb-[0-9]{10,13}-[0-9]{10,13}-[A-Za-z0-9]{24}$`,
		faults.CredentialSetCookie: `^xoxb-[0-9]{10,13}-[0-9]{10,13}-[A-Za-z0-9]{24}$`,
		faults.CredentialQuery:     `^AIza[A-Za-z0-9_-]{35}$`,
		faults.CredentialAccessKey: `^AKIA[A-Z0-9]{16}$`,
		faults.CredentialLocation:  `^[0-9a-f]{64}$`,
	} {
		assert.Regexp(t, regexp.MustCompile(shape), credential)
	}
}

func TestPlant(t *testing.T) {
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:1/a/?b=c", nil)
	require.NoError(t, err)
	faults.Plant(r)
	assert.Equal(t, "/a/"+faults.CanaryPath, r.URL.Path)
	assert.Equal(t, "c", r.URL.Query().Get("b"))
	var dump strings.Builder
	require.NoError(t, r.Header.Write(&dump))
	found := faults.Planted().FindCredentials(dump.String() + r.URL.String())
	assert.ElementsMatch(t, []string{
		faults.CredentialBearer, faults.CredentialAPIKey, faults.CredentialCookie, faults.CredentialQuery,
		faults.CredentialUser, faults.CredentialPassword,
	}, found)
}

// In every shape, a failure has canaries in its status line, its headers and its body.
func TestResponsesArePlanted(t *testing.T) {
	s := newServer(t)
	for _, shape := range []faults.Shape{
		faults.PlainJSON(), faults.AWSJSON10(), faults.AWSRestXML(), faults.AWSQuery(), faults.Google(), faults.OAuth(),
	} {
		t.Run(shape.Name, func(t *testing.T) {
			o := drive(t.Context(), s.Target(lookup(t, "status-500"), faults.WithTargetShape(shape)))
			require.NoError(t, o.err)
			c := faults.Planted()
			assert.Contains(t, c.Find(o.resp.Status), faults.CanaryStatusLine)
			var head strings.Builder
			require.NoError(t, o.resp.Header.Write(&head))
			assert.Subset(t, c.Find(head.String()), []string{faults.CanaryHeader, faults.CanaryRequestID, faults.CredentialSetCookie})
			assert.Contains(t, c.Find(string(o.body)), faults.CredentialBody)
			assert.Contains(t, c.Find(string(o.body)), faults.CanaryMessage)
			assert.Contains(t, c.Find(string(o.body)), faults.CanaryCode)
		})
	}
}
