package githubadapter_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
)

// GitHub sends 403 for a rate limit, for a token that an organisation must approve, and for
// a missing permission. The headers distinguish them.
func ExampleAdapter() {
	for _, header := range []http.Header{
		{"X-Ratelimit-Remaining": {"0"}, "Retry-After": {"60"}},
		{"X-Github-Sso": {"required; url=https://github.com/orgs/acme/sso?authorization_request=A1B2"}},
		{"X-Accepted-Github-Permissions": {"issues=write"}},
	} {
		// Or the error of any version of go-github.
		err := httpadapter.CheckResponse(&http.Response{
			StatusCode: 403, Header: header, Body: http.NoBody, Request: httptest.NewRequest(http.MethodGet, "https://api.github.com/user", http.NoBody),
		})
		te := githubadapter.Adapter{}.FromError(err)
		fmt.Println(te.Kind(), te.VendorCode())
		fmt.Println(" ", te)
		if hint := te.Hint(); !hint.IsZero() {
			fmt.Println(" ", hint)
		}
	}
	// Output:
	// UPSTREAM_RUNTIME_RATE_LIMIT primary_rate_limit
	//   Upstream GitHub request failed with status code 403 (rate limit reached). Retry after 60 seconds.
	// TOOL_RUNTIME_CONTEXT_REQUIRED sso_required
	//   The tool needs something from a person before it can go on.
	//   The organisation uses single sign-on. Ask the user to authorise the token for it.
	// UPSTREAM_RUNTIME_AUTH_ERROR forbidden
	//   Upstream GitHub request failed with status code 403 (Forbidden).
	//   The call needs the permission issues: write.
}
