package faults

import (
	"time"

	"github.com/errand-go/errand/toolerr"
)

const sourceOAuth = "RFC 6749 section 5.2"

// OAuth is the shape of a token endpoint.
func OAuth() Shape {
	return Shape{Name: "OAuth token endpoint", Error: func(a Answer) Content { return tokenError(a.Code) }, Success: tokenSuccess}
}

func tokenError(code string) Content {
	return jsonContent("application/json;charset=UTF-8", map[string]any{
		"error": code, "error_description": answer(0, "").Message,
		"error_uri": "https://" + CanaryHost + ".invalid/?key=" + CredentialQuery,
	}, "Cache-Control: no-store")
}

func tokenSuccess(Request) Content {
	return jsonContent("application/json;charset=UTF-8", map[string]any{
		"access_token": CredentialBearer, "token_type": "Bearer", "expires_in": 3600,
	}, "Cache-Control: no-store")
}

// TokenWants returns the right answers of a client that requests tokens from a token
// endpoint, if they differ from those of a service, for the field Wants of its suite. The
// model makes no part of a token request, so that no refusal is about its arguments.
func TokenWants(client string) map[string]Want {
	const reason = "no part of a token request is the model's: the tool's access was refused"
	wants := map[string]Want{}
	for _, f := range All() {
		want := f.WantFor(client)
		if refusal := ForStatus(want.Status); want.Kind == refusal.Kind && refusal.Kind.Code() != authError.Code() &&
			want.Status >= 400 && want.Status < 500 && !want.CanRetry {
			want.Kind = authError
			wants["fault/"+f.Name] = want.Because(reason)
		}
	}
	return wants
}

func oauthFaults() []Fault {
	emptyToken := map[string]string{
		"oauth2/jwt":  "returns a token whose access token is empty (x/oauth2 v0.37.0)",
		"oauth2/auth": "returns a token whose access token is empty (cloud.google.com/go/auth v0.23.2)",
	}
	rows := []Fault{
		{
			Name: "oauth-invalid_grant", Does: "the token endpoint answers 400 invalid_grant", Want: ForCode(authError, 400),
			Source: sourceOAuth, Why: "the refresh token is revoked: the person has to consent again", run: tokenRun(400, "invalid_grant"),
		},
		{
			Name: "oauth-invalid_client", Does: "the token endpoint answers 401 invalid_client",
			Want: ForCode(authError, 401).Or("a wrong client secret is the program's own fault", fatal, withStatus(fatal, 401)), Source: sourceOAuth,
			run: tokenRun(401, "invalid_client"),
		},
		{
			Name: "oauth-500", Does: "the token endpoint answers 500", Want: ForStatus(500), Source: sourceForwarded,
			run: tokenRun(500, "server_error"),
		},
		{
			Name: "oauth-503-retry-after", Does: "the token endpoint answers 503 temporarily_unavailable, Retry-After: 3",
			Want: ForStatus(503).Wait(3 * time.Second).With(toolerr.EffectNone), Source: sourceRetryAfter,
			run: tokenRun(503, "temporarily_unavailable", "Retry-After: 3"),
		},
		{
			Name: "oauth-429", Does: "the token endpoint answers 429 slow_down, Retry-After: 7", Want: ForStatus(429).Wait(7 * time.Second),
			Source: sourceRetryAfter, run: tokenRun(429, "slow_down", "Retry-After: 7"),
		},
		{
			Name: "oauth-502-html", Does: "the token endpoint answers 502 with an HTML page", Want: ForStatus(502), Source: sourceForwarded,
			Why: "no error code: the raw body lands in err.Error()", run: contentRun(502, htmlPage),
		},
		{
			Name: "oauth-200-error", Does: "the token endpoint answers 200 with an error member", Silent: emptyToken,
			Want: ForCode(authError, 200).
				Or("a 200 refuses nothing by itself", ForCode(authError, 200).With(toolerr.EffectUnknown)).
				Or("a status that is not a failure's need not be claimed", ForCode(authError, 0), ForCode(authError, 0).With(toolerr.EffectUnknown)),
			Source: "GitHub OAuth apps, troubleshooting: errors come with 200", Why: "the code beats the status",
			run: tokenRun(200, "bad_refresh_token"),
		},
		{
			Name: "oauth-200-no-access-token", Does: "the token endpoint answers 200 without an access token", Silent: emptyToken,
			Want: undecodable.Or("without a record of the exchange the client only reports that it has no token", unmapped).
				Or(needsToken, retriedToken), Source: sourceDecode,
			run: contentRun(200, func() Content {
				return jsonContent("application/json;charset=UTF-8", map[string]any{"token_type": "Bearer", "scope": CanaryBody})
			}),
		},
	}
	for i := range rows {
		rows[i].Needs = []Need{NeedOAuth}
	}
	return rows
}

// tokenRun answers every request with a status and a token endpoint's error.
func tokenRun(status int, code string, lines ...string) behaviour {
	return contentRun(status, func() Content { return tokenError(code) }, lines...)
}
