// Package microsoftadapter recognises the errors of Microsoft's clients: those of
// Azure (azcore, azidentity and MSAL below it) and those that Kiota generates, of which
// Microsoft Graph's is the best known.
//
// The clients are not imported: package shape recognises their error types by name. The
// service's code decides, or the status if there is no code. Failures to get a token
// are distinguished by their AADSTS number: no call was made, so nothing was done.
//
// The adapter never calls the Error method of these clients' errors. The method of an
// ODataError without a message panics (msgraph-sdk-go v1.89.0), and the method of a refused
// token changes the error, so that two goroutines must not call it at once (azidentity
// v1.15.0). The developer message of a refused token is made from the error's fields.
package microsoftadapter

import (
	"cmp"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

const (
	sdk        = "github.com/Azure/azure-sdk-for-go/sdk"
	azidentity = sdk + "/azidentity"
)

var (
	responseError  = shape.T(sdk+"/azcore/internal/exported", "ResponseError")
	bodyDownload   = shape.T(sdk+"/azcore/runtime", "bodyDownloadError")
	nonRetriable   = shape.T(sdk+"/internal/errorinfo", "nonRetriableError")
	failed         = shape.T(azidentity, "AuthenticationFailedError")
	signInRequired = shape.T(azidentity, "AuthenticationRequiredError")
	unavailable    = shape.T(azidentity, "credentialUnavailableError")
	callError      = shape.T("github.com/AzureAD/microsoft-authentication-library-for-go/apps/errors", "CallErr")
)

// Adapter recognises the error types of azcore, azidentity, MSAL and of clients that
// Kiota generated, and plain HTTP responses of Azure, of Microsoft Graph and of the
// authority that issues tokens.
//
// Errors of the connection are left to httpadapter: the clients return them
// unchanged, or in a wrapper that adds nothing.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{responseError}, Codes: []string{"ErrorCode"}, Status: "StatusCode", Response: "RawResponse", Read: readService, Refusal: refused},
		{Implements: []reflect.Type{reflect.TypeFor[generated]()}, Read: readGenerated, Refusal: generatedRefusal},
		{Types: []shape.Type{failed}, Response: "RawResponse", Read: readFailed},
		{Types: []shape.Type{callError}, Response: "Resp", Read: readCall},
		{Types: []shape.Type{signInRequired}, Code: codeSignIn},
		{Types: []shape.Type{unavailable}, Code: codeNoCredential},
		{Types: []shape.Type{bodyDownload}, Unread: true, Fallback: true},
		{Types: []shape.Type{nonRetriable}, Fallback: true, Read: readNonRetriable},
	},
	Body:         func(body []byte) any { return decode(body) },
	CodeHeader:   "X-Ms-Error-Code", // azcore v1.24.0, internal/exported/response_error.go
	FailsWith2xx: true,
	Hosts: []string{
		"login.microsoftonline.com", "login.microsoftonline.us", "login.chinacloudapi.cn", // azcore v1.24.0, cloud/cloud.go
		"management.azure.com", "management.usgovcloudapi.net", "management.chinacloudapi.cn", // azcore v1.24.0, arm/runtime/runtime.go
		"graph.microsoft.com",                 // msgraph-sdk-go v1.89.0, graph_base_service_client.go
		"core.windows.net", "vault.azure.net", // Azure documentation, Azure Private Endpoint private DNS zone values, read 2026-11-22
	},
	Headers: []string{
		"X-Ms-Error-Code", "X-Ms-Request-Id", // azcore v1.24.0, internal/shared/constants.go
		"X-Ms-Ags-Diagnostic", // msgraph-sdk-javascript, src/middleware/ChaosHandler.ts, read 2026-11-22
	},
	Refusals: refusals,
	Statuses: statuses,
	Refine:   refine,
})

// signIn is the fact of an error for which a person has to sign in.
var signIn = toolerr.WithAccess(toolerr.Access{Fact: toolerr.FactSignIn})

// refine handles claims challenges, and the families of unlisted codes.
func refine(a *spec.Answer) {
	switch {
	case a.Status == http.StatusUnauthorized && challenged(a.Header):
		a.Is(codeClaims)
		a.Add(signIn)
	case a.Row.VendorCode == codeSignIn:
		a.Add(signIn)
	case a.Row.VendorCode == "" && a.Status < http.StatusInternalServerError && a.Status != http.StatusTooManyRequests:
		a.Kind = cmp.Or(familyOf(a.Code()), a.Kind)
	}
}

// challenged reports whether the service requires a token with more proof: that the user
// has signed in again, or from another place.
func challenged(header http.Header) bool {
	for _, challenge := range header.Values("Www-Authenticate") {
		if strings.Contains(challenge, `error="insufficient_claims"`) {
			return true
		}
	}
	return false
}

// setEffect makes the effect unknown if the service may have acted before it failed,
// whatever its code means: a long-running operation was accepted before it failed with a
// status of success (azcore v1.24.0, runtime.Poller), and a status of 500 or more is not a
// refusal, except for those in statuses and a 503 with a wait.
func setEffect(a *spec.Answer) {
	_, listed := table.Lookup(a.Code())
	_, waits := httpadapter.RetryAfter(a.Status, a.Header, time.Time{})
	refused := statuses[a.Status] != "" || a.Status == http.StatusServiceUnavailable && waits
	if a.Succeeded() || listed && a.Status >= http.StatusInternalServerError && !refused {
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	}
}

// readNonRetriable reads an error of azcore itself that it does not retry, such as a token
// that would be sent over plain HTTP. Errors that httpadapter recognises are left to it.
func readNonRetriable(a *spec.Answer) bool {
	a.Kind = toolerr.KindToolFatal
	a.Add(toolerr.WithEffect(toolerr.EffectNone))
	return httpadapter.Adapter{}.FromError(a.Err) == nil
}
