package microsoftadapter

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

var authorityOf = shape.NewGetter[*http.Response]("Resp")

// noToken is the error of a call that got no token, and so was never made. The
// authority's number says why; without a response there is only a text.
func noToken(err, e error) *toolerr.ToolRuntimeError {
	resp, ok := responseOf.Of(e)
	if !ok {
		resp, ok = authorityOf.Of(e)
	}
	if !ok {
		return rowOf(codeNoToken).Error(err, toolerr.WithVendorType(e))
	}
	a := answer{node: e}.from(resp)
	raw := bytesOf(resp.Body)
	a.code = reason(raw)
	var opts []toolerr.Option
	if vendor.set.Of(e) == vendor.failed {
		opts = append(opts, toolerr.WithDeveloperMessage(told(e, a.status, raw)))
	}
	return a.withoutToken(err, opts...)
}

// withoutToken is the error of a call that was not made, for the reason that the
// authority gave.
func (a answer) withoutToken(err error, more ...toolerr.Option) *toolerr.ToolRuntimeError {
	opts := []toolerr.Option{toolerr.WithEffect(toolerr.EffectNone)}
	if _, listed := table.Lookup(a.code); !listed && refusal(a.status) {
		if interactive[a.code] {
			opts = append(opts, toolerr.WithUserAction(), toolerr.WithHint(toolerr.Msg(hintSignIn)))
		}
		a.code = codeNoToken
	}
	return a.of(err, append(opts, more...)...)
}

// refusal reports whether the authority refused, and did not fail or want fewer
// requests.
func refusal(status int) bool {
	return status < http.StatusInternalServerError && status != http.StatusTooManyRequests
}

// interactive are the words of OAuth 2.0 and OpenID Connect that a person alone
// can do something about (RFC 6749 section 5.2; OpenID Connect Core 1.0 section
// 3.1.2.6).
var interactive = map[string]bool{
	"invalid_grant": true, "interaction_required": true, "login_required": true, "consent_required": true,
}

// maxBody is how much of an authority's answer is looked at, in bytes.
const maxBody = 64 << 10

// reason returns why the authority refused, as a code of the table: its number
// if that is there, or else the word of OAuth 2.0.
func reason(raw []byte) string {
	if len(raw) == 0 || len(raw) > maxBody {
		return ""
	}
	var answer struct {
		Error string `json:"error"`
		Codes []int  `json:"error_codes"`
	}
	_ = json.Unmarshal(raw, &answer) // what can be read of it counts
	for _, n := range answer.Codes {
		code := "AADSTS" + strconv.Itoa(n)
		if _, ok := table.Lookup(code); ok {
			return code
		}
	}
	return answer.Error
}

var (
	credentialOf = shape.NewGetter[string]("credType")
	messageOf    = shape.NewGetter[string]("message")
)

// maxTold is how much of an authority's answer a developer is told, in bytes.
const maxTold = 8 << 10

// told is what an error of azidentity says to developers. Asked for its text it
// would read its response's body anew, each time for whoever asks.
func told(e error, status int, raw []byte) string {
	credential, _ := credentialOf.Of(e)
	message, _ := messageOf.Of(e)
	return fmt.Sprintf("%s authentication failed. %s\nRESPONSE %d\n%s", credential, message[:min(len(message), maxTold)], status, raw[:min(len(raw), maxTold)])
}

// bytesOf returns the bytes of a body that the client has read before and keeps,
// without reading from it: azcore's has a method for them (v1.24.0), and so has
// the buffer that MSAL puts in its place (v1.10.1). Whoever asks the error for
// its text puts the body back as it was, so it is not to be asked from another
// goroutine at the same time.
func bytesOf(body any) []byte {
	bytes := func(b interface{ Bytes() []byte }) []byte { return b.Bytes() }
	if raw, ok := shape.Call(body, bytes); ok {
		return raw
	}
	inner, _ := shape.Field[any](body, "Reader")
	raw, _ := shape.Call(inner, bytes)
	return raw
}
