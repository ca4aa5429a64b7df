package anthropicadapter

import "github.com/errand-go/errand/adapter/shape"

// StandIn lets the tests' own types stand in for the SDK's, which the library
// does not require: the proof with the SDK is in models/anthropicmodel.
func StandIn(api, token, none any) {
	apiError, tokenError, noCredentials = shape.TypeOf(api), shape.TypeOf(token), shape.TypeOf(none)
	types = shape.NewSet(apiError, tokenError, noCredentials, unresolved, plainError)
}
