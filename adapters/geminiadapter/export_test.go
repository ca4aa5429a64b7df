package geminiadapter

import "github.com/errand-go/errand/adapter/shape"

// StandIn lets the tests' own type stand in for the SDK's, which the library does
// not require: the proof with the SDK is in models/geminimodel.
func StandIn(api any) {
	apiError = shape.TypeOf(api)
	types = shape.NewSet(apiError)
}
