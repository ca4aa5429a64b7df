package microsoftadapter

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// readToken reads the reason why the authority issued no token: the first of its numbers
// that the table lists, or otherwise the code of OAuth 2.0. The call was not made.
func readToken(a *spec.Answer, body []byte) {
	answer := spec.JSON[struct {
		Error   string
		Numbers []int `json:"error_codes"`
	}](body)
	for _, n := range answer.Numbers {
		code := "AADSTS" + strconv.Itoa(n)
		if _, listed := table.Lookup(code); listed {
			answer.Error = code
			break
		}
	}
	a.Add(toolerr.WithEffect(toolerr.EffectNone))
	a.Codes = append(a.Codes, answer.Error)
	if a.Status >= http.StatusInternalServerError || a.Status == http.StatusTooManyRequests {
		return
	}
	a.Codes = append(a.Codes, codeNoToken)
	if interactive[answer.Error] {
		a.Add(signIn, toolerr.WithUserAction(), toolerr.WithHint(toolerr.Msg(hintSignIn)))
	}
}

// interactive are the codes of OAuth 2.0 and OpenID Connect for which only a person can
// help (RFC 6749 section 5.2; OpenID Connect Core 1.0 section 3.1.2.6).
var interactive = map[string]bool{
	"invalid_grant": true, "interaction_required": true, "login_required": true, "consent_required": true,
}

// readCall reads an error of MSAL.
func readCall(a *spec.Answer) bool {
	readToken(a, bodyOf(a.Node, "Resp.Body"))
	return true
}

// readFailed reads an error of azidentity, and sets the developer message: the error's own
// text would read the response's body again for each caller.
func readFailed(a *spec.Answer) bool {
	body := bodyOf(a.Node, "RawResponse.Body")
	readToken(a, body)
	if a.Status != 0 {
		const most = 8 << 10
		credential, _ := shape.Field[string](a.Node, "credType")
		message, _ := shape.Field[string](a.Node, "message")
		a.Add(toolerr.WithDeveloperMessage(fmt.Sprintf("%s authentication failed. %s\nRESPONSE %d\n%s",
			credential, message[:min(len(message), most)], a.Status, body[:min(len(body), most)])))
	}
	return true
}

// bodyOf returns the bytes of a body that the client has read and keeps, without reading
// from it: azcore's body has a method for them (v1.24.0), and so has the buffer with which
// MSAL replaces it (v1.10.1).
func bodyOf(node any, path string) []byte {
	bytes := func(b interface{ Bytes() []byte }) []byte { return b.Bytes() }
	body, _ := shape.Field[any](node, path)
	if raw, ok := shape.Call(body, bytes); ok {
		return raw
	}
	inner, _ := shape.Field[any](body, "Reader")
	raw, _ := shape.Call(inner, bytes)
	return raw
}
