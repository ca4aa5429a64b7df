// Package github_test tests githubadapter with the real go-github and go-gh.
package github_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-github/v89/github"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	vendorproof "github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { vendorproof.Main(m) }

// An answer is the server's response to every request.
type answer struct {
	status int
	header http.Header
	body   string
}

// serve starts a server with this response.
func serve(t *testing.T, a answer) *httptest.Server {
	t.Helper()
	all := http.Header{"Content-Type": {"application/json; charset=utf-8"}, "X-GitHub-Request-Id": {"0F5B:1A2B"}}
	maps.Copy(all, a.header)
	return vendorproof.Serve(t, vendorproof.Answer{Status: a.status, Header: all, Body: a.body})
}

func says(rest string) string { return `{"message":"` + faults.CanaryMessage + `"` + rest + `}` }

// A proof is a call of a real client, and the expected result.
type proof struct {
	answer answer
	call   func(context.Context, client) error // nil: an issue is created

	kind   toolerr.Kind
	retry  bool
	status int           // 0: that of the response; -1: none
	wait   time.Duration // negative: none
	effect toolerr.Effect
	code   string
	hint   string
	user   bool
}

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown

	rateLimit = toolerr.KindUpstreamRateLimit
	authError = toolerr.KindUpstreamAuthError

	emptyRepository = `{"message":"Git Repository is empty.","documentation_url":"https://docs.github.com/rest/commits/commits#list-commits"}`

	secondaryDocs = `,"documentation_url":"https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"`
)

