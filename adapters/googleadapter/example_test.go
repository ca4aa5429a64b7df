package googleadapter_test

import (
	"fmt"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapters/googleadapter"
)

// Google sends 403 both for a missing permission and for too many requests. The reason
// distinguishes them.
func ExampleAdapter() {
	for _, reason := range []string{"userRateLimitExceeded", "dailyLimitExceeded", "insufficientFilePermissions"} {
		err := &googleapi.Error{
			Code: 403, Message: "Mara's file is none of yours",
			Errors: []googleapi.ErrorItem{{Reason: reason}},
		}
		te := googleadapter.Adapter{}.FromError(err)
		fmt.Println(te.Kind(), te.CanRetry(), te)
	}
	// Output:
	// UPSTREAM_RUNTIME_RATE_LIMIT true Upstream Google request failed with status code 403 (rate limit reached).
	// UPSTREAM_RUNTIME_RATE_LIMIT false Upstream Google request failed with status code 403 (rate limit reached).
	// UPSTREAM_RUNTIME_AUTH_ERROR false Upstream Google request failed with status code 403 (Forbidden).
}

// A revoked refresh token is in a *url.Error, like a lost connection. Only a person can
// help.
func ExampleOAuth2() {
	err := &url.Error{Op: "Get", URL: "https://api.example.com/items", Err: &oauth2.RetrieveError{
		Response:  &http.Response{StatusCode: 400},
		ErrorCode: "invalid_grant", ErrorDescription: "Token of mara@example.com has been revoked.",
	}}
	te := googleadapter.OAuth2{}.FromError(err)
	fmt.Println(te)
	fmt.Println(te.Hint())
	fmt.Println(te.Kind(), te.CanRetry(), te.RequiresUserAction())
	// Output:
	// Upstream OAuth2 request failed with status code 400 (access refused).
	// The account's access has ended. Ask the user to connect the account again.
	// UPSTREAM_RUNTIME_AUTH_ERROR false true
}
