package anthropicadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(api, token, none any) (restore func()) {
	before := anthropic
	anthropic = anthropic.Imitate(apiError, shape.TypeOf(api)).Imitate(tokenError, shape.TypeOf(token)).Imitate(noCredentials, shape.TypeOf(none))
	return func() { anthropic = before }
}