func proofs() map[string]proof {
	resets := strconv.FormatInt(time.Now().Add(20*time.Minute).Unix(), 10)
	field := func(code string) proof {
		return proof{
			answer: answer{422, nil, says(`,"errors":[{"resource":"Issue","field":"title","code":"` + code + `","message":"` + faults.CanaryMessage + `"},"` + faults.CanaryBody + `"]`)},
			kind:   toolerr.KindUpstreamValidationError, wait: -1, effect: none, code: code, hint: "the field title (" + code + ")",
		}
	}
	byStatus := func(status int, kind toolerr.Kind) proof {
		return proof{answer: answer{status, nil, says("")}, kind: kind, retry: kind.CanRetry(), wait: -1, effect: none, user: status == 403}
	}
	broken := byStatus(502, toolerr.KindUpstreamServerError)
	broken.answer.body, broken.effect = "<html>"+faults.CanaryBody, unknown
	withHint := func(p proof, code, hint string) proof {
		p.code, p.hint = code, hint
		return p
	}
	return map[string]proof{
		"primary limit, 403": {
			answer: answer{403, http.Header{"X-RateLimit-Remaining": {"0"}, "X-RateLimit-Reset": {resets}}, says("")},
			kind:   rateLimit, retry: true, wait: 20 * time.Minute, effect: none, code: "primary_rate_limit",
		},
		"primary limit, 429": {
			answer: answer{429, http.Header{"X-RateLimit-Remaining": {"0"}, "X-RateLimit-Reset": {resets}}, says("")},
			kind:   rateLimit, retry: true, wait: 20 * time.Minute, effect: none, code: "primary_rate_limit",
		},
		"secondary limit, 403": {
			answer: answer{403, http.Header{"Retry-After": {"45"}}, says(secondaryDocs)},
			kind:   rateLimit, retry: true, wait: 45 * time.Second, effect: none, code: "secondary_rate_limit",
		},
		"secondary limit, 429": {
			answer: answer{429, http.Header{"Retry-After": {"45"}}, says(secondaryDocs)},
			kind:   rateLimit, retry: true, wait: 45 * time.Second, effect: none, code: "secondary_rate_limit",
		},
		"secondary limit without a time": {
			answer: answer{403, nil, says(secondaryDocs)},
			kind:   rateLimit, retry: true, wait: time.Minute, effect: none, code: "secondary_rate_limit",
		},
		"secondary limit until a date": {
			answer: answer{403, http.Header{"Retry-After": {time.Now().Add(2 * time.Minute).UTC().Format(http.TimeFormat)}}, says(secondaryDocs)},
			kind:   rateLimit, retry: true, wait: 2 * time.Minute, effect: none, code: "secondary_rate_limit",
		},
		"abuse, by the page of old": {
			answer: answer{403, nil, says(`,"documentation_url":"https://developer.github.com/v3/#abuse-rate-limits"`)},
			kind:   rateLimit, retry: true, wait: time.Minute, effect: none, code: "secondary_rate_limit",
		},
		"429 without details": {
			answer: answer{429, nil, "<html>"},
			kind:   rateLimit, retry: true, wait: -1, effect: none, code: "too_many_requests",
		},
		"429 while the quota is not used up": {
			answer: answer{429, http.Header{"X-RateLimit-Remaining": {"4999"}, "X-RateLimit-Reset": {resets}}, "<html>"},
			kind:   rateLimit, retry: true, wait: -1, effect: none, code: "too_many_requests",
		},
		"202, of statistics": {
			answer: answer{202, nil, "{}"}, call: func(ctx context.Context, c client) error { return c.stats(ctx) },
			kind: toolerr.KindToolRetry, retry: true, wait: -1, effect: unknown, code: "accepted_try_later", hint: "a few seconds",
		},
		"202, of a fork": {
			answer: answer{202, nil, `{"name":"` + faults.CanaryBody + `"}`}, call: func(ctx context.Context, c client) error { return c.fork(ctx) },
			kind: toolerr.KindToolRetry, retry: true, wait: -1, effect: unknown, code: "accepted_try_later",
		},
		"401": byStatus(401, authError),
		"one-time password": {
			answer: answer{401, http.Header{"X-GitHub-OTP": {"required; app"}}, says("")},
			kind:   toolerr.KindToolContextRequired, wait: -1, effect: none, code: "otp_required", user: true,
		},
		"single sign-on": {
			answer: answer{403, http.Header{"X-GitHub-SSO": {"required; url=https://github.com/orgs/" + faults.CanaryHost + "/sso?authorization_request=" + faults.CredentialLocation}}, says("")},
			kind:   toolerr.KindUpstreamAuthError, wait: -1, effect: none, code: "sso_required", user: true,
		},
		"single sign-on, and a used-up quota": {
			answer: answer{403, http.Header{"X-GitHub-SSO": {"required; url=https://github.com"}, "X-RateLimit-Remaining": {"0"}, "X-RateLimit-Reset": {resets}}, says("")},
			kind:   toolerr.KindUpstreamAuthError, wait: -1, effect: none, code: "sso_required", user: true,
		},
		"a permission": {
			answer: answer{403, http.Header{"X-Accepted-GitHub-Permissions": {"issues=write; pull_requests=write"}}, says("")},
			kind:   authError, wait: -1, effect: none, code: "forbidden", hint: "issues: write", user: true,
		},
		"a scope": {
			answer: answer{403, http.Header{"X-OAuth-Scopes": {"gist"}, "X-Accepted-OAuth-Scopes": {"repo, public_repo"}}, says("")},
			kind:   authError, wait: -1, effect: none, code: "insufficient_scopes", hint: "the scope repo", user: true,
		},
		"a scope that the token has": {
			answer: answer{403, http.Header{"X-OAuth-Scopes": {"gist, repo"}, "X-Accepted-OAuth-Scopes": {"repo"}}, says("")},
			kind:   authError, wait: -1, effect: none, code: "forbidden", user: true,
		},
		"a scope that is not known": {
			answer: answer{403, http.Header{"X-OAuth-Scopes": {"gist"}, "X-Accepted-OAuth-Scopes": {faults.CanaryCode}}, says("")},
			kind:   authError, wait: -1, effect: none, code: "insufficient_scopes", user: true,
		},
		"405, of a base that moved": {
			answer: answer{405, nil, `{"message":"Base branch was modified. Review and try the merge again."}`},
			kind:   toolerr.KindUpstreamBadRequest, retry: true, wait: -1, effect: none, code: "base_branch_modified",
		},
		"409, of a merge": {
			answer: answer{409, nil, says(`,"documentation_url":"https://docs.github.com/rest/branches/branches#merge-a-branch"`)},
			kind:   toolerr.KindUpstreamBadRequest, wait: -1, effect: none, code: "merge_conflict",
		},
		"403": withHint(byStatus(403, authError), "forbidden", "may not"),
		"404": withHint(byStatus(404, toolerr.KindUpstreamNotFound), "", "no access"),
		"410": byStatus(410, toolerr.KindUpstreamNotFound),
		"409": withHint(byStatus(409, toolerr.KindUpstreamBadRequest), "conflict", "Read it again"),
		"409, head moved": {
			answer: answer{409, nil, `{"message":"Head branch was modified. Review and try the merge again.","documentation_url":"https://docs.github.com/rest/pulls/pulls#merge-a-pull-request"}`},
			kind:   toolerr.KindUpstreamBadRequest, wait: -1, effect: none, code: "conflict", hint: "Read it again",
		},
		"409, another blob": {
			answer: answer{409, nil, `{"message":"` + faults.CanaryFile + ` does not match deadbeef","documentation_url":"https://docs.github.com/rest/repos/contents#create-or-update-file-contents"}`},
			kind:   toolerr.KindUpstreamBadRequest, wait: -1, effect: none, code: "conflict", hint: "Read it again",
		},
		"409, merge": {
			answer: answer{409, nil, `{"message":"Merge conflict","documentation_url":"https://docs.github.com/rest/branches/branches#merge-a-branch"}`},
			kind:   toolerr.KindUpstreamBadRequest, wait: -1, effect: none, code: "merge_conflict", hint: "resolved",
		},
		"409, fork": {
			answer: answer{409, nil, `{"message":"There are merge conflicts","documentation_url":"https://docs.github.com/rest/branches/branches#sync-a-fork-branch-with-the-upstream-repository"}`},
			kind:   toolerr.KindUpstreamBadRequest, wait: -1, effect: none, code: "merge_conflict", hint: "resolved",
		},
		"409, empty, of a write": {
			answer: answer{409, nil, emptyRepository}, kind: toolerr.KindUpstreamNotFound, wait: -1, effect: none, code: "repository_empty", hint: "no commits yet",
		},
		"409, empty, of a read": {
			answer: answer{409, nil, emptyRepository}, call: func(ctx context.Context, c client) error { return c.commits(ctx) },
			kind: toolerr.KindUpstreamNotFound, wait: -1, effect: none, code: "repository_empty", hint: "no commits yet",
		},
		"409, of a read": {
			answer: answer{409, nil, says("")}, call: func(ctx context.Context, c client) error { return c.commits(ctx) },
			kind: toolerr.KindUpstreamBadRequest, wait: -1, effect: none,
		},
		"400":          byStatus(400, toolerr.KindUpstreamBadRequest),
		"422":          byStatus(422, toolerr.KindUpstreamValidationError),
		"502":          broken,
		"451, dmca":    {answer: answer{451, nil, says(`,"block":{"reason":"dmca","created_at":"2016-03-17T15:39:46-07:00"}`)}, kind: toolerr.KindToolFatal, wait: -1, effect: none, code: "blocked_dmca"},
		"451, another": {answer: answer{451, nil, says(`,"block":{"reason":"` + faults.CanaryBody + `"}`)}, kind: toolerr.KindToolFatal, wait: -1, effect: none, code: "blocked"},
		"451, no word": byStatus(451, toolerr.KindUpstreamBadRequest),

		"missing": field("missing"), "missing_field": field("missing_field"), "invalid": field("invalid"),
		"already_exists": field("already_exists"), "unprocessable": field("unprocessable"), "custom": field("custom"),
		"a search": {
			answer: answer{422, nil, says(`,"errors":[{"resource":"Search","field":"q","code":"invalid","message":"` + faults.CanaryMessage + `"}]`)},
			call:   func(ctx context.Context, c client) error { return c.search(ctx) },
			kind:   toolerr.KindUpstreamValidationError, wait: -1, effect: none, code: "invalid", hint: "the field q (invalid)",
		},
		"a branch that is not protected": {
			answer: answer{404, nil, `{"message":"Branch not protected"}`}, call: func(ctx context.Context, c client) error { return c.protection(ctx) },
			kind: toolerr.KindUpstreamNotFound, status: -1, wait: -1, effect: none, code: "branch_not_protected",
		},
		"a path with ..": {
			answer: answer{200, nil, "{}"}, call: func(ctx context.Context, c client) error { return c.contents(ctx, "../"+faults.CanaryFile) },
			kind: toolerr.KindToolBadInputValue, status: -1, wait: -1, effect: none, code: "path_forbidden",
		},
		"a review of two styles": {
			answer: answer{200, nil, "{}"}, call: func(ctx context.Context, c client) error { return c.review(ctx) },
			kind: toolerr.KindToolBadInputValue, status: -1, wait: -1, effect: none, code: "mixed_comment_styles",
		},
	}
}

