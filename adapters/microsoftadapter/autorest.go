package microsoftadapter

import (
	"net/http"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// readOperation reads the error of a long-running operation, which was accepted before
// it failed (go-autorest v0.11.30, autorest/azure, Future). Other errors of a service
// are in a RequestError.
func readOperation(a *spec.Answer) bool {
	a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	return true
}

// readDetailed reads the wrapper around all errors of go-autorest. Inner errors that
// httpadapter recognises are left to it.
func readDetailed(a *spec.Answer) bool {
	inner, _ := shape.Field[error](a.Node, "Original")
	switch {
	case httpadapter.Adapter{}.FromError(inner) != nil:
		return false
	case a.Status >= http.StatusMultipleChoices:
		return readService(a)
	}
	a.Unread = a.Succeeded()
	return a.Unread
}

// A refresher is an error of adal (adal v0.9.24, TokenRefreshError).
type refresher interface{ Response() *http.Response }

// readRefresh reads an error of adal, whose text contains the body of the authority's
// response (adal v0.9.24, token.go).
func readRefresh(a *spec.Answer) bool {
	if response, _ := shape.Call(a.Node, refresher.Response); response != nil {
		a.SetResponse(response)
	}
	text, _ := shape.Call(a.Node, error.Error)
	_, body, _ := strings.Cut(text, "Response body: ")
	if end := strings.LastIndex(body, " Endpoint "); end >= 0 {
		body = body[:end]
	}
	if a.Succeeded() {
		a.Unread = true
		a.Add(toolerr.WithEffect(toolerr.EffectNone))
		return true
	}
	readToken(a, []byte(body))
	return true
}

// readText reads adal's only error without a type, for a lost request to the authority. It
// keeps only the text of net/http's error (adal v0.9.24, token.go).
func readText(e error) *spec.Answer {
	if !strings.HasPrefix(e.Error(), "adal: Failed to execute the refresh request. Error = '") {
		return nil
	}
	a := &spec.Answer{Kind: toolerr.KindNetworkTransportUnmapped}
	a.Add(toolerr.WithEffect(toolerr.EffectNone))
	return a
}
