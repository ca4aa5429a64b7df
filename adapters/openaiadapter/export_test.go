package openaiadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(api, stream, oauth, unsent shape.Type) (restore func()) {
	before := openai
	openai = openai.Imitate(apiError, api).Imitate(streamError, stream).Imitate(oauthError, oauth).Imitate(unsentError, unsent)
	return func() { openai = before }
}