func TestAnswers(t *testing.T) {
	for name, p := range proofs() {
		t.Run(name, func(t *testing.T) {
			s := serve(t, p.answer)
			call := p.call
			if call == nil {
				call = func(ctx context.Context, c client) error { return c.createIn(ctx, faults.CanaryPath) }
			}
			err := call(t.Context(), newClient(t, s.URL, s.Client()))
			require.Error(t, err)
			p.check(t, err)
		})
	}
}

// check adapts the error with a registry, and checks all expectations.
func (p proof) check(t *testing.T, err error) {
	t.Helper()
	status := p.status
	switch status {
	case 0:
		status = p.answer.status
	case -1:
		status = 0
	}
	want := conformance.Want{Kind: p.kind, CanRetry: p.retry, Status: status, Effect: p.effect}
	if p.wait >= 0 {
		want = want.Wait(p.wait).Within(10 * time.Second)
	}
	vendorproof.Check(t, githubadapter.Adapter, vendorproof.Case{
		Name: "answer", Err: fmt.Errorf("tool: %w", err), Want: want, Code: p.code,
	})
	te := githubadapter.Adapter.FromError(err)
	require.NotNil(t, te)
	assert.Equal(t, p.user, te.RequiresUserAction())
	assert.Contains(t, te.Hint().String(), p.hint)
	if status >= 300 {
		assert.Equal(t, "0F5B:1A2B", te.Extra().RequestID)
	}
	assert.Empty(t, faults.Planted().Find(te.Hint().String()))
}

