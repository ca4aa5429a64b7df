// Package githubadapter recognises the errors of github.com/google/go-github and
// of the REST client of github.com/cli/go-gh, of every major version, without
// importing them.
//
// What the errors hold decides: the kind of limit, the headers in which GitHub
// names scopes and permissions, the codes of fields that it refuses. Errors of
// the transport and of decoders come from the client bare, and are
// httpadapter's; so is the bare error of a context that ended.
//
// Recognised by shape, so a build that renames packages hides the errors: see
// package adapter/shape.
package githubadapter

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the error types of go-github and go-gh. The zero value is ready for
// use.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_github".
func (Adapter) Slug() string { return slug }

// Table returns what GitHub's refusals mean. The codes of refused fields are
// GitHub's own words; the others name an error type of go-github, or what a
// header says, since GitHub has no words for them.
func (Adapter) Table() adapter.Table { return table }

// The types of the clients, wherever they live.
type vendorTypes struct {
	response, primary, secondary, accepted, otp, redirect shape.Type // go-github's
	cli                                                   shape.Type // go-gh's
	set                                                   *shape.Set
}

var vendor = typesOf("github.com/google/go-github/github", "github.com/cli/go-gh/pkg/api")

func typesOf(path, cli string) vendorTypes {
	v := vendorTypes{
		response:  shape.T(path, "ErrorResponse"),
		primary:   shape.T(path, "RateLimitError"),
		secondary: shape.T(path, "AbuseRateLimitError"),
		accepted:  shape.T(path, "AcceptedError"),
		otp:       shape.T(path, "TwoFactorAuthError"),
		redirect:  shape.T(path, "RedirectionError"),
		cli:       shape.T(cli, "HTTPError"),
	}
	v.set = shape.NewSet(v.response, v.primary, v.secondary, v.accepted, v.otp, v.redirect, v.cli)
	return v
}

var (
	statusOf     = shape.NewGetter[int]("StatusCode")
	headersOf    = shape.NewGetter[http.Header]("Headers")
	urlOf        = shape.NewGetter[url.URL]("RequestURL")
	responseOf   = shape.NewGetter[*http.Response]("Response")
	resetOf      = shape.NewGetter[time.Time]("Rate.Reset.Time")
	retryAfterOf = shape.NewGetter[time.Duration]("RetryAfter")
	docsOf       = shape.NewGetter[string]("DocumentationURL")
	blockOf      = shape.NewGetter[string]("Block.Reason")
)

// FromError returns what err means, nil if it is neither client's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		switch vendor.set.Of(e) {
		case shape.Type{}:
			if code := sentinel(e); code != "" {
				return rowOf(code).Error(err, toolerr.WithVendorType(e))
			}
		case vendor.primary:
			return limited(err, e, codePrimary)
		case vendor.secondary:
			return limited(err, e, codeSecondary)
		case vendor.accepted:
			return rowOf(codeAccepted).Error(err, toolerr.WithVendorType(e), toolerr.WithStatus(http.StatusAccepted))
		case vendor.otp:
			return answerOf(e).as(err, codeOTP)
		case vendor.redirect:
			return redirected(err, answerOf(e))
		case vendor.response, vendor.cli:
			return refused(err, e)
		}
	}
	return nil
}

// refused is the error of an answer that the client has no type of its own for.
func refused(err, e error) *toolerr.ToolRuntimeError {
	a := answerOf(e)
	// Older majors have types for limits of a 403 alone.
	if code := a.limit(); code != "" {
		return limited(err, e, code)
	}
	switch a.status {
	case http.StatusMovedPermanently, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return redirected(err, a)
	case http.StatusUnauthorized:
		if strings.HasPrefix(a.header.Get("X-Github-Otp"), "required") {
			return a.as(err, codeOTP)
		}
	case http.StatusForbidden:
		return forbidden(err, a)
	case http.StatusConflict:
		return a.as(err, codeConflict)
	case http.StatusUnprocessableEntity:
		return invalid(err, a)
	case http.StatusUnavailableForLegalReasons:
		if reason, ok := blockOf.Of(e); ok && reason != "" {
			return blocked(err, a, reason)
		}
	case http.StatusNotFound:
		return a.byStatus(err, append([]toolerr.Option{toolerr.WithHint(toolerr.Msg(hintNotFound))}, a.missingRights()...)...)
	}
	return a.byStatus(err)
}

// redirected is the error of a redirect that the client does not follow: one
// that says where a thing is from now on, or another one.
func redirected(err error, a answer) *toolerr.ToolRuntimeError {
	switch a.status {
	case http.StatusMovedPermanently, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return a.as(err, codeMoved)
	}
	return a.byStatus(err)
}

// blocked is the error of a repository that GitHub has taken down.
func blocked(err error, a answer, reason string) *toolerr.ToolRuntimeError {
	if reason == "dmca" {
		return a.as(err, codeDMCA)
	}
	return a.as(err, codeBlocked, toolerr.WithVendorCode(reason))
}
