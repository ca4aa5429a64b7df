// Package githubadapter recognises the errors of github.com/google/go-github and of
// the REST client of github.com/cli/go-gh, of every major version, without importing
// them.
//
// GitHub has codes for invalid fields only. For everything else the status and the
// headers decide, and the table has codes of errand's own: for the rate limit that
// was reached, or the scope or permission that is missing. The clients return errors
// of the connection, of decoders and of a context that has ended without wrapping
// them; these are left to httpadapter.
package githubadapter

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

const path = "github.com/google/go-github/github"

var (
	errorResponse  = shape.T(path, "ErrorResponse")
	redirection    = shape.T(path, "RedirectionError")
	rateLimit      = shape.T(path, "RateLimitError")
	abuseRateLimit = shape.T(path, "AbuseRateLimitError")
	twoFactorAuth  = shape.T(path, "TwoFactorAuthError")
	accepted       = shape.T(path, "AcceptedError")
	httpError      = shape.T("github.com/cli/go-gh/pkg/api", "HTTPError")
)

// Adapter recognises the error types of go-github and go-gh, and plain HTTP responses
// of GitHub. One with status 202 is a failure: GitHub has not completed the request yet.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{errorResponse, redirection}, Response: "Response", Status: "StatusCode", Read: readSent, Refusal: refused},
		{Types: []shape.Type{rateLimit}, Code: primaryLimit, Response: "Response", Read: readSent},
		{Types: []shape.Type{abuseRateLimit}, Code: secondaryLimit, Response: "Response", Read: readSent},
		{Types: []shape.Type{twoFactorAuth}, Code: otpRequired, Response: "Response", Read: readSent},
		{Types: []shape.Type{accepted}, Code: acceptedTryLater},
		{Types: []shape.Type{httpError}, Status: "StatusCode", Header: "Headers", Read: readURL, Refusal: refused},
	},
	Text:     sentinel,
	Begins:   slices.Collect(maps.Keys(sentinels)),
	Body:     func(body []byte) any { return spec.JSON[response](body) },
	Hosts:    []string{"api.github.com", "uploads.github.com"}, // go-github v89.0.0, defaultBaseURL and uploadBaseURL
	Headers:  []string{"X-Github-Request-Id"},                  // go-github v89.0.0, HeaderRequestID
	Refusals: refusals,
	Statuses: map[int]string{
		http.StatusAccepted:         acceptedTryLater,
		http.StatusMovedPermanently: moved, http.StatusTemporaryRedirect: moved, http.StatusPermanentRedirect: moved,
	},
	Refine: refine,
})

// A response is the body of an error, with the fields of go-github's ErrorResponse
// (GitHub REST API, Troubleshooting the REST API).
type response struct {
	Message          string `json:"message"`
	DocumentationURL string `json:"documentation_url"`
	Errors           []struct{ Field, Code string }
	Block            struct{ Reason string }
}

// readSent drops the status of a response that the client made: after a rate limit, it
// refuses calls itself with a 403 until the limit ends (go-github v66.0.0 and v89.0.0,
// checkRateLimitBeforeDo). A response of a server has a protocol or headers.
func readSent(a *spec.Answer) bool {
	if resp, _ := shape.Field[*http.Response](a.Node, "Response"); resp != nil && resp.Proto == "" && len(resp.Header) == 0 {
		a.Status = 0
	}
	return true
}

// readURL reads the URL of a go-gh error.
func readURL(a *spec.Answer) bool {
	if u, _ := shape.Field[*url.URL](a.Node, "RequestURL"); u != nil {
		a.URL = u.String()
	}
	return true
}

// sentinels maps the texts of go-github's errors without a type to codes, as a last resort
// (go-github v66.0.0 and v89.0.0).
var sentinels = map[string]string{
	"path must not contain '..' due to auth vulnerability issue": pathForbidden,
	"cannot use both position and side/line form comments":       mixedComments,
	"branch is not protected":                                    notProtected,
}

// sentinel recognises a sentinel error of go-github.
func sentinel(e error) *spec.Answer {
	if spec.Wraps(e) {
		return nil
	}
	code, ok := sentinels[e.Error()]
	if !ok {
		return nil
	}
	return &spec.Answer{Codes: []string{code}}
}

// refine handles errors for which neither the type nor the status is enough, and reads the
// waits of limits.
func refine(a *spec.Answer) {
	a.RequestID = a.Header.Get("X-Github-Request-Id") // a proxy may add other ids
	switch {
	case needsSignOn(a): // before a limit, because a wait does not help
		a.Is(ssoRequired)
		a.Add(toolerr.WithAccess(toolerr.Access{Fact: toolerr.FactSignIn}))
	case a.Row.VendorCode == "":
		a.Is(codeOf(a))
	}
	switch a.Row.VendorCode {
	case primaryLimit, secondaryLimit:
		readWait(a)
	case acceptedTryLater:
		a.Add(toolerr.WithStatus(http.StatusAccepted))
	}
}

// codeOf returns the code of a status with several meanings, or "" if the status alone
// decides.
func codeOf(a *spec.Answer) string {
	if code := limitOf(a); code != "" {
		return code
	}
	switch a.Status {
	case http.StatusUnauthorized:
		if strings.HasPrefix(a.Header.Get("X-Github-Otp"), "required") {
			return otpRequired
		}
	case http.StatusForbidden:
		return missingRight(a)
	case http.StatusNotFound:
		a.Add(toolerr.WithHint(toolerr.Msg("It does not exist, or the account has no access to it.")))
		a.Add(missingScope(a)...)
	case http.StatusMethodNotAllowed:
		if message, _ := shape.Field[string](a.Node, "Message"); strings.HasPrefix(message, "Base branch was modified") {
			return baseModified
		}
	case http.StatusConflict:
		return conflictOf(a)
	case http.StatusUnprocessableEntity:
		return invalidField(a)
	case http.StatusUnavailableForLegalReasons:
		return blockOf(a)
	}
	return ""
}

// conflicts are GitHub's texts for a 409 that is not about a concurrent change. They are a
// last resort, because GitHub has no codes for them (github/rest-api-description issue 385
// and PyGithub/PyGithub pull request 2066, read 2026-11-22).
var conflicts = map[string]string{
	"Git Repository is empty.":  repositoryEmpty,
	"Merge conflict":            mergeConflict,
	"Merge Conflict":            mergeConflict,
	"There are merge conflicts": mergeConflict,
}

// merges are the ends of the documentation links of the endpoints that merge two branches.
// Their 409 is a merge conflict (GitHub REST API, Branches, read 2026-11-22).
var merges = []string{"#merge-a-branch", "#sync-a-fork-branch-with-the-upstream-repository"}

// conflictOf returns the code of a 409, or "" if the status alone decides: a call that only
// reads has no concurrent change.
func conflictOf(a *spec.Answer) string {
	message, _ := shape.Field[string](a.Node, "Message")
	docs, _ := shape.Field[string](a.Node, "DocumentationURL")
	switch code := conflicts[message]; {
	case code != "":
		return code
	case slices.ContainsFunc(merges, func(end string) bool { return strings.HasSuffix(docs, end) }):
		return mergeConflict
	case a.Method == http.MethodGet, a.Method == http.MethodHead:
		return ""
	}
	return conflict
}

// blockOf returns the code of a repository that GitHub has taken down, or "".
func blockOf(a *spec.Answer) string {
	reason, _ := shape.Field[string](a.Node, "Block.Reason")
	a.Codes = []string{reason}
	switch reason {
	case "":
		return ""
	case "dmca":
		return blockedDMCA
	}
	return blocked
}