// A client that has stored a limit refuses the next call itself, without a request.
func TestClientSideLimits(t *testing.T) {
	resets := strconv.FormatInt(time.Now().Add(20*time.Minute).Unix(), 10)
	for name, p := range map[string]proof{
		"primary": {
			answer: answer{403, http.Header{"X-RateLimit-Remaining": {"0"}, "X-RateLimit-Reset": {resets}}, says("")},
			kind:   rateLimit, retry: true, status: -1, wait: 20 * time.Minute, effect: none, code: "primary_rate_limit",
		},
		"secondary": {
			answer: answer{403, http.Header{"Retry-After": {"45"}}, says(secondaryDocs)},
			kind:   rateLimit, retry: true, status: -1, wait: 45 * time.Second, effect: none, code: "secondary_rate_limit",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, p.answer)
			c := newClient(t, s.URL, s.Client())
			require.Error(t, c.createIn(t.Context(), "r"))
			s.Close()
			err := c.createIn(t.Context(), faults.CanaryPath)
			require.Error(t, err)
			p.check(t, err)
		})
	}
}

// go-github follows redirects itself. One that it must not follow is an error of a type of
// its own.
func TestMoved(t *testing.T) {
	for _, status := range []int{301, 307, 308} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			s := serve(t, answer{status, http.Header{"Location": {"/x?token=" + faults.CredentialLocation}}, says("")})
			hc := *s.Client()
			hc.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL, http.NoBody)
			require.NoError(t, err)
			resp, err := hc.Do(req)
			require.NoError(t, err)
			t.Cleanup(func() { _ = resp.Body.Close() })
			proof{
				kind: toolerr.KindUpstreamBadRequest, status: status, wait: -1, effect: none, code: "moved",
			}.check(t, github.CheckResponse(resp))
		})
	}
}

// The client runs with the fault server.
func TestFaults(t *testing.T) {
	shape := vendorproof.Shape("GitHub", "application/json; charset=utf-8", func(a faults.Answer) []byte {
		body, _ := json.Marshal(map[string]any{ // strings encode
			"message": a.Message, "documentation_url": "https://docs.github.com/rest",
			"errors": []map[string]string{{"resource": a.Resource, "field": a.Resource, "code": a.Code, "message": a.Message}},
		})
		return body
	}, `{"id":1,"name":"`+faults.CanaryBody+`"}`)
	skip := vendorproof.WithoutRows("TestEveryRow holds the proofs above to the table").
		Faults("the client returns a bare ctx.Err(), which is the tool's timeout: nothing in it shows that a network was involved",
			"ctx-deadline", "ctx-deadline-cause", "ctx-deadline-past").
		Faults("the client takes an empty body for a success", "json-empty")
	suite := vendorproof.Suite(githubadapter.Adapter, "github", shape, skip, vendorproof.Calling(makeClient, func(ctx context.Context, c client) error { return c.repo(ctx) }))
	suite.Messages = append(suite.Messages, clients.Messages()...)
	suite.Run(t)
}

// The proofs reach every row of the table.
func TestEveryRow(t *testing.T) {
	reached := map[string]bool{"moved": true} // TestMoved
	for _, p := range proofs() {
		reached[p.code] = true
	}
	for _, row := range spec.Of(githubadapter.Adapter).Table().Rows() {
		assert.True(t, reached[row.VendorCode], row.VendorCode)
	}
}
