package verdict

import (
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
)

// gitHubAnswer is what GitHub answers instead of a success.
type gitHubAnswer struct {
	Docs   string `json:"documentation_url"`
	Errors []struct{ Code string }
	Block  struct{ Reason string }
}

// readGitHub reads what GitHub says by status and headers: it has words of its
// own for refused fields alone.
func readGitHub(r *input.Response) said {
	body := decoded[gitHubAnswer](r)
	if s, ok := gitHubLimit(r, body.Docs); ok {
		return s
	}
	switch r.Status {
	case 202:
		return said{codes: []string{"accepted_try_later"}, refused: true}
	case 301, 307, 308:
		return said{codes: []string{"moved"}}
	case 401:
		if strings.HasPrefix(r.Header.Get("X-Github-Otp"), "required") {
			return said{codes: []string{"otp_required"}}
		}
	case 403:
		return said{codes: []string{gitHubForbidden(r)}}
	case 409:
		return said{codes: []string{"conflict"}}
	case 422:
		return said{codes: gitHubFields(body)}
	case 451:
		switch body.Block.Reason {
		case "":
		case "dmca":
			return said{codes: []string{"blocked_dmca"}}
		default:
			return said{codes: []string{"blocked"}}
		}
	}
	return said{}
}

// gitHubLimit tells the limits apart, as GitHub's page on them does.
func gitHubLimit(r *input.Response, docs string) (said, bool) {
	if r.Status != 403 && r.Status != 429 {
		return said{}, false
	}
	secondary := said{
		codes: []string{"secondary_rate_limit"}, wait: time.Minute,
		waitSource: "GitHub REST API, Rate limits for the REST API: wait for at least one minute",
	}
	_, named := httpadapter.RetryAfter(r.Status, r.Header, time.Time{})
	switch {
	case r.Header.Get("X-Ratelimit-Remaining") == "0":
		return said{codes: []string{"primary_rate_limit"}}, true
	case strings.HasSuffix(docs, "secondary-rate-limits"), strings.HasSuffix(docs, "#abuse-rate-limits"), named:
		return secondary, true
	case r.Status == 429:
		return said{codes: []string{"too_many_requests"}}, true
	}
	return said{}, false
}

// gitHubForbidden is the code of a 403 that is about no limit.
func gitHubForbidden(r *input.Response) string {
	if sso := r.Header.Get("X-Github-Sso"); sso == "required" || strings.HasPrefix(sso, "required;") {
		return "sso_required"
	}
	accepted := scopes(r.Header.Values("X-Accepted-Oauth-Scopes"))
	lacks := !slices.ContainsFunc(scopes(r.Header.Values("X-Oauth-Scopes")), func(s string) bool { return slices.Contains(accepted, s) })
	if len(r.Header.Values("X-Oauth-Scopes")) > 0 && len(accepted) > 0 && lacks {
		return "insufficient_scopes"
	}
	return "forbidden"
}

func scopes(values []string) []string {
	var all []string
	for _, v := range values {
		for s := range strings.SplitSeq(v, ",") {
			if s = strings.TrimSpace(s); s != "" {
				all = append(all, s)
			}
		}
	}
	return all
}

// gitHubFields are the codes of the fields that are refused; no other code of
// the table is ever one of theirs.
func gitHubFields(body gitHubAnswer) []string {
	var all []string
	for _, e := range body.Errors {
		switch e.Code {
		case "missing", "missing_field", "invalid", "already_exists", "unprocessable", "custom":
			all = append(all, e.Code)
		}
	}
	return all
}
