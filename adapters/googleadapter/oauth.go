package googleadapter

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// OAuth2 recognises the errors of golang.org/x/oauth2: a token endpoint that refuses
// a token, and a token source without credentials. If a client fetches its token
// during a call, they come inside a *url.Error, and would look like a lost connection
// without this adapter. The zero value is ready to use.
//
// The error code of OAuth 2.0 decides, whatever the HTTP status: some endpoints send
// it with 200. Exceptions are a 429, and codes such as invalid_request, which are
// less exact than most statuses. No refusal is about the arguments of the call.
type OAuth2 struct{}

// Slug returns "_oauth2".
func (OAuth2) Slug() string { return oauthSlug }

// Spec returns the data of the adapter; see [spec.Of]. Its table has the meanings of the
// error codes of token endpoints.
func (OAuth2) Spec() adapter.Adapter { return oauth }

// FromError returns the error that err becomes, or nil if it is not about a token.
func (OAuth2) FromError(err error) *toolerr.ToolRuntimeError { return oauth.FromError(err) }

var oauth = spec.New(spec.Spec{
	Table: oauthTable, Errors: tokenErrors, Text: tokenText, Begins: []string{"oauth2: "}, Weak: general, Refine: withoutToken,
	Body: func(body []byte) any { return tokenResponse{body} },
})

// A tokenResponse has the field in which RetrieveError keeps the body.
type tokenResponse struct{ Body []byte }

// tokenErrors are the errors of a token endpoint that refused a token. The code of
// auth.Error is unexported (cloud.google.com/go/auth v0.23.2).
var tokenErrors = []spec.Error{
	{Types: []shape.Type{shape.T("golang.org/x/oauth2", "RetrieveError")}, Codes: []string{"ErrorCode"}, Response: "Response", Read: readToken},
	{Types: []shape.Type{tokenError}, Codes: []string{"code"}, Response: "Response", Read: readToken},
}

// refused is the [spec.Answer.Data] of a refused token.
type refused struct{}

// readToken reads the code that x/oauth2/jwt, and the service accounts of
// cloud.google.com/go/auth, leave in the body.
func readToken(a *spec.Answer) bool {
	a.Data = refused{}
	body, _ := shape.Field[[]byte](a.Node, "Body")
	if len(a.Codes) > 0 {
		return true
	}
	var answer struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(body, &answer) != nil {
		if form, err := url.ParseQuery(string(body)); err == nil {
			answer.Error = form.Get("error")
		}
	}
	a.Codes = []string{answer.Error}
	return true
}

// withoutToken corrects the meaning of a refused token. A 429 is a rate limit, whatever the
// code. An unlisted refusal has nothing to do with renewing a token or with the arguments
// of the call. An error code means that there is no token, even with a 200.
func withoutToken(a *spec.Answer) {
	if _, ok := a.Data.(refused); !ok {
		return
	}
	if a.Status == http.StatusTooManyRequests && a.Row.Kind != toolerr.KindUpstreamRateLimit {
		a.Row = adapter.Row{}
	}
	if a.Row.VendorCode != "" {
		return
	}
	switch kind := a.Decided(); {
	case kind == toolerr.KindUpstreamAuthError:
		a.Add(toolerr.WithGuidance(toolerr.GuidanceNone))
	case kind.Class() == toolerr.ClassUpstream && kind.Code() != toolerr.CodeExternalServiceError: // about the call
		if toolerr.StatusRuleOf(a.Status).CanRetry { // 408 and 425
			a.Add(toolerr.WithCode(toolerr.CodeExternalServiceError))
			return
		}
		a.Kind = toolerr.KindUpstreamAuthError
		a.Add(toolerr.WithGuidance(toolerr.GuidanceNone), toolerr.WithHint(toolerr.Msg("The tool did not get a token. The arguments of the call are not the reason.")))
	case a.Status < 300 && a.Code() != "":
		a.Kind = toolerr.KindUpstreamAuthError
	}
}

// A tokenFailure is an error of x/oauth2 without a type, as a last resort. Tests make the
// real client return each.
type tokenFailure struct {
	text    string
	prefix  bool // more text follows
	fatal   bool // there were no credentials; otherwise the response was not usable
	decoded bool // the response was read completely, and had no token
	seen    string
}

var tokenFailures = [...]tokenFailure{
	{text: "oauth2: token expired and refresh token is not set", fatal: true, seen: "x/oauth2 v0.37.0 oauth2.go"},
	{text: "oauth2: server response missing access_token", decoded: true, seen: "x/oauth2 v0.37.0 internal/token.go"},
	{text: "oauth2: cannot parse json: ", prefix: true, decoded: true, seen: "x/oauth2 v0.37.0 internal/token.go"},
	{text: "oauth2: cannot parse response: ", prefix: true, decoded: true, seen: "x/oauth2 v0.37.0 internal/token.go"},
	// In internal/token.go a truncated body; in jwt.go every failure.
	{text: "oauth2: cannot fetch token: ", prefix: true, seen: "x/oauth2 v0.37.0 internal/token.go, jwt/jwt.go"},
	{text: "oauth2: error decoding JWT token: ", prefix: true, decoded: true, seen: "x/oauth2 v0.37.0 jwt/jwt.go"},
	{text: "oauth2: response doesn't have JWT token", decoded: true, seen: "x/oauth2 v0.37.0 jwt/jwt.go"},
	{text: "oauth2: cannot auth device: ", prefix: true, seen: "x/oauth2 v0.37.0 deviceauth.go"},
}

// decoderTexts are the beginnings of the texts of encoding/json (go1.26.8).
var decoderTexts = [...]string{"invalid character ", "unexpected end of JSON input", "json: "}

// tokenText recognises the failures of x/oauth2 that have only a text.
func tokenText(e error) *spec.Answer {
	text := e.Error()
	if !strings.HasPrefix(text, "oauth2: ") || spec.Wraps(e) {
		return nil
	}
	for i := range tokenFailures {
		f := &tokenFailures[i]
		if text != f.text && (!f.prefix || !strings.HasPrefix(text, f.text)) {
			continue
		}
		a := &spec.Answer{Unread: true, Undecoded: f.decoded}
		if rest := text[len(f.text):]; f.prefix && !f.decoded {
			a.LostText = rest
			a.Undecoded = slices.ContainsFunc(decoderTexts[:], func(begin string) bool { return strings.HasPrefix(rest, begin) })
		}
		if f.fatal {
			a.Kind = toolerr.KindToolFatal
			a.Add(toolerr.WithEffect(toolerr.EffectNone), toolerr.WithUserAction(), toolerr.WithHint(toolerr.Msg(hintReconnect)))
		}
		return a
	}
	return nil
}
