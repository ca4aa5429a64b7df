// Package microsoftadapter recognises the errors of Microsoft's clients without
// importing them: those of Azure (azcore, azidentity and the library for
// authentication below it) and those that Kiota generates, of which Microsoft
// Graph's is the best known.
//
// A code of the service decides; without one the status and the headers do.
// Failures to sign in are told apart by their AADSTS number: no call was made
// then, so nothing was done. A code with a status of success is that of a
// long-running operation, which was accepted and may have done something before it
// failed; the same holds for 500 and more.
//
// Some of these errors panic when they are asked for their text (an ODataError
// without a message, seen in msgraph-sdk-go v1.89.0), and some change, so that two
// goroutines may not ask at once (azidentity v1.15.0), so nothing here asks. What
// a refused token says to developers is read from the error's parts.
// Errors of the transport come from the clients bare, or in a wrapper that adds
// nothing, and are httpadapter's.
//
// Recognised by shape, so a build that renames packages hides the errors: see
// package adapter/shape.
package microsoftadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the error types of Microsoft's clients. The zero value is
// ready for use.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_microsoft".
func (Adapter) Slug() string { return slug }

// Table returns what the codes of Azure, of Microsoft Graph and of the authority
// that gives tokens mean.
func (Adapter) Table() adapter.Table { return table }

// The types of the clients, wherever they live.
type vendorTypes struct {
	response    shape.Type // azcore: an answer
	download    shape.Type // azcore: an answer that broke off
	final       shape.Type // azcore: another error, which it does not repeat
	failed      shape.Type // azidentity: no token
	required    shape.Type // azidentity: a person has to sign in
	unavailable shape.Type // azidentity: there is no credential
	refused     shape.Type // MSAL: the authority's answer
	odata       shape.Type // Microsoft Graph
	beta        shape.Type // Microsoft Graph, of the beta
	api         shape.Type // Kiota: an answer that the client has no type for
	set         *shape.Set
}

const (
	azure      = "github.com/Azure/azure-sdk-for-go/sdk"
	azidentity = azure + "/azidentity"
)

var vendor = known(vendorTypes{
	response:    shape.T(azure+"/azcore/internal/exported", "ResponseError"),
	download:    shape.T(azure+"/azcore/runtime", "bodyDownloadError"),
	final:       shape.T(azure+"/internal/errorinfo", "nonRetriableError"),
	failed:      shape.T(azidentity, "AuthenticationFailedError"),
	required:    shape.T(azidentity, "AuthenticationRequiredError"),
	unavailable: shape.T(azidentity, "credentialUnavailableError"),
	refused:     shape.T("github.com/AzureAD/microsoft-authentication-library-for-go/apps/errors", "CallErr"),
	odata:       shape.T("github.com/microsoftgraph/msgraph-sdk-go/models/odataerrors", "ODataError"),
	beta:        shape.T("github.com/microsoftgraph/msgraph-beta-sdk-go/models/odataerrors", "ODataError"),
	api:         shape.T("github.com/microsoft/kiota-abstractions-go", "ApiError"),
})

func known(v vendorTypes) vendorTypes {
	v.set = shape.NewSet(v.response, v.download, v.final, v.failed, v.required, v.unavailable, v.refused, v.odata, v.beta, v.api)
	return v
}

// FromError returns what err means, nil if it is none of Microsoft's clients',
// and if it is about the way to the service.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	var wrapper error
	for e := range adapter.Tree(err) {
		switch vendor.set.Of(e) {
		case shape.Type{}:
			if _, ok := e.(kiota); ok {
				if te := generated(err, e, false); te != nil {
					return te
				}
			}
		case vendor.odata, vendor.beta, vendor.api:
			return generated(err, e, true)
		case vendor.response:
			return answered(err, e)
		case vendor.failed, vendor.refused:
			return noToken(err, e)
		case vendor.required:
			return rowOf(codeSignIn).Error(err, toolerr.WithVendorType(e))
		case vendor.unavailable:
			return rowOf(codeNoCredential).Error(err, toolerr.WithVendorType(e))
		case vendor.download, vendor.final:
			// What it wraps may say more.
			if wrapper == nil {
				wrapper = e
			}
		}
	}
	if wrapper != nil {
		return wrapped(err, wrapper)
	}
	return nil
}
