package googleadapter

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// OAuth2 recognises the errors of golang.org/x/oauth2: a token endpoint that
// refuses a token, and a token source that has nothing to ask with. They come
// inside a *url.Error when a client fetches its token on the way, and look like
// a lost connection to anyone who does not know them. The zero value is ready
// for use.
//
// An error code of OAuth 2.0 decides, whatever the HTTP status: some endpoints
// send theirs with 200.
type OAuth2 struct{}

var _ adapter.Tabled = OAuth2{}

// Slug returns "_oauth2".
func (OAuth2) Slug() string { return oauthSlug }

// Table returns what the error codes of token endpoints mean.
func (OAuth2) Table() adapter.Table { return oauthTable }

// FromError returns what err means, nil if it has nothing to do with tokens.
func (OAuth2) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if x, ok := e.(*oauth2.RetrieveError); ok {
			return refusedGrant(err, grantOf(x), oauthTable)
		}
		if te := tokenText(err, e, oauthTable); te != nil {
			return te
		}
	}
	return nil
}

// A grant is what a token endpoint said when it was asked for one.
type grant struct {
	node     error
	response *http.Response // nil: unknown
	code     string         // "": none
}

func grantOf(e *oauth2.RetrieveError) grant {
	return grant{e, e.Response, oauthCode(e.ErrorCode, e.Body)}
}

var (
	authResponse = shape.NewGetter[*http.Response]("Response")
	authBody     = shape.NewGetter[[]byte]("Body")
	authCode     = shape.NewGetter[string]("code")
)

// grantOfAuth reads an auth.Error, whose code is unexported (measured with
// cloud.google.com/go/auth v0.23.2).
func grantOfAuth(e error) grant {
	response, _ := authResponse.Of(e)
	body, _ := authBody.Of(e)
	code, _ := authCode.Of(e)
	return grant{e, response, oauthCode(code, body)}
}

// oauthCode returns the code; x/oauth2/jwt and the service accounts of
// cloud.google.com/go/auth leave it in the body.
func oauthCode(code string, body []byte) string {
	if code != "" || len(body) > maxBody {
		return code
	}
	var answer struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(body, &answer) == nil {
		return answer.Error
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return ""
	}
	return form.Get("error")
}

// refusedGrant is the error of a call that got no token.
func refusedGrant(err error, g grant, t adapter.Table) *toolerr.ToolRuntimeError {
	status, header := 0, http.Header(nil)
	opts := append(make([]toolerr.Option, 0, 9), toolerr.WithVendorType(g.node))
	if r := g.response; r != nil {
		status, header = r.StatusCode, r.Header
		opts = append(opts, toolerr.WithStatus(status))
		if id := httpadapter.RequestID(header); id != "" {
			opts = append(opts, toolerr.WithRequestID(id))
		}
		if r.Request != nil && r.Request.URL != nil {
			u := *r.Request.URL
			u.User, u.RawQuery, u.Fragment = nil, "", ""
			opts = append(opts, toolerr.WithEndpoint(r.Request.Method, u.String()))
		}
	}
	row, listed := t.Lookup(g.code)
	limited := status
	if row.Kind == toolerr.KindUpstreamRateLimit {
		limited = http.StatusTooManyRequests
	}
	if wait, ok := httpadapter.RetryAfter(limited, header, time.Time{}); ok {
		opts = append(opts, toolerr.WithRetryAfter(wait))
	}
	if listed {
		return row.Error(err, opts...)
	}
	opts = append(opts, toolerr.WithVendorCode(g.code),
		toolerr.WithService(t.Slug()), toolerr.WithUpstreamName(toolerr.Ident(t.Display())))
	if toolerr.StatusRuleOf(status).Kind == toolerr.KindUpstreamAuthError {
		opts = append(opts, toolerr.WithGuidance(toolerr.GuidanceNone)) // a new token is what was refused
	}
	if te := httpadapter.FromStatus(err, status, header, time.Time{}, opts...); te != nil {
		return te
	}
	kind := toolerr.KindUpstreamUnmapped
	if g.code != "" {
		kind = toolerr.KindUpstreamAuthError // an error code means that there is no token, even beside a 200
	}
	return toolerr.New(kind, toolerr.Message{}, append(opts, toolerr.WithCause(err))...)
}

// A tokenFailure is an error of x/oauth2 that has nothing but a text: a last
// resort. Only an innermost error that errors.New or fmt.Errorf made is
// compared, and a test drives the real client into each.
type tokenFailure struct {
	text   string
	prefix bool // the text goes on
	fatal  bool // there was nothing to ask with; otherwise the answer was of no use
	seen   string
}

var tokenFailures = [...]tokenFailure{
	{text: "oauth2: token expired and refresh token is not set", fatal: true, seen: "x/oauth2 v0.37.0 oauth2.go"},
	{text: "oauth2: server response missing access_token", seen: "x/oauth2 v0.37.0 internal/token.go"},
	{text: "oauth2: cannot parse json: ", prefix: true, seen: "x/oauth2 v0.37.0 internal/token.go"},
	{text: "oauth2: cannot parse response: ", prefix: true, seen: "x/oauth2 v0.37.0 internal/token.go"},
	// In internal/token.go a body that broke off. In jwt.go everything, a refused
	// connection too: the text flattens what it was.
	{text: "oauth2: cannot fetch token: ", prefix: true, seen: "x/oauth2 v0.37.0 internal/token.go, jwt/jwt.go"},
	{text: "oauth2: error decoding JWT token: ", prefix: true, seen: "x/oauth2 v0.37.0 jwt/jwt.go"},
	{text: "oauth2: response doesn't have JWT token", seen: "x/oauth2 v0.37.0 jwt/jwt.go"},
	{text: "oauth2: cannot auth device: ", prefix: true, seen: "x/oauth2 v0.37.0 deviceauth.go"},
}

// What errors.New and fmt.Errorf make.
var (
	newError       = reflect.TypeOf(errors.New(""))
	formattedError = reflect.TypeOf(fmt.Errorf("%s", ""))
)

// tokenText is what an error means that has nothing but a text, nil if that is
// none of x/oauth2's.
func tokenText(err, e error, t adapter.Table) *toolerr.ToolRuntimeError {
	if typ := reflect.TypeOf(e); typ != newError && typ != formattedError {
		return nil
	}
	text := e.Error()
	if !strings.HasPrefix(text, "oauth2: ") {
		return nil
	}
	for i := range tokenFailures {
		f := &tokenFailures[i]
		if text != f.text && (!f.prefix || !strings.HasPrefix(text, f.text)) {
			continue
		}
		te := toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectUnknown))
		if f.fatal {
			te = toolerr.Fatal(toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone),
				toolerr.WithUserAction(), toolerr.WithHint(toolerr.Msg(hintReconnect)))
		}
		return te.With(toolerr.WithCause(err), toolerr.WithVendorType(e), toolerr.WithService(t.Slug()))
	}
	return nil
}
